/** The files that a blueprint becomes: the template, those nested in it, and an environment. */

import type { TemplateContext } from '../../../src/engine/authoring/transform.ts'
import type { Lowered, ProvidedType } from '../../../src/rules/blueprint/hot/lower.ts'
import { relativePath } from '../../../src/stack/registry.ts'
import { createdFile, directoryOf, type SourceFile } from '../../../src/stack/source-file.ts'
import type { Workspace } from '../../../src/stack/workspace.ts'
import { entry, mapping } from '../../../src/text/document/build.ts'
import { fromData } from '../../../src/text/document/from-data.ts'
import type { Mapping } from '../../../src/text/document/node.ts'

/** The template in place of the blueprint, and the files that it needs beside it. */
export function filesOf(
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
