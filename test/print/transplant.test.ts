import { entry, mapping, withEntries, withItems, withValue } from '../../src/text/document/build.ts'
import { sameData } from '../../src/text/document/data.ts'
import type { Document } from '../../src/text/document/document.ts'
import type { Entry, Mapping, Node } from '../../src/text/document/node.ts'
import { entryOf, listOf, mapOf, valueOf } from '../../src/text/document/read.ts'
import { transplanted, transplantedEntry } from '../../src/text/document/transplant.ts'
import { newDocument, printDocument } from '../../src/text/print/print.ts'
import { documentOf } from '../document/documents.ts'

/** The entry `default` of the only parameter `p` of a template. */
function defaultIn(document: Document): Entry {
  const parameter = mapOf(valueOf(mapOf(valueOf(mapOf(document.root), 'parameters')), 'p'))
  return entryOf(parameter, 'default') as Entry
}

/** `before` with new entries in its `parameters`. */
function withParameters(before: Document, added: readonly Entry[]): string {
  const root = before.root as Mapping
  const section = entryOf(root, 'parameters') as Entry
  const map = mapOf(section.value)
  const value =
    map === undefined ? mapping(added, { for: section.value }) : withEntries(map, [...map.entries, ...added])
  const next = withEntries(
    root,
    root.entries.map((one) => (one === section ? withValue(one, value) : one)),
  )
  const after = printDocument(before, next, 'yaml')
  expect(sameData(documentOf(after).root as Node, next)).toBe(true)
  return after
}

/** The environment `env` with the default of `template` as its parameter `p`. */
function moved(template: string, env: string): string {
  const source = documentOf(template)
  return withParameters(documentOf(env), [transplantedEntry(defaultIn(source), source, 'p')])
}

const env = 'parameters:\n    old: 1   # keep\n\n# tail\n'

