import { withHeadings } from '../../src/stack/refactor/headings.ts'
import { withEntries, withValue } from '../../src/text/document/build.ts'
import type { Entry, Mapping } from '../../src/text/document/node.ts'
import { entryOf, nameOf } from '../../src/text/document/read.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

/** The text without some entries of `p`. */
function without(before: string, ...names: string[]): string {
  const document = documentOf(before)
  const root = document.root as Mapping
  const section = entryOf(root, 'p') as Entry
  const map = section.value as Mapping
  const rest = withEntries(
    map,
    map.entries.filter((one) => !names.includes(nameOf(one) ?? '')),
  )
  const left = withHeadings(document, rest)
  const next = withEntries(
    root,
    root.entries.map((one) => (one === section ? withValue(one, left) : one)),
  )
  return printDocument(document, next, 'yaml')
}

const groups = `p:
  # servers
  a: 1 # first
  b: 2

  # networks
  c: 3
  d: 4

  # zones
  # of the cloud
  e: 5
  f: 6
q: 1
`

describe('a heading over several entries', () => {
  it('stays while one of them does', () => {
    expect(without(groups, 'c')).toBe(groups.replace('  c: 3\n', ''))
    expect(without(groups, 'e')).toBe(groups.replace('  e: 5\n', ''))
  })

  it('stays above the first entry of all, where there are others', () => {
    expect(without(groups, 'a')).toBe(groups.replace('  a: 1 # first\n', ''))
  })

  it('goes with the last of them, and leaves one blank line', () => {
    expect(without(groups, 'c', 'd')).toBe(groups.replace('  # networks\n  c: 3\n  d: 4\n\n', ''))
  })

  it('goes at the end of the file with the blank line above', () => {
    const last = groups.replace('q: 1\n', '')
    expect(without(last, 'e', 'f')).toBe(last.replace('\n  # zones\n  # of the cloud\n  e: 5\n  f: 6\n', ''))
  })

  it('is not what explains one entry', () => {
    const single = 'p:\n  a: 1\n\n  # networks\n  c: 3\n\n  d: 4\n'
    expect(without(single, 'c')).toBe('p:\n  a: 1\n\n  d: 4\n')
    const each = 'p:\n  a: 1\n\n  # this\n  c: 3\n  # that\n  d: 4\n'
    expect(without(each, 'c')).toBe('p:\n  a: 1\n\n  # that\n  d: 4\n')
  })

  it('stands above the first entry of all, or below others without a blank line', () => {
    expect(without('p:\n  # lab\n  a: 1\n  b: 2\n', 'a')).toBe('p:\n  # lab\n  b: 2\n')
    expect(without('p:\n  a: 1\n  # lab\n  b: 2\n  c: 3\n', 'b')).toBe('p:\n  a: 1\n  # lab\n  c: 3\n')
  })

  it.each([
    ['the first', ['a'], 'p:\n  # lab\n  b: 2 # two\n  c: 3\n'],
    ['a middle one', ['b'], 'p:\n  # lab\n  a: 1 # one\n  c: 3\n'],
    ['the last', ['c'], 'p:\n  # lab\n  a: 1 # one\n  b: 2 # two\n'],
    ['all but the last', ['a', 'b'], 'p:\n  # lab\n  c: 3\n'],
  ])('stays when %s of them goes, whose own comment goes along', (_which, names, expected) => {
    expect(without('p:\n  # lab\n  a: 1 # one\n  b: 2 # two\n  c: 3\n', ...names)).toBe(expected)
  })

  it.each([
    ['the first', ['lab_id'], 'p:\n  # the zone\n  zone: 2\n  # how many\n  count: 3\n'],
    ['a middle one', ['zone'], 'p:\n  # of the lab\n  lab_id: 1\n  # how many\n  count: 3\n'],
    ['the last', ['count'], 'p:\n  # of the lab\n  lab_id: 1\n  # the zone\n  zone: 2\n'],
  ])('is not what each entry has above it: that goes with %s', (_which, names, expected) => {
    const each = 'p:\n  # of the lab\n  lab_id: 1\n  # the zone\n  zone: 2\n  # how many\n  count: 3\n'
    expect(without(each, ...names)).toBe(expected)
  })

  it('is not what explains one entry, but for another entry that is out of use', () => {
    const disabled = 'p:\n  a: 1\n  # for later\n  #web_ip_0: 10.0.0.1\n  b: 2\n  # NOTE: last\n  c: 3\n'
    expect(without(disabled, 'b', 'c')).toBe('p:\n  a: 1\n  # for later\n  #web_ip_0: 10.0.0.1\n')
    expect(without(disabled, 'a', 'b', 'c')).toBe('p: {}\n')
  })

  it('has a frame, wherever it stands', () => {
    const framed = 'p:\n  # --- Names ---\n  a: 1\n  b: 2\n  ## Sizes ##\n  c: 3\n  d: 4\n'
    expect(without(framed, 'a')).toBe(framed.replace('  a: 1\n', ''))
    expect(without(framed, 'c')).toBe(framed.replace('  c: 3\n', ''))
    expect(without(framed, 'c', 'd')).toBe(framed.replace(/ {2}## Sizes[\s\S]*/, ''))
    expect(without(framed, 'a', 'b')).toBe('p:\n  ## Sizes ##\n  c: 3\n  d: 4\n')
    const box = 'p:\n  #########\n  # Names #\n  #########\n  a: 1\n  b: 2\n'
    expect(without(box, 'a')).toBe(box.replace('  a: 1\n', ''))
  })

  it('is told from the lines below it about its first entry', () => {
    const both = 'p:\n  # --- Names ---\n  # the first\n  a: 1\n  # the second\n  b: 2\n\n  c: 3\n'
    expect(without(both, 'a')).toBe(both.replace('  # the first\n  a: 1\n', ''))
    expect(without(both, 'a', 'b')).toBe('p:\n  c: 3\n')
  })

  it.each([
    ['# Images of the servers', 'web_image', 'db_image', 'a heading'],
    ['# Names:', 'web_image', 'db_size', 'a heading'],
    ['# Image of the web', 'web_image', 'web_size', 'about one'],
    ['# web_image is that of the web', 'web_image', 'db_image', 'about one'],
    ['# Deprecated', 'web_image', 'web_size', 'about one'],
  ])('above the first entry of all says by its words what it is: %s', (comment, a, b, what) => {
    const text = `p:\n  ${comment}\n  ${a}: 1\n  ${b}: 2\n`
    const rest = `  ${b}: 2\n`
    expect(without(text, a)).toBe(what === 'a heading' ? `p:\n  ${comment}\n${rest}` : `p:\n${rest}`)
    expect(without(text, a, b)).toBe('p: {}\n')
  })

  it('below a blank line is about one entry if its words are', () => {
    const text = 'p:\n  x: 0\n\n  # Image of the web\n  web_image: 1\n  web_size: 2\n'
    expect(without(text, 'web_image')).toBe('p:\n  x: 0\n\n  web_size: 2\n')
  })

  it('keeps its line breaks', () => {
    const windows = groups.replaceAll('\n', '\r\n')
    expect(without(windows, 'c')).toBe(windows.replace('  c: 3\r\n', ''))
  })
})

describe('entries that go together', () => {
  it('leave one blank line between what stays', () => {
    const text = 'p:\n  a: 1\n\n  b: 2\n  c: 3\n\n  d: 4\n'
    expect(without(text, 'b', 'c')).toBe('p:\n  a: 1\n\n  d: 4\n')
    expect(without(text, 'c')).toBe('p:\n  a: 1\n\n  b: 2\n\n  d: 4\n')
    expect(without(text, 'b')).toBe('p:\n  a: 1\n\n  c: 3\n\n  d: 4\n')
  })

  it('leave no blank line at the end of a file', () => {
    expect(without('p:\n  a: 1\n\n  b: 2\n  c: 3\n', 'b', 'c')).toBe('p:\n  a: 1\n')
  })

  it('leave what stands between them and belongs to none', () => {
    const text = 'p:\n  a: 1\n\n  b: 2\n\n  # a banner\n\n  c: 3\n\n  d: 4\n'
    expect(without(text, 'b', 'c')).toBe('p:\n  a: 1\n\n  # a banner\n\n  d: 4\n')
  })
})
