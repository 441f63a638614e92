import { parseDocument } from 'yaml'
import { readDocument } from '../../src/text/document/document.ts'
import { othersRead } from '../../src/text/yaml/other-readers.ts'

/** Whether another reader has nothing against a source, asked about all of it. */
function isRead(source: string): boolean {
  return parseDocument(source, { uniqueKeys: false, logLevel: 'silent' }).errors.length === 0
}

/** The second of three resources, with a line below its type. */
const withLine = (line: string, section = 'resources:') => `heat_template_version: 2018-08-31
${section}
  first: &one
    type: OS::Heat::None

  # what is asked about
  second:
    type: OS::Heat::None
${line}
  third:
    type: OS::Heat::None
`

const refused = [
  '    properties',
  '    properties: {a: b',
  '    properties: "a',
  '    properties: [a, b',
  '    properties: a: b',
  '   properties: {}',
  '    properties: @a',
  '  nothing',
  '  "a": [',
  'outputs',
]
/** What Heat's loader refuses, and YAML 1.2 does not. */
const accepted = [
  '    ? [a]\n    : b',
  '    metadata: &a.b {}',
  '    metadata: {a: ?b, "c": *one}',
  '    metadata:\n      - a\n      -\tb',
  '    metadata: a\n\n\t\n    properties: {}',
]

describe('what other readers say of a source that Heat refuses', () => {
  const all = [
    ...[...refused, ...accepted].map((line) => withLine(line)),
    ...[...refused, ...accepted].map((line) => withLine(line, 'resources: # all of them')),
    ...[...refused, ...accepted].map((line) => `%YAML 1.2\n---\n${withLine(line)}`),
    ...[...refused, ...accepted].map((line) => withLine(line).replaceAll('\n', '\r\n')),
  ]

  it.each(all)('is asked about a part and is true of the whole: %j', (source) => {
    const reading = readDocument(source)
    if (!('problem' in reading)) throw new Error('Heat reads it')
    expect(othersRead(source, reading.problem.start)).toBe(isRead(source))
  })

  it('is that some are accepted, and some not', () => {
    expect(refused.filter((line) => isRead(withLine(line)))).toEqual([])
    expect(accepted.filter((line) => !isRead(withLine(line)))).toEqual([])
  })

  it('is no where another location is refused as well', () => {
    const [line = ''] = accepted
    const source = `${withLine(line)}outputs: @\n`
    const reading = readDocument(source)
    expect('problem' in reading && othersRead(source, reading.problem.start)).toBe(false)
  })
})
