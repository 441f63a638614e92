/** Templates that serve as types of resources (`type: server.yaml`). */

import { entriesRead } from '../heat/merge-keys.ts'
import { declarations, section, sectionEntry } from '../heat/sections.ts'
import type { SourceFile } from '../stack/source-file.ts'
import { templateSchema } from '../stack/type-of.ts'
import { nameOf } from '../text/document/read.ts'
import { deploymentParameters } from './heat/deployments.ts'
import { declarationIn, type Locate } from './locations.ts'
import type { NestedTemplate } from './scope.ts'

/**
 * What a file takes and gives as a type; undefined where it is no template that can be read.
 * @param locate says where a part of it stands
 */
export function nestedTemplate(file: SourceFile, locate: Locate): NestedTemplate | undefined {
  const { root, recognition } = file
  if (recognition.versionKey === undefined || recognition.problem !== undefined) return undefined
  const { properties } = templateSchema(file)
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    name,
    hasDefault: schema.required !== true,
    at: declarationIn(root, 'parameters', name),
    schema,
  }))
  const outputs = new Map(entriesRead(section(root, 'outputs')).map((one) => [nameOf(one) ?? '', one]))
  const sections = {
    parameters: sectionEntry(root, 'parameters'),
    outputs: sectionEntry(root, 'outputs'),
    first: root.entries[0],
  }
  return {
    parameters,
    outputs,
    declared: declarations(root),
    sections,
    locate,
    deploysOn: deploymentParameters(root),
  }
}
