import { rmSync } from 'node:fs'
import { cloudRelease } from '../../src/heat/cloud.ts'
import { temporaryTree } from '../run/temporary-tree.ts'
import { type Asked, checkedTree } from './checked-trees.ts'
import { allPaths, edited, randomFrom, randomTree } from './random-trees.ts'

const queens = cloudRelease('queens')

/** The options of the runs over one tree, which take turns. */
const ways: readonly Asked[] = [
  { looksAround: true },
  { looksAround: true },
  { looksAround: true, together: ['reg.yaml', 'a.env'] },
  { looksAround: true, paths: allPaths.filter((path) => !path.startsWith('n/')) },
  { looksAround: false },
  { looksAround: true, version: '2015-10-15' },
  { looksAround: true, ...(queens === undefined ? {} : { cloud: { release: queens } }) },
]

export interface Count {
  /** Outcomes that were looked at, and those of them that earlier runs knew. */
  outcomes: number
  recalled: number
  /** Outcomes of files that had not changed, and were found out again all the same. */
  repeated: number
  /** Those of them that had become other ones: by other files alone. */
  turned: number
}

/**
 * Edits a random tree at random and checks it each time, with and without what earlier runs stored.
 *
 * @throws by expect for the first outcome that differs, with the seed
 */
export function sameAnswers(seed: number, edits: number): Count {
  const random = randomFrom(seed)
  const folder = `${temporaryTree().root}/verdicts`
  const count: Count = { outcomes: 0, recalled: 0, repeated: 0, turned: 0 }
  let [before, tree] = [randomTree(random), randomTree(random)]
  const last = new Map<string, string>()
  for (let edit = 0; edit < edits; edit++) {
    const way = random(ways.length)
    const asked = ways[way] as Asked
    const fresh = checkedTree(tree, asked)
    const { outcomes, recalled } = checkedTree(tree, asked, folder)
    expect({ seed, edit, asked, outcomes }).toStrictEqual({ seed, edit, asked, outcomes: fresh.outcomes })
    count.outcomes += outcomes.size
    count.recalled += recalled.length
    for (const [path, outcome] of outcomes) {
      const [key, text] = [`${way} ${path} ${tree.get(path)}`, JSON.stringify(outcome)]
      if (last.has(key) && !recalled.includes(path)) count.repeated += 1
      if (last.has(key) && last.get(key) !== text) count.turned += 1
      last.set(key, text)
    }
    // Some edits are taken back, as when somebody goes to another branch and returns.
    const next = random(6) === 0 ? before : edited(tree, random)
    before = tree
    tree = next
  }
  rmSync(folder, { recursive: true, force: true })
  return count
}
