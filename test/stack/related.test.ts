/** Which files outside of a run have to do with files of it. */
import { relatedTo } from '../../src/stack/related.ts'
import type { UnreadableFile } from '../../src/stack/source-file.ts'

const outside = (texts: Readonly<Record<string, string>>): readonly UnreadableFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, text, why: 'outside' }))

const related = (files: readonly UnreadableFile[], path: string, ...targets: readonly string[]) =>
  relatedTo([{ path, targets, isTemplate: true }], files).map((file) => file.path)

const files = outside({
  'z/neighbour.yaml': 'type: ../y/named.yaml\n',
  'x/caller.yaml': 'type: ../w/run.yaml\n',
  'x/beside-caller.yaml': '',
  'w/beside.yaml': '',
  'y/named.yaml': '',
  'v/other.yaml': 'type: ../u/unknown.yaml\n',
  'u/unknown.yaml': '',
})

it('are those of its directory, those that name something in it, and what is beside these, in their order', () => {
  expect(related(files, 'w/run.yaml')).toEqual(['x/caller.yaml', 'x/beside-caller.yaml', 'w/beside.yaml'])
})

it('are those of the directories that it names, and what is connected with these by names', () => {
  expect(related(files, 'q/run.yaml', 'z/nested.yaml')).toEqual(['z/neighbour.yaml', 'y/named.yaml'])
  expect(related(files, 'q/run.yaml', 'y/named.yaml')).toEqual(['z/neighbour.yaml', 'y/named.yaml'])
})

it('are none for a file that nothing is connected with', () => {
  expect(related(files, 'q/run.yaml')).toEqual([])
  expect(related([], 'w/run.yaml')).toEqual([])
})

it('are the same list where all of them are', () => {
  expect(
    relatedTo(
      ['w/run.yaml', 'z/run.yaml', 'u/run.yaml'].map((path) => ({ path, targets: [], isTemplate: true })),
      files,
    ),
  ).toBe(files)
})
