/** The fact file with examples, typed; apart from the requirements, for nothing but `explain` reads it. */
import { ownValue } from '../../document/records.ts'
import facts from './examples.json' with { type: 'json' }
import type { RequirementExample } from './facts.ts'

/** An example of a requirement, by its number; undefined for one that is not looked at. */
export function requirementExample(id: string): RequirementExample | undefined {
  const examples = facts.examples as unknown as Readonly<Record<string, RequirementExample>>
  return ownValue(examples, id)
}
