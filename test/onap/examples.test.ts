/** Each example is a whole package that breaks its requirement, and becomes by its repair what is shown. */
import facts from '../../src/rules/onap/facts/examples.json' with { type: 'json' }
import type { RequirementExample } from '../../src/rules/onap/facts/facts.ts'
import {
  isReportable,
  type RequirementId,
  requirementIds,
  requirementOf,
} from '../../src/rules/onap/requirement.ts'
import { remediated } from '../remediate/remediated.ts'
import type { Texts } from './changes.ts'
import { isMet } from './examples.ts'
import { heatErrors } from './minimal.ts'

const examples = Object.entries(facts.examples) as unknown as readonly (readonly [
  RequirementId,
  RequirementExample,
])[]

const textsOf = (files: Readonly<Record<string, string>>): Texts =>
  new Map(Object.entries(files).map(([path, text]) => [path, text === '' ? '' : `${text}\n`]))

/** The package once it is corrected. */
function corrected(before: Texts, after: Texts, { removed = [] }: RequirementExample): Texts {
  return new Map([...[...before].filter(([path]) => !removed.includes(path)), ...after])
}

it('are of all requirements that a violation can be found of', () => {
  const missing = requirementIds.filter((id) => {
    const entry = requirementOf(id)
    return entry !== undefined && isReportable(entry) && !Object.hasOwn(facts.examples, id)
  })
  expect(missing).toEqual([])
})

it.each(examples)('%s', (id, example) => {
  const [before, after] = [textsOf(example.before), textsOf(example.after)]
  expect(before.size).toBeGreaterThan(0)
  expect(isMet(before, id)).toBe(false)
  const whole =
    example.by === 'hand' ? corrected(before, after, example) : remediated(before, example.by, [id]).texts
  if (example.by !== 'hand')
    expect(Object.fromEntries([...whole].filter(([path, text]) => before.get(path) !== text))).toEqual(
      Object.fromEntries(after),
    )
  expect(isMet(whole, id)).toBe(true)
  expect(heatErrors(whole)).toEqual([])
})
