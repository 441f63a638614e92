/** Parameters that only name the stack from which something is imported. */
import {
  callOf,
  declarations,
  entriesRead,
  type Mapping,
  mapSection,
  nameOf,
  stringOf,
  type TemplateScope,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { exportName } from '../../../src/heat/exports.ts'
import { forEachNode } from '../../../src/heat/walk.ts'

/** The names of required parameters that nothing but the names of imports mentions: no other template passes them, and no environment. */
export function onlyInImports({
  root,
  connected,
  isGiven,
}: Pick<TemplateScope, 'root' | 'connected' | 'isGiven'>): ReadonlySet<string> {
  if (connected().length > 0) return new Set()
  const [everywhere, imports]: [string[], string[]] = [[], []]
  const holes = new Set<string>()
  for (const one of entriesRead(root)) {
    if (nameOf(one) === 'Parameters') continue
    forEachNode(one.value, (node) => {
      everywhere.push(stringOf(node) ?? '')
      const call = callOf(node)
      if (call?.name !== 'Fn::ImportValue') return
      forEachNode(call.argument, (inner) => void imports.push(stringOf(inner) ?? ''))
      holes.add(exportName(call.argument, 'imported')?.hole ?? '')
    })
  }
  const isOnlyThere = (name: string) => mentions(everywhere, name) === mentions(imports, name)
  return new Set(
    [...declarations(root).parameters].flatMap(([name, declared]) =>
      holes.has(name) && valueOf(declared, 'Default') === undefined && !isGiven(name) && isOnlyThere(name)
        ? [name]
        : [],
    ),
  )
}

/** How many strings may contain a name, be it in `${}` or in another way. */
function mentions(strings: readonly string[], name: string): number {
  return strings.filter((one) => one.includes(name)).length
}

export function withoutParameters(root: Mapping, names: ReadonlySet<string>): Mapping {
  return mapSection(root, 'parameters', (one) => (names.has(nameOf(one) ?? '') ? undefined : one))
}
