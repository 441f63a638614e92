/** Which parts fit where something is being typed: they are offered first, and all others after them. */

import type { PropertySchema } from '../../heat/facts/resource-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { resourceTypeFacts } from '../../heat/resource-types.ts'
import { declarations } from '../../heat/sections.ts'
import { schemaAt, typeNamed } from '../../stack/type-of.ts'
import type { Mapping } from '../../text/document/node.ts'
import { itemsOf, mapOf, stringOf } from '../../text/document/read.ts'
import type { Completion } from './completion-items.ts'
import { pathOf, type Step } from './paths.ts'
import { typedDocument } from './schemas.ts'
import type { Surroundings } from './surroundings.ts'

/** A value of a property, by the steps to it. */
interface PropertyValue {
  readonly root: Mapping
  readonly steps: readonly Step[]
}

/** Parameters of the name of the property or with its constraint, and resources of the type that its constraint is about. */
export function fittingFirst(
  items: readonly Completion[],
  { root, steps }: PropertyValue,
  around: Surroundings,
): readonly Completion[] {
  const name = steps.findLast(({ kind }) => kind === 'entry')
  const constraints = namedConstraints(schemaAt(typedDocument(root, around), pathOf(steps))?.schema)
  const fits = ({ label, kind }: Completion) =>
    kind === 'parameter'
      ? (name?.kind === 'entry' && name.name === label) || hasConstraint(root, label, constraints)
      : constraints.some((one) => isAbout(one, typeNamed(root, label)))
  return items.map((item) => (fits(item) ? { ...item, rank: 0 } : item))
}

function namedConstraints(schema: PropertySchema | undefined): readonly string[] {
  return [...(schema?.constraints ?? []), ...(schema?.items?.constraints ?? [])].flatMap((one) =>
    one.kind === 'custom_constraint' ? [one.name] : [],
  )
}

function hasConstraint(root: Mapping, parameter: string, constraints: readonly string[]): boolean {
  const own = itemsOf(readValue(declarations(root).parameters.get(parameter), 'constraints'))
  return own.some((one) => constraints.includes(stringOf(readValue(mapOf(one), 'custom_constraint')) ?? ''))
}

/** Constraints are called as the types are, but for networks: `neutron.security_group` is of OS::Neutron::SecurityGroup. */
function isAbout(constraint: string, type: string | undefined): boolean {
  if (type === undefined) return false
  const [, service, kind] = (resourceTypeFacts(type)?.name ?? type).split('::')
  const about = constraint.replaceAll('_', '').replace(/^neutron\.network$/, 'neutron.net')
  return `${service}.${kind}`.toLowerCase() === about
}
