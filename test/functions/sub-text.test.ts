import fc from 'fast-check'
import { splitSub } from '../../src/heat/functions/literals.ts'
import { filled, valuesIn } from '../../src/heat/pieces.ts'
import { strReplace } from '../../transforms/cfn/placeholders.ts'
import { subPlaceholders } from '../../transforms/cfn/sub-to-str-replace/index.ts'
import '../seed.ts'

describe('splitSub', () => {
  it.each([
    ['plain $HOME ${!HOME} $${!a}', [{ text: 'plain $HOME ${HOME} $${a}' }]],
    ['', [{ text: '' }]],
    ['a${B}c${D.E.F}', [{ text: 'a' }, { value: 'B' }, { text: 'c' }, { value: 'D.E.F' }]],
    ['${ AWS::Region }', [{ value: 'AWS::Region' }]],
    ['${A}${A}', [{ value: 'A' }, { value: 'A' }]],
    ['${open', [{ text: '${open' }]],
  ])('%s', (source, pieces) => {
    expect(splitSub(source)).toEqual(pieces)
  })

  it.each(['${}', '${A B}', '${A:-x}', '${.A}', '${A.}', '${!A${B}}', '${A${B}}'])('refuses %s', (source) => {
    expect(splitSub(source)).toHaveProperty('problem')
  })
})

it('chooses placeholders that give exactly the text that is meant', () => {
  const unit = fc.constantFrom(
    '${A}',
    '${B.C}',
    '${!A}',
    '${!B.C}',
    '__A_2__',
    '__B_C_2__',
    '${',
    '}',
    '$',
    'A',
    ' ',
  )
  let read = 0
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
      const pieces = splitSub(parts.join(''))
      if ('problem' in pieces) return
      read += 1
      const { content, chosen } = subPlaceholders(pieces, [])
      expect([...chosen.keys()]).toEqual([...new Set(valuesIn(pieces))])
      const params = new Map([...chosen].map(([name, placeholder]) => [placeholder, `<${name} \${A}>`]))
      expect(strReplace(content, params)).toBe(filled(pieces, (name) => `<${name} \${A}>`))
    }),
    { numRuns: 400 },
  )
  expect(read).toBeGreaterThan(100)
})
