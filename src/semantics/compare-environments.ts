/** What environments themselves say wrong. */
import { absent, type Differences, type Manner } from './differences.ts'
import type { Program } from './program.ts'
import type { EnvironmentValues } from './sample.ts'
import type { Both, Side } from './side.ts'
import { Failure, isMap, type Value } from './value.ts'

/**
 * Heat refuses an environment that gives a value to a parameter that the template does not declare
 * (`Parameters._validate_user_parameters` of heat/engine/parameters.py); `parameter_defaults` may.
 */
export function compareEnvironments(
  programs: Both<Program>,
  { before, after }: Both<Side>,
  found: Differences,
  renamed: ReadonlyMap<string, string>,
): void {
  compareSections(
    before.environment?.sections ?? noSections,
    after.environment?.sections ?? noSections,
    found,
    renamed,
  )
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

const noSections: ReadonlyMap<string, Value> = new Map()

/** `resource_registry`, `parameter_merge_strategies`, `encrypted_param_names`, `event_sinks` and the like, as data. */
function compareSections(
  before: ReadonlyMap<string, Value>,
  after: ReadonlyMap<string, Value>,
  found: Differences,
  renamed: ReadonlyMap<string, string>,
): void {
  const manner: Manner = { world: 'declaration', notReady: false, renamed }
  for (const name of new Set([...before.keys(), ...after.keys()]))
    found.compare(`environment.${name}`, before.get(name) ?? null, after.get(name) ?? null, manner)
}

/** The types that a registry has something of its own for. */
export function registeredTypes(environment: EnvironmentValues | undefined): readonly string[] {
  const registry = environment?.sections?.get('resource_registry')
  return isMap(registry) ? [...registry.keys()].filter((key) => typeof key === 'string') : []
}
