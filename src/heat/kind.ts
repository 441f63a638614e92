import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { isNull, listOf, mapOf, nameOf, stringOf } from '../text/document/read.ts'
import { blueprintKeys, environmentSections } from './candidate.ts'
import { type CfnVersionKey, cfnDialect, cfnVersionKeys } from './dialects.ts'
import { entriesRead, readValue, valuesRead } from './merge-keys.ts'
import { nearNames } from './near-names.ts'
import { isTemplateReference } from './resource-types.ts'
import { versionOf } from './versions.ts'

/**
 * What a file is. `hot-fragment` has resources like a HOT template and no version, so Heat refuses
 * it; `environment` is what `openstack stack create -e` takes; `blueprint` the language of components and requirements
 * that becomes HOT.
 */
export type TemplateKind =
  | 'cfn-json'
  | 'cfn-yaml'
  | 'heat-cfn-json'
  | 'heat-cfn-yaml'
  | 'hot'
  | 'hot-fragment'
  | 'environment'
  | 'blueprint'
  | 'not-a-template'

type VersionKey = 'heat_template_version' | CfnVersionKey

/**
 * Why Heat would refuse a file of this kind at first sight: no version, several version keys
 * (`get_version` in heat/engine/template.py), a version that is not a string or that Heat does not have,
 * or an environment with an empty section or other sections than `environmentSections`.
 */
type KindProblem =
  | 'no-version'
  | 'several-versions'
  | 'version-not-text'
  | 'unknown-version'
  | 'unknown-section'
  | 'empty-section'

export interface Recognition {
  readonly kind: TemplateKind
  readonly versionKey?: VersionKey
  /** The version as written; absent when it is not a string. */
  readonly versionText?: string
  /** The value as written, maybe an alias. */
  readonly versionNode?: Node
  readonly problem?: KindProblem
}

const versionKeys: readonly VersionKey[] = ['heat_template_version', ...cfnVersionKeys.toReversed()]

/**
 * Decides what a document is from its tree. Keys that occur twice count as Heat reads them, the last one. AWS accepts a
 * template without a version, so resources with types, or a `Transform`, make one (with the problem `no-version`).
 */
export function recognise(root: Node | undefined, syntax: 'json' | 'yaml'): Recognition {
  if (root?.kind !== 'map') return { kind: 'not-a-template' }
  const top = valuesRead(root)
  const present = versionKeys.filter((key) => top.has(key))
  // Heat considers strings only, so a version that is not a string counts when there is no other.
  const written = present.filter((key) => stringOf(top.get(key)) !== undefined)
  const [versionKey] = [...written, ...present]
  if (versionKey === undefined) return recogniseVersionless(top, syntax)
  const kind = versionKey === 'heat_template_version' ? 'hot' : cfnKind(versionKey, syntax)
  const versionNode = top.get(versionKey)
  const versionText = stringOf(versionNode)
  const problem = versionProblem(versionKey, versionText, written.length)
  return {
    kind,
    versionKey,
    ...(versionNode === undefined ? {} : { versionNode }),
    ...(versionText === undefined ? {} : { versionText }),
    ...(problem === undefined ? {} : { problem }),
  }
}

/** The entry that makes a mapping a template, whatever else it is given as. */
export function versionEntry(root: Mapping): Entry | undefined {
  return entriesRead(root).find((one) => versionKeys.some((key) => key === nameOf(one)))
}

/** The kind of a CloudFormation template with such a key. */
export function cfnKind(versionKey: CfnVersionKey, syntax: 'json' | 'yaml'): TemplateKind {
  return versionKey === 'AWSTemplateFormatVersion' ? `cfn-${syntax}` : `heat-cfn-${syntax}`
}

function versionProblem(key: VersionKey, text: string | undefined, count: number): KindProblem | undefined {
  if (text === undefined) return 'version-not-text'
  if (count > 1) return 'several-versions'
  const known =
    key === 'heat_template_version' ? versionOf(text) !== undefined : cfnDialect(key).version === text
  return known ? undefined : 'unknown-version'
}

function recogniseVersionless(top: ReadonlyMap<string, Node>, syntax: 'json' | 'yaml'): Recognition {
  if (isEnvironment(top)) return { kind: 'environment', ...environmentProblem(top) }
  if (isBlueprint(top)) return { kind: 'blueprint' }
  const types = [...typesIn(top.get('Resources'), 'Type')]
  if (types.some(isTypeName) || (top.has('Transform') && mapOf(top.get('Resources')) !== undefined)) {
    return { kind: `cfn-${syntax}`, problem: 'no-version' }
  }
  const hotTypes = [...typesIn(top.get('resources'), 'type')]
  if (hotTypes.some((type) => isTypeName(type) || isTemplateReference(type))) {
    return { kind: 'hot-fragment', problem: 'no-version' }
  }
  return { kind: 'not-a-template' }
}

/**
 * Nothing but sections of an environment, or one of the two that nothing else has. `parameters`
 * alone must be a map, for other tools' files have a list there.
 */
function isEnvironment(top: ReadonlyMap<string, Node>): boolean {
  if (top.has('resource_registry') || top.has('parameter_defaults')) return true
  if (top.size === 0 || ![...top.keys()].every((key) => environmentSections.includes(key))) return false
  const parameters = top.get('parameters')
  return parameters === undefined || mapOf(parameters) !== undefined || isNull(parameters)
}

/**
 * `components` and nothing else than a blueprint has: other files have components, too, among other keys. With one more
 * key, or where `components` is misspelt, its members must show that it is meant as one.
 */
function isBlueprint(top: ReadonlyMap<string, Node>): boolean {
  const others = [...top.keys()].filter((key) => !blueprintKeys.includes(key))
  const [key = 'components'] = top.has('components')
    ? []
    : others.filter((one) => nearNames(one, ['components']).length > 0)
  const components = top.get(key)
  if (mapOf(components) === undefined && listOf(components) === undefined) return false
  if (others.length === 0) return true
  const members = mapOf(components)?.entries.map(({ value }) => value) ?? listOf(components)?.items ?? []
  const [other = ''] = others
  // A section of another program holds more than a word about the whole.
  const isRemark = stringOf(top.get(other)) !== undefined || nearNames(other, blueprintKeys).length > 0
  return others.length === 1 && isRemark && members.length > 0 && members.every(isComponent)
}

function isComponent(node: Node): boolean {
  return stringOf(readValue(node, 'type')) !== undefined || readValue(node, 'requires') !== undefined
}

function environmentProblem(top: ReadonlyMap<string, Node>): Pick<Recognition, 'problem'> {
  if ([...top.keys()].some((key) => !environmentSections.includes(key))) return { problem: 'unknown-section' }
  return [...top.values()].some(isNull) ? { problem: 'empty-section' } : {}
}

/** `AWS::S3::Bucket`, `Custom::Thing`, `OS::Nova::Server`, third parties' `A::B::C`. */
function isTypeName(text: string): boolean {
  return /^\w+::\w/.test(text)
}

/** The strings under `key` in each entry of a section of resources. */
function* typesIn(section: Node | undefined, key: string): Iterable<string> {
  for (const { value } of entriesRead(section)) {
    const type = stringOf(readValue(value, key))
    if (type !== undefined) yield type
  }
}
