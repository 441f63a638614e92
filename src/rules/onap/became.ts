/** What a run made of the violations of a package: repaired, or left and why. */

import { type SectionName, section } from '../../heat/sections.ts'
import { baseName, fileName, type SourceFile, unknownVersion } from '../../stack/source-file.ts'
import { declaredParameter } from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { type Entry, parsedEntry } from '../../text/document/node.ts'
import { entryOf, nameOf } from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'
import type { Loss, RepairClass, RepairCost, Supplier } from './losses.ts'
import { type InNewNames, inNewFileNames } from './new-file-names.ts'
import { isMadeFor, mayLose, movesDefaults, type RepairScope } from './repairing.ts'
import { costOf, type Ledger, type Proposal, type Violation } from './rule.ts'
import { violationsOf } from './violations.ts'

/** A violation and what became of it. */
export interface Became {
  readonly violation: Violation
  readonly isRepaired: boolean
  /** What it took; of one that is left, what it would take. */
  readonly repair: RepairClass
  /** What its repair gives up, where it is lossy. */
  readonly loses?: Loss
  /** Who supplies the value that its repair leaves to ONAP. */
  readonly suppliedBy?: Supplier
  /** The new name of what it is about, where a repair gives it one, or would. */
  readonly becomes?: string
  /** What was done to it, as a clause without subject; undefined when it is left, or ended with others. */
  readonly does?: string
  /** What became of it, or what is to be decided: a sentence. */
  readonly help: string
  /** The repair that was tried and could not be made, by its ID. */
  readonly by?: string
  /** Whether the package that was read did not have it. */
  readonly isNew?: true
}

/**
 * The rules are asked before and after, so that the report does not depend on what repairs say of themselves: what
 * was found before and no longer is has been repaired, what is found now is left. The ledger has the reasons.
 */
export function became(
  before: Workspace,
  after: Workspace,
  ledger: Ledger,
  scope: RepairScope,
): readonly Became[] {
  const { isAsked = () => true } = scope
  const asked = (state: Workspace) => violationsOf(state).filter(({ requirement }) => isAsked(requirement))
  const left = asked(after)
  const open = new Set(left.map(({ id }) => id))
  const declared = new EntriesIn(after)
  const found = asked(before)
  const known = new Set(found.map(({ id }) => id))
  const inNewNames = inNewFileNames(after.files.values(), after.naming.suffix)
  const repaired = found
    .filter(({ id }) => !open.has(id))
    .map((violation): Became => {
      const how = howRepaired(violation, before, ledger, declared)
      return { violation, isRepaired: true, ...paidFor(violation, ledger), ...how }
    })
  const all = [
    ...repaired,
    ...left.map((violation) => ({
      ...leftOne(violation, after, ledger, scope),
      ...(known.has(violation.id) ? {} : { isNew: true as const }),
    })),
  ]
  return all.map((one) => withNewNames(one, inNewNames))
}

/** Repairs are described before files get their names. */
function withNewNames(one: Became, inNewNames: InNewNames): Became {
  const { does, help } = one
  return {
    ...one,
    help: inNewNames(help),
    ...(does === undefined ? {} : { does: inNewNames(does) }),
  }
}

/** What was meant may not be what became of it: an unused parameter may be read now, another one be removed. */
function howRepaired(
  violation: Violation,
  before: Workspace,
  ledger: Ledger,
  after: EntriesIn,
): Pick<Became, 'does' | 'help' | 'becomes'> {
  const { requirement, path, subject } = violation
  const isRemoval = requirement === 'R-90279'
  if (subject.kind === 'parameter') {
    const root = before.files.get(path)?.root
    const declaration = root === undefined ? undefined : declaredParameter(root, subject.name)?.entry
    const isThere = after.of(path, 'parameters', declaration) !== undefined
    if (isRemoval && isThere) return { help: 'Repaired: it is used now.' }
    if (!isRemoval && !isThere) return { help: 'Repaired: the parameter was removed.' }
  }
  const fate = ledger.of(violation)
  const along = alongWith(violation, before, after)
  const becomes = along === undefined ? {} : defined({ becomes: along.becomes })
  const does =
    fate?.kind === 'repaired'
      ? fate.does
      : along === undefined
        ? undefined
        : `${along.does} together with other changes`
  if (does === undefined) return { help: 'Repaired by other changes.', ...becomes }
  return { does, help: `Repaired: ${does}.`, ...becomes }
}

/** What a repaired violation has cost. */
function paidFor(violation: Violation, ledger: Ledger): RepairCost | { readonly repair: 'by-hand' } {
  const { remedy } = violation
  const fate = ledger.of(violation)
  if (fate?.kind === 'repaired') return fate.cost
  if (remedy.kind === 'by-hand') return { repair: 'by-hand' }
  return costOf(remedy.kind === 'default' ? undefined : remedy.proposals[0])
}

/** What takes the option of a class to be made; undefined where nothing does. */
export function optionFor(repair: RepairClass): '--supplied' | '--lossy' | undefined {
  return repair === 'supplied' || repair === 'lossy' ? `--${repair}` : undefined
}

