/**
 * What Heat says when it refuses a template, an environment or an update: what causes it, and what to write instead. The
 * messages stand in `heat-messages.jsonl`: a first line with the source and what Heat and its clients wrap around a
 * message, then one line for each message. Read by those who ask only.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RE2JS } from 're2js'

/** What must be at hand to see the cause. */
type Needs = 'template' | 'files' | 'environment' | 'client' | 'stack' | 'cloud'

/** One message of Heat. */
interface HeatMessage {
  readonly id: string
  /** A regular expression, with a name for each part that varies. */
  readonly pattern: string
  /** `weak`: counts where no message without a kind matches; `wrapper`: says little by itself; `outer`: says nothing. */
  readonly kind?: 'weak' | 'wrapper' | 'outer'
  readonly needs: Needs
  readonly causes: readonly Cause[]
  /** The findings of `check` that say it before Heat does. */
  readonly codes?: readonly string[]
  /** The types of the resources that it is about, the likeliest first. */
  readonly types?: readonly string[]
  /** The file of Heat, of a client or a service that raises it. */
  readonly source?: string
}

interface Cause {
  readonly cause: string
  readonly instead: string
}

interface Wrapper {
  readonly id: string
  readonly pattern: string
}

/** What is known of something that Heat said. */
export interface HeatSaid {
  /** Of one message, or of several that say the same. */
  readonly ids: readonly string[]
  /** The message itself, without what was wrapped around it. */
  readonly message: string
  /** Where in the template, as Heat names it: `resources.server.properties.flavor`. */
  readonly path?: string
  /** The parts of the message that vary. */
  readonly parts: Readonly<Record<string, string>>
  readonly needs: Needs
  readonly causes: readonly Cause[]
  readonly codes: readonly string[]
  readonly types: readonly string[]
  readonly source?: string
}

/** Longer input is not searched: messages of Heat begin with what identifies them. */
const LONGEST = 20_000
/** Nested templates wrap a message once for each level. */
const MOST_WRAPPERS = 20

/** What is known of something that Heat said, in whatever it is wrapped; undefined for all else. */
export function heatSaid(text: string): HeatSaid | undefined {
  const written = plain(text)
  const line = joined(written)
  const found = saidIn(written)
  if (found?.isWhole === true) return found.said
  // A terminal, a table or a mail breaks lines anywhere.
  const other = line === written ? undefined : saidIn(line)
  return other?.isWhole === true ? other.said : (found ?? other)?.said
}

/** @returns with whether more is known than what is wrapped around the message */
function saidIn(text: string): { readonly said: HeatSaid; readonly isWhole: boolean } | undefined {
  const layers = [...unwrapped(text)].reverse()
  const found = layers.flatMap((layer) => matches(layer.text).map((match) => ({ ...match, layer })))
  // An outer message is more specific than what it quotes. Layers share their end, hence the distance from it; on a tie
  // the longer match wins.
  const [best, ...others] = found.sort(
    (a, b) => rank(a.message) - rank(b.message) || b.fromEnd - a.fromEnd || b.length - a.length,
  )
  if (best === undefined) return undefined
  const same = others.filter(
    ({ message: { kind }, fromEnd }) => kind !== 'weak' && kind !== 'outer' && fromEnd >= best.fromEnd,
  )
  const said = saidOf([best.message, ...same.map(({ message }) => message)], best.parts, {
    text: best.layer.text,
    path: layers[0]?.path ?? '',
  })
  return said && { said, isWhole: best.message.kind === undefined }
}

/** @param messages the best match, and those that say the same or stand around it: each has its causes */
function saidOf(
  messages: readonly HeatMessage[],
  parts: Readonly<Record<string, string>>,
  { text, path }: Layer,
): HeatSaid | undefined {
  const [first] = messages
  if (first === undefined) return undefined
  const { needs, source } = first
  const causes = new Map(messages.flatMap((one) => one.causes).map((one) => [one.cause, one]))
  return {
    ids: [...new Set(messages.map(({ id }) => id))],
    message: text,
    ...(path === '' ? {} : { path }),
    parts,
    needs,
    causes: [...causes.values()],
    codes: [...new Set(messages.flatMap(({ codes = [] }) => codes))],
    types: messages.flatMap(({ types = [] }) => types),
    ...(source === undefined ? {} : { source }),
  }
}

function rank({ kind }: HeatMessage): number {
  if (kind === undefined) return 0
  return ['weak', 'wrapper', 'outer'].indexOf(kind) + 1
}

