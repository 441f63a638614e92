/** Whether a CloudFormation template is read as Heat reads it or as AWS does, and what AWS takes its scalars for. */

import { text } from '../document/build.ts'
import type { Document } from '../document/document.ts'
import { type Mapping, type Node, parsedNode, type Scalar } from '../document/node.ts'
import { hasLocalTag, itemsOf, nameOf, scalarOf, textOf } from '../document/read.ts'
import { pythonText } from '../yaml/scalar-value.ts'
import { type Call, callOf, longName } from './calls.ts'
import { cfnDialect, isCfnFunction } from './dialects.ts'
import type { Recognition } from './kind.ts'
import { entriesRead, readValue } from './merge-keys.ts'
import { isHeatParameterType } from './parameter-types.ts'
import { pseudoParameter } from './pseudo-parameters.ts'
import { type Declarations, declarations } from './sections.ts'
import { isCfn, type Reading, type ReadingOption } from './template.ts'
import { forEachNode, rewriteValues, type Site } from './values.ts'

/** Something that Heat and AWS read in different ways, at its place. */
export interface ReadingEvidence {
  readonly at: Node
  /** For example `the function Fn::Sub`. */
  readonly what: string
}

/** How a CloudFormation template is read, and why. */
export interface ReadingChoice {
  readonly reading: Reading
  /** The first thing that Heat refuses and AWS takes, where that decided. */
  readonly refused?: ReadingEvidence
  /** What both take, and each otherwise; empty where the user chose, or nothing of the kind is there. */
  readonly differences: readonly ReadingEvidence[]
}

/**
 * Decides how a template is read. Unless the user says it, it is Heat's reading where Heat loads the template: one that
 * it refuses has no meaning but AWS's. What Heat passes on as data although AWS computes it was never meant for Heat, so
 * that AWS's reading counts; what both compute, each in its way, is as Heat computes it. A short tag means what its long
 * form does, so that the JSON and the YAML of one template are read in one way.
 */
export function chooseReading(
  root: Mapping,
  recognition: Recognition,
  asked: ReadingOption = 'auto',
): ReadingChoice {
  // `HeatTemplateFormatVersion` is Heat's own and never AWS's.
  if (!isCfn(recognition.kind) || recognition.kind.startsWith('heat-cfn'))
    return { reading: 'heat', differences: [] }
  if (asked !== 'auto') return { reading: asked, differences: [] }
  const refused = refusedPart(root, recognition)
  if (refused !== undefined) return { reading: 'aws', refused, differences: [] }
  const found = new Evidence(root)
  if (found.refused !== undefined) return { reading: 'aws', refused: found.refused, differences: [] }
  return found.passedOn.length > 0
    ? { reading: 'aws', differences: found.passedOn }
    : { reading: 'heat', differences: found.computed }
}

function refusedPart(root: Mapping, { problem }: Recognition): ReadingEvidence | undefined {
  if (problem === 'no-version') return { at: root, what: 'a template without a version' }
  return inSections(root) ?? inParameters(root)
}

function inSections(root: Mapping): ReadingEvidence | undefined {
  const { sections } = cfnDialect('AWSTemplateFormatVersion')
  for (const one of entriesRead(root)) {
    const name = nameOf(one)
    if (name !== undefined && !sections.includes(name) && !/^[a-z]/.test(name))
      return { at: one.key, what: `the section "${name}"` }
  }
  return undefined
}

function inParameters(root: Mapping): ReadingEvidence | undefined {
  for (const parameter of declarations(root).parameters.values()) {
    const node = readValue(parameter, 'Type')
    const type = textOf(node)
    if (node !== undefined && type !== undefined && !isHeatParameterType(type))
      return { at: node, what: `the parameter type "${type}"` }
  }
  return undefined
}

/** What stands in the values of a template that only AWS has, or that AWS reads otherwise. */
class Evidence {
  /** What Heat refuses. */
  refused: ReadingEvidence | undefined
  /** What Heat passes on, or never looks at. */
  readonly passedOn: ReadingEvidence[] = []
  /** What both compute. */
  readonly computed: ReadingEvidence[] = []
  readonly #root: Mapping
  readonly #declared: Declarations
  #branches: ReadonlySet<Node | undefined> | undefined
  #unread: ReadonlySet<Node | undefined> | undefined

  constructor(root: Mapping) {
    this.#root = root
    this.#declared = declarations(root)
    const add = (node: Node, site: Site): Node => {
      const call = longForm(node)
      if (call !== undefined) this.#add(call, node, site)
      return node
    }
    rewriteValues(root, false, add, 'calls')
  }

