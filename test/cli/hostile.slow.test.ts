import { BOUNDS, hostileRows } from '../../bin/hostile.mjs'
import { EDITOR_BOUNDS, editorRows } from '../../bin/hostile-editor.mjs'

/** A part of `npm run hostile` that takes minutes without the guards; with them it is far from that on any machine. */
const chosen: readonly (readonly [input: string, command: string])[] = [
  ['nested templates, 10 calls on each of 8 levels', 'extract-defaults'],
  ['alias bomb, 10 levels, in properties', ''],
  ['Fn::Sub with 100,000 names', 'migrate'],
  ['60,000 functions', 'upgrade --to latest --modernize'],
  ['one megabyte of parameters that are none', '--profile onap'],
  ['one megabyte of one key', 'check'],
  ['a VNF with 2,500 servers', 'run -t'],
  ['10,000 names that nobody declares', 'check'],
  ['5,000 parameters', 'extract-defaults'],
  ['numbers of a million digits', ''],
  ['a plan of 100,000 brackets', ''],
  ['patterns that backtrack', ''],
]

it.each(chosen)('ends in little time and memory: %s: %s', (only, command) => {
  const rows = [...hostileRows({ only, command })]
  expect(rows.length).toBeGreaterThan(0)
  const beyond = rows.filter(
    // The processor's time grows, too, where others use the same core.
    ({ seconds, megabytes }) => !(seconds <= 4 * BOUNDS.seconds && megabytes <= BOUNDS.megabytes),
  )
  expect(beyond).toEqual([])
})

const inEditor = [
  'files of 16 MB',
  'environments of 16 MB',
  'nested templates of 16 MB',
  '5,000 defaults that a nested template takes',
  'nested templates, 10 calls on each of 8 levels',
  'a key of 10 MB',
]

it.each(inEditor)('ends in little time and memory in an editor: %s', async (only) => {
  const rows = []
  for await (const row of editorRows(only)) rows.push(row)
  expect(rows.length).toBeGreaterThan(0)
  const beyond = rows.filter(
    ({ seconds, megabytes }) =>
      !(seconds <= 4 * EDITOR_BOUNDS.seconds && megabytes <= EDITOR_BOUNDS.megabytes),
  )
  expect(beyond).toEqual([])
})
