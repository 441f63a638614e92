/** Whether a CloudFormation template is read as Heat reads it or as AWS does, and what AWS takes its scalars for. */

import { mapEntries, string, withKey, withValue } from '../text/document/build.ts'
import type { Document } from '../text/document/document.ts'
import { type Mapping, type Node, parsedNode, type Scalar } from '../text/document/node.ts'
import { hasLocalTag, itemsOf, nameOf, scalarOf, stringOf } from '../text/document/read.ts'
import { pythonText } from '../text/yaml/scalar-value.ts'
import { type Call, callOf } from './calls.ts'
import { cfnDialect, isCfnFunction } from './dialects.ts'
import type { Recognition } from './kind.ts'
import { entriesRead, readValue } from './merge-keys.ts'
import { isHeatParameterType } from './parameter-types.ts'
import { pseudoParameter } from './pseudo-parameters.ts'
import { type Declarations, declarations } from './sections.ts'
import { isCfn, type Reading, type ReadingOption } from './template.ts'
import { forEachNode, forEachTagged, rewriteValues, type Site } from './walk.ts'

/** Something that Heat and AWS read in different ways, with its location. */
interface ReadingEvidence {
  readonly at: Node
  /** For example `the function Fn::Sub`. */
  readonly what: string
  /** Whether Heat has a constant for it, which is reported where it is written. */
  readonly isConstant?: boolean
}

/** What Heat refuses of a template that is read as AWS reads it. */
const refusedThings = [
  'Heat rejects short tags',
  'Heat rejects a template without a version',
  'Heat rejects sections',
  'Heat rejects parameter types',
  'Heat rejects pseudo parameters',
  'Heat rejects resource types',
  'Heat rejects properties',
  'Heat rejects references',
  'Heat rejects other parts',
] as const

export type RefusedThing = (typeof refusedThings)[number]

/** Why a template is read as it is, in words by which the files of a run are counted. */
export const readingReasons = [
  'asked for',
  "the format is Heat's own",
  'Heat loads it',
  'Heat loads it as the assumed version',
  'types that only Heat has',
  'functions that Heat passes on',
  ...refusedThings,
] as const

export type ReadingReason = (typeof readingReasons)[number]

/** How a CloudFormation template is read, and why. */
export interface ReadingChoice {
  readonly reading: Reading
  readonly because: ReadingReason
  /** The first thing that Heat refuses, where that decided. */
  readonly refused?: ReadingEvidence
  /** What both take, and each otherwise; empty where the user chose, or nothing of the kind is there. */
  readonly differences: readonly ReadingEvidence[]
}

/** What Heat refuses, with what kind of thing it is. */
interface RefusedThings extends ReadingEvidence {
  readonly because: RefusedThing
}

/**
 * Decides how a template is read, as far as its words alone show. Unless the user decides, it is Heat's reading where
 * Heat loads the template: one that it refuses, as it does a short tag, has no meaning but AWS's. What Heat passes on
 * as data although AWS computes it was never meant for Heat, so that AWS's reading counts; what both compute, each in
 * its way, is as Heat computes it. `decidedReadings` of the engine adds what Heat refuses of what the template holds.
 */
export function chooseReading(
  root: Mapping,
  recognition: Recognition,
  asked: ReadingOption = 'auto',
): ReadingChoice {
  // `HeatTemplateFormatVersion` is Heat's own and never AWS's.
  if (!isCfn(recognition.kind) || recognition.kind.startsWith('heat-cfn'))
    return { reading: 'heat', because: "the format is Heat's own", differences: [] }
  if (asked !== 'auto') return { reading: asked, because: 'asked for', differences: [] }
  const refused = refusedPart(root, recognition)
  if (refused !== undefined) return refusedChoice(refused, refused.because)
  const found = new Evidence(root)
  if (found.refused !== undefined) return refusedChoice(found.refused, found.refused.because)
  return found.passedOn.length > 0
    ? { reading: 'aws', because: 'functions that Heat passes on', differences: found.passedOn }
    : { reading: 'heat', because: loadedAs(recognition), differences: found.computed }
}

/** Only an assumed version is nowhere in the template. */
function loadedAs({ versionNode }: Recognition): ReadingReason {
  return versionNode === undefined ? 'Heat loads it as the assumed version' : 'Heat loads it'
}

/** The reading of a template that Heat refuses. */
export function refusedChoice({ at, what }: ReadingEvidence, because: RefusedThing): ReadingChoice {
  return { reading: 'aws', because, refused: { at, what }, differences: [] }
}

function refusedPart(root: Mapping, { problem }: Recognition): RefusedThings | undefined {
  if (problem === 'no-version')
    return {
      at: root,
      what: 'a template without a version',
      because: 'Heat rejects a template without a version',
    }
  return inSections(root) ?? inParameters(root) ?? inTags(root)
}

function inTags(root: Mapping): RefusedThings | undefined {
  let first: Node | undefined
  forEachTagged(root, (node) => {
    if (first === undefined && hasLocalTag(node)) first = node
  })
  return first && { at: first, what: `the tag ${first.tag}`, because: 'Heat rejects short tags' }
}

function inSections(root: Mapping): RefusedThings | undefined {
  const { sections } = cfnDialect('AWSTemplateFormatVersion')
  for (const one of entriesRead(root)) {
    const name = nameOf(one)
    if (name !== undefined && !sections.includes(name) && !/^[a-z]/.test(name))
      return { at: one.key, what: `the section "${name}"`, because: 'Heat rejects sections' }
  }
  return undefined
}

