import fc from 'fast-check'
import type { Piece } from '../../src/heat/pieces.ts'
import { call, list, string } from '../../src/text/document/build.ts'
import { dataKey } from '../../src/text/document/data.ts'
import type { Node } from '../../src/text/document/node.ts'
import { fillTemplate, nameFor, strReplace } from '../../transforms/cfn/placeholders.ts'
import '../seed.ts'

const parameter = (name: string): Node => call('Ref', string(name))
const value = (name: string): Piece<Node> => ({ value: parameter(name) })

describe('strReplace', () => {
  // Recorded from heat/engine/hot/functions.py, Replace.
  it.each([
    ['$a $ab $abc', { $a: '1', $ab: '2' }, '1 2 2c'],
    ['ab ba', { a: 'b', b: 'a' }, 'ba ab'],
    ['aaa', { aa: 'x' }, 'xa'],
    ['abab', { ab: 'b', ba: 'a' }, 'bb'],
    ['nothing here', { x: 'y' }, 'nothing here'],
    ['x', { x: '' }, ''],
  ])('%s with %j gives %s', (template, values, result) => {
    expect(strReplace(template, new Map(Object.entries(values)))).toBe(result)
  })
})

describe('nameFor', () => {
  it.each([
    [parameter('Queue'), 'Queue'],
    [parameter('AWS::StackName'), 'stack_name'],
    [parameter('__My__Queue__'), 'My_Queue'],
    [parameter('__'), 'value'],
    [parameter('größe'), 'gr_e'],
    [call('get_param', list([string('Table'), call('Ref', string('Size')), string('image')])), 'image'],
    [call('Fn::GetAtt', list([string('Server'), string('Outputs.Address')])), 'Server_Outputs_Address'],
    [call('Fn::FindInMap', list([string('Table'), parameter('Size'), string('image')])), 'image'],
    [call('Fn::If', list([string('IsLarge'), string('a'), string('b')])), 'IsLarge'],
    [call('Fn::Select', list([string('1'), parameter('Zones')])), 'Zones_1'],
    [call('Fn::Join', list([string(','), parameter('Zones')])), 'Zones'],
    [string('plain words'), 'plain_words'],
  ])('names a value after what it stands for (%#)', (node, name) => {
    expect(nameFor(node, 'underscores')).toBe(name)
  })
})

describe('fillTemplate', () => {
  it('gives equal values one placeholder and others a number', () => {
    const pieces = [value('A'), { text: '-' }, value('A'), { text: '-' }, value('_A_')]
    const filled = fillTemplate(pieces, 'underscores')
    expect(filled.template).toBe('__A__-__A__-__A_2__')
    expect([...filled.params.keys()]).toEqual(['__A__', '__A_2__'])
  })

  it('takes another placeholder where the text has it, or makes it at a border', () => {
    expect(fillTemplate([{ text: '__A__ ' }, value('A')], 'underscores').template).toBe('__A__ __A_2__')
    expect(fillTemplate([{ text: '__A' }, value('A')], 'underscores').template).toBe('__A__A_2__')
  })

  it('gives exactly the text that is meant, whatever the values', () => {
    const names = fc.constantFrom('A', 'A_B', 'A__B', '_', 'B', 'A_2')
    const literal = fc.string({ unit: fc.constantFrom('_', 'A', 'B', '2', '\n', ' '), maxLength: 9 })
    const piece = fc.oneof(
      literal.map((one): Piece<Node> => ({ text: one })),
      names.map(value),
    )
    const values = fc.dictionary(names, fc.oneof(literal, fc.constantFrom('__A__', '__A_2__', '$A')))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), values, (pieces, sample) => {
        const filled = fillTemplate(pieces, 'underscores')
        const of = (node: Node) => sample[dataKey(node)] ?? dataKey(node)
        const wanted = pieces.map((one) => ('text' in one ? one.text : of(one.value))).join('')
        const params = new Map([...filled.params].map(([placeholder, node]) => [placeholder, of(node)]))
        expect(strReplace(filled.template, params)).toBe(wanted)
      }),
      { numRuns: 400 },
    )
  })
})
