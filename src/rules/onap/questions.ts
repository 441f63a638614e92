/** What only a person can decide about a package, as questions with proposals. */

import { parameterRead } from '../../heat/reads.ts'
import { baseName, directoryOf, fileName } from '../../stack/source-file.ts'
import { passedValue } from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { push } from '../../text/document/multimap.ts'
import { type Entry, type Node, parsedEntry } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'
import { ownValue } from '../../text/document/records.ts'
import type { Became } from './became.ts'
import { makeName, type NameParts } from './naming/pattern.ts'
import type { RequirementId } from './requirement.ts'
import type { Naming, Violation } from './rule.ts'
import type { Nameable, Step } from './step.ts'
import { Trials, type TriedWay } from './trials.ts'
import { namesOf } from './vnf/names.ts'
import { sourceParameters } from './vnf/parameter-reads.ts'
import { isTaken as isNamed } from './vnf/proposed-ids.ts'
import { type SlotName, slotsOf } from './vnf/slots.ts'
import type { Resource, VnfTemplate } from './vnf/template.ts'
import { type Vnf, vnfOf } from './vnf/vnf.ts'

/** What an answer names: something in a file, or the file itself. */
interface Asked {
  /** `rest` has no name that an answer could change. */
  readonly kind: Nameable | 'rest'
  /** Of the file, as the report has it. */
  readonly path: string
  /** Of the parameter or resource; the base name of a file. */
  readonly name: string
}

/** What can be answered. */
export type Proposal =
  /** `file`: the path of another file than that of the question. */
  | { readonly do: 'rename'; readonly to: string; readonly file?: string; readonly changes: string }
  | { readonly do: 'steps'; readonly steps: readonly Step[]; readonly changes: string }
  | { readonly do: 'waive'; readonly changes: string }

export interface Question {
  readonly asked: Asked
  readonly requirements: readonly RequirementId[]
  /** What is wrong, and what to decide. */
  readonly question: string
  readonly at: Node | Entry | undefined
  /** At least one. */
  readonly proposals: readonly Proposal[]
  /** Whether the first proposal is what the names beside it say. */
  readonly isClear: boolean
}

/** What proposals have made so far. */
interface Made {
  /** New names, behind the path of their file. */
  readonly taken: Set<string>
  /** Servers whose IDs say no vm-type, with the IDs that say what the names beside them will. */
  readonly servers: Map<Resource, string>
  readonly trials: Trials
}

/** The questions about what is left of a package: one for each thing to decide, in the order of the source. */
export function questionsOf(pkg: Workspace, all: readonly Became[]): readonly Question[] {
  const vnf = vnfOf(pkg)
  const groups = new Map<string, Became[]>()
  for (const one of all)
    if (!one.isRepaired && one.repair === 'by-hand') {
      const { kind, path, name } = askedBy(vnf, one.violation)
      push(groups, kind === 'rest' ? one.violation.id : `${kind} ${path} ${name}`, one)
    }
  const made: Made = { taken: new Set(), servers: new Map(), trials: new Trials(pkg) }
  const questions = [...groups.values()].flatMap((group) => questionsAbout(vnf, group, made))
  return [
    ...[...made.servers].flatMap(([server, name]) => serverQuestions(vnf, server, name, made)),
    ...questions
      .filter((one, index) => !questions.some((other, at) => settles(other, one, at < index)))
      .map(({ question }) => question),
  ]
}

/** A question, with the violations that it is about, and those that end with the answer that is filled in. */
interface OpenQuestion {
  readonly question: Question
  readonly about: readonly string[]
  readonly ends: ReadonlySet<string>
  /** Whether repairs were tried, and something was in their way that may end with another answer. */
  readonly isHeldUp: boolean
}

/** Whether the answer that one question has already ends what another is about; of two that end one another the first one is asked. */
function settles(one: OpenQuestion, other: OpenQuestion, isFirst: boolean): boolean {
  const endsAll = ({ ends }: OpenQuestion, { about }: OpenQuestion) =>
    ends.size > 0 && about.every((id) => ends.has(id))
  const isCause = other.isHeldUp && one.ends.size > 0 && one.question.asked.path === other.question.asked.path
  return one !== other && (isCause || (endsAll(one, other) && (isFirst || !endsAll(other, one))))
}

function opened(question: Question, group: readonly Became[], ways: readonly TriedWay[]): OpenQuestion {
  const whole = withWays(question, ways)
  const [first] = whole.proposals
  const isTried = whole.isClear && first?.do === 'steps'
  return {
    question: whole,
    about: group.map(({ violation }) => violation.id),
    ends: (isTried ? ways[0]?.ends : undefined) ?? new Set(),
    isHeldUp: group.every(({ violation }) => violation.remedy.kind === 'repairs'),
  }
}

