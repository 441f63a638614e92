/**
 * `npm run corpus:see -- render|graph|bundle|fleet [count] [seed]`: what the commands about a stack show, against Heat and its client,
 * for real stacks, those of the project and so many that are made up; each difference, and how much was compared.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { judgedRequests, judgedSelfContained } from './bundle.ts'
import { fileTrees } from './file-trees.ts'
import { judgedNotes } from './fleet.ts'
import { judgedGraphs } from './graph.ts'
import { networkStacks } from './networks.ts'
import { judgedRenders } from './render.ts'
import { askedStack, madeUpStacks, type StackInFiles, stacksOf, templatesBelow } from './stacks.ts'

interface Asking {
  readonly root: string
  readonly folder: string
  readonly count: number
  readonly seed: number
}

/** By where they come from. */
function allStacks({ root, folder, count, seed }: Asking): Readonly<Record<string, readonly StackInFiles[]>> {
  const found = (below: string) =>
    stacksOf(templatesBelow(join(root, below)), join(folder, below.replaceAll('/', '-')))
  return {
    '../shared/corpus': found('../shared/corpus'),
    corpus: found('corpus'),
    'fixtures of transforms': found('transforms'),
    'made up': madeUpStacks(count, seed, join(folder, 'made-up')),
  }
}

function renders(asking: Asking): number {
  let isWrong = false
  for (const [name, stacks] of Object.entries(allStacks(asking))) {
    const asked = stacks.flatMap((one) => askedStack(one) ?? [])
    const { counts, wrong, unresolved } = judgedRenders(asked, join(asking.root, 'test/heat/rendering.py'))
    console.log(`${name}: ${stacks.length} templates, ${asked.length} requests; ${JSON.stringify(counts)}`)
    for (const one of wrong) console.log(`  wrong: ${one}`)
    for (const one of unresolved) console.log(`  open, and Heat knows it: ${one}`)
    isWrong ||= wrong.length > 0
  }
  return isWrong ? 1 : 0
}

function graphs(asking: Asking): number {
  const { root, folder, count, seed } = asking
  const stacks = { ...allStacks(asking), networks: networkStacks(count, seed, join(folder, 'networks')) }
  let isWrong = false
  for (const [name, some] of Object.entries(stacks)) {
    const asked = some.flatMap((one) => askedStack(one) ?? [])
    const { compared, refused, edges, wrong } = judgedGraphs(asked, join(root, 'test/heat/graph.py'))
    console.log(
      `${name}: ${compared} compared with ${edges} edges, ${refused} refused; ${wrong.length} wrong`,
    )
    for (const one of wrong) console.log(`  wrong: ${one}`)
    isWrong ||= wrong.length > 0
  }
  return isWrong ? 1 : 0
}

function bundles(asking: Asking): number {
  const { root, folder, count, seed } = asking
  const stacks = { ...allStacks(asking), 'several files': fileTrees(count, seed, join(folder, 'trees')) }
  let isWrong = false
  for (const [name, some] of Object.entries(stacks)) {
    const { same, refused, proved, wrong } = judgedRequests(some, join(root, 'test/heat/bundle.py'))
    console.log(
      `${name}: ${same} the same, ${proved} of them proved, ${refused} rejected by both; ${wrong.length} wrong`,
    )
    const single = judgedSelfContained(some)
    console.log(
      `  in one template: ${single.proved} proved, ${single.notProved} not proved, ${single.nested} nested; ${single.wrong.length} wrong`,
    )
    for (const one of [...wrong, ...single.wrong]) console.log(`  wrong: ${one}`)
    isWrong ||= wrong.length + single.wrong.length > 0
  }
  return isWrong ? 1 : 0
}

function notes({ root }: Asking): number {
  const paths = ['corpus', 'transforms', '../shared/corpus'].flatMap((one) => templatesBelow(join(root, one)))
  const { notes: all, found, templates, wrong } = judgedNotes(paths)
  console.log(`${found} of ${all} release notes found, ${templates} templates; ${wrong.length} wrong`)
  for (const one of wrong) console.log(`  wrong: ${one}`)
  return wrong.length > 0 ? 1 : 0
}

const judges: Readonly<Record<string, (asking: Asking) => number>> = {
  render: renders,
  graph: graphs,
  bundle: bundles,
  fleet: notes,
}

function main(root: string, what = 'render', count = '300', seed = '1'): number {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-see-'))
  try {
    const judge = judges[what]
    if (judge === undefined) throw new Error(`${what}: not one of ${Object.keys(judges).join(', ')}`)
    return judge({ root, folder, count: Number(count), seed: Number(seed) })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = main(...(process.argv.slice(2) as [string, ...string[]]))