function inParameters(root: Mapping): RefusedThings | undefined {
  for (const parameter of declarations(root).parameters.values()) {
    const node = readValue(parameter, 'Type')
    const type = stringOf(node)
    if (node !== undefined && type !== undefined && !isHeatParameterType(type))
      return { at: node, what: `the parameter type "${type}"`, because: 'Heat rejects parameter types' }
  }
  return undefined
}

/** The values of a template that only AWS has, or that AWS reads otherwise. */
class Evidence {
  /** What Heat refuses. */
  refused: RefusedThings | undefined
  /** Values that Heat passes on, or never reads. */
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
      const call = callOf(node)
      if (call !== undefined) this.#add(call, node, site)
      return node
    }
    rewriteValues(root, false, add, 'calls')
  }

  #add(call: Call, at: Node, site: Site): void {
    const { name } = call
    if (name === 'Ref') this.#addReference(call, at)
    else if (name === 'Condition') {
      if (site.role === 'condition') this.#refuse(at, 'Condition as a function')
    } else if (name === 'Fn::GetAtt') {
      if (stringOf(call.argument)?.includes('.')) this.#refuse(at, 'Fn::GetAtt with one dotted string')
    } else if (name === 'Fn::Equals') {
      if (comparesTypes(call.argument, this.#declared))
        this.#note(this.computed, at, 'Fn::Equals of a number or boolean and a string')
    } else if (name.startsWith('Fn::') && !isKnown(name))
      this.#note(this.passedOn, at, `the function ${name}`)
  }

  #addReference(call: Call, at: Node): void {
    const name = stringOf(call.argument)
    const facts = name === undefined ? undefined : pseudoParameter(name)
    if (name === undefined || facts === undefined || this.#declared.parameters.has(name)) return
    if (facts.heat === undefined)
      this.#refuse(at, `the pseudo parameter ${name}`, 'Heat rejects pseudo parameters')
    else if (facts.heat.becomes !== facts.aws.becomes)
      this.#note(this.computed, at, `the pseudo parameter ${name}`, facts.heat.becomes === 'text')
  }

  /** Heat parses a branch of Fn::If only when it takes it (heat/engine/cfn/functions.py, `If`). */
  #refuse(at: Node, what: string, because: RefusedThing = 'Heat rejects other parts'): void {
    this.#branches ??= nodesWithin(this.#root, 'Fn::If', (argument) => itemsOf(argument).slice(1))
    if (this.#branches.has(parsedNode(at))) this.#note(this.passedOn, at, what)
    else if (this.refused === undefined && !this.#isUnread(at)) this.refused = { at, what, because }
  }

  #note(evidence: ReadingEvidence[], at: Node, what: string, isConstant = false): void {
    if (this.#isUnread(at)) return
    evidence.push(isConstant ? { at, what, isConstant } : { at, what })
  }

  /** Heat ignores the argument of Fn::GetAZs, and AWS has no other region. */
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

/** Everything in certain parts of the arguments of a function, wherever the template has it. */
function nodesWithin(
  root: Mapping,
  name: string,
  partsOf: (argument: Node) => readonly Node[],
): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  forEachNode(root, (node) => {
    const call = callOf(node)
    if (call?.name !== name) return
    for (const part of partsOf(call.argument)) forEachNode(part, (inner) => found.add(parsedNode(inner)))
  })
  return found
}

/** Heat treats `"3"` and 3 as different, AWS compares strings (heat/engine/cfn/functions.py, `Equals`). */
function comparesTypes(argument: Node, { parameters }: Declarations): boolean {
  const types = itemsOf(argument).map((operand) => {
    const reference = callOf(operand)
    const name = reference?.name === 'Ref' ? stringOf(reference.argument) : undefined
    const type = name === undefined ? undefined : stringOf(readValue(parameters.get(name), 'Type'))
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

/** The string that AWS reads a scalar as: `true` and `false`, or the characters of the source that it was read from. */
export function awsText(node: Scalar, document: Pick<Document, 'text'>): string {
  if (node.type === 'str') return String(node.value)
  if (node.type === 'bool') return node.value === true ? 'true' : 'false'
  return node.start === undefined ? String(node.value) : document.text.slice(node.start, node.end)
}

/** The scalar quoted, where Heat would convert it to another string than AWS; any other node as it is. */
export function keptAsText(node: Node, document: Pick<Document, 'text'>): Node {
  if (node.kind !== 'scalar' || node.type === 'str' || node.type === 'null') return node
  const meant = awsText(node, document)
  return meant === pythonText(node.type, node.value) ? node : string(meant, { for: node, style: 'single' })
}

/**
 * One mapping of the section `Mappings` with the keys that AWS reads, which are the characters of the source:
 * `012345670123`, which Heat would read as another number. The same node where Heat reads the same.
 */
export function withKeysOfAws(mapping: Node, document: Pick<Document, 'text'>): Node {
  return keysKept(mapping, document, (names) => keysKept(names, document, (value) => value))
}

function keysKept(node: Node, document: Pick<Document, 'text'>, below: (value: Node) => Node): Node {
  if (node.kind !== 'map') return node
  return mapEntries(node, (one) => {
    const inside = withValue(one, below(one.value))
    const key = keptAsText(one.key, document)
    return key === one.key ? inside : withKey(inside, stringOf(key) ?? '')
  })
}
