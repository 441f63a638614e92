/** A group and its policies in native types. */

import {
  entry,
  entryOf,
  type Mapping,
  unwrapped,
  valueOf,
  withEntries,
  withoutEntry,
} from '../../../src/engine/authoring/authoring.ts'
import { referenceOf } from '../../../src/heat/reads.ts'
import { conversions, type PropertyConversion } from '../conversions.ts'
import type { NativeFamily } from '../family.ts'
import type { Native } from '../native.ts'
import { propertiesOf, type Resource, withProperty } from '../resources.ts'
import { types, withMemberProperties } from './members.ts'
import { rollingUpdates } from './rolling-updates.ts'

/** A group with its members inside, or why it cannot be native. */
export function group(
  resource: Resource,
  launches: ReadonlyMap<string, Mapping>,
  family: NativeFamily,
): Native | string {
  const own = new Map<string, PropertyConversion>([
    ['of-members', () => []],
    [
      'launch-config-inline',
      (one, to, around) => {
        const { properties } = around
        const name = referenceOf(one.value) ?? ''
        const launched = launches.get(name)
        if (launched === undefined) return 'its launch configuration is not in this template'
        const member = withMemberProperties(launched, properties, (tags) =>
          (conversions.get('tags-to-map') as PropertyConversion)(tags, 'metadata', around),
        )
        if (typeof member === 'string') return member
        const declaration = family.resources.get(name)?.entry
        const parts = declaration === undefined ? member.entries : unwrapped(declaration, member.entries)
        return [entry(to, withEntries(member, parts), { for: one })]
      },
    ],
  ])
  const made = family.convert(resource, own)
  if (typeof made === 'string') return made
  const policyEntry = entryOf(made.definition, 'update_policy')
  if (policyEntry === undefined) return made
  const rolling = rollingUpdates(policyEntry)
  if (typeof rolling === 'string') return rolling
  return { definition: rolling.reduce(withProperty, withoutEntry(made.definition, policyEntry)) }
}

/** A policy of a group of the template, or why it cannot be native. */
export function policy(resource: Resource, family: NativeFamily): Native | string {
  const name = referenceOf(valueOf(propertiesOf(resource.definition), 'AutoScalingGroupName'))
  if (family.resources.get(name ?? '')?.type !== types.group) return 'its group is not in this template'
  return family.convert(resource)
}
