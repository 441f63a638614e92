/** What only a person can decide about a package, as questions with proposals. */

import { fileName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { groupedBy, push } from '../../text/document/multimap.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import { ownValue } from '../../text/document/records.ts'
import type { Became } from './became.ts'
import { type Asked, askedBy, type NameState, namingOf } from './named-subject.ts'
import {
  bases,
  byPattern,
  hasBaseModule,
  type ProposedNames,
  proposedName,
  scopeOf,
} from './proposed-names.ts'
import type { RequirementId } from './requirement.ts'
import type { Violation } from './rule.ts'
import type { Step } from './step.ts'
import { Trials, type TriedWay } from './trials.ts'
import { sourceParameters } from './vnf/parameter-reads.ts'
import { type SlotName, slotsOf } from './vnf/slots.ts'
import type { Resource } from './vnf/template.ts'
import { type Vnf, vnfOf } from './vnf/vnf.ts'

/** What can be answered. */
type Proposal =
  /** `file`: the path of another file than that of the question. */
  | { readonly do: 'rename'; readonly to: string; readonly file?: string; readonly changes: string }
  | { readonly do: 'steps'; readonly steps: readonly Step[]; readonly changes: string }
  | { readonly do: 'waive'; readonly waives: Waived; readonly changes: string }

/** The files in which requirements are not asked for, by requirement. */
type Waived = Readonly<Partial<Record<RequirementId, readonly string[]>>>

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
  /** Whether it comes up only once the questions before it are answered by their first proposals. */
  readonly isNext?: true
}

/** What proposals have made so far. */
interface Made extends ProposedNames {
  readonly trials: Trials
  readonly names: NameState
}

/** A package once answers are followed and everything else is repaired, and what is left of it then. */
export interface Answered {
  readonly pkg: Workspace
  readonly left: readonly Became[]
}

/** So often is asked what answers bring up. */
const mostRounds = 3

/**
 * The questions about a package, and those that come up once the first proposals are followed, so that a package which is
 * answered once has nothing left to decide. Questions that would only lead to others are not asked.
 * @param answered what following some answers and making all repairs gives
 */
export function questionsInRounds(
  pkg: Workspace,
  all: readonly Became[],
  answered: (answers: readonly (readonly Step[])[]) => Answered,
): readonly Question[] {
  let asked = questionsOf(pkg, all)
  if (asked.length === 0) return asked
  let then = answered(asked.map(firstSteps))
  for (let round = 1; round < mostRounds; round += 1) {
    const known = new Set(asked.map(keyOf))
    const more = questionsOf(then.pkg, unwaived(then.left, asked), 'current')
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ ...one, isNext: true as const }))
    if (more.length === 0) break
    const next = answered([...asked, ...more].map(firstSteps))
    if (next.left.length >= then.left.length) break
    asked = [...asked, ...more]
    then = next
  }
  return asked
}

/** Without what the first proposals waive. */
function unwaived(left: readonly Became[], asked: readonly Question[]): readonly Became[] {
  const waivers = asked.flatMap(({ proposals: [first] }) => (first?.do === 'waive' ? [first.waives] : []))
  return left.filter(
    ({ violation: { requirement, path } }) =>
      !waivers.some((waives) => waives[requirement]?.includes(path) === true),
  )
}

function keyOf({ asked, proposals: [first] }: Question): string {
  return JSON.stringify([asked, first])
}

/** What the first proposal of a question does. */
function firstSteps({ asked: { kind, path, name }, proposals: [first] }: Question): readonly Step[] {
  if (first?.do === 'steps') return first.steps
  if (first?.do !== 'rename' || kind === 'rest') return []
  return [{ file: first.file ?? path, rename: kind, name, to: first.to }]
}

/** The questions about what is left of a package: one for each thing to decide, in the order of the source. */
export function questionsOf(
  pkg: Workspace,
  all: readonly Became[],
  names: NameState = 'read',
): readonly Question[] {
  const vnf = vnfOf(pkg)
  const made: Made = { taken: new Set(), servers: new Map(), trials: new Trials(pkg), names }
  const groups = new Map<string, Became[]>()
  for (const one of toDecide(all)) {
    const { kind, path, name } = askedBy(vnf, one.violation, names)
    push(groups, kind === 'rest' ? one.violation.id : `${kind} ${path} ${name}`, one)
  }
  const questions = [...groups.values()].flatMap((group) => questionsAbout(vnf, group, made))
  const open = questions
    .filter((one, index) => !questions.some((other, at) => settles(other, one, at < index)))
    .map(({ question }) => question)
  const known = new Set(open.map(keyOf))
  const ofServers = [...made.servers].flatMap(([server, name]) => serverQuestions(vnf, server, name, made))
  return [...ofServers.filter((one) => !known.has(keyOf(one))), ...open]
}

/**
 * What takes a person: also a name beside others that a person chooses, where a repair only makes it be of no account, for
 * the names have to agree.
 */
