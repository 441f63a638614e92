/**
 * What native resources inside of stacks and groups answer, for the proof: told by the types that both packages have,
 * whatever a transform says of them.
 */

import { push } from '../document/multimap.ts'
import type { Mapping } from '../document/node.ts'
import { mapOf, textOf } from '../document/read.ts'
import { renamedType } from '../heat/deprecations.ts'
import { memberDefinitionOf } from '../heat/group-types.ts'
import { readValue } from '../heat/merge-keys.ts'
import { counterpartOf, type NativeType, nativeSteps, targetOf } from '../heat/native-types.ts'
import { declarations, section } from '../heat/sections.ts'
import { type Asked, askedBySteps } from '../package/asked-from-callers.ts'
import { stepsInstead } from '../package/attribute-ways.ts'
import type { Package } from '../package/package.ts'
import type { AnswersInside, Both, NewInside } from '../semantics/side.ts'

/** @param caller the template whose functions ask, and whose resources pass parameters */
export function aboutInside(packages: Both<Package>, caller: string) {
  const added = newInside(packages, caller)
  return {
    inside: answersInside(packages, caller),
    newInside: (resource: string) => added.get(resource) ?? [],
  }
}

/** What only the rewrites of nested templates have for parameters; their own proof says what these may be. */
function newInside(
  { before, after }: Both<Package>,
  caller: string,
): ReadonlyMap<string, readonly NewInside[]> {
  const found = new Map<string, NewInside[]>()
  for (const one of after.callsFrom(caller)) {
    const [was, is] = [before, after].map((pkg) => pkg.files.get(one.callee)?.root)
    if (was === undefined || is === undefined || was === is) continue
    const known = declarations(was).parameters
    const added = [...declarations(is).parameters.keys()].filter((name) => !known.has(name))
    const [, , , ...trail] = [...one.trail, one.propertiesKey]
    for (const name of added) push(found, one.resource, { name, trail })
  }
  return found
}

function answersInside(packages: Both<Package>, caller: string): AnswersInside {
  return (resource, steps) => {
    for (const one of askedBySteps(packages.before, caller, resource, steps)) {
      const facts = one.resource === undefined ? undefined : retypedBy(packages, one)
      if (facts === undefined || one.attribute === 'unclear') continue
      const asked = one.attribute === 'reference' ? undefined : one.attribute.name
      const instead = nativeSteps(asked, facts)
      if (instead === undefined || one.way === undefined) continue
      const known = steps.filter((step) => step !== undefined)
      if (known.length < steps.length) continue
      const writing = {
        make: (step: string | number) => step,
        textOf: (step: string | number) => (typeof step === 'string' ? step : undefined),
      }
      return stepsInstead(known, one.way, instead, writing)
    }
    return undefined
  }
}

type Question = Pick<Asked, 'of' | 'resource' | 'attribute'> & { readonly template: string }

/** The facts by which a resource, or the members of a group, became native; undefined where they did not. */
function retypedBy({ before, after }: Both<Package>, one: Question): NativeType | undefined {
  const [was, is] = [typeIn(before, one), typeIn(after, one)]
  const facts = was === undefined || was === is ? undefined : counterpartOf(renamedType(was)?.to ?? was)
  const target = facts === undefined ? undefined : targetOf(facts)
  return target === undefined || target === is ? facts : undefined
}

function typeIn(pkg: Package, { template, resource = '', of }: Question): string | undefined {
  const root = pkg.files.get(template)?.root
  const definition = root === undefined ? undefined : definitionIn(root, resource)
  const type = textOf(readValue(definition, 'type', 'Type'))
  if (of === 'resource' || type === undefined) return type
  const property = memberDefinitionOf(type)
  const properties = mapOf(readValue(definition, 'properties', 'Properties'))
  const member = property === undefined ? undefined : mapOf(readValue(properties, property))
  return textOf(readValue(member, 'type', 'Type'))
}

function definitionIn(root: Mapping, name: string): Mapping | undefined {
  return mapOf(readValue(section(root, 'resources'), name))
}
