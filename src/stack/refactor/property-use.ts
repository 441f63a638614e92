/** Properties that a user names: `server.networks.0.network`, wherever the definition of the resource stands. */

import { readValue } from '../../heat/merge-keys.ts'
import { entry, withEntries, withValue } from '../../text/document/build.ts'
import type { Node } from '../../text/document/node.ts'
import { entryOf, resolved } from '../../text/document/read.ts'
import { typedTemplate } from '../package-stack.ts'
import { type TypeReference, typeReferencesOf } from '../references.ts'
import { isEnvironment } from '../source-file.ts'
import { changeAt } from '../trail.ts'
import { meaningOf, schemaOf, type TypedTemplate } from '../type-of.ts'
import type { Workspace } from '../workspace.ts'
import { Stuck } from './edit.ts'
import { partKey } from './only-about.ts'
import type { EditScope, UsedBy } from './parameter-edit.ts'
import { withProperty } from './resource-property.ts'

/** A property where it stands. */
export interface PropertyUse {
  readonly path: string
  readonly definition: TypeReference
  readonly keys: readonly string[]
  /** What it says now; undefined where it is not there. */
  readonly value: Node | undefined
}

/** The properties that a user names, in the templates that have the resource. */
export function usesOf(
  pkg: Workspace,
  used: UsedBy,
  inside: readonly string[],
  scope: EditScope,
): readonly PropertyUse[] {
  return [...pkg.files.values()].flatMap((file) => {
    const { path, root } = file
    if (isEnvironment(file) || (inside.length > 0 ? !inside.includes(path) : !scope.has(path))) return []
    for (let count = used.parts.length - 1; count > 0; count -= 1) {
      const references = typeReferencesOf(root, used.parts.slice(0, count).join('.'))
      const keys = used.parts.slice(count)
      if (references.length === 0) continue
      const definition = definitionWith(typedTemplate(pkg, path), references, keys[0] ?? '')
      return [{ path, definition, keys, value: valueAt(definition, keys) }]
    }
    return []
  })
}

/** Of a group and its members the one that has the property; of several that may have it the innermost. */
function definitionWith(
  template: TypedTemplate,
  references: readonly TypeReference[],
  property: string,
): TypeReference {
  const has = (one: TypeReference) =>
    Object.hasOwn(schemaOf(meaningOf(template, one))?.properties ?? {}, property)
  const found = references.find(has) ?? references.at(-1)
  if (found === undefined) throw new RangeError('a resource has a definition')
  return found
}

function valueAt({ properties }: TypeReference, keys: readonly string[]): Node | undefined {
  let at: Node | undefined = properties
  for (const key of keys) {
    const node: Node | undefined = at === undefined ? undefined : resolved(at)
    at = node?.kind === 'seq' ? node.items[Number(key)] : readValue(node, key)
  }
  return at
}

function trailOf({ trail, propertiesKey }: TypeReference, keys: readonly string[]): readonly string[] {
  return [...trail, propertiesKey, ...keys]
}

/** How the edit of some properties is known from what else changes; see `EditedParts`. */
export function setBy(uses: readonly PropertyUse[]): ReadonlySet<string> {
  return new Set(uses.map(({ path, definition, keys }) => partKey(path, trailOf(definition, keys))))
}

/**
 * The workspace with another value of a property; undefined from `change` deletes it.
 * @throws Stuck where an alias or anchor shares it, or a function gives what it is a part of
 */
export function withUse(
  pkg: Workspace,
  use: PropertyUse,
  change: (value: Node | undefined) => Node | undefined,
): Workspace {
  const { path, definition, keys } = use
  if (!keys.some((key) => /^\d+$/.test(key)))
    return withProperty(pkg, { path, resource: definition.resource, type: definition.name, keys }, change)
  // Where an item of a list stands on the way all of it has to be there.
  const last = keys.at(-1) ?? ''
  const changed = changeAt(pkg.fileAt(path).root, trailOf(definition, keys.slice(0, -1)), (map) => {
    const one = entryOf(map, last)
    const value = change(one?.value)
    const others = map.entries.flatMap((other) =>
      other !== one ? [other] : value === undefined ? [] : [withValue(other, value)],
    )
    return withEntries(
      map,
      one === undefined && value !== undefined ? [...others, entry(last, value)] : others,
    )
  })
  if (!('problem' in changed)) return pkg.withRoot(path, changed)
  const why = `nothing can be set at "${definition.resource}.${keys.join('.')}"`
  throw new Stuck({ path, at: definition.entry, why })
}