function toDecide(all: readonly Became[]): readonly Became[] {
  const open = all.filter(({ isRepaired }) => !isRepaired)
  const isNaming = ({ violation }: Became) =>
    violation.remedy.kind === 'by-hand' && namingOf(violation) !== undefined
  const isByHand = ({ repair }: Became) => repair === 'by-hand'
  const named = new Set(
    open.filter((one) => isByHand(one) && isNaming(one)).map(({ violation }) => violation.path),
  )
  return open.filter(
    (one) =>
      isByHand(one) || (one.loses === 'other repair' && isNaming(one) && named.has(one.violation.path)),
  )
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
  // What other answers clear the way for is asked once they are given.
  const isCause =
    other.isHeldUp &&
    (one.ends.size > 0 || (!one.isHeldUp && hasWay(one.question))) &&
    one.question.asked.path === other.question.asked.path
  return one !== other && (isCause || (endsAll(one, other) && (isFirst || !endsAll(other, one))))
}

/** Whether anything but a waiver is proposed. */
function hasWay({ proposals }: Question): boolean {
  return proposals.some((one) => one.do !== 'waive')
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
  const first =
    group.find(({ violation }) => namingOf(violation) !== undefined) ??
    group.find(({ violation }) => violation.remedy.kind === 'by-hand') ??
    group[0]
  if (first === undefined) return []
  const rest = group.filter((one) => one !== first)
  const waysFor = (some: readonly Became[]) => made.trials.waysFor(some.map(({ violation }) => violation.id))
  const naming = namesFor(vnf, first.violation, made)
  if (naming.proposals.length > 0) {
    const hasWays = ({ violation: { remedy } }: Became) =>
      remedy.kind === 'by-hand' && remedy.ways !== undefined
    // Nobody removes what has a name to be chosen.
    const ways = hasWays(first) ? waysFor([first]) : []
    // A value is given to the name that was read, before that gets another one.
    const others = rest.filter(hasWays)
    const named = group.filter((one) => !others.includes(one))
    return [
      ...questionsAbout(vnf, others, made),
      opened(questionOf(vnf, first, named, naming, made), named, ways),
    ]
  }
  const ways = waysFor([first, ...rest])
  const [way] = ways
  const open = rest.filter(({ violation }) => way !== undefined && !way.ends.has(violation.id))
  const asked = group.filter((one) => !open.includes(one))
  return [
    opened(questionOf(vnf, first, asked, naming, made), asked, ways),
    ...questionsAbout(vnf, open, made),
  ]
}

/** A question with what was tried for it, before the waiver; what only leads to other questions is behind it. */
function withWays(question: Question, ways: readonly TriedWay[]): Question {
  const { proposals } = question
  const asSteps = (some: readonly TriedWay[]) =>
    some.map(({ steps, changes }): Proposal => ({ do: 'steps', steps, changes }))
  const isNamed = proposals.some((one) => one.do === 'rename')
  return {
    ...question,
    proposals: [
      ...proposals.filter((one) => one.do === 'rename'),
      ...asSteps(ways.filter(({ isOpen }) => !isOpen)),
      ...proposals.filter((one) => one.do === 'waive'),
      ...asSteps(ways.filter(({ isOpen }) => isOpen)),
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
  const asked = askedBy(vnf, violation, made.names)
  const changes = followedBy[asked.kind]
  if (violation.requirement === 'R-37028' && asked.kind === 'file' && !hasBaseModule(vnf))
    return { proposals: bases(vnf).map((base) => ({ do: 'rename', ...base, changes })), isClear: false }
  const guess = asked.kind === 'rest' ? undefined : proposedName(vnf, violation, asked, made)
  if (guess === undefined) return { proposals: [], isClear: false }
  made.taken.add(scopeOf(asked, guess.to))
  const whole = guess.why === undefined ? changes : `${changes}; ${guess.why}`
  return { proposals: [{ do: 'rename', to: guess.to, changes: whole }], isClear: guess.isClear }
}

function questionOf(
  vnf: Vnf,
  { violation, help }: Became,
  group: readonly Became[],
  { proposals, isClear }: NameProposals,
  made: Made,
): Question {
  const asked = askedBy(vnf, violation, made.names)
  const requirements = [...new Set(group.map((one) => one.violation.requirement))]
  return {
    asked,
    requirements,
    question:
      [...new Set(group.map((one) => one.violation.message))].join('; ') + (help === '' ? '' : `. ${help}`),
    at: violation.at,
    proposals: [...proposals, waiverOf(group.map((one) => one.violation))],
    isClear,
  }
}

/** Leaves violations as they are; what a caller passes is waived in the caller. */
function waiverOf(violations: readonly Pick<Violation, 'requirement' | 'path'>[]): Proposal {
  const byRequirement = groupedBy(violations, ({ requirement }) => requirement)
  const waives = [...byRequirement].map(
    ([requirement, group]) => [requirement, [...new Set(group.map(({ path }) => path))]] as const,
  )
  const byFiles = groupedBy(waives, ([, paths]) => paths.map(fileName).join(' and '))
  const clauses = [...byFiles].map(([files, group]) => {
    const are = group.length === 1 ? 'is' : 'are'
    return `${group.map(([requirement]) => requirement).join(' and ')} ${are} waived for ${files}`
  })
  return {
    do: 'waive',
    waives: Object.fromEntries(waives),
    changes: `changes nothing; ${clauses.join(', ')}`,
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
    `the ID of server "${id}" contains no vm-type; its ports and parameters are named after it`,
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
    const question = `parameter "${read.name}" sets the ${slot.property} of "${id}" and must be named after its vm-type`
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
    proposals: [
      { do: 'rename', to, changes: followedBy[asked.kind] },
      waiverOf([{ requirement, path: asked.path }]),
    ],
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
