/** What `explain` says of something that Heat said, and where in a template that is. */

import { createChecker } from '../../../engine/check.ts'
import { type Style, visible, wrap } from '../../../show/report/style.ts'
import { readDocument } from '../../../text/document/document.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { rangeOf } from '../../../text/document/node.ts'
import { entryOf, listOf, mapOf } from '../../../text/document/read.ts'
import { LineIndex } from '../../../text/yaml/position.ts'
import { type HeatSaid, heatSaid } from './heat-said.ts'

/** Where in a template the cause stands: as deep as the path leads. */
interface SaidOf {
  readonly line: number
  readonly column: number
  /** The line itself. */
  readonly source: string
}

/** Where a template has what a message is about; undefined where the message names nothing that stands there. */
function locationOf(said: HeatSaid, template: string): SaidOf | undefined {
  const reading = readDocument(template)
  if (!('document' in reading)) return undefined
  const { root } = reading.document
  if (root === undefined) return undefined
  const resources = entryOf(root, ...spellings('resources'))?.value
  const found =
    followed(root, stepsOf(said)) ??
    // Older releases begin with the name of the resource.
    (resources && followed(resources, stepsOf(said))) ??
    named(root, said.parts) ??
    ofTypes(root, said.types)
  const range = found === undefined ? undefined : rangeOf(found)
  if (range === undefined) return undefined
  const { line, column } = new LineIndex(template).position(range.start)
  return { line, column, source: template.split('\n')[line - 1]?.trimEnd() ?? '' }
}

/** The path in the message, and the name behind it that the message is about. */
function stepsOf({ path, parts }: HeatSaid): readonly string[] {
  const steps = (path ?? '').split(/[.[\]]+/).filter((step) => step !== '')
  const last = parts.property ?? parts.key
  return last === undefined || steps.at(-1) === last ? steps : [...steps, unquoted(last)]
}

const unquoted = (text: string) => text.replaceAll(/^["']|["'.:,]+$/g, '')

/** As deep as steps lead; undefined where not even the first is there. */
function followed(root: Node, steps: readonly string[]): Entry | Node | undefined {
  let found: Entry | Node | undefined
  let at: Node | undefined = root
  for (const step of steps) {
    const entry: Entry | undefined =
      entryOf(at, ...spellings(step)) ?? entryOf(entryOf(at, ...spellings('properties'))?.value, step)
    const item: Node | undefined = /^\d+$/.test(step) ? listOf(at)?.items[Number(step)] : undefined
    if (entry === undefined && item === undefined) continue
    found = entry ?? item
    at = entry?.value ?? item
  }
  return found
}

/** Paths name sections in small letters, whatever the template is. */
function spellings(step: string): readonly string[] {
  return [step, `${step.slice(0, 1).toUpperCase()}${step.slice(1)}`]
}

/** Parts of a message that name something that is declared. */
const declaring = ['resource', 'name', 'parameter', 'param', 'output', 'condition', 'type'] as const

/** Where no path is given: the resource, parameter, condition or output of a name that the message has. */
function named(root: Node, parts: Readonly<Record<string, string>>): Entry | undefined {
  const names = declaring.flatMap((part) => (parts[part] === undefined ? [] : [unquoted(parts[part])]))
  for (const section of ['resources', 'parameters', 'conditions', 'outputs']) {
    const map = mapOf(entryOf(root, ...spellings(section))?.value)
    for (const name of names) {
      const entry = entryOf(map, name) ?? ofType(map?.entries ?? [], name)
      if (entry !== undefined) return entry
    }
  }
  return undefined
}

/** The first resource of a type that the message is about. */
function ofTypes(root: Node, types: readonly string[]): Entry | undefined {
  const { entries = [] } = mapOf(entryOf(root, ...spellings('resources'))?.value) ?? {}
  for (const type of types) {
    const found = ofType(entries, type)
    if (found !== undefined) return found
  }
  return undefined
}

function ofType(resources: readonly Entry[], type: string): Entry | undefined {
  for (const { value } of resources) {
    const entry = entryOf(value, 'type', 'Type')
    const scalar = entry?.value
    if (scalar?.kind === 'scalar' && scalar.value === type) return entry
  }
  return undefined
}

interface MessageAnswer extends HeatSaid {
  readonly kind: 'message'
  /** With what `check` says of that line. */
  readonly at?: SaidOf & { readonly file: string; readonly findings: readonly string[] }
}

function foundAt(line: number, { file, text }: GivenTemplate): readonly string[] {
  const { findings } = createChecker().run({ path: file, bytes: new TextEncoder().encode(text) })
  return findings.flatMap((one) => (one.line === line ? [one.message] : []))
}

interface GivenTemplate {
  readonly file: string
  readonly text: string
}

/** What is known of a message, and where the given template has its cause. */
export function explainedMessage(
  text: string,
  template: GivenTemplate | undefined,
): MessageAnswer | undefined {
  const said = heatSaid(text)
  if (said === undefined) return undefined
  const at = template === undefined ? undefined : locationOf(said, template.text)
  return {
    kind: 'message',
    ...said,
    ...(at === undefined || template === undefined
      ? {}
      : { at: { ...at, file: template.file, findings: foundAt(at.line, template) } }),
  }
}

/** What must be at hand to see the cause, as a sentence. */
const seen: Readonly<Record<HeatSaid['needs'], string>> = {
  template: 'The template alone shows it.',
  files: 'The template and the files beside it show it.',
  environment: 'The template and its values show it.',
  client: 'It is about the command line of the client.',
  stack: 'The live stack and the template show it.',
  cloud: 'Only the cloud knows it.',
}

/** The output of `explain` for a message of Heat. */
export function messageText(answer: MessageAnswer, style: Style, width: number | undefined): string {
  const { message, path, causes, codes, needs, source, at } = answer
  return [
    style.bold(visible(message.split('\n')[0] ?? '')),
    ...(path === undefined ? [] : [`at ${visible(path)}`]),
    ...(at === undefined ? [] : [`${at.file}:${at.line}:${at.column}`, `  ${visible(at.source.trim())}`]),
    ...(at?.findings ?? []).flatMap((one) => wrap(`hotshift check: ${visible(one)}`, width)),
    ...causes.flatMap(({ cause, instead }) => [
      '',
      ...wrap(`${style.yellow('cause')}  ${cause}`, width),
      ...wrap(`${style.green('write')}  ${instead}`, width),
    ]),
    '',
    ...wrap(seen[needs], width),
    ...(codes.length === 0 ? [] : wrap(`hotshift check reports it: ${codes.join(', ')}.`, width)),
    ...(source === undefined ? [] : [`raised by ${source}`]),
    '',
  ].join('\n')
}
