/** What every check may ask and report. */

import type { CodeFacts } from '../heat/code-facts.ts'
import type { WordKind } from '../heat/dialects.ts'
import type { PropertySchema } from '../heat/facts/resource-types.ts'
import { isMerge } from '../heat/merge-keys.ts'
import type { Declarations } from '../heat/sections.ts'
import { absence, type Presence } from '../stack/source-file.ts'
import type { ParameterValue, ValuePart } from '../stack/value-of.ts'
import { effectiveDefault } from '../stack/values.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { nameOf, resolved, scalarOf } from '../text/document/read.ts'
import type { CheckCode } from './codes.ts'
import type { Elsewhere, ErrorElsewhere, LocatedTemplate, Related } from './locations.ts'
import { quote, type Remedy, removal } from './remedy.ts'
import type { RuleTopic, Vocabulary } from './vocabulary.ts'

/** What every check may look at. */
export interface CheckScope<Code extends string = never> {
  readonly root: Mapping
  /** The whole template, where `root` has only some of its resources: where something stands is looked up here. */
  readonly whole: Mapping
  readonly declared: Declarations
  readonly words: Vocabulary
  readonly report: Report<CheckCode | Code>
  readonly beside: Beside
  /** Calls where a condition is asked for: what may stand there is said once, by what looks at conditions. */
  readonly tests: Set<Node>
  /** The source text that a node was read from; undefined for what was made. */
  readonly source: (node: Node) => string | undefined
}

/** What lies beside a template; each is undefined where that is not known. */
export interface Beside {
  /** The template that `type:` names, where it can be read. */
  readonly nested: (type: string) => NestedTemplate | undefined
  /** What is wrong in the template that a type is made from, or in those that it is made from: the first error. */
  readonly nestedError: (type: string, resource?: string) => ErrorElsewhere | undefined
  /** What Heat refuses in the template that a type is made from for what is passed to it. */
  readonly passedErrors?: (type: string, passed: PassedValues, resource?: string) => readonly PassedError[]
  /** How many stacks lie within one another below a resource of a type: 0 where it is no template. */
  readonly levels: (type: string, resource?: string) => number
  /** Whether there is a file that the template names. */
  readonly hasFile: (name: string) => Presence
  /** How the template would name the only file that is called so elsewhere in the run. */
  readonly elsewhere?: (name: string) => string | undefined
  /** The content of a file that the template names, where it can be read. */
  readonly content?: (name: string) => string | undefined
  /** Whether another template of the run is made from this one. */
  readonly isCalled?: () => boolean
  /** What environments make of a type. */
  readonly registered: (type: string, resource?: string) => Registered | undefined
  /** The names that environments give types and templates. */
  readonly registryNames: () => ReadonlyMap<string, unknown>
  /** Whether an environment gives nested templates a value for a parameter. */
  readonly hasDefault: (parameter: string) => boolean
  /** Whether all environments are known, so that nothing else gives a nested template a value. */
  readonly isComplete: boolean
  /** The values that parameters get; without it only their defaults are known. */
  readonly values?: KnownParameters | undefined
}

/** What is known of the values of a template's parameters. */
export interface KnownParameters {
  /** Whether nothing else gives a value: all environments are known, and no other template calls this one. */
  readonly isComplete: boolean
  readonly of: (parameter: string) => ParameterValue
  /** Where an environment gives a value. */
  readonly locate: (part: ValuePart) => readonly Elsewhere[]
}

/** What a parameter gets as far as the files show: its default, where nothing gives another value. */
export function knownParameter(name: string, { beside, declared }: KnownScope): ParameterValue {
  if (beside.values !== undefined) return beside.values.of(name)
  const node = effectiveDefault({ map: declared.parameters.get(name) })
  return node === undefined ? { from: 'input', node } : { from: 'default', node }
}

/** Its value alone; undefined where none is known. */
export function knownValue(name: string, scope: KnownScope): Node | undefined {
  return knownParameter(name, scope).node
}

/** The value that something other than the template gives a parameter. */
export function givenValue(name: string, { beside }: Pick<CheckScope, 'beside'>): Node | undefined {
  const found = beside.values?.of(name)
  return found?.from === 'default' ? undefined : found?.node
}

