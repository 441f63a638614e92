/** What every check may ask and report. */

import type { Entry, Mapping, Node } from '../document/node.ts'
import { nameOf, resolved, scalarOf } from '../document/read.ts'
import type { WordKind } from '../heat/dialects.ts'
import type { PropertySchema } from '../heat/facts/resource-types.ts'
import { isMerge } from '../heat/merge-keys.ts'
import type { Declarations } from '../heat/sections.ts'
import type { Presence } from '../workspace/source-file.ts'
import type { CheckCode } from './codes.ts'
import type { ErrorElsewhere, LocatedTemplate, Related } from './locations.ts'
import { quote, type Remedy, removal } from './remedy.ts'
import type { RuleTopic, Vocabulary } from './vocabulary.ts'

/** What every check may look at. */
export interface CheckScope {
  readonly root: Mapping
  readonly declared: Declarations
  readonly words: Vocabulary
  readonly report: ReportProblem
  readonly beside: Beside
  /** Calls where a condition is asked for: what may stand there is said once, by what looks at conditions. */
  readonly tests: Set<Node>
  /** The source text that a node was read from; undefined for what was made. */
  readonly source: (node: Node) => string | undefined
  /** Whether no condition decides if there is the resource that is looked at. */
  readonly isAlways?: boolean
}

/** What lies beside a template; each is undefined where that is not known. */
export interface Beside {
  /** The template that `type:` names, where it can be read. */
  readonly nested: (type: string) => NestedTemplate | undefined
  /** What is wrong in the template that a type is made from, or in those that it is made from: the first error. */
  readonly nestedError: (type: string, resource?: string) => ErrorElsewhere | undefined
  /** How many stacks lie within one another below a resource of a type: 0 where it is no template. */
  readonly levels: (type: string, resource?: string) => number
  /** Whether there is a file that the template names. */
  readonly hasFile: (name: string) => Presence
  /** What environments make of a type. */
  readonly registered: (type: string, resource?: string) => Registered | undefined
  /** The names that environments give types and templates. */
  readonly registryNames: () => ReadonlyMap<string, unknown>
  /** Whether an environment gives nested templates a value for a parameter. */
  readonly hasDefault: (parameter: string) => boolean
  /** Whether all environments are known, so that nothing else gives a nested template a value. */
  readonly isComplete: boolean
  /** The parameters that get a value, with that value, where all environments are known; undefined otherwise. */
  readonly given?: ReadonlyMap<string, Node> | undefined
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
  /** The parameters that it takes for servers to deploy software on. */
  readonly deploysOn?: ReadonlySet<string>
  readonly parameters: readonly (LocatedTemplate['parameters'][number] & {
    readonly hasDefault: boolean
    /** What a property of that name takes; undefined where the type is none of Heat's. */
    readonly schema?: PropertySchema
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
    report('version-too-old', at, `the ${named} needs heat_template_version ${status.since}`, rule)
    return
  }
  const names = words.near(asked.kind, word)
  const near = names.map((one) => `"${one}"`)
  const elsewhere = words.elsewhere?.(asked.kind, word)
  const other = elsewhere === undefined ? '' : `; "${elsewhere}" has it`
  const hint = near.length === 0 ? other : `; did you mean ${near.join(' or ')}?`
  const meant = names.length > 0 ? names : (asked.instead ?? [])
  const remedy = meant.length === 0 ? removal(at) : { of: word, names: meant }
  report(asked.unknown, at, `${words.name} knows no ${named}${hint}`, rule, remedy)
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
  scope: CheckScope,
): SectionEntry[] {
  return (section?.entries ?? []).flatMap((one) => {
    const name = nameOf(one)
    const map = resolved(one.value)
    if (isMerge(one)) return []
    if (name === undefined) {
      const message = `the name ${shownKey(one)} of ${what === 'output' ? 'an' : 'a'} ${what} is not a string; quote it`
      scope.report('bad-value', one, message, scope.words.rule(topic), quote(one.key))
      return []
    }
    if (map.kind === 'map') return [{ name, map, entry: one }]
    scope.report('not-a-mapping', one, `the ${what} "${name}" is not a mapping`, scope.words.rule(topic))
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
export interface CheckProblem {
  readonly code: CheckCode
  readonly at: Node | Entry
  readonly message: string
  /** Where the rule stands: a section of the HOT specification, or a file of Heat. */
  readonly rule: string
  readonly remedy?: Remedy | undefined
  /** Other locations that it is about. */
  readonly related?: readonly Related[] | undefined
  /** What is missing, or which of several, where one location has several problems of a code. */
  readonly item?: string | undefined
}

/** Takes problems as they are found. */
export type ReportProblem = (
  code: CheckCode,
  at: Node | Entry,
  message: string,
  rule: string,
  remedy?: Remedy,
  related?: readonly Related[],
  item?: string,
) => void
