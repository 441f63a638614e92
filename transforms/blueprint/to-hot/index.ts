import type { Transform } from '../../../src/engine/authoring/package-transform.ts'
import type { TemplateContext } from '../../../src/engine/authoring/transform.ts'
import { lowered } from '../../../src/rules/blueprint/hot/lower.ts'
import { makingOf } from '../../../src/rules/blueprint/hot/scope.ts'
import { readBlueprint } from '../../../src/rules/blueprint/model.ts'
import { type BlueprintOptions, noOptions } from '../../../src/rules/blueprint/options.ts'
import { archiveOf, baseName, type SourceFile } from '../../../src/stack/source-file.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { filesOf } from './files.ts'

/** With what somebody says of component types, flavors and images. */
export function toHotWith(options: BlueprintOptions): Transform {
  return {
    id: 'blueprint/to-hot',
    title: 'Write a blueprint as HOT',
    description:
      'Writes a blueprint as a HOT template, with nested templates for the nodes of tiers and an environment for types that Heat does not have.',
    references: ['Blueprint DSL', 'HOT specification'],
    safety: 'review',
    keeps: 'meaning',
    ofKind: 'blueprint',
    run(pkg, context) {
      return [...pkg.files.values()].reduce((current, file) => {
        const own = file.kind === 'blueprint' ? context.forTemplate(file) : undefined
        return own === undefined ? current : current.withFiles(asHot(current, file, options, own))
      }, pkg)
    },
  }
}

export const toHot: Transform = toHotWith(noOptions)

/** The template in place of the blueprint, and the files that it needs; nothing where the blueprint is wrong. */
function asHot(
  pkg: Workspace,
  file: SourceFile,
  options: BlueprintOptions,
  context: TemplateContext,
): readonly SourceFile[] {
  const blueprint = readBlueprint(file.root)
  for (const { code, at, message } of blueprint.problems) context.report(code, at, message)
  if (blueprint.problems.length > 0) return []
  const making = makingOf(blueprint, {
    base: baseName(file.path),
    version: context.target,
    versionText: context.targetRelease ?? context.target,
    options,
    archive: archiveOf(file.path),
  })
  const made = lowered(making, file.root, file.document)
  const findings = 'refusals' in made ? made.refusals : made.findings
  for (const { code, at, message } of findings) context.report(code, at, message)
  return 'refusals' in made ? [] : filesOf(pkg, file, made, context)
}
