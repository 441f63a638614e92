/** Whether a CloudFormation template is read as Heat reads it or as AWS does, and what AWS takes its scalars for. */

import { text } from '../document/build.ts'
import type { Document } from '../document/document.ts'
import type { Mapping, Node, Scalar } from '../document/node.ts'
import { nameOf, textOf, valueOf } from '../document/read.ts'
import { pythonText } from '../yaml/scalar-value.ts'
import { callOf } from './calls.ts'
import { cfnDialect, isCfnFunction } from './dialects.ts'
import type { Recognition } from './kind.ts'
import { isHeatParameterType } from './parameter-types.ts'
import { pseudoParameter } from './pseudo-parameters.ts'
import { declarations } from './sections.ts'
import { rewriteValues } from './values.ts'

/** What only AWS would accept, at its first place. */
export interface AwsEvidence {
  readonly at: Node
  readonly what: string
}

/**
 * The first thing in a template that Heat refuses and AWS accepts; undefined when Heat reads the
 * template itself. `HeatTemplateFormatVersion` is Heat's own and never AWS's.
 */
export function awsEvidence(root: Mapping, recognition: Recognition): AwsEvidence | undefined {
  if (recognition.kind.startsWith('heat-cfn')) return undefined
  if (recognition.problem === 'no-version') return { at: root, what: 'a template without a version' }
  return inTags(root) ?? inSections(root) ?? inParameters(root) ?? inCalls(root)
}

function inTags(node: Node): AwsEvidence | undefined {
  if (node.tag !== undefined && !node.tag.startsWith('!!') && node.tag !== '!')
    return { at: node, what: `the short tag ${node.tag}` }
  const children =
    node.kind === 'map' ? node.entries.map((one) => one.value) : node.kind === 'seq' ? node.items : []
  for (const child of children) {
    const found = inTags(child)
    if (found !== undefined) return found
  }
  return undefined
}

function inSections(root: Mapping): AwsEvidence | undefined {
  const { sections } = cfnDialect('AWSTemplateFormatVersion')
  for (const one of root.entries) {
    const name = nameOf(one)
    if (name !== undefined && !sections.includes(name) && !/^[a-z]/.test(name))
      return { at: one.key, what: `the section "${name}"` }
  }
  return undefined
}

function inParameters(root: Mapping): AwsEvidence | undefined {
  for (const parameter of declarations(root).parameters.values()) {
    const node = valueOf(parameter, 'Type')
    const type = textOf(node)
    if (node !== undefined && type !== undefined && !isHeatParameterType(type))
      return { at: node, what: `the parameter type "${type}"` }
  }
  return undefined
}

function inCalls(root: Mapping): AwsEvidence | undefined {
  let found: AwsEvidence | undefined
  rewriteValues(root, false, (node, site) => {
    const call = found === undefined ? callOf(node) : undefined
    if (call === undefined) return node
    const what = awsOnly(call.name, call.argument, site.role === 'condition', root)
    if (what !== undefined) found = { at: node, what }
    return node
  })
  return found
}

function awsOnly(name: string, argument: Node, inCondition: boolean, root: Mapping): string | undefined {
  if (name === 'Ref') {
    const referred = textOf(argument)
    const facts = referred === undefined ? undefined : pseudoParameter(referred)
    const isAws =
      facts !== undefined && facts.heat === undefined && !declarations(root).parameters.has(referred ?? '')
    return isAws ? `the pseudo parameter ${referred}` : undefined
  }
  if (name === 'Condition') return inCondition ? 'Condition as a function' : undefined
  if (name === 'Fn::GetAtt')
    return textOf(argument)?.includes('.') ? 'Fn::GetAtt with one dotted text' : undefined
  if (!name.startsWith('Fn::')) return undefined
  const known =
    isCfnFunction('AWSTemplateFormatVersion', name, 'anywhere') ||
    isCfnFunction('AWSTemplateFormatVersion', name, 'conditions')
  return known ? undefined : `the function ${name}`
}

/** What AWS takes a scalar for: `true` and `false`, or the characters as they stand in the document that it was read from. */
export function awsText(node: Scalar, document: Pick<Document, 'text'>): string {
  if (node.type === 'str') return String(node.value)
  if (node.type === 'bool') return node.value === true ? 'true' : 'false'
  return node.range === undefined ? String(node.value) : document.text.slice(node.range.start, node.range.end)
}

/** The scalar quoted, where Heat would make another text of it than AWS; any other node as it is. */
export function keptAsText(node: Node, document: Pick<Document, 'text'>): Node {
  if (node.kind !== 'scalar' || node.type === 'str' || node.type === 'null') return node
  const meant = awsText(node, document)
  return meant === pythonText(node.type, node.value) ? node : text(meant, { for: node, style: 'single' })
}
