import {
  type Capabilities,
  environmentsOf,
  mappingsOf,
  sourcesOf,
  templatesOf,
} from '../../../src/capabilities/model.ts'
import { resolveCapabilities, withChoices } from '../../../src/capabilities/resolve.ts'
import { relinkAliases, withoutEntry } from '../../../src/document/build.ts'
import { commentsOf } from '../../../src/document/comments.ts'
import { entryOf, nameOf } from '../../../src/document/read.ts'
import type { PackageContext, Transform } from '../../../src/engine/package-transform.ts'
import type { SourceFile } from '../../../src/workspace/source-file.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'

interface ResolveOptions {
  /** The environments that belong together, in the order in which Heat merges them; by default each stands alone. */
  readonly environments?: readonly string[]
  /** What counts after all that environments require. */
  readonly required?: Capabilities
  /** Choose among lists, and leave what templates and environments say of capabilities. */
  readonly keepAnnotations?: boolean
}

export function resolveCapabilitiesWith(options: ResolveOptions): Transform {
  return {
    id: 'env/resolve-capabilities',
    title: 'Choose among the implementations of a type',
    description:
      'Replaces each list in the registry of an environment by the one template that has the required capabilities, and takes out what Heat does not read.',
    references: ['Template capabilities, Resolution', 'heat.engine.environment.ResourceRegistry'],
    safety: 'exact',
    keeps: 'meaning',
    run(pkg, context) {
      const all = environmentsOf(pkg, options.environments)
      // Without one of them, which cannot be read, the choices are not known, nor what may be taken out.
      if (all.length < (options.environments?.length ?? 0)) return pkg
      const together = options.environments === undefined ? all.map((one) => [one]) : [all]
      const chosen = together.reduce<Workspace | undefined>(
        (current, some) => current && withChosen(current, some, options, context),
        pkg,
      )
      if (chosen === undefined) return pkg
      return options.keepAnnotations === true ? chosen : withoutSections(chosen, all, context)
    },
  }
}

export const resolveCapabilitiesAlone: Transform = resolveCapabilitiesWith({})

/** The package with every list of some environments chosen from; undefined where one cannot be. */
function withChosen(
  pkg: Workspace,
  environments: readonly SourceFile[],
  { required }: ResolveOptions,
  context: PackageContext,
): Workspace | undefined {
  const resolution = resolveCapabilities(sourcesOf(pkg, environments), required)
  const { choices, overridden, problems } = resolution
  for (const { environment, entry, name } of overridden)
    context.report('capability-overridden', environment, entry, `nothing fits, and ${name} is mapped again`)
  for (const { code, path, at, message } of problems) context.report(code, path, at, message)
  let next = pkg
  let isStuck = problems.some(({ code }) => deciding.has(code))
  for (const file of environments) {
    const root = relinkAliases(withChoices(file, resolution))
    for (const { isList, entry, name } of mappingsOf({
      environments: [{ ...file, root }],
      templates: new Map(),
    })) {
      if (!isList || isStuck) continue
      const message = `the list of ${name} comes from an anchor elsewhere in the file`
      context.report('anchor-edit', file.path, entry, message)
      isStuck = true
    }
    for (const { of, chosen } of choices)
      if (of.environment === file.path)
        context.change(file.path, of.entry, `Choose ${chosen.target} for ${of.name}`)
    next = next.withRoot(file.path, root)
  }
  return isStuck ? undefined : next
}

/** Without these answers there is nothing to write. */
const deciding: ReadonlySet<string> = new Set([
  'capability-none-fits',
  'capability-several-fit',
  'capability-missing-candidate',
])

/** Takes out what templates and the environments say of capabilities; what explains it goes along. */
function withoutSections(
  pkg: Workspace,
  environments: readonly SourceFile[],
  context: PackageContext,
): Workspace {
  for (const file of pkg.environments()) {
    const isOther = environments.every(({ path }) => path !== file.path)
    const list =
      isOther && mappingsOf({ environments: [file], templates: new Map() }).find(({ isList }) => isList)
    if (!list) continue
    const message = 'chooses by what is taken out of the templates, and is not resolved along with them'
    context.report('capability-left', file.path, list.entry, message)
  }
  const sections = [
    ...environments.map(({ path }) => [path, 'requires'] as const),
    ...templatesOf(pkg).map(({ path }) => [path, 'capabilities'] as const),
  ]
  return sections.reduce((current, [path, name]) => {
    const file = current.files.get(path)
    const section = entryOf(file?.root, name)
    if (file === undefined || section === undefined) return current
    const { above, beside } = commentsOf(file.document, section)
    const comments = [...above, ...beside].map(({ text }) => text.trim())
    const said = comments.length === 0 ? '' : `, with its comments: ${comments.join(' ')}`
    context.report('capability-removed', path, section, `${nameOf(section)} is taken out${said}`)
    if (name === 'capabilities')
      context.intend({ kind: 'declaration', change: 'capabilities-removed', path, parameter: undefined })
    return current.withRoot(path, withoutEntry(file.root, section))
  }, pkg)
}
