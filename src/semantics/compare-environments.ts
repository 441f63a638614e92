/** What environments themselves say wrong. */
import { absent, type Differences } from './differences.ts'
import type { Program } from './program.ts'
import type { Both, Side } from './side.ts'
import { Failure } from './value.ts'

/**
 * Heat refuses an environment that gives a value to a parameter that the template does not declare
 * (`Parameters._validate_user_parameters` of heat/engine/parameters.py); `parameter_defaults` may.
 */
export function compareEnvironments(
  programs: Both<Program>,
  { before, after }: Both<Side>,
  found: Differences,
): void {
  for (const name of after.environment?.parameters.keys() ?? []) {
    const wasRefused =
      before.environment?.parameters.has(name) === true && !programs.before.parameters.has(name)
    if (programs.after.parameters.has(name) || wasRefused) continue
    const refused = new Failure(
      'UnknownUserParameter',
      `The Parameter (${name}) was not defined in template.`,
    )
    found.add('value-to-error', `environment.parameters.${name}`, absent, refused, 'declaration')
  }
}