/** Where the entries of a later state of a package were read, so that each is known under another name. */
class EntriesIn {
  readonly pkg: Workspace
  readonly #known = new Map<SourceFile, Map<SectionName, ReadonlyMap<Entry, Entry>>>()

  constructor(pkg: Workspace) {
    this.pkg = pkg
  }

  /** The entry of a section that one of an earlier state has become; undefined where it was removed. */
  of(path: string, name: SectionName, one: Entry | undefined): Entry | undefined {
    const file = this.pkg.files.get(path)
    if (file === undefined || one === undefined) return undefined
    const sections = this.#known.get(file) ?? new Map<SectionName, ReadonlyMap<Entry, Entry>>()
    this.#known.set(file, sections)
    let found = sections.get(name)
    if (found === undefined) {
      const entries = section(file.root, name)?.entries ?? []
      found = new Map(entries.map((entry) => [parsedEntry(entry) ?? entry, entry]))
      sections.set(name, found)
    }
    return found.get(parsedEntry(one) ?? one)
  }
}

/** What repairs have made of what a violation is about: a clause without subject, and a new name. */
interface Along {
  readonly does: string
  readonly becomes?: string
}

/** What repairs have made of what a violation is about; undefined where it is as it was. */
function alongWith({ path, subject }: Violation, before: Workspace, after: EntriesIn): Along | undefined {
  const become = (part: SectionName, old: string, at = path): Along | undefined => {
    const root = before.files.get(at)?.root
    const entry = root === undefined ? undefined : entryOf(section(root, part), old)
    if (entry === undefined) return undefined
    const now = after.of(at, part, entry)
    if (now === undefined) return { does: `removes "${old}"` }
    const name = nameOf(now)
    return name === undefined || name === old
      ? undefined
      : { does: `renames "${old}" to "${name}"`, becomes: name }
  }
  switch (subject.kind) {
    case 'parameter':
      return become('parameters', subject.name)
    case 'resource':
      return become('resources', subject.id)
    case 'property': {
      // The property itself has no new name.
      const resource = become('resources', subject.resource)
      return resource && { does: resource.does }
    }
    case 'output':
      return become('outputs', subject.name)
    case 'call':
      return become('parameters', subject.parameter, subject.call.callee)
    case 'environment-entry':
      return become('parameters', subject.name)
    case 'file': {
      const now = after.pkg.files.get(path)?.newPath
      return now === undefined
        ? undefined
        : { does: `renames the file to ${fileName(now)}`, becomes: baseName(now) }
    }
    case 'section':
    case 'words':
      return undefined
  }
}

function leftOne(violation: Violation, pkg: Workspace, ledger: Ledger, scope: RepairScope): Became {
  return { violation, isRepaired: false, ...whatIsLeft(violation, pkg, ledger, scope) }
}

function whatIsLeft(
  violation: Violation,
  pkg: Workspace,
  ledger: Ledger,
  scope: RepairScope,
): Pick<Became, 'repair' | 'loses' | 'suppliedBy' | 'help' | 'by'> {
  const { requirement, remedy, path } = violation
  const { isWanted, isWaived } = scope
  if (remedy.kind === 'by-hand') return { repair: 'by-hand', help: remedy.advice }
  const proposals = remedy.kind === 'repairs' ? remedy.proposals : []
  const [first] = proposals
  const does = first?.does ?? 'moves the default'
  if (!isWanted(requirement) || isWaived?.(requirement, path) === true)
    return { ...costOf(first), help: `Left out on request; hotshift ${does}.` }
  const fate = ledger.of(violation)
  const costly = proposals.find(({ by }) => by.safety === 'lossy')
  const file = pkg.files.get(path)
  const why = file && unknownVersion(file)
  if (why !== undefined && fate?.kind !== 'left')
    return { repair: 'by-hand', help: `It is not repaired: ${why}.` }
  if (costly !== undefined && !isMadeFor(requirement, costly, scope)) return offered(costly)
  if (fate?.kind === 'offered' && !mayLose(scope, requirement))
    return { repair: 'lossy', loses: 'deleted value', help: `\`hotshift remediate --lossy\` ${fate.does}.` }
  if (fate?.kind === 'left') {
    const { why, by } = fate
    return { repair: 'by-hand', help: why, ...(by === undefined ? {} : { by }) }
  }
  if (remedy.kind === 'default' && isWaived?.('R-90526', remedy.path) === true)
    return { repair: 'safe', help: `hotshift ${does}, together with R-90526, which a waiver sets aside.` }
  if (!movesDefaults(scope))
    return { repair: 'safe', help: `hotshift ${does}, together with R-90526, which is left out on request.` }
  const help = 'It is not repaired: something that would have to change with it cannot be changed.'
  return { repair: 'by-hand', help }
}

function offered(proposal: Proposal): Pick<Became, 'repair' | 'loses' | 'suppliedBy' | 'help'> {
  const cost = costOf(proposal)
  return { ...cost, help: `\`hotshift remediate ${optionFor(cost.repair)}\` ${proposal.does}.` }
}
