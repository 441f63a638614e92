/** A source of which one part has changed is read as it would be read as a whole. */
import { plainData } from '../../src/text/document/data.ts'
import { type Document, readDocument } from '../../src/text/document/document.ts'
import { childrenOf, childValue, type Node, textRange } from '../../src/text/document/node.ts'
import { type Patched, patched } from '../../src/text/document/patched.ts'

const template = `heat_template_version: 2018-08-31
# the resources
resources:
  web:
    type: OS::Nova::Server
    properties:
      user_data: |
        #!/bin/sh
        echo a
  # of the disk

  disk:
    type: OS::Cinder::Volume
    properties: {size: 1, name: "a b"}
  last: {type: OS::Heat::RandomString}
outputs:
  size: {value: 1}
`

function read(text: string): Document {
  const reading = readDocument(text)
  if ('problem' in reading) throw new Error(reading.problem.message)
  return reading.document
}

function changed(from: string, to: string, text = template): Patched | undefined {
  expect(text).toContain(from)
  return patched(read(text), text.replace(from, to))
}

/** The ranges of all nodes in the order of the tree. */
function rangesIn(node: Node): readonly unknown[] {
  if (node.kind === 'scalar' || node.kind === 'alias') return [textRange(node)]
  const keys = node.kind === 'map' ? node.entries.map(({ key }) => textRange(key)) : []
  return [...keys, ...childrenOf(node).flatMap((child) => rangesIn(childValue(child)))]
}

describe('a part in another wording', () => {
  test.each([
    ['a value', 'size: 1, name', 'size: 10, name'],
    ['a new line', '    properties: {size', '    metadata: {a: b}\n    properties: {size'],
    ['a line less', '        echo a\n', ''],
    ['the end of a block scalar', '        echo a\n', '        echo a\n\n\n'],
    ['the last resource', 'OS::Heat::RandomString', 'OS::Heat::None'],
    ['the last part of the source', '{value: 1}', '\n    value: [1, 2]'],
    ['a comment', '# of the disk', '# of the volume'],
  ])('%s is read as in the whole source', (_, from, to) => {
    const after = changed(from, to)
    const whole = read(template.replace(from, to))
    expect(plainData(after?.root)).toEqual(plainData(whole.root))
    const moved = after && rangesIn(after.after.value).map((one) => inText(one, after))
    const section = whole.root?.kind === 'map' ? whole.root.entries : []
    const same = section
      .flatMap(({ value }) => (value.kind === 'map' ? value.entries : []))
      .find(({ key }) => plainData(key) === plainData(after?.after.key))
    expect(moved).toEqual(same && rangesIn(same.value))
  })

  test('what did not change keeps its nodes', () => {
    const document = read(template)
    const after = patched(document, template.replace('size: 1, name', 'size: 10, name'))
    const web = (root: Node | undefined) =>
      root?.kind === 'map' && root.entries[1]?.value.kind === 'map'
        ? root.entries[1].value.entries[0]
        : undefined
    expect(web(after?.root)).toBeDefined()
    expect(web(after?.root)).toBe(web(document.root))
  })

  test('offsets behind it move, and those inside are gone', () => {
    const after = changed('size: 1, name', 'size: 1000, name')
    const offset = template.indexOf('outputs')
    expect(after?.offsetIn(offset)).toBe(offset + 3)
    expect(after?.offsetIn(template.length)).toBe(template.length + 3)
    expect(after?.offsetIn(template.indexOf('name: "a'))).toBeUndefined()
    expect(after?.offsetIn(10)).toBe(10)
  })
})

describe('is read as a whole', () => {
  test.each([
    ['a part that is called otherwise', '  disk:', '  disks:'],
    ['a part more', '  last:', '  more: {type: OS::Heat::None}\n  last:'],
    ['a part less', '  disk:\n', '  # disk:\n'],
    ['a part at another indentation', '  disk:\n', '   disk:\n'],
    ['a parameter of another section', 'outputs:', 'output:'],
    ['a version', '2018-08-31', 'rocky'],
    ['an anchor', 'size: 1,', 'size: &a 1,'],
    ['a second document', '  disk:\n', '  disk:\n---\n'],
    ['a key that occurs twice', 'size: 1, name', 'size: 1, size: 2, name'],
    ['quotes that go on below', '"a b"', '"a b'],
    ['a word before the next part', '  last:', 'x  last:'],
    ['a control character', 'a b', 'a\u0001b'],
    ['another line break', '"a b"', '"a b"\r'],
    [
      'two parts',
      'echo a\n  # of the disk\n\n  disk:\n    type: OS',
      'echo b\n  # of the disk\n\n  disk:\n    type: AB',
    ],
  ])('%s', (_, from, to) => {
    expect(changed(from, to)).toBeUndefined()
  })

  test('a source with anchors, and JSON', () => {
    const shared = template
      .replace('{size: 1, name: "a b"}', '&p {size: 1}')
      .replace('{value: 1}', '{value: *p}')
    expect(changed('size: 1', 'size: 2', shared)).toBeUndefined()
    const json = '{"resources": {"a": {"type": "OS::Heat::None"}}}'
    expect(changed('None', 'Nothing', json)).toBeUndefined()
  })
})

function inText(range: unknown, { offsetIn }: Patched): unknown {
  const { start, end } = range as { start: number; end: number }
  return { start: offsetIn(start), end: offsetIn(end) }
}
