/** What may be meant by what Heat refuses (R-92635), as a person can choose it: first what check proposes. */

import { readValue } from '../../../heat/merge-keys.ts'
import { isSlip } from '../../../heat/near-names.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { proposeVersion } from '../../../heat/version-needs.ts'
import { nodeAt, trailTo } from '../../../stack/refactor/tree-edits.ts'
import type { SourceFile } from '../../../stack/source-file.ts'
import type { Trail } from '../../../stack/trail.ts'
import { declaredParameter } from '../../../stack/values.ts'
import { plainData } from '../../../text/document/data.ts'
import { readDocument } from '../../../text/document/document.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { mapOf, stringOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import type { Remedy } from '../../remedy.ts'
import type { TemplateProblem } from '../../rules.ts'
import type { Step, Way } from '../step.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import { readFromParameter, typeOfProperty } from '../ways.ts'

type Problem = Pick<TemplateProblem, 'at' | 'repair'>

/** The ways for a problem of a template or an environment; what takes a thing out is proposed for all violations. */
export function heatWays(file: SourceFile, { at, repair }: Problem, template?: VnfTemplate): readonly Way[] {
  const trail = trailTo(file.root, at)
  if (trail === undefined) return []
  const proposed = repair === undefined ? [] : remedyWays(file, trail, at, repair)
  const others = template === undefined ? valueWays(file, trail) : templateWays(template, trail)
  return [...proposed, ...others]
}

/** The version that has all that a template uses, instead of one that does not exist. */
export function versionWays({ path, root }: SourceFile): readonly Way[] {
  const { version } = proposeVersion(root)
  const was = plainData(readValue(root, 'heat_template_version'))
  if (version === undefined || was === undefined) return []
  const steps: readonly Step[] = [{ file: path, write: ['heat_template_version'], value: version, was }]
  return [typeof was === 'string' && was.includes(version) ? { steps, isClear: true } : { steps }]
}

function remedyWays(file: SourceFile, trail: Trail, at: Node | Entry, remedy: Remedy): readonly Way[] {
  const { path, root } = file
  if (!('do' in remedy)) {
    const { of, names, isSuccessor, declares } = remedy
    const named = names.map((to): Way => {
      const steps: readonly Step[] = ['key' in at ? { file: path, key: trail, to } : writing(file, trail, to)]
      // The keys of a resource, and those of a template, are few.
      const isKnown = 'key' in at && (trail.length === 1 || (trail[0] === 'resources' && trail.length === 3))
      return isSuccessor === true || (names.length === 1 && (isKnown || isSlip(of, to)))
        ? { steps, isClear: true }
        : { steps }
    })
    const declared = declares === undefined ? [] : [{ steps: [{ file: path, declare: of, type: 'string' }] }]
    return [...named, ...declared]
  }
  switch (remedy.do) {
    case 'remove':
    // A template without a version is R-27078's.
    case 'declare':
      return []
    case 'quote':
      return rewritten(file, remedy.node, (_, text) => text)
    case 'unwrap':
      return rewritten(file, remedy.node, () => plainData(remedy.to))
    case 'write':
      return rewritten(file, remedy.node, () => dataOf(remedy.text))
    case 'give': {
      const below = trailTo(root, remedy.type)?.slice(0, -1)
      if (below === undefined) return []
      const properties = Object.fromEntries(remedy.names.map(({ name }) => [name, { get_param: name }]))
      const writes: readonly Step[] =
        remedy.properties === undefined
          ? [{ file: path, write: [...below, 'properties'], value: properties }]
          : remedy.names.map(({ name }) => ({
              file: path,
              write: [...below, 'properties', name],
              value: properties[name],
            }))
      const declared = remedy.names.flatMap(({ name, declares }): readonly Step[] =>
        declares === undefined ? [] : [{ file: path, declare: name, type: declares }],
      )
      return [{ steps: [...writes, ...declared] }]
    }
  }
}

function writing({ path, root }: SourceFile, write: Trail, value: unknown): Step {
  const was = plainData(nodeAt(root, write))
  return { file: path, write, value, ...(was === undefined ? {} : { was }) }
}

function rewritten(
  file: SourceFile,
  node: Node,
  value: (was: unknown, text: string) => unknown,
): readonly Way[] {
  const trail = trailTo(file.root, node)
  if (trail === undefined) return []
  const { start = 0, end = 0 } = node
  return [{ steps: [writing(file, trail, value(plainData(node), file.document.text.slice(start, end)))] }]
}

/** What a fragment of YAML says. */
function dataOf(text: string): unknown {
  const reading = readDocument(`value: ${text}\n`)
  return 'problem' in reading ? text : plainData(readValue(reading.document.root, 'value'))
}

/** A value of an environment as the other type that may be meant. */
function valueWays(file: SourceFile, trail: Trail): readonly Way[] {
  const value = plainData(nodeAt(file.root, trail))
  if (trail.length !== 2 || typeof value !== 'object' || value === null) return []
  const items = Array.isArray(value) ? value : Object.values(value)
  const texts = items.filter((item) => typeof item !== 'object').map(String)
  return [texts, texts.join(',')].map((one) => ({ steps: [writing(file, trail, one)] }))
}

/** What a resource lacks when it lacks one of several properties. */
const mostMissed: Readonly<Record<string, { readonly name: string; readonly value?: unknown }>> = {
  'OS::Cinder::Volume': { name: 'size', value: 1 },
  'OS::Nova::Server': { name: 'image' },
}

/** Other types of the parameter that a property is read from; one list instead of its only item; the size of a volume. */
function templateWays(template: VnfTemplate, trail: Trail): readonly Way[] {
  const { file, path, root } = template
  const [section, id, part, property] = trail
  if (section !== 'resources' || (part !== 'properties' && part !== 'type')) return []
  const resource = template.resources.find((one) => one.id === id)
  const missing = resource === undefined ? undefined : ownValue(mostMissed, resource.type)
  if (property === undefined)
    return resource === undefined || missing === undefined
      ? []
      : [
          {
            steps: readFromParameter(
              resource,
              missing.name,
              ['resources', resource.id, 'properties', missing.name],
              missing,
            ),
          },
        ]
  const node = nodeAt(root, trail)
  const name = parameterRead(node)?.name
  const declared = name === undefined ? undefined : declaredParameter(root, name)
  const was = stringOf(readValue(mapOf(declared?.entry.value), 'type'))
  const wanted = typeOfProperty(resource?.type ?? '', property)
  const retyped =
    name === undefined || was === undefined
      ? []
      : [wanted].map((value) => ({
          steps: [{ file: path, write: ['parameters', name, 'type'], value, was }],
        }))
  const isList = trail.length === 4 && wanted === 'comma_delimited_list'
  const listed =
    isList && node?.kind === 'scalar' ? [{ steps: [writing(file, trail, [plainData(node)])] }] : []
  return [...retyped, ...listed]
}
