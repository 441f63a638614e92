/** A rule: what it finds in a package, what it does about it, and what came of that. */

import type { DeclarationChange } from '../../meaning/side.ts'
import type { NestedCall } from '../../stack/calls.ts'
import { type Attempt, Stuck, stuckAt } from '../../stack/refactor/edit.ts'
import { changeAt } from '../../stack/trail.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { defined } from '../../text/document/records.ts'
import type { PackageRepair } from '../repair.ts'
import type { OwnViewRule } from '../rule.ts'
import type { Loss, RepairCost, Supplier } from './losses.ts'
import type { RequirementId } from './requirement.ts'
import type { Way } from './step.ts'
import type { Slot } from './vnf/slots.ts'
import type { Resource } from './vnf/template.ts'
import type { Vnf } from './vnf/vnf.ts'

/** Rules of one kind. Their repairs stand beside them, and each violation names those that are for it. */
export interface RuleFamily extends OwnViewRule<Vnf, Report> {
  /**
   * Whether `find` needs no more than files that are connected by calls, with their environments, and what `summaryOf` in
   * `state.ts` says of the rest of the package: then it is given these alone, and asked again only when they change.
   */
  readonly extent: 'part' | 'package'
}

/** All that a family may report. */
export function requirementsIn({ codes }: RuleFamily): readonly RequirementId[] {
  return Object.keys(codes) as readonly RequirementId[]
}

export type Report = (found: Found) => void

/** A location in a package where a requirement is not met. */
export interface Found {
  readonly requirement: RequirementId
  /** Of the file. */
  readonly path: string
  /** The node or entry (then its key) in the file's tree; undefined when it is about the file as a whole. */
  readonly at: Node | Entry | undefined
  /** One line. */
  readonly message: string
  /** What is missing, or which of several, where one location violates a requirement in several ways. */
  readonly item?: string | undefined
  readonly subject: Subject
  readonly remedy: Remedy
  /** Where else to look, in the order of what the message says. */
  readonly related?: readonly RelatedPart[]
  /** Whether the test that ONAP has for the requirement looks for something else. */
  readonly isUntested?: true
}

/** A part of a file that a violation is also about; the file as a whole without `at`. */
export interface RelatedPart {
  readonly path: string
  readonly at: Node | Entry | undefined
  readonly message: string
}

/** A location where a requirement is not met, as it is known throughout a run. */
export interface Violation extends Found {
  /**
   * What it is, in every state of its package: the requirement, the file and the subject, by where that stood in the
   * source that was read. Names and locations may change on the way.
   */
  readonly id: string
  /** Of a violation that ends when a default moves: that default, see `defaultId`. */
  readonly defaultId?: string
}

/** What a violation is about, so that a repair changes exactly what was found. */
export type Subject =
  /** `renamed`: the files that should have another name, by their paths. */
  | { readonly kind: 'file'; readonly renamed?: ReadonlyMap<string, string> }
  | { readonly kind: 'section'; readonly name: string }
  /** A parameter of the template at the violation's path; `wanted` is the name and `type` the type that it should have. */
  | {
      readonly kind: 'parameter'
      readonly name: string
      readonly wanted?: string
      readonly type?: string
      readonly naming?: Naming
    }
  | { readonly kind: 'resource'; readonly id: string; readonly wanted?: string; readonly naming?: Naming }
  /**
   * A property of a resource; `name` with dots for what lies deeper, as `metadata.vnf_id`. A group and its
   * member have one ID; `type` tells them apart. `wanted` is the string that should stand there, or the name of
   * the parameter to be read instead of `reads`, or of the whole value.
   */
  | {
      readonly kind: 'property'
      readonly resource: string
      readonly name: string
      readonly type?: string
      readonly reads?: string
      readonly wanted?: string
    }
  | { readonly kind: 'output'; readonly name: string }
  /** Vm-types and network-roles themselves, whichever name says them. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | {
      readonly kind: 'environment-entry'
      readonly section: 'parameters' | 'parameter_defaults'
      readonly name: string
      readonly entry: Entry
    }
  /** A caller of a nested file, and the parameter of it that is concerned. */
  | { readonly kind: 'call'; readonly call: NestedCall; readonly parameter: string }

/** How a name has to be made that does not follow from those beside it: after which patterns, for which resource. */
export interface Naming {
  readonly patterns: readonly string[]
  readonly resource: string
}

/** What can be done about a violation. Whether a repair can be made shows when it is tried, not before. */
export type Remedy =
  /** A person decides; a sentence says what, and `ways` what may be meant, the likeliest first, which nobody has tried yet. */
  | { readonly kind: 'by-hand'; readonly advice: string; readonly ways?: () => readonly Way[] }
  /** Repairs that are made for it, each with what it does: a clause without subject. */
  | { readonly kind: 'repairs'; readonly proposals: readonly Proposal[] }
  /** It ends when the default of a parameter moves to where its value belongs. */
  | { readonly kind: 'default'; readonly path: string; readonly parameter: string }

export interface Proposal {
  readonly by: Repair
  readonly does: string
  /** Of a repair that leaves a value to ONAP, and gives up nothing else: who supplies it. */
  readonly suppliedBy?: Supplier
}

// The location of what is found, by what it is about as a whole.

type Location = Pick<Found, 'path' | 'at' | 'subject'>

export function ofFile(path: string): Location {
  return { path, at: undefined, subject: { kind: 'file' } }
}

export function ofSection(path: string, name: string, at?: Found['at']): Location {
  return { path, at, subject: { kind: 'section', name } }
}

/** @param at mostly its declaration */
export function ofParameter(path: string, name: string, at: Found['at']): Location {
  return { path, at, subject: { kind: 'parameter', name } }
}

