/** Templates that a property of a resource gives: `OS::Heat::Stack` (remote_stack.py), `AWS::CloudFormation::Stack` (aws/cfn/stack.py). */

import { dialectOf } from '../../heat/dialect.ts'
import { memberAttributesOf, membersOf } from '../../heat/group-types.ts'
import { recognise } from '../../heat/kind.ts'
import { Failure } from '../../heat/values/value.ts'
import { readDocument } from '../../text/document/document.ts'
import { mapOf } from '../../text/document/read.ts'
import type { OutputPlan } from '../parts.ts'
import type { NestedTemplate } from '../side.ts'
import { type AttributeLookup, attributePath } from '../terms/lowering.ts'
import type { Term, Terms } from '../terms/term.ts'
import type { Definition } from './decisions.ts'
import type { Surrounding } from './level.ts'
import type { LoweredLevel } from './lowered-level.ts'

type Side = 'before' | 'after'

/** The properties that hold the template of a stack, and what it is passed. */
function propertiesOf(type: string): { readonly property: string; readonly passed: string } | undefined {
  const members = membersOf(type)
  return members?.by === 'template' ? members : undefined
}

/** Whether a resource of the type is a stack of a template that one of its properties gives. */
export function isChildStack(type: string): boolean {
  return propertiesOf(type) !== undefined
}

/** What the parameters of a nested template get from the resource that calls it. */
export function passedBy({ type, properties }: Definition, terms: Terms): Term {
  const named = propertiesOf(type)
  if (named === undefined || properties.tag !== 'map') return properties
  return properties.entries.get(named.passed) ?? terms.null
}

/** A resource that is a stack, without the template and what it is passed: these are compared inside of it. */
export function withoutTemplate(definition: Definition, terms: Terms): Definition {
  const { type, properties } = definition
  const named = propertiesOf(type)
  if (named === undefined || properties.tag !== 'map') return definition
  const { property, passed } = named
  const rest = [...properties.entries].filter(([key]) => key !== property && key !== passed)
  return { ...definition, properties: terms.map(new Map(rest)) }
}

/** What Heat refuses to make a stack of (`RemoteStack.validate`): a string that is written out, and is no template. */
export function noTemplateIn({ type, properties }: Definition): Failure | undefined {
  const named = propertiesOf(type)
  const given = named && properties.tag === 'map' ? properties.entries.get(named.property) : undefined
  if (given?.tag !== 'constant' || named?.property === 'TemplateURL') return undefined
  return new Failure('StackValidationFailed', `what ${type} has for its template is no template`)
}

/** Reads the templates that the resources of one pair of stacks hold. */
export class ChildTemplates {
  readonly #read = new Map<NestedTemplate, Map<string, NestedTemplate | undefined>>()

  /** @returns undefined for other types, and for a template that is not in the files, or is made of values */
  of(around: Surrounding, side: Side, { type, properties }: Definition): NestedTemplate | undefined {
    const named = propertiesOf(type)
    const given = named && properties.tag === 'map' ? properties.entries.get(named.property) : undefined
    // Heat fetches "TemplateURL" from the network.
    if (given?.tag !== 'constant' || typeof given.value !== 'string' || named?.property === 'TemplateURL')
      return undefined
    const caller = around.templates[side]
    const known = this.#read.get(caller) ?? new Map<string, NestedTemplate | undefined>()
    this.#read.set(caller, known)
    if (!known.has(given.value)) known.set(given.value, template(given.value, caller, around, side))
    return known.get(given.value)
  }
}

/** A template by its source: one of a file looks for the names in it beside that file. */
function template(
  source: string,
  caller: NestedTemplate,
  { whole }: Surrounding,
  side: Side,
): NestedTemplate | undefined {
  for (const [name, content] of whole.files(side, caller) ?? [])
    if (content === source) {
      const found = caller.contents?.(name)
      if (found !== undefined) return found
    }
  const reading = readDocument(source)
  const root = 'document' in reading ? mapOf(reading.document.root) : undefined
  if (root === undefined || !('document' in reading)) return undefined
  const dialect = dialectOf(recognise(root, reading.document.syntax), 'heat')
  // What is written into another template names no files of its own.
  return dialect && { root, dialect, text: source, nested: new Map(), files: new Map() }
}

/** `RemoteStack._resolve_attribute`, `NestedStack.get_attribute`: the outputs, and what only the cloud knows. */
export function childAttribute(
  level: LoweredLevel,
  side: Side,
  type: string,
  { resource, attribute, path }: Omit<AttributeLookup, 'type'>,
): Term | undefined {
  const { terms } = level
  const { outputs } = level.programs[side]
  const { prefix = '', below = [] } = memberAttributesOf(type) ?? {}
  if (below.includes(attribute)) {
    // Of an output that Heat cannot resolve the API shows null.
    const shown = (output: OutputPlan) =>
      terms.each(level.outputOutside(side, output), (one) => (one.tag === 'refused' ? terms.null : one))
    const all = new Map([...outputs].map(([name, output]) => [name, shown(output)] as const))
    return attributePath(terms, terms.map(all), path)
  }
  if (prefix === '' || !attribute.startsWith(prefix)) return undefined
  const output = outputs.get(attribute.slice(prefix.length))
  if (output !== undefined) return attributePath(terms, level.outputOutside(side, output), path)
  const message = `The Referenced Attribute (${resource} ${attribute}) is incorrect.`
  return terms.refused(new Failure('InvalidTemplateAttribute', message))
}
