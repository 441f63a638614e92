import fc from 'fast-check'
import { Choices, choiceBytes } from './generate/choices.ts'
import { faultOfChange } from './generate/print-checks.ts'
import { faultOfTransplant } from './generate/transplants.ts'
import { yamlText } from './generate/yaml-text.ts'

// A seed of its own for each property: a run that passed passes again.
const size = 16

describe('any change of any tree', () => {
  it('reads back, keeps the lines that it does not concern and each comment of what stays, once', () => {
    const property = fc.property(choiceBytes(300), choiceBytes(40), (text, edits) => {
      const before = yamlText(new Choices(text), size)
      expect([before, faultOfChange(before, new Choices(edits))]).toEqual([before, undefined])
    })
    fc.assert(property, { seed: 20_261, numRuns: 1_500 })
  })
})

describe('any value of any document', () => {
  it('reads back in any other document, with its comments', () => {
    const property = fc.property(choiceBytes(300), choiceBytes(200), choiceBytes(20), (from, to, at) => {
      const [source, target] = [yamlText(new Choices(from), size), yamlText(new Choices(to), size)]
      expect([source, target, faultOfTransplant(source, target, new Choices(at))]).toEqual([
        source,
        target,
        undefined,
      ])
    })
    fc.assert(property, { seed: 20_262, numRuns: 1_500 })
  })
})
