import {
  declarations,
  type Entry,
  entry,
  entryOf,
  isCfn,
  list,
  type Mapping,
  mapParts,
  nameOf,
  readValue,
  string,
  stringOf,
  type Template,
  type TemplateContext,
  withEntries,
  withItems,
  withReplaced,
  withRoot,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { dependenciesOf } from '../../../src/heat/reads.ts'
import { resourcesIn } from '../resources-in.ts'

/**
 * What was not selected may have been the only reference to a resource, for which the resource around it
 * waited: `depends_on` says so from now on.
 */
export function keepDependencies(before: Template, after: Template, context: TemplateContext): Template {
  const declared = declarations(before.root)
  const key = isCfn(before.kind) ? 'DependsOn' : 'depends_on'
  const root = mapParts(after.root, 'resources', (part, one) => {
    const old = declared.resources.get(nameOf(one) ?? '')
    if (old === undefined || old === part) return part
    const waitsFor = new Set([
      ...resourcesIn(part, declared, after),
      ...dependenciesOf(part).map(({ name }) => name),
    ])
    const lost = [...resourcesIn(old, declared, before)].filter((name) => !waitsFor.has(name))
    if (lost.length === 0) return part
    const kept = lost.includes('?') ? undefined : withDependencies(part, key, lost)
    if (kept !== undefined) {
      context.change(one, `Wait for ${lost.join(', ')} as before`)
      return kept
    }
    const message = `what is not selected refers to ${lost.join(', ')}, and so makes the stack wait for it`
    context.report('no-equivalent', one, message, 'Name the item itself, with depends_on for the others.')
    return part
  })
  return withRoot(after, root)
}

/** The resource with names more to wait for; undefined where they are listed elsewhere. */
function withDependencies(resource: Mapping, key: string, names: readonly string[]): Mapping | undefined {
  const known = entryOf(resource, 'DependsOn', 'depends_on')
  const items = names.map((name) => string(name))
  if (known === undefined) {
    if (readValue(resource, 'DependsOn', 'depends_on') !== undefined) return undefined
    const added = entry(key, items.length === 1 && items[0] ? items[0] : list(items, { style: 'flow' }))
    return withEntries(resource, afterType(resource.entries, added))
  }
  const { value } = known
  const all =
    value.kind === 'seq'
      ? withItems(value, [...value.items, ...items])
      : value.kind === 'scalar' && stringOf(value) !== undefined
        ? list([value, ...items], { style: 'flow' })
        : undefined
  return all === undefined ? undefined : withReplaced(resource, known, withValue(known, all))
}

/** Where people write it: behind the type. */
function afterType(entries: readonly Entry[], added: Entry): readonly Entry[] {
  const at = entries.findIndex((one) => /^type$/i.test(nameOf(one) ?? ''))
  return [...entries.slice(0, at + 1), added, ...entries.slice(at + 1)]
}
