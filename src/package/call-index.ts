/** The calls of a package, to be looked up from both ends. */
import { callsFrom, type NestedCall, type Registry } from './calls.ts'
import { isEnvironment, type PackageFile, type UnreadableFile } from './package-file.ts'
import { typeReferences } from './references.ts'
import { copiesHere, leadsElsewhere } from './registry.ts'
import { templatesNamedIn } from './unreadable-names.ts'

/** Who calls whom, and which templates are named by something else than a call. */
export interface CallIndex {
  readonly calls: readonly NestedCall[]
  readonly byCallee: ReadonlyMap<string, readonly NestedCall[]>
  readonly byCaller: ReadonlyMap<string, readonly NestedCall[]>
  /** Templates that a registry, a URL or a file that cannot be read names. */
  readonly named: ReadonlySet<string>
}

export function indexCalls(
  files: ReadonlyMap<string, PackageFile>,
  unreadable: ReadonlyMap<string, UnreadableFile>,
  registry: Registry,
): CallIndex {
  const calls: NestedCall[] = []
  const byCallee = new Map<string, NestedCall[]>()
  const byCaller = new Map<string, readonly NestedCall[]>()
  for (const file of files.values()) {
    if (isEnvironment(file)) continue
    const found = callsFrom(file, registry)
    calls.push(...found)
    byCaller.set(file.path, found)
    for (const call of found) {
      const others = byCallee.get(call.callee)
      if (others === undefined) byCallee.set(call.callee, [call])
      else others.push(call)
    }
  }
  const named = [...unreadable.values()].flatMap((file) => [...templatesNamedIn(file)])
  const elsewhere = [...files.values()].flatMap((file) =>
    isEnvironment(file) ? [] : templatesElsewhere(file, files),
  )
  return { calls, byCallee, byCaller, named: new Set([...registry.templates(), ...named, ...elsewhere]) }
}

function templatesElsewhere(
  { path, root }: PackageFile,
  files: ReadonlyMap<string, PackageFile>,
): readonly string[] {
  const names = typeReferences(root).map(({ name }) => name)
  return names.flatMap((name) => (leadsElsewhere(name) ? copiesHere(path, name, files) : []))
}
