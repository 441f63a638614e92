/** What a whole template says about telling values for its parameters. */

import { Budget } from './budget.ts'
import type { Program } from './program.ts'
import { TemplateLowering } from './terms/lowering.ts'
import { type Telling, tellingIn } from './terms/telling.ts'
import { Terms } from './terms/term.ts'

/** What its conditions, properties and outputs compare parameters with, and select from them. */
export function tellingOf(program: Program): Telling {
  const lowering = new TemplateLowering(new Terms(Budget.ofTerms(0)), program, { values: 'heat' })
  const conditions = [...program.conditions.keys()].map((name) => lowering.named(name))
  const values = [...program.resources.values()].flatMap(({ properties, metadata }) => [properties, metadata])
  const outputs = [...program.outputs.values()].map(({ value }) => value)
  return tellingIn([...conditions, ...[...values, ...outputs].map((one) => lowering.lower(one))])
}