/** One question, and others about what its first proposal does not end. */
function questionsAbout(vnf: Vnf, group: readonly Became[], made: Made): readonly OpenQuestion[] {
  const first = group.find(({ violation }) => namingOf(violation) !== undefined) ?? group[0]
  if (first === undefined) return []
  const rest = group.filter((one) => one !== first)
  const ways = made.trials.waysFor([first, ...rest].map(({ violation }) => violation.id))
  const [way] = ways
  const isOpen = ({ violation }: Became) => way !== undefined && !way.ends.has(violation.id)
  const naming = namesFor(vnf, first.violation, made)
  if (naming.proposals.length > 0) {
    // A value is given to the name that was read, before that gets another one.
    const hasWays = ({ violation: { remedy } }: Became) =>
      remedy.kind === 'by-hand' && remedy.ways !== undefined
    const others = rest.filter(hasWays)
    const named = group.filter((one) => !others.includes(one))
    return [...questionsAbout(vnf, others, made), opened(questionOf(vnf, first, named, naming), named, ways)]
  }
  const open = rest.filter(isOpen)
  const asked = group.filter((one) => !open.includes(one))
  return [opened(questionOf(vnf, first, asked, naming), asked, ways), ...questionsAbout(vnf, open, made)]
}

/** A question with what was tried for it, before the waiver. */
function withWays(question: Question, ways: readonly TriedWay[]): Question {
  const { proposals } = question
  const steps = ways.map(({ steps, changes }): Proposal => ({ do: 'steps', steps, changes }))
  const isNamed = proposals.some((one) => one.do === 'rename')
  return {
    ...question,
    proposals: [
      ...proposals.filter((one) => one.do === 'rename'),
      ...steps,
      ...proposals.filter((one) => one.do === 'waive'),
    ],
    isClear: question.isClear || (!isNamed && ways[0]?.isClear === true),
  }
}

/** New names that are proposed, and whether the first one is the right one. */
interface NameProposals {
  readonly proposals: readonly Proposal[]
  readonly isClear: boolean
}

function namesFor(vnf: Vnf, violation: Violation, made: Made): NameProposals {
  const asked = askedBy(vnf, violation)
  const changes = followedBy[asked.kind]
  if (violation.requirement === 'R-37028' && asked.kind === 'file' && !hasBaseModule(vnf))
    return { proposals: bases(vnf).map((base) => ({ do: 'rename', ...base, changes })), isClear: false }
  const guess = asked.kind === 'rest' ? undefined : proposedName(vnf, violation, asked, made)
  if (guess === undefined) return { proposals: [], isClear: false }
  made.taken.add(scopeOf(asked, guess.to))
  return { proposals: [{ do: 'rename', to: guess.to, changes }], isClear: guess.isClear }
}

function questionOf(
  vnf: Vnf,
  { violation, help }: Became,
  group: readonly Became[],
  { proposals, isClear }: NameProposals,
): Question {
  const asked = askedBy(vnf, violation)
  const requirements = [...new Set(group.map((one) => one.violation.requirement))]
  return {
    asked,
    requirements,
    question:
      [...new Set(group.map((one) => one.violation.message))].join('; ') + (help === '' ? '' : `. ${help}`),
    at: violation.at,
    proposals: [...proposals, waiverOf(asked, requirements)],
    isClear,
  }
}

function waiverOf({ path }: Asked, requirements: readonly RequirementId[]): Proposal {
  const are = requirements.length === 1 ? 'is' : 'are'
  return {
    do: 'waive',
    changes: `leaves it as it is; ${requirements.join(' and ')} ${are} waived for ${fileName(path)}`,
  }
}

/** The names of a server that follow from its vm-type, and the requirements about them. */
const serverNames = {
  'server-image': ['{vm-type}_image_name', 'R-58670'],
  'server-flavor': ['{vm-type}_flavor_name', 'R-45188'],
  'server-name': ['{vm-type}_name_{index}', 'R-54171'],
} as const satisfies Partial<Record<SlotName, readonly [string, RequirementId]>>