type KnownScope = Pick<CheckScope, 'beside' | 'declared'>

/** Whether nothing that is not known gives parameters their values. */
export function hasAllValues({ beside }: Pick<CheckScope, 'beside'>): boolean {
  return beside.values?.isComplete === true
}

/** What a resource passes to a nested template, by parameter: `open` for what is not known. */
export type PassedValues = ReadonlyMap<string, Node | 'open'>

/** Why what is passed is refused, as a sentence, and the parameters whose values are to blame. */
export interface PassedError {
  readonly code: CheckCode
  readonly why: string
  readonly parameters: readonly string[]
  readonly related: readonly Related[]
}

/** `nothing`: environments were looked at, and none registers it; `something`: what that is differs or cannot be read. */
export type Registered = 'nothing' | 'something' | { readonly class: string } | NestedTemplate

/** What lies beside, for one resource: a registry may have something of its own for its name. */
export function besideResource(beside: Beside, resource: string, type: string | undefined): Beside {
  const nameFor = (asked: string) => (asked === type ? resource : undefined)
  // Whatever is checked of a resource depends on what its type stands for.
  let own: { readonly registered: Registered | undefined } | undefined
  const ownRegistered = (asked: string) => {
    own ??= { registered: beside.registered(asked, resource) }
    return own.registered
  }
  return {
    ...beside,
    registered: (asked) => (asked === type ? ownRegistered(asked) : beside.registered(asked)),
    nestedError: (asked) => beside.nestedError(asked, nameFor(asked)),
    passedErrors: (asked, passed) => beside.passedErrors?.(asked, passed, nameFor(asked)) ?? [],
  }
}

/** The type whose class Heat makes the resource of, where an environment names another one for it. */
export function classBehind(type: string, beside: Beside): string {
  const registered = beside.registered(type)
  return typeof registered === 'object' && 'class' in registered ? registered.class : type
}

/** Where nothing is known of what lies beside. */
export const nothingBeside: Beside = {
  nested: () => undefined,
  nestedError: () => undefined,
  levels: () => 0,
  hasFile: () => undefined,
  registered: () => undefined,
  registryNames: () => new Map(),
  hasDefault: () => false,
  isComplete: false,
}

/** What a template that serves as a type takes as properties, and gives as attributes. */
export interface NestedTemplate extends LocatedTemplate {
  /** Whether only a name with an asterisk leads there, which Heat 19 passes over (`ResourceInfo.matches`). */
  readonly isPassedOver?: true
  readonly outputs: ReadonlyMap<string, Entry>
  readonly declared: Declarations
  /** The parameters that it takes for servers to deploy software on. */
  readonly deploysOn?: ReadonlySet<string>
  readonly parameters: readonly (LocatedTemplate['parameters'][number] & {
    readonly hasDefault: boolean
    /** What a property of that name takes. */
    readonly schema: PropertySchema
  })[]
}

/** What a string is called where only certain words are allowed. */
interface RestrictedWord {
  readonly kind: WordKind
  readonly topic: RuleTopic
  /** `key of the parameter "flavor"`, for a message. */
  readonly what: string
  /** What could be written for a word that is like none. */
  readonly instead?: readonly string[]
  readonly unknown: 'unknown-section' | 'unknown-key' | 'unread-key' | 'unknown-parameter-type' | 'bad-value'
}

/** Reports a word that the dialect does not know, or that only newer versions know. */
export function checkWord(
  word: string,
  at: Node | Entry,
  asked: RestrictedWord,
  { words, report }: CheckScope,
): void {
  const status = words.status(asked.kind, word)
  if (status === 'known') return
  const rule = words.rule(asked.topic)
  const [noun = '', ...whose] = asked.what.split(' of ')
  const named = [`${noun} "${word}"`, ...whose].join(' of ')
  if (status !== 'unknown') {
    report('version-too-old', at, `the ${named} requires heat_template_version ${status.since}`, {
      source: rule,
    })
    return
  }
  const names = words.near(asked.kind, word)
  const near = names.map((one) => `"${one}"`)
  const elsewhere = words.elsewhere?.(asked.kind, word)
  const other = elsewhere === undefined ? '' : `; "${elsewhere}" has it`
  const hint = near.length === 0 ? other : `; did you mean ${near.join(' or ')}?`
  const meant = names.length > 0 ? names : (asked.instead ?? [])
  const repair = meant.length === 0 ? removal(at) : { of: word, names: meant }
  report(asked.unknown, at, `unknown ${named} in ${words.name}${hint}`, { source: rule, repair })
}

