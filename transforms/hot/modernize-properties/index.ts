import { inPlaceOf, withItems, withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { entryOf, isNull, nameOf, textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { movedPropertiesOf } from '../../../src/heat/deprecations.ts'
import type { MovedProperty } from '../../../src/heat/facts/shapes.ts'
import { readValue } from '../../../src/heat/merge-keys.ts'
import { inProperties, mapDefinitions } from '../../../src/heat/nested-definitions.ts'
import { impliesRelease } from '../../../src/heat/releases.ts'
import { withRoot } from '../../../src/heat/template.ts'
import { mapEntries } from '../../../src/heat/values.ts'
import { hasFunction } from '../../../src/heat/versions.ts'
import { inNewList, withoutPolicies } from './moves.ts'

export const modernizeProperties: Transform = {
  id: 'hot/modernize-properties',
  title: 'Write properties under the names that Heat has now',
  description:
    'Renames and moves the properties that Heat itself translates, such as `network_id` to `network`, where every cloud that takes the target version knows the new name.',
  references: ['heat/engine/translation.py: TranslationRule', 'heat/engine/resources: translation_rules'],
  safety: 'exact',
  appliesTo: (kind) => kind === 'hot',
  run(template, context) {
    const root = mapDefinitions(template.root, (definition) => {
      const type = textOf(readValue(definition, 'type')) ?? ''
      const moves = movedPropertiesOf(type).filter(({ since }) => impliesRelease(context.target, since))
      if (moves.length === 0) return definition
      return inProperties(definition, (properties) =>
        moves.reduce((map, move) => moved(map, stepsOf(move), move, context), properties),
      )
    })
    return withRoot(template, root)
  },
}

interface Steps {
  /** The lists on the way, from the outermost. */
  readonly lists: readonly string[]
  readonly from: string
  /** What `to` is, below the same lists. */
  readonly to: string
}

/** `fixed_ips[].subnet_id` → `fixed_ips[].subnet`: from `subnet_id` to `subnet`, in `fixed_ips`. */
function stepsOf({ from, to }: MovedProperty): Steps {
  const path = from.split('.')
  const lists = path.slice(0, -1).map((step) => step.replace('[]', ''))
  const rest = to.split('.').slice(lists.length)
  return { lists, from: path.at(-1) ?? '', to: rest.join('.') }
}

function moved(map: Mapping, steps: Steps, move: MovedProperty, context: TransformContext): Mapping {
  const [list, ...lists] = steps.lists
  if (list === undefined) return changed(map, steps, move, context)
  // A call may give anything; its value is Heat's to translate.
  return mapEntries(map, (one) => {
    if (nameOf(one) !== list || one.value.kind !== 'seq' || one.value.anchor !== undefined) return one
    const items = one.value.items.map((item) =>
      isOwnMapping(item, context) ? moved(item, { ...steps, lists }, move, context) : item,
    )
    return withValue(one, withItems(one.value, items))
  })
}

function isOwnMapping(node: Node, { target }: TransformContext): node is Mapping {
  if (node.kind !== 'map' || node.anchor !== undefined) return false
  const name = callOf(node)?.name
  return name === undefined || !hasFunction(target, name)
}

function changed(
  map: Mapping,
  steps: Steps,
  { type, from }: MovedProperty,
  context: TransformContext,
): Mapping {
  const { to } = steps
  const old = entryOf(map, steps.from)
  if (old === undefined || isNull(old.value)) return map
  if (to === '') return withoutPolicies(map, old, context)
  const target = to.split(/[.[]/)[0] ?? ''
  if (readValue(map, target) !== undefined) {
    const message = `${type} has both ${steps.from} and ${target}, which Heat refuses`
    context.report('name-collision', old, message)
    return map
  }
  context.change(old, `Write ${target} in place of ${from}`)
  return mapEntries(map, (one) => (one === old ? rewritten(old, to) : one))
}

/** `network`, or a new list (`l3_agent_ids[0]`), or a mapping in one (`character_classes[0].class`). */
function rewritten(old: Entry, to: string): Entry {
  const [, key, inner] = /^(\w+)\[0\](?:\.(\w+))?$/.exec(to) ?? []
  if (key === undefined) return withKey(old, to)
  return withValue(withKey(old, key), inPlaceOf(inNewList(old.value, inner), old.value))
}
