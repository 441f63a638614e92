/** Templates that serve as types of resources (`type: server.yaml`). */

import { isNull, nameOf } from '../document/read.ts'
import { entriesRead, readValue } from '../heat/merge-keys.ts'
import { declarations, section, sectionEntry } from '../heat/sections.ts'
import { facadeSchema } from '../workspace/facade-schemas.ts'
import type { SourceFile } from '../workspace/source-file.ts'
import { declarationIn, type Locate } from './locations.ts'
import { deploymentParameters } from './rules/deployments.ts'
import type { NestedTemplate } from './scope.ts'

/**
 * What a file takes and gives as a type; undefined where it is no template that can be read.
 * @param locate says where a part of it stands
 */
export function nestedTemplate(file: SourceFile, locate: Locate): NestedTemplate | undefined {
  const { root, recognition } = file
  if (recognition.versionKey === undefined || recognition.problem !== undefined) return undefined
  const parameters = [...declarations(root).parameters].map(([name, map]) => {
    const value = readValue(map, 'default', 'Default')
    const schema = facadeSchema(map)
    return {
      name,
      hasDefault: value !== undefined && !isNull(value),
      at: declarationIn(root, 'parameters', name),
      ...(schema === undefined ? {} : { schema }),
    }
  })
  const outputs = new Map(entriesRead(section(root, 'outputs')).map((one) => [nameOf(one) ?? '', one]))
  const sections = {
    parameters: sectionEntry(root, 'parameters'),
    outputs: sectionEntry(root, 'outputs'),
    first: root.entries[0],
  }
  return { parameters, outputs, sections, locate, deploysOn: deploymentParameters(root) }
}
