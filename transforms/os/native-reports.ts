/** What is said of resources that get their native type, and of those that do not. */

import {
  type Entry,
  entryOf,
  type Node,
  offeredHelp,
  type TemplateScope,
} from '../../src/engine/authoring/authoring.ts'
import { deadType } from '../../src/heat/instead.ts'
import type { NativeType } from '../../src/heat/native-types.ts'
import { listed } from '../../src/text/document/listed.ts'
import { cannotPassNetwork } from './external-network.ts'
import { type Retyping, typeNodeOf } from './native.ts'
import { propertiesOf } from './resources.ts'

/** That a resource keeps its type: one that still works, or one that can no longer be created. */
export function reportKept(
  scope: TemplateScope,
  at: Node | Entry,
  { type, why, help }: { readonly type: string; readonly why: string; readonly help?: string | undefined },
): void {
  const dead = deadType(type, scope.cloud)
  if (dead === undefined) scope.report('native-kept', at, `${type} is not converted: ${why}`, help, why)
  else scope.report('removed-resource-type', at, `${type} ${dead}. It is not converted: ${why}`, help, why)
}

/** Whether all that has to be accepted before the resource gets another type is accepted. */
export function isLeft(
  { scope, resource, facts }: Pick<Retyping, 'scope' | 'resource' | 'facts'>,
  found: ReadonlyMap<string, Node | Entry>,
): boolean {
  const at = typeNodeOf(resource)
  const properties = propertiesOf(resource.definition)
  const lost = (facts.differences ?? []).filter(
    ({ accept, found: isFound, id, when }) =>
      accept !== undefined &&
      (isFound !== true || found.has(id)) &&
      when?.every((name) => entryOf(properties, name) === undefined) !== true,
  )
  const codes = new Map(lost.flatMap(({ accept, text }) => (accept === undefined ? [] : [[accept, text]])))
  if (facts.input === 'external_network')
    codes.set(
      'external-network',
      `the native type requires the name of the external network${unpassed(scope)}`,
    )
  let isAccepted = true
  for (const [code, said] of codes) {
    const known = code as Parameters<typeof scope.report>[0]
    if (scope.isAccepted(known)) scope.accepts(known, at, said)
    else {
      scope.report(known, at, `${resource.type} is not converted: ${said}`, offeredHelp(known))
      isAccepted = false
    }
  }
  return isAccepted
}

/** Some callers of a nested template cannot pass a parameter that it gets. */
function unpassed(scope: TemplateScope): string {
  const callers = cannotPassNetwork(scope)
  if (callers.length === 0) return ''
  const who = listed(callers, ' and ', 1)
  return `; ${who} cannot pass the parameter; set it in parameter_defaults of an environment`
}

/** Every difference that applies, at what it comes from. */
export function reportDifferences(
  { scope, resource, facts }: Pick<Retyping, 'scope' | 'resource' | 'facts'>,
  found: ReadonlyMap<string, Node | Entry>,
): void {
  const { definition, type } = resource
  const properties = propertiesOf(definition)
  const at = typeNodeOf(resource)
  scope.report('native-type', at, `${type} ${whatBecomes(facts)}`)
  for (const difference of facts.differences ?? []) {
    const { id, severity, when, unless, accept } = difference
    if (accept !== undefined) continue
    const cause = when?.map((name) => entryOf(properties, name)).find((one) => one !== undefined)
    if (when !== undefined && cause === undefined) continue
    if (unless?.some((name) => entryOf(properties, name) !== undefined) === true) continue
    if (difference.found === true && !found.has(id)) continue
    const location = found.get(id) ?? cause ?? at
    scope.report(severity === 'info' ? 'native-note' : 'native-behaviour', location, difference.text)
  }
}

function whatBecomes({ action, targets }: NativeType): string {
  const target = targets?.[0] ?? 'a nested template'
  if (action === 'drop') return 'is removed, because Heat creates nothing from it'
  return action === 'inline' ? `becomes part of other resources (${target})` : `becomes ${target}`
}