/** What is named after the vm-type of a server has it from the ID of that, and so have its own parameters. */
function serverQuestions(vnf: Vnf, server: Resource, to: string, made: Made): readonly Question[] {
  const { id, template, entry } = server
  const { path } = template
  const own = questionFor(
    { kind: 'resource', path, name: id },
    'R-29751',
    `the ID of the server "${id}" says no vm-type, after which its ports and their parameters are to be named`,
    entry,
    to,
  )
  const parameters = slotsOf(server).flatMap((slot): readonly Question[] => {
    const [pattern, requirement] = ownValue(serverNames, slot.name) ?? []
    const [read] = sourceParameters(slot.value) ?? []
    if (pattern === undefined || requirement === undefined || read === undefined) return []
    const asked = { kind: 'parameter', path, name: read.name } as const
    const guess = byPattern(vnf, template, { patterns: [pattern], resource: id }, asked, made)
    if (guess === undefined || guess.to === read.name) return []
    const question = `the parameter "${read.name}" sets the ${slot.property} of "${id}", and is to be named after its vm-type`
    return [questionFor(asked, requirement, question, template.parameters.get(read.name)?.entry, guess.to)]
  })
  return [own, ...parameters]
}

/** A question whose first proposal is the right one, as far as the names beside it say. */
function questionFor(
  asked: Asked,
  requirement: RequirementId,
  question: string,
  at: Entry | undefined,
  to: string,
): Question {
  return {
    asked,
    requirements: [requirement],
    question,
    at,
    proposals: [{ do: 'rename', to, changes: followedBy[asked.kind] }, waiverOf(asked, [requirement])],
    isClear: true,
  }
}

const followedBy: Readonly<Record<Asked['kind'], string>> = {
  parameter:
    'renames it in the file, its callers, nested files and environments that mean the same parameter',
  resource: 'renames it wherever the template names it; existing stacks would replace the resource',
  file: 'renames the file, with its environment, its volume module, what refers to it, and in the manifest',
  rest: '',
}

/** What is renamed by an answer, under the name that was read. */
function askedBy({ whole }: Vnf, { path, subject, at, requirement }: Violation): Asked {
  const template = whole.template(path)
  // What its callers pass is decided by the name of the parameter that takes it.
  if (subject.kind === 'call')
    return { kind: 'parameter', path: subject.call.callee, name: subject.parameter }
  const read = (name: string) => {
    const entry = at !== undefined && 'key' in at ? parsedEntry(at) : undefined
    return (entry && nameOf(entry)) ?? name
  }
  if (subject.kind === 'parameter' && template?.parameters.has(subject.name) === true)
    return { kind: 'parameter', path, name: read(subject.name) }
  if (subject.kind === 'resource' && template !== undefined)
    return { kind: 'resource', path, name: read(subject.id) }
  if (fileNameRules.has(requirement) && template !== undefined)
    return { kind: 'file', path, name: baseName(path) }
  return { kind: 'rest', path, name: '' }
}

/** The requirements about the names of templates. */
const fileNameRules: ReadonlySet<string> = new Set([
  'R-37028',
  'R-70276',
  'R-76057',
  'R-81339',
  'R-82732',
  'R-87247',
])

function namingOf({ subject }: Violation): Naming | undefined {
  return subject.kind === 'parameter' || subject.kind === 'resource' ? subject.naming : undefined
}

interface Guess {
  readonly to: string
  readonly isClear: boolean
}

function proposedName(vnf: Vnf, violation: Violation, asked: Asked, made: Made): Guess | undefined {
  const template = vnf.whole.template(asked.path)
  if (template === undefined) return undefined
  if (asked.kind === 'file') return proposedFile(vnf, template, violation.requirement)
  const naming = namingOf(violation)
  if (naming !== undefined) return byPattern(vnf, template, naming, asked, made)
  return plainName(vnf, template, violation.requirement, asked, made)
}

/** A name where it must be alone: a resource in the whole VNF (R-16447), a parameter in its file. */
function scopeOf({ kind, path }: Asked, name: string): string {
  return `${kind === 'resource' ? '' : path} ${name}`
}

/** A name of letters, digits and underscores that nothing has; an ID that two templates have begins with that of the file. */
function plainName(
  vnf: Vnf,
  template: VnfTemplate,
  requirement: RequirementId,
  asked: Asked,
  made: Made,
): Guess | undefined {
  const { name } = asked
  const plain = (text: string) => text.replace(/\W+/g, '_')
  const isTaken = (one: string) => isNamed(vnf, one) || made.taken.has(scopeOf(asked, one))
  const stem = requirement === 'R-16447' ? `${plain(baseName(template.path))}_${plain(name)}` : plain(name)
  if (stem === name) return undefined
  const free = [stem, ...Array.from({ length: mostTried }, (_, index) => `${stem}_${index}`)]
  const to = free.find((one) => !isTaken(one))
  return to === undefined ? undefined : { to, isClear: false }
}

