/** Names of AWS that are left as they are. */

import type { TemplateScope } from '../../../src/engine/authoring/authoring.ts'
import { type CloudNames, isAwsName } from '../../../src/heat/cloud-names.ts'
import type { NameLocation, NameUses } from '../name-uses.ts'

/** The name that the user gives for a name at a location; undefined where it is the same, or none is given. */
export function newName({ at, thing }: NameLocation, names: CloudNames): string | undefined {
  const section = names[thing.section] ?? {}
  const name = Object.hasOwn(section, String(at.value)) ? section[String(at.value)] : undefined
  return name === at.value ? undefined : name
}

/** So many names of the cloud are shown to choose from. */
const MOST_NAMED = 5

/** Names that only AWS has, and that are left. */
export function reportLeft(uses: NameUses, names: CloudNames | undefined, scope: TemplateScope): void {
  for (const location of uses.locations) {
    const { at, thing } = location
    const name = String(at.value)
    if ((names !== undefined && newName(location, names) !== undefined) || !isAwsName(thing.section, name))
      continue
    const mapped = [...new Set(Object.values(names?.[thing.section] ?? {}))]
    const known = mapped.length === 0 ? '' : `, such as ${mapped.slice(0, MOST_NAMED).join(', ')}`
    scope.report(
      'aws-name',
      at,
      `"${name}" is an AWS name; map it to one of your cloud under "${thing.section}" in the --map file${known}`,
    )
  }
  if (names === undefined) return
  for (const [parameter, { at, locations }] of uses.mixed) {
    if (!locations.some((location) => newName(location, names) !== undefined)) continue
    scope.report('name-not-mapped', at, `${parameter} is not used only as a name here; its values are kept`)
  }
}
