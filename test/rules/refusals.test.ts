/** Where a rewrite says that Heat refuses or fails over something, `check` has an error on that line: over all files of this project, and over the shared ones. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { rewrite } from '../../src/index.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'

const project = join(__dirname, '../..')

/** What rewrites say of what Heat refuses, or fails over whenever it computes it. */
const refusals: ReadonlySet<string> = new Set([
  'always-fails',
  'bad-arguments',
  'foreign-function',
  'join-refuses',
  'unknown-mapping',
  'unknown-reference',
])

const functions = /Fn::(?:FindInMap|Select|Join)|get_(?:param|resource|attr)|list_join/

const files = [join(project, 'transforms'), ownCorpus, ...(hasSharedCorpus ? [sharedCorpus] : [])]
  .flatMap((folder) => filesBelow(folder).map((path) => join(folder, path)))
  .filter((path) => /\.(?:ya?ml|json|template)$/.test(path) && !path.endsWith('findings.json'))
  .map((path) => ({ path, text: readFileSync(path).toString() }))
  .filter(({ text }) => functions.test(text))

/** Whether `check` has an error of its own for what stands on a line: what is wrong with a call is said of its argument. */
function errorsNear(text: string): (line: number) => boolean {
  const { findings } = createChecker().run({ path: 'file.yaml', bytes: Buffer.from(text) })
  const errors = findings.filter(({ severity }) => severity === 'error')
  // What short tags stand for, and what macros make, is not in the tree.
  if (errors.some(({ code, message }) => code === 'yaml-tag' || /"Transform"/.test(message)))
    return () => true
  return (line) => errors.some((one) => one.line !== undefined && one.line >= line && one.line <= line + 4)
}

function deniedIn(text: string, chain: 'migrate' | 'upgrade'): readonly string[] {
  const [outcome] = rewrite([{ path: 'file.yaml', text }], { chain, from: 'heat' })
  const said = (outcome?.findings ?? []).filter(
    ({ code, message }) =>
      refusals.has(code) && !/^in the result, |would use it as data|^Fn::Sub/.test(message),
  )
  if (said.length === 0) return []
  const isRefused = errorsNear(text)
  return said
    .filter(({ line }) => !isRefused(line ?? 1))
    .map(({ code, line, message }) => `${line} ${code} ${message}`)
}

it('there is much to compare', () => {
  expect(files.length).toBeGreaterThan(200)
})

it.each(['migrate', 'upgrade'] as const)('%s says nothing of refusals that check denies', (chain) => {
  const denied = files.flatMap(({ path, text }) =>
    deniedIn(text, chain).map((one) => `${path.slice(project.length + 1)}:${one}`),
  )
  expect(denied).toEqual([])
})
