/** What there is to do about violations: one thing may end several, of several requirements and in several files. */

import { baseName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { defined } from '../../text/document/records.ts'
import type { Became } from './became.ts'
import type { Task } from './losses.ts'
import { type Asked, askedBy } from './named-subject.ts'
import { type Guess, hasBaseModule, type ProposedNames, proposedName, scopeOf } from './proposed-names.ts'
import type { Violation } from './rule.ts'
import { vnfOf } from './vnf/vnf.ts'

/** What is to be done about a violation, and why the name that is proposed has another form than the requirement. */
export interface OwnTask {
  readonly task?: Task
  readonly why?: string
}

/** The things to do about violations, with the new names that repairs give or that are proposed to who chooses them. */
export function tasksOf(
  before: Workspace,
  after: Workspace,
  all: readonly Became[],
): ReadonlyMap<Became, OwnTask> {
  const vnf = vnfOf(before)
  const now = vnfOf(after)
  const names: ProposedNames = { taken: new Set(), servers: new Map() }
  const proposals = new Map<string, Guess | undefined>()
  // Whatever else is wrong with something that needs another name, it gets one only.
  const proposedFor = (violation: Violation): Guess | undefined => {
    const current = askedBy(now, violation, 'current')
    const key = `${current.kind} ${current.path} ${current.name}`
    if (proposals.get(key) === undefined) {
      const guess = proposedName(now, violation, current, names)
      if (guess !== undefined) names.taken.add(scopeOf(current, guess.to))
      proposals.set(key, guess)
    }
    return proposals.get(key)
  }
  return new Map(
    all.map((one) => {
      const { violation, isRepaired, repair } = one
      // Any module may become the base module.
      if (violation.requirement === 'R-37028' && !hasBaseModule(vnf)) return [one, {}]
      const becomes = one.becomes ?? wantedName(violation)
      const asked = askedBy(vnf, violation, 'read')
      const isOpen = !isRepaired && repair === 'by-hand' && becomes === undefined && asked.kind !== 'rest'
      const guess = isOpen ? proposedFor(violation) : undefined
      const subject = subjectOf(asked, violation)
      const task = subject && { ...subject, ...defined({ becomes, proposed: guess?.to }) }
      return [one, defined({ task, why: guess?.why })]
    }),
  )
}

/** The name that the repair of a violation gives, as far as that is known before it is made. */
function wantedName({ path, subject, remedy }: Violation): string | undefined {
  if (remedy.kind !== 'repairs') return undefined
  if (subject.kind === 'parameter' || subject.kind === 'resource') return subject.wanted
  const renamed = subject.kind === 'file' ? subject.renamed?.get(path) : undefined
  return renamed === undefined ? undefined : baseName(renamed)
}

/** By its name where it has one; undefined for anything else. */
function subjectOf(asked: Asked, { path, subject }: Violation): Task | undefined {
  const { kind, name } = asked
  if (kind !== 'rest') return { kind, path: asked.path, name }
  switch (subject.kind) {
    case 'environment-entry':
      return { kind: 'value', path, name: subject.name }
    case 'property':
      return { kind: 'property', path, name: `${subject.resource}.${subject.name.split('.', 1)[0]}` }
    default:
      return undefined
  }
}