/** A name after a pattern, with what the ID of the resource and of its server say. */
function byPattern(
  vnf: Vnf,
  template: VnfTemplate,
  { patterns, resource }: Naming,
  asked: Asked,
  made: Made,
): Guess | undefined {
  const { path, name } = asked
  const { servers, serverWithPort } = namesOf(vnf)
  const server =
    serverWithPort(template, resource) ??
    servers.find((one) => one.resource.template === template && one.resource.id === resource)
  const own = wordsOf(resource)
  const serverWords = server === undefined ? own.slice(0, 1) : wordsOf(server.resource.id)
  const word = serverWords.join('_') || own[0] || ''
  // A single letter is part of many a network-role, which it must not be (R-48067).
  const vmType = word.length < 2 ? `${word}vm` : word
  const others = own.filter((word) => !serverWords.includes(word))
  const role = (
    others.length > 0 ? others : wordsOf(name).filter((word) => !serverWords.includes(word))
  ).join('_')
  const parts: NameParts = {
    vmType,
    role: role === '' ? 'link' : role,
    vmIndex: numberIn(server?.resource.id) ?? 0,
    interfaceIndex: 0,
  }
  const isTaken = (one: string) =>
    one !== name &&
    (made.taken.has(scopeOf(asked, one)) ||
      (asked.kind === 'resource'
        ? isNamed(vnf, one)
        : template.parameters.has(one) || template.entryOfResource(one) !== undefined))
  const isItem = vnf.pkg
    .callsOf(path)
    .some((call) => (parameterRead(passedValue(call, name))?.path.length ?? 0) > 0)
  // What a caller looks up in a list is looked up in the nested file then, and the list gets the name.
  const ofNetwork = makesNetworks(vnf)
    ? patterns[0]
    : patterns[0]?.replace('int_{network-role}', '{network-role}')
  const pattern = (ofNetwork ?? '').replace(isItem ? '_{index}' : /$^/, 's')
  for (let index = 0; index < mostTried; index += 1) {
    const to = makeName(pattern, { ...parts, index })
    if (to === undefined) return undefined
    if (!isTaken(to) && server !== undefined && server.id === undefined)
      made.servers.set(server.resource, `${vmType}_server_${parts.vmIndex}`)
    if (!isTaken(to)) return { to, isClear: role !== '' && server !== undefined }
    if (!pattern.includes('{index}')) return undefined
  }
  return undefined
}

/** A VNF that makes no network has none of its own, whatever the names say (R-35666). */
function makesNetworks({ whole }: Vnf): boolean {
  return whole.templates.some(({ resources }) =>
    resources.some(({ type }) => type === 'OS::Neutron::Net' || type === 'OS::ContrailV2::VirtualNetwork'),
  )
}

/** More members of one kind a template has not got. */
const mostTried = 1000

/** Words that say what something is, not whose. */
const general =
  /^(?:port|server|net|network|vm|instance|address|addresses|ip|ips|v6|id|ids|name|names|subnet|volume|vmi|int|internal|fixed|\d+)$/i

function wordsOf(name: string): readonly string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && !general.test(word))
}

function numberIn(id = ''): number | undefined {
  const [, digits] = /(\d+)$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function proposedFile(vnf: Vnf, { path }: VnfTemplate, requirement: RequirementId): Guess | undefined {
  const words = baseName(path).replace(/\W+/g, '_')
  const plain = words.replace(/_*base_*/gi, '_').replace(/^_+|_+$/g, '') || 'module'
  const wanted =
    requirement === 'R-81339' ? `base_${plain}` : requirement === 'R-70276' ? `nested_${words}` : plain
  const isTaken = [...vnf.pkg.files.keys()].some(
    (one) => one !== path && directoryOf(one) === directoryOf(path) && baseName(one) === wanted,
  )
  return isTaken || wanted === baseName(path) ? undefined : { to: wanted, isClear: false }
}

function hasBaseModule({ whole }: Vnf): boolean {
  return whole.modules.some(({ role }) => role === 'base')
}

/** Every module that may be deployed first, with the name that it has then. */
function bases({ whole }: Vnf): readonly { readonly to: string; readonly file: string }[] {
  return whole.modules
    .filter(({ role }) => role !== 'volume')
    .map(({ path }) => ({ to: `base_${baseName(path).replace(/\W+/g, '_')}`, file: path }))
}