  #add(call: LongForm, at: Node, site: Site): void {
    const { name } = call
    if (name === 'Ref') this.#addReference(call, at)
    else if (name === 'Condition') {
      if (site.role === 'condition') this.#refuse(at, 'Condition as a function')
    } else if (name === 'Fn::GetAtt') {
      if (!hasLocalTag(at) && textOf(call.argument)?.includes('.'))
        this.#refuse(at, 'Fn::GetAtt with one dotted string')
    } else if (name === 'Fn::Equals') {
      if (comparesTypes(call.argument, this.#declared))
        this.#note(this.computed, at, 'Fn::Equals of a number or boolean and a string')
    } else if (name.startsWith('Fn::') && !isKnown(name))
      this.#note(this.passedOn, at, `the function ${name}`)
  }

  #addReference(call: LongForm, at: Node): void {
    const name = nameIn(call)
    const facts = name === undefined ? undefined : pseudoParameter(name)
    if (name === undefined || facts === undefined || this.#declared.parameters.has(name)) return
    if (facts.heat === undefined) this.#refuse(at, `the pseudo parameter ${name}`)
    else if (facts.heat.becomes !== facts.aws.becomes)
      this.#note(this.computed, at, `the pseudo parameter ${name}`)
  }

  /** Heat parses a branch of Fn::If only when it takes it (heat/engine/cfn/functions.py, `If`). */
  #refuse(at: Node, what: string): void {
    this.#branches ??= nodesWithin(this.#root, 'Fn::If', (argument) => itemsOf(argument).slice(1))
    if (this.#branches.has(parsedNode(at))) this.#note(this.passedOn, at, what)
    else if (this.refused === undefined && !this.#isUnread(at)) this.refused = { at, what }
  }

  #note(evidence: ReadingEvidence[], at: Node, what: string): void {
    if (!this.#isUnread(at)) evidence.push({ at, what })
  }

  /** Heat asks for nothing in the argument of Fn::GetAZs, and AWS has no other region. */
  #isUnread(at: Node): boolean {
    this.#unread ??= nodesWithin(this.#root, 'Fn::GetAZs', (argument) => [argument])
    return this.#unread.has(parsedNode(at))
  }
}

function isKnown(name: string): boolean {
  return (
    isCfnFunction('AWSTemplateFormatVersion', name, 'anywhere') ||
    isCfnFunction('AWSTemplateFormatVersion', name, 'conditions')
  )
}

/** A call; what a short tag stands for has its argument in the same node, behind the tag. */
type LongForm = Pick<Call, 'name' | 'argument'> & { readonly form: 'long' | 'short' }

/** The call that a node is, in its long form or as a short tag. */
function longForm(node: Node): LongForm | undefined {
  if (hasLocalTag(node)) return { name: longName(node.tag as string), argument: node, form: 'short' }
  const call = callOf(node)
  return call === undefined ? undefined : { name: call.name, argument: call.argument, form: 'long' }
}

/** The string that a call has for its argument. */
function nameIn({ argument, form }: LongForm): string | undefined {
  if (form === 'long') return textOf(argument)
  return argument.kind === 'scalar' && argument.type === 'str' ? String(argument.value) : undefined
}

/** Whatever stands in some parts of the arguments of all calls of a function. */
function nodesWithin(
  root: Mapping,
  name: string,
  partsOf: (argument: Node) => readonly Node[],
): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  const tag = `!${name.slice('Fn::'.length)}`
  forEachNode(root, (node) => {
    const isShort = node.tag === tag
    const call = isShort || hasLocalTag(node) ? undefined : callOf(node)
    if (!isShort && call?.name !== name) return
    for (const part of partsOf(call?.argument ?? node))
      forEachNode(part, (inner) => found.add(parsedNode(inner)))
  })
  return found
}

/** Heat holds `"3"` and 3 for different, AWS compares texts (heat/engine/cfn/functions.py, `Equals`). */
function comparesTypes(argument: Node, { parameters }: Declarations): boolean {
  const types = itemsOf(argument).map((operand) => {
    const reference = longForm(operand)
    const name = reference?.name === 'Ref' ? nameIn(reference) : undefined
    const type = name === undefined ? undefined : textOf(readValue(parameters.get(name), 'Type'))
    if (type !== undefined) return type === 'Number' || type === 'Boolean' ? type : 'String'
    const scalar = reference === undefined ? scalarOf(operand) : undefined
    return scalar === undefined || scalar.type === 'null' ? undefined : literalTypes[scalar.type]
  })
  const [one, other] = types
  return one !== undefined && other !== undefined && one !== other
}

const literalTypes: Readonly<Record<Exclude<Scalar['type'], 'null'>, string>> = {
  str: 'String',
  int: 'Number',
  float: 'Number',
  bool: 'Boolean',
}

/** What AWS takes a scalar for: `true` and `false`, or the characters as they stand in the document that it was read from. */
export function awsText(node: Scalar, document: Pick<Document, 'text'>): string {
  if (node.type === 'str') return String(node.value)
  if (node.type === 'bool') return node.value === true ? 'true' : 'false'
  return node.start === undefined ? String(node.value) : document.text.slice(node.start, node.end)
}

/** The scalar quoted, where Heat would make another text of it than AWS; any other node as it is. */
export function keptAsText(node: Node, document: Pick<Document, 'text'>): Node {
  if (node.kind !== 'scalar' || node.type === 'str' || node.type === 'null') return node
  const meant = awsText(node, document)
  return meant === pythonText(node.type, node.value) ? node : text(meant, { for: node, style: 'single' })
}