export function ofResource({ template, entry, id }: Pick<Resource, 'template' | 'entry' | 'id'>): Location {
  return { path: template.path, at: entry, subject: { kind: 'resource', id } }
}

/** @param wanted the string that should stand there, or the name of the parameter to be read */
export function ofProperty({ resource, property, value }: Slot, wanted?: string): Location {
  const subject = { kind: 'property', resource: resource.id, name: property } as const
  const whole = wanted === undefined ? subject : { ...subject, wanted }
  return { path: resource.template.path, at: value, subject: whole }
}

export function ofOutput(path: string, name: string, at: Found['at']): Location {
  return { path, at, subject: { kind: 'output', name } }
}

export function byHand(advice: string, ways?: () => readonly Way[]): Remedy {
  return { kind: 'by-hand', advice, ...defined({ ways }) }
}

/** @param suppliedBy who supplies the value that the repair leaves to ONAP, where it gives up nothing else */
export function repairedBy(by: Repair, does: string, suppliedBy?: Supplier): Remedy {
  return { kind: 'repairs', proposals: [{ by, does, ...defined({ suppliedBy }) }] }
}

/** One repair: what it is about, and what it does to one violation that names it. */
export type Repair = RepairFacts & RepairSafety

/** `exact`: every stack that could be created with the environments is created the same. */
type RepairSafety = { readonly safety: 'exact' } | { readonly safety: 'lossy'; readonly loses: Loss }

/** What it costs to make a repair for a violation; nothing for the move of a default. */
export function costOf(proposal: Proposal | undefined): RepairCost {
  if (proposal === undefined || proposal.by.safety === 'exact') return { repair: 'safe' }
  const { by, suppliedBy } = proposal
  return suppliedBy === undefined ? { repair: 'lossy', loses: by.loses } : { repair: 'supplied', suppliedBy }
}

interface RepairFacts extends PackageRepair<Violation, RepairNotes> {
  /** The section of ONAP's requirements on Heat that it is about, where it is one. */
  readonly section?: string
  /** Of one that gives files other names: whether it may give one to a file. */
  readonly mayRename?: (path: string) => boolean
  /** Those whose violations name it. */
  readonly requirements: readonly RequirementId[]
  /** What it changes in the declaration of the parameter or template that the violation is about. */
  readonly declares?: DeclarationChange
  /** Whether it is made again until nothing changes, and whether it may bring up violations of its own on the way. */
  readonly isRepeated?: 'with new ones' | 'without new ones'
  /** A later repair of the same scope: what is violated only until that has run breaks nothing. */
  readonly completedBy?: Repair
  /** What the package becomes once all that can be is repaired. */
  readonly completed?: (pkg: Workspace) => Workspace
  /** Names the change that ends a violation: violations with the same one end or remain together. Each has its own when left out. */
  readonly changeOf?: (violation: Violation) => string
  /** Which of two violations is repaired first; in the order of the source when left out. */
  readonly inOrder?: (a: Violation, b: Violation) => number
  /**
   * What repairing them one after the other gives, in one pass over the package; undefined where they depend on one
   * another.
   * @throws Stuck when one of the locations cannot be changed
   */
  readonly repairTogether?: (pkg: Workspace, violations: readonly Violation[]) => Together | undefined
}

/** What came of repairing violations together. */
export interface Together {
  readonly pkg: Workspace
  /** Those that others of them have seen to. */
  readonly along: ReadonlySet<Violation>
}

/** What a repair says beyond what it changes. */
export interface RepairNotes {
  /** Says that a string was made up, for somebody to replace. */
  placeholder(message: string): void
  /** Says of a parameter elsewhere that its declaration changes in the same way. */
  declare(path: string, parameter: string): void
}

/**
 * The package with another declaration of a parameter; the very same one where the file was removed.
 * @throws Stuck when aliases share the declaration
 */
export function withDeclaration(
  pkg: Workspace,
  path: string,
  name: string,
  change: (map: Mapping) => Mapping,
): Workspace {
  const root = pkg.files.get(path)?.root
  const changed = root && changeAt(root, ['parameters', name], change)
  if (changed === undefined) return pkg
  if ('problem' in changed) throw stuckAt(path, `aliases elsewhere share the parameter "${name}"`)
  return pkg.withRoot(path, changed)
}

/** What a rewrite has made. @throws Stuck with what blocks it */
export function orStuck(made: Attempt<Workspace>): Workspace {
  if ('blocker' in made) throw new Stuck(made.blocker)
  return made.done
}

/** The new name beside the pattern that it follows, where it is known. */
export function here(wanted: string | undefined): string {
  return wanted === undefined ? '' : `, here "${wanted}"`
}

// What came of the violations of a run.

export type Fate =
  /** A clause without subject says what was done. */
  | { readonly kind: 'repaired'; readonly does: string; readonly cost: RepairCost }
  /** It takes a repair that loses something, and none was asked for. */
  | { readonly kind: 'offered'; readonly does: string }
  /** It was tried and could not be done; a sentence. `by` is the ID of the repair. */
  | { readonly kind: 'left'; readonly why: string; readonly by?: string }

/** What repairs say of violations, by their identity; of several the last, for earlier reasons may no longer hold. */
export class Ledger {
  readonly #fates = new Map<string, Fate>()

  /** @param id of a violation, or of a default that violations end with */
  note(id: string, fate: Fate): void {
    this.#fates.set(id, fate)
  }

  /** Lets go of all, once what they are about has been reported: a run has many packages. */
  clear(): void {
    this.#fates.clear()
  }

  of({ id, defaultId }: Pick<Violation, 'id' | 'defaultId'>): Fate | undefined {
    return this.#fates.get(id) ?? (defaultId === undefined ? undefined : this.#fates.get(defaultId))
  }
}
