import { makingOf } from '../../../src/blueprint/faults.ts'
import { type Lowered, lowered, type ProvidedType } from '../../../src/blueprint/hot/lower.ts'
import { readBlueprint } from '../../../src/blueprint/model.ts'
import { type BlueprintOptions, noOptions } from '../../../src/blueprint/options.ts'
import { entry, mapping } from '../../../src/document/build.ts'
import { fromData } from '../../../src/document/from-data.ts'
import type { Mapping } from '../../../src/document/node.ts'
import type { Transform } from '../../../src/engine/package-transform.ts'
import type { TemplateContext } from '../../../src/engine/transform.ts'
import { relativePath } from '../../../src/workspace/registry.ts'
import {
  archiveOf,
  baseName,
  createdFile,
  directoryOf,
  type SourceFile,
} from '../../../src/workspace/source-file.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'

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

function filesOf(
  pkg: Workspace,
  file: SourceFile,
  { template, nested, registry }: Lowered,
  context: TemplateContext,
): readonly SourceFile[] {
  const own: SourceFile = {
    ...file,
    root: template,
    kind: 'hot',
    version: context.target,
    syntax: 'yaml',
  }
  const folder = directoryOf(file.path)
  const beside = [...nested].map(([name, root]) => createdFile(folder + name, file.document, root))
  if (registry.size === 0) return [own, ...beside]
  const environment = pkg.environmentPathOf(file.path)
  const root = environmentRoot(registry, environment)
  return [own, ...beside, createdFile(environment, file.document, root)]
}

/** Names a template for each type that Heat does not have. */
function environmentRoot(registry: ReadonlyMap<string, ProvidedType>, path: string): Mapping {
  const entries = [...registry].map(([type, { template, parameters }]) => {
    const given = parameters.length === 0 ? 'It is given nothing' : `Its parameters: ${parameters.join(', ')}`
    const name = template === undefined ? providerName(type) : relativePath(path, template)
    const comment = template === undefined ? [`To be supplied. ${given}`] : []
    return entry(type, fromData(name), { comment })
  })
  const section = entry('resource_registry', mapping(entries, { style: 'block' }))
  return mapping([section], { style: 'block' })
}

/** `com.example.java-WarDeployment.yaml` for `com.example.java:WarDeployment`. */
function providerName(type: string): string {
  return `${type.replace(/[^A-Za-z0-9_.]+/g, '-')}.yaml`
}
