import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  changedAgain,
  commentsIn,
  type ExtractedTree,
  extractedTree,
  removed,
  written,
} from '../extract-defaults/extracted-tree.ts'
import { hasHeatFor, python } from './installed.ts'

const root = join(__dirname, '../..')
const hasHeat = hasHeatFor('asking Heat about environments')

const shared = ['hot', 'onap', 'env'].map((name) => join(root, '../shared/corpus', name))
const corpora = shared.filter((folder) => existsSync(folder))

/** Folders of packages: fixtures and those written for this. */
const own = ['env/move-defaults', 'env/pass-nested-defaults']
  .flatMap((id) => below(join(root, 'transforms', id, 'fixtures')).map((folder) => join(folder, 'input')))
  .concat(below(join(root, 'corpus/packages')))

function below(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name))
}

/** What Heat finds different in each tree, one line per module; it takes seconds to start, so it is asked once. */
function differences(trees: readonly ExtractedTree[]): readonly string[] {
  const pairs = trees.map(({ before, after }) => [written(before), written(after)] as const)
  try {
    const { stdout, stderr, status } = spawnSync(
      python,
      [join(__dirname, 'environment.py'), ...pairs.flat()],
      {
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    )
    // It says how many it compared at the end: without that it did not get there.
    if (status === null || status > 1 || !stderr.includes('{')) throw new Error(stderr)
    const lines = stdout.split('\n')
    return pairs.map(([old]) => lines.filter((line) => line.includes(JSON.stringify(old))).join('\n'))
  } finally {
    for (const folder of pairs.flat()) removed(folder)
  }
}

const trees = [...own, ...corpora].map((folder) => [relative(root, folder), extractedTree(folder)] as const)
const different = hasHeat ? differences(trees.map(([, tree]) => tree)) : []
const cases = trees.map(([name, tree], index) => [name, tree, different[index]] as const)

describe.each(cases)('defaults extracted from %s', (_, tree, difference) => {
  it('fails nowhere, and is proved wherever something changes', () => {
    const wrong = tree.outcomes.filter(
      ({ status, proof }) => status === 'failed' || (status === 'changed' && proof !== 'equal'),
    )
    expect(wrong.map(({ path, reason, proof }) => ({ path, reason, proof }))).toEqual([])
  })

  it('has nothing left to do', () => {
    expect(changedAgain(tree)).toEqual([])
  })

  it('keeps every comment', () => {
    const after = commentsIn(tree.after)
    const lost = [...commentsIn(tree.before)].filter(([text, count]) => (after.get(text) ?? 0) < count)
    expect(lost).toEqual([])
  })

  it('says of every default that is left why it is', () => {
    const left = tree.outcomes.flatMap(({ path, status, findings }) => {
      const text = tree.after.get(path)?.toString() ?? ''
      const isConcerned = /^heat_template_version:/m.test(text) && status !== 'skipped'
      const isSaid = findings.some(({ code }) => code === 'default-kept' || code.startsWith('yaml-'))
      return isConcerned && !isSaid && /^ {4,8}default:/m.test(parametersOf(text)) ? [path] : []
    })
    expect(left).toEqual([])
  })

  it('means the same to Heat', () => {
    if (hasHeat) expect(difference).toBe('')
  })
})

/** The lines of the section, so that resources with a key of that name do not count. */
function parametersOf(text: string): string {
  return /^parameters:[^\n]*\n((?:[ \t\r#][^\n]*\n|\n)*)/m.exec(text)?.[1] ?? ''
}