/** Checks the keys of one part of a template; what merge keys bring is checked where it stands. */
export function checkKeys(map: Mapping, asked: RestrictedWord, scope: CheckScope): void {
  for (const one of map.entries) if (!isMerge(one)) checkWord(nameOf(one) ?? shownKey(one), one, asked, scope)
}

/** A key that is not a string, as it would be written. */
export function shownKey(one: Entry): string {
  const scalar = scalarOf(one.key)
  return scalar === undefined ? '?' : String(scalar.value)
}

/** The parts of a section that are mappings; others are reported. */
export function partsOf(
  section: Mapping | undefined,
  what: string,
  topic: RuleTopic,
  scope: Pick<CheckScope, 'words' | 'report'>,
): SectionEntry[] {
  return (section?.entries ?? []).flatMap((one) => {
    const name = nameOf(one)
    const map = resolved(one.value)
    if (isMerge(one)) return []
    if (name === undefined) {
      const message = `the name ${shownKey(one)} of ${what === 'output' ? 'an' : 'a'} ${what} is not a string; quote it`
      scope.report('bad-value', one, message, { source: scope.words.rule(topic), repair: quote(one.key) })
      return []
    }
    if (map.kind === 'map') return [{ name, map, entry: one }]
    scope.report('not-a-mapping', one, `the ${what} "${name}" is not a mapping`, {
      source: scope.words.rule(topic),
    })
    return []
  })
}

export interface SectionEntry {
  readonly name: string
  readonly map: Mapping
  readonly entry: Entry
}

export type { CheckCode } from './codes.ts'

/** What Heat would refuse, lose or take otherwise than it is written; severity and advice are with its code. */
export interface CheckProblem<Code extends string = CheckCode> {
  readonly code: Code
  readonly at: Node | Entry
  readonly message: string
  /** Where it is written: a section of the HOT specification, or a file of Heat. */
  readonly source: string
  readonly repair?: Remedy | undefined
  /** What to do about it, where the advice of the code is not precise enough. */
  readonly help?: string | undefined
  /** Other locations that it is about. */
  readonly related?: readonly Related[] | undefined
  /** What is missing, or which of several, where one location has several problems of a code. */
  readonly item?: string | undefined
  /** What is known of the code, where a rule of somebody's own has it. */
  readonly own?: CodeFacts
}

/** What is said of a problem beyond its code, location and message. */
type ProblemDetails = Partial<Pick<CheckProblem, 'source' | 'repair' | 'help' | 'related' | 'item'>>

/** Takes problems as they are found. */
export type Report<Code extends string = CheckCode> = (
  code: Code,
  at: Node | Entry,
  message: string,
  details?: ProblemDetails,
) => void

/** What to write where a parameter of a nested template has no value. */
export function passingHelp(name: string): string {
  return `Write ${name}: VALUE below properties, or set it in parameter_defaults of an environment (-e FILE).`
}

/** Reports the name of a file that is not there, and where one of that name is. */
export function reportAbsent(
  name: string,
  at: Node | Entry,
  { beside, report }: { readonly beside: Beside; readonly report: Report },
  source?: string,
): void {
  const absent = absence(name, beside.hasFile(name), 'template')
  if (absent === undefined) return
  const found = beside.elsewhere?.(name)
  // The file may be where it is named, and out of reach.
  const other = found === name ? undefined : found
  const hint = other === undefined ? '' : `; did you mean "${other}"?`
  const repair = other === undefined ? undefined : { of: name, names: [other] }
  report('missing-file', at, `${absent}${hint}`, { repair, ...(source === undefined ? {} : { source }) })
}

/** Reports the name of a resource that the template does not declare. @param source where Heat says so */
export function reportUnknownResource(at: Node, name: string, report: Report, source?: string): void {
  const message = `there is no resource "${name}" in this template`
  report('unknown-reference', at, message, { item: name, ...(source === undefined ? {} : { source }) })
}