describe('a value of another document', () => {
  it('keeps its spelling and the comments above and behind it', () => {
    const template = 'parameters:\n  p:\n    type: string\n    # octal\n    default: 0644   # the mode\n'
    expect(moved(template, env)).toBe(
      'parameters:\n    old: 1   # keep\n    # octal\n    p: 0644   # the mode\n\n# tail\n',
    )
  })

  it('keeps quotes and what stands in brackets', () => {
    const template = `parameters:\n  p: {default: {a: [1,2], 'b': "x\\u0041"}, type: json}\n`
    expect(moved(template, env)).toBe(
      `parameters:\n    old: 1   # keep\n    p: {a: [1,2], 'b': "x\\u0041"}\n\n# tail\n`,
    )
  })

  it('is not a list where it was a lone dash between braces', () => {
    expect(moved('parameters: {p: {default: -}}\n', 'parameters: {}\n')).toBe("parameters:\n  p: '-'\n")
    expect(moved('parameters: {p: {default: -}}\n', 'parameters:\n  a: b\n')).toBe(
      "parameters:\n  a: b\n  p: '-'\n",
    )
  })

  it('keeps the layout and the comments of blocks', () => {
    const template = [
      'parameters:',
      '  p:',
      '    default: # beside',
      '      # first',
      '      - a   # one',
      '',
      '      - b: |2',
      '            indented',
      '          less',
      '        c: >-',
      '          folded # no comment',
      '          text',
      '      # last',
      '      - {x: "y"} # end',
      '    type: json',
      '',
    ].join('\n')
    const expected = [
      'parameters:',
      '    old: 1   # keep',
      '    p: # beside',
      '      # first',
      '      - a   # one',
      '',
      '      - b: |2',
      '            indented',
      '          less',
      '        c: >-',
      '          folded # no comment',
      '          text',
      '      # last',
      '      - {x: "y"} # end',
      '',
      '# tail',
      '',
    ].join('\n')
    expect(moved(template, env)).toBe(expected)
  })

  it('moves the lines of a block scalar, whatever its indentation indicator says', () => {
    const template = 'parameters:\n  p:\n    default: |2- # why\n         a\n       b\n    type: string\n'
    expect(moved(template, 'parameters: {}\n')).toBe('parameters:\n  p: |2- # why\n       a\n     b\n')
  })

  it('takes the line breaks of the document that it comes to, and no byte order mark', () => {
    const template = '\ufeffparameters:\n  p:\n    # why\n    default: |\n      a\n\n      b\n'
    expect(moved(template, 'parameters: # none\r\n')).toBe(
      'parameters: # none\r\n  # why\r\n  p: |\r\n    a\r\n\r\n    b\r\n',
    )
    const windows = template.replaceAll('\n', '\r\n')
    expect(moved(windows, 'parameters:\n')).toBe('parameters:\n  # why\n  p: |\n    a\n\n    b\n')
  })

  it('goes on behind a text of several lines without quotes, right of its key', () => {
    const template = 'parameters:\n  p:\n    default: one\n     two # end\n'
    expect(moved(template, env)).toBe(
      'parameters:\n    old: 1   # keep\n    p: one\n     two # end\n\n# tail\n',
    )
  })

  it('keeps a tag, leaves its anchor behind and holds what an alias names', () => {
    const anchored = 'parameters:\n  p:\n    default: &x !!str 0644\n'
    expect(moved(anchored, 'parameters:\n')).toBe('parameters:\n  p: !!str 0644\n')
    const aliased = 'a: &x [0644, "b"]\nparameters:\n  p:\n    default: {one: *x, two: 0x1F} # both\n'
    expect(moved(aliased, 'parameters:\n')).toBe(
      'parameters:\n  # both\n  p: {one: [0644, "b"], two: 0x1F}\n',
    )
  })

  it('keeps a comment in it that belongs to none of its parts, when it leaves its anchor behind', () => {
    const anchored = 'parameters:\n  p:\n    default: &x\n      - |+\n        a\n      # loose\n\n      - b\n'
    expect(moved(anchored, 'parameters:\n')).toBe(
      'parameters:\n  p:\n    - |+\n      a\n    # loose\n\n    - b\n',
    )
  })

  it('stays null where only its tag makes it that', () => {
    expect(moved("parameters:\n  p:\n    default: ! ''\n", 'parameters:\n')).toBe('parameters:\n  p: null\n')
  })

  it('is written anew where the end of its file cuts it off', () => {
    expect(moved('parameters:\n  p:\n    default: |\n      a\n      b', 'parameters:\n')).toBe(
      'parameters:\n  p: |-\n    a\n    b\n',
    )
  })

  it('comes out of JSON as YAML, with its comments', () => {
    const template = `{"parameters": {"p": {
      // why
      "default": {"a": "1", /* two */ "b": [1.0, 1e3]}, // end
      "type": "json"}}}\n`
    expect(moved(template, 'parameters:\n')).toBe(
      ['parameters:', '  # why', '  p: # end', "    a: '1' # two", '    b: [1.0, 1000.0]', ''].join('\n'),
    )
  })

  it('goes into brackets where its comments need no line', () => {
    const source = documentOf('parameters:\n  p:\n    default: 0644\n')
    const before = documentOf('x: [{a: 1}]\n')
    const list = listOf(valueOf(mapOf(before.root), 'x'))
    const item = mapOf(list?.items[0]) as Mapping
    const next = withItems(list as never, [
      withEntries(item, [...item.entries, transplantedEntry(defaultIn(source), source, 'p')]),
    ])
    const root = before.root as Mapping
    const after = printDocument(
      before,
      withEntries(root, [withValue(root.entries[0] as Entry, next)]),
      'yaml',
    )
    expect(after).toBe('x: [{a: 1, p: 0644}]\n')
  })

  it('keeps the parts of a value that is changed later', () => {
    const source = documentOf('parameters:\n  p:\n    default:\n      # one\n      a: 0644 # x\n      b: 2\n')
    const value = transplanted(defaultIn(source).value, source) as Mapping
    const changed = withEntries(value, [...value.entries, entry('c', mapping([]))])
    const after = withParameters(documentOf('parameters:\n'), [entry('p', changed)])
    expect(after).toBe('parameters:\n  p:\n    # one\n    a: 0644 # x\n    b: 2\n    c: {}\n')
  })
})

describe('a new document', () => {
  const source = documentOf('parameters:\r\n    p:\r\n        default: # d\r\n            - "a"\r\n')
  const root = mapping([entry('parameters', mapping([transplantedEntry(defaultIn(source), source, 'p')]))])

  it('ends in a line break', () => {
    expect(newDocument(root)).toBe('parameters:\n  p: # d\n    - "a"\n')
    expect(newDocument(mapping([]))).toBe('{}\n')
  })

  it('looks like the document that it comes from, in the line breaks that are asked for', () => {
    expect(newDocument(root, { like: source })).toBe('parameters:\r\n    p: # d\r\n        - "a"\r\n')
    expect(newDocument(root, { like: source, eol: '\n', comment: ['Made', '', 'here'] })).toBe(
      '# Made\n#\n# here\nparameters:\n    p: # d\n        - "a"\n',
    )
  })
})