/** Without the colours of a terminal, and on one line where a terminal broke it. */
function plain(text: string): string {
  return text
    .slice(0, LONGEST)
    .replaceAll(/\u001b\[[\d;]{0,20}m/g, '')
    .replaceAll('\r', '')
    .replaceAll('\u00a0', ' ')
    .trim()
}

/** On one line, without the borders of a table that has the message in its last column. */
function joined(text: string): string {
  const lines = text.split('\n')
  const isTable = lines.every((line) => /^\s*[|+].*[|+]\s*$/.test(line))
  const cells = lines.map((line) =>
    isTable
      ? (line
          .replace(/\|\s*$/, '')
          .split('|')
          .at(-1) ?? '')
      : line,
  )
  return cells.join(' ').replaceAll(/\s+/g, ' ').trim()
}

interface Layer {
  readonly text: string
  readonly path: string
}

/** The input and what remains of it after each wrapper is removed, outermost first. */
function unwrapped(text: string): readonly Layer[] {
  const layers: Layer[] = [{ text, path: '' }]
  for (let at = 0; at < MOST_WRAPPERS; at += 1) {
    const layer = layers[at]
    const inner = layer === undefined ? undefined : inside(layer)
    if (inner === undefined) break
    layers.push(inner)
  }
  return layers
}

function inside({ text, path }: Layer): Layer | undefined {
  for (const { id, expression } of facts().wrappers) {
    const parts = partsOf(expression, text)?.parts
    if (parts === undefined) continue
    if (id === 'unknown-type-juno')
      return { text: `The Resource Type (${parts.type ?? ''}) could not be found.`, path }
    const { rest, ...named } = parts
    if (rest !== undefined && rest !== '' && rest !== text)
      return { text: rest.replace(/^[\s:]+/, '').trim(), path: below(path, whereOf(named)) }
  }
  return undefined
}

/** Where a wrapper says that it was, as a path. */
function whereOf({ section, name, path = '', property = '' }: Readonly<Record<string, string>>): string {
  const inner = path.replaceAll(/<[^<>]*>/g, '').replaceAll(/^\.+|[.:]+$/g, '')
  const outer = section === undefined ? [] : [section, name ?? '']
  return [...outer, inner, property].filter((one) => one !== '').join('.')
}

function below(outer: string, inner: string): string {
  return outer === '' || inner === '' ? outer + inner : `${outer}.${inner}`
}

interface Match {
  readonly message: HeatMessage
  readonly parts: Readonly<Record<string, string>>
  readonly length: number
  /** The distance of its start from the end of the input. */
  readonly fromEnd: number
}

function matches(text: string): readonly Match[] {
  return facts().messages.flatMap(({ message, expression }) => {
    const found = partsOf(expression, text)
    return found === undefined ? [] : [{ message, ...found }]
  })
}

/** What the named groups of a pattern match; undefined where it does not. */
function partsOf(
  { pattern, names }: Expression,
  text: string,
):
  | { readonly parts: Readonly<Record<string, string>>; readonly length: number; readonly fromEnd: number }
  | undefined {
  const matcher = pattern.matcher(text)
  if (!matcher.find()) return undefined
  const parts = names.flatMap((name) => {
    const part = matcher.group(name)
    return part === null || part === undefined ? [] : [[name, part] as const]
  })
  return {
    parts: Object.fromEntries(parts),
    length: matcher.end() - matcher.start(),
    fromEnd: text.length - matcher.start(),
  }
}

/** Matched without backtracking: `explain` accepts arbitrary input. */
interface Expression {
  readonly pattern: RE2JS
  readonly names: readonly string[]
}

function expressionOf(source: string): Expression {
  const names = [...source.matchAll(/\(\?<(\w+)>/g)].map(([, name = '']) => name)
  return { pattern: RE2JS.compile(source, RE2JS.MULTILINE), names }
}

/** Where a parser of YAML was stands in a line of its own, which is not always pasted. */
function withOptionalEnd(pattern: string): string {
  const end = '[\\s\\S]*?line (?<line>\\d+), column (?<column>\\d+)'
  return pattern.endsWith(end) ? `${pattern.slice(0, -end.length)}(?:${end})?` : pattern
}

interface MessageFacts {
  readonly wrappers: readonly { readonly id: string; readonly expression: Expression }[]
  readonly messages: readonly { readonly message: HeatMessage; readonly expression: Expression }[]
}

let read: MessageFacts | undefined

function facts(): MessageFacts {
  if (read !== undefined) return read
  const text = readFileSync(join(import.meta.dirname, 'heat-messages.jsonl'), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const { wrappers } = JSON.parse(head) as { readonly wrappers: readonly Wrapper[] }
  read = {
    wrappers: wrappers.map(({ id, pattern }) => ({ id, expression: expressionOf(pattern) })),
    messages: lines
      .map((line) => JSON.parse(line) as HeatMessage)
      .map((message) => ({ message, expression: expressionOf(withOptionalEnd(message.pattern)) })),
  }
  return read
}

/** All messages, for the tests. */
export function heatMessageIds(): readonly string[] {
  return facts().messages.map(({ message }) => message.id)
}
