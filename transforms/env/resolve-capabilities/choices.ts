/** Choices among implementations, made in the environments. */

import type { PackageContext } from '../../../src/engine/authoring/package-transform.ts'
import { behavesAs } from '../../../src/heat/code-facts.ts'
import { type Capabilities, mappingsOf, sourcesOf } from '../../../src/rules/capabilities/model.ts'
import { resolveCapabilities, withChoices } from '../../../src/rules/capabilities/resolve.ts'
import { capabilitiesOfEnvironments } from '../../../src/rules/capabilities/rules.ts'
import type { SourceFile } from '../../../src/stack/source-file.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { relinkAliases } from '../../../src/text/document/build.ts'

/** What counts when a template is chosen. */
export interface ResolveOptions {
  /** The environments that belong together, in the order in which Heat merges them; by default each stands alone. */
  readonly environments?: readonly string[]
  /** What counts after all that environments require. */
  readonly required?: Capabilities
  /** Choose among lists, and leave what templates and environments say of capabilities. */
  readonly keepAnnotations?: boolean
}

/** The package with every list of some environments chosen from; undefined where one cannot be. */
export function withChosen(
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
  let isStuck = problems.some(({ code }) =>
    behavesAs(capabilitiesOfEnvironments.codes[code], 'of an open choice'),
  )
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
