/** What stands at an offset and is declared in another file: a nested template, or the template of an environment. */
import type { Mapping, Range } from '../document/node.ts'
import { textRange } from '../document/node.ts'
import { listOf, nameOf, stringOf } from '../document/read.ts'
import { functionRow } from '../heat/functions/table.ts'
import { recognise } from '../heat/kind.ts'
import { entriesRead } from '../heat/merge-keys.ts'
import { section } from '../heat/sections.ts'
import { valueSections } from '../workspace/values.ts'
import { type Found, findAt, pathOf } from './paths.ts'
import { definitionAt, locatedAt, schemaOfResource } from './schemas.ts'
import type { Neighbour, Surroundings } from './surroundings.ts'

interface Elsewhere {
  readonly template: Neighbour
  /** Of the name there; undefined for the file as a whole. */
  readonly range: Range | undefined
}

export function declaredElsewhere(root: Mapping, offset: number, around: Surroundings): readonly Elsewhere[] {
  const found = findAt(root, offset)
  if (found === undefined) return []
  const path = pathOf(found.steps)
  if (recognise(root, 'yaml').kind === 'environment') return fromEnvironment(found, path, around)
  if (found.isKey) {
    const located = locatedAt(root, path, around)
    if (located?.template === undefined || !located.isWhole) return []
    return declaredIn(located.template, 'parameters', String(path.at(-1)))
  }
  const at = definitionAt(root, path)
  if (at?.inner.length === 1 && /^type$/i.test(String(at.inner[0]))) {
    const template = around.template(stringOf(found.node) ?? '', at.resource)
    return template === undefined ? [] : [{ template, range: undefined }]
  }
  const resource = attributeAt(found)
  const template = resource === undefined ? undefined : schemaOfResource(root, resource, around)?.template
  return template === undefined ? [] : declaredIn(template, 'outputs', stringOf(found.node) ?? '')
}

function fromEnvironment(
  { node, isKey }: Found,
  path: readonly (string | number)[],
  around: Surroundings,
): readonly Elsewhere[] {
  const [part, name] = path
  if (part === 'resource_registry') {
    const template = around.template(isKey ? String(name) : (stringOf(node) ?? ''))
    return template === undefined ? [] : [{ template, range: undefined }]
  }
  if (path.length !== 2 || !isKey || !valueSections.some((one) => one === part)) return []
  return around.templates().flatMap((one) => declaredIn(one, 'parameters', String(name)))
}

function declaredIn(template: Neighbour, part: 'parameters' | 'outputs', name: string): readonly Elsewhere[] {
  const entry = entriesRead(section(template.root, part)).find((one) => nameOf(one) === name)
  const range = entry === undefined ? undefined : textRange(entry.key)
  return range === undefined ? [] : [{ template, range }]
}

/** The name of the resource, where something is the name of an attribute that is asked of it. */
export function attributeAt({ steps, isKey }: Found): string | undefined {
  const [call, item] = steps.slice(-2)
  if (isKey || call?.kind !== 'entry' || item?.kind !== 'item' || item.index !== 1) return undefined
  return functionRow(call.name)?.refersTo === 'attribute'
    ? stringOf(listOf(call.entry.value)?.items[0])
    : undefined
}
