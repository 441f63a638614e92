/** Runs transforms one after the other over a package, each on what the one before it made. */

import type { TemplateKind } from '../heat/kind.ts'
import type { HotVersion } from '../heat/versions.ts'
import { mapNodes } from '../heat/walk.ts'
import { isOwnCode } from '../rules/own-rule.ts'
import { connectedTemplates } from '../stack/connected-files.ts'
import type { WantedParameter } from '../stack/refactor/declare.ts'
import type { SourceFile } from '../stack/source-file.ts'
import type { Workspace } from '../stack/workspace.ts'
import { mapEntries, relinkAliases } from '../text/document/build.ts'
import { sameData } from '../text/document/data.ts'
import { push } from '../text/document/multimap.ts'
import type { Entry, Mapping, Node } from '../text/document/node.ts'
import { parsedEntry, rangeOf } from '../text/document/node.ts'
import { defined } from '../text/document/records.ts'
import {
  concerns,
  type IntendedChange,
  type PackageContext,
  type ReportDetails,
  runOver,
  type Transform,
} from './authoring/package-transform.ts'
import { Scope } from './authoring/scope.ts'
import type { Keeps, TemplateContext } from './authoring/transform.ts'
import type { Command } from './command.ts'
import { TransformFailure } from './defect.ts'
import { catalogueEntry, isFindingCode, type ReportableCode } from './findings/catalogue.ts'
import {
  allowed,
  type Finding,
  findingOf,
  requirementFinding,
  sameAt,
  unanswered,
} from './findings/finding.ts'
import { type Following, followed, openlyAsked, passedOn } from './names/following.ts'
import type { AppliedTransform } from './outcome.ts'
import { isOfFamily, runFamily } from './packages/whole-families.ts'

export interface ChainOptions
  extends Pick<
    Command,
    'accept' | 'targetRelease' | 'cloud' | 'registers' | 'exports' | 'isGiven' | 'rounds' | 'steps'
  > {
  /** The version that results declare. */
  readonly target: HotVersion
  /** Whether transforms of single templates may look at a file. */
  readonly isOpen: (file: SourceFile) => boolean
  /** Whether the meaning is preserved from before a transform to behind it, so far as it does not declare other things. */
  readonly keepsMeaning: (transform: Transform) => boolean
  /** Why files fail before any transform has run, by path. */
  readonly failures: ReadonlyMap<string, unknown>
}

/** A part of a chain that keeps the meaning: what it began with, and what it made. */
export interface Stretch {
  readonly from: Workspace
  readonly to: Workspace
  /** What its transforms change in the meaning on purpose. */
  readonly intended: readonly IntendedChange[]
  /** Whether its transforms keep the meaning, or make other resources that correspond to those that were. */
  readonly keeps: StretchKeeps
}

type StretchKeeps = Extract<Keeps, 'meaning' | 'correspondence'>

export interface ChainResult {
  readonly pkg: Workspace
  /** The parts between transforms that do not keep the meaning; the whole chain when there are none. */
  readonly stretches: readonly Stretch[]
  /** By path. */
  readonly findings: ReadonlyMap<string, readonly Finding[]>
  /** The errors of transforms of single templates, by path: what they could not rewrite. */
  readonly unrewritten: ReadonlyMap<string, readonly Finding[]>
  readonly applied: ReadonlyMap<string, readonly AppliedTransform[]>
  /** What transforms of single templates threw, by path; such a file is left alone from then on. */
  readonly failures: ReadonlyMap<string, unknown>
  /** Transforms that changed something and do not keep the meaning, by path. */
  readonly lossy: ReadonlyMap<string, readonly Transform[]>
  /** What each transform made that changed something; empty unless it was asked for. */
  readonly states: readonly ChainState[]
  /** Pairs of files of which the first asks for what the second calls otherwise now: they change together. */
  readonly followed: readonly (readonly [caller: string, callee: string])[]
}

/** With all that a chain did, transform by transform; what they were given holds much memory. */
export interface TracedChain extends ChainResult {
  readonly steps: readonly ChainStep[]
}

/** What one transform did that had its turn. */
interface ChainStep {
  /** What it was given, if it asked for the target version: it might do something else for another one. */
  readonly asked?: Workspace
  readonly isChange: boolean
  /** Whether something could not be rewritten. */
  readonly isIncomplete: boolean
}

/** What a transform gave a file beside what stands in it: one of the user's own need not say that it gives names. */
function givenBy(
  { mayRename }: Transform,
  path: string,
  before: Workspace,
  after: Workspace,
): AppliedTransform['gives'] {
  const old = before.files.get(path)
  if (old === undefined) return 'file'
  return mayRename !== undefined || old.newPath !== after.files.get(path)?.newPath ? 'name' : undefined
}

/** A package as a transform left it. */
interface ChainState {
  readonly transform: string
  readonly pkg: Workspace
}

/** How often a chain may begin anew; each round needs a change that the round before it made possible. */
const mostRounds = 5

/** Each transform sees the package that the one before it made. */
export function runChain(
  pkg: Workspace,
  transforms: readonly Transform[],
  options: ChainOptions,
): TracedChain {
  const run = new ChainRun(pkg, options)
  inRounds(transforms, options, (transform) => {
    const step = run.apply(transform)
    run.steps.push(step)
    return step
  })
  return { steps: run.steps, ...run.result() }
}

/**
 * Whether a chain rewrites all of a package for another target. A transform that did not ask for the version does the
 * same for each: until one does something else than it did, only those run that asked.
 * @param steps what the chain did for the target for which it was run
 */
export function isWholeFor(
  pkg: Workspace,
  transforms: readonly Transform[],
  options: ChainOptions,
  steps: readonly ChainStep[],
): boolean {
  const run = new ChainRun(pkg, options)
  const known = steps.values()
  let isSame = true
  let isWhole = true
  inRounds(transforms, options, (transform) => {
    const step = isSame ? known.next().value : undefined
    if (step?.asked !== undefined) run.current = step.asked
    const own = step !== undefined && step.asked === undefined ? step : run.apply(transform)
    isSame &&= own === step || (!own.isChange && step?.isChange === false)
    isWhole = !own.isIncomplete
    return isWhole ? own : 'stop'
  })
  return isWhole
}

/** Gives each transform its turn, and all another one where they are to settle. */
function inRounds(
  transforms: readonly Transform[],
  { rounds }: ChainOptions,
  apply: (transform: Transform) => ChainStep | 'stop',
): void {
  for (let round = 0; round < mostRounds; round += 1) {
    let isChange = false
    for (const transform of transforms) {
      const step = apply(transform)
      if (step === 'stop') return
      isChange ||= step.isChange
    }
    if (rounds !== 'settled' || !isChange) return
  }
}

/** The files whose trees or names differ between two states of a package, in the order of their paths. */
export function changedPaths(before: Workspace, after: Workspace): readonly string[] {
  if (before === after) return []
  return [...after.files.values()]
    .filter((file) => {
      const old = before.files.get(file.path)
      return file.root !== old?.root || file.syntax !== old.syntax || file.newPath !== old.newPath
    })
    .map(({ path }) => path)
}

/** A chain on its way: what it has made so far, and what was said of it. */
class ChainRun {
  current: Workspace
  readonly #options: ChainOptions
  readonly #findings = new Map<string, Finding[]>()
  /** What package transforms reported: a later round finds much of it again. */
  readonly #reported = new Set<string>()
  readonly #unrewritten = new Map<string, Finding[]>()
  /** By path, and by transform. */
  readonly #applied = new Map<string, Map<string, AppliedTransform>>()
  readonly #failures: Map<string, unknown>
  readonly #lossy = new Map<string, Transform[]>()
  readonly #stretches: Stretch[] = []
  readonly #states: ChainState[] = []
  /** Where the stretch began that is being made. */
  #from: Workspace
  #intended: IntendedChange[] = []
  #keeps: StretchKeeps = 'meaning'
  /** What changes rely on counts for all stretches. */
  readonly #reliances: IntendedChange[] = []
  readonly #followed: (readonly [caller: string, callee: string])[] = []
  /** What the transform that runs calls otherwise, by the path of the template. */
  #following = new Map<string, Following[]>()
  /** The parameters that it adds and that callers have to pass, by the path of the template. */
  #passing = new Map<string, WantedParameter[]>()
  readonly steps: ChainStep[] = []
  /** Whether the transform that runs asked for the target version, and whether it left something. */
  #hasAsked = false
  #isIncomplete = false
  /** Whether it gave something up that the user accepts. */
  #hasGivenUp = false

  constructor(pkg: Workspace, options: ChainOptions) {
    this.current = pkg
    this.#from = pkg
    this.#options = options
    this.#failures = new Map(options.failures)
  }

  apply(transform: Transform): ChainStep {
    const before = this.current
    this.#hasAsked = false
    this.#isIncomplete = false
    this.#hasGivenUp = false
    if (this.#mayChange(transform)) this.#change(transform)
    const isChange = this.current !== before
    return { isChange, isIncomplete: this.#isIncomplete, ...(this.#hasAsked ? { asked: before } : {}) }
  }

  #change(transform: Transform): void {
    const changes = new Map<string, number>()
    const mayKeep = this.#options.keepsMeaning(transform)
    const declared: IntendedChange[] = []
    const ran = this.#run(transform, this.#contextFor(transform, changes, mayKeep ? declared : []))
    const keeps = mayKeep && !(transform.keeps === 'meaning unless accepted' && this.#hasGivenUp)
    const intended = keeps ? declared : []
    const next = this.#withCallers(ran, changes)
    const touched = changedPaths(this.current, next)
    const whole = relinked(withShadowed(this.current, next, touched), touched)
    const changed = changedPaths(this.current, whole)
    const isSame = touched.length > 0 && changed.length === 0 && next.files.size === this.current.files.size
    const made = isSame ? this.current : whole
    for (const path of changed) {
      this.#count(
        path,
        transform.id,
        Math.max(1, changes.get(path) ?? 0),
        givenBy(transform, path, this.current, made),
      )
      if (!keeps) push(this.#lossy, path, transform)
    }
    const kept = transform.keeps === 'correspondence' ? 'correspondence' : 'meaning'
    if (keeps && made !== this.current && kept !== this.#keeps) {
      this.#endStretch()
      this.#keeps = kept
    }
    this.#intended.push(...intended)
    if (made === this.current) return
    if (!keeps) {
      this.#endStretch()
      this.#from = made
    }
    this.current = made
    if (this.#options.steps) this.#states.push({ transform: transform.id, pkg: made })
  }

  result(): ChainResult {
    this.#endStretch()
    const applied = [...this.#applied].map(([path, byId]) => [path, [...byId.values()]] as const)
    const stretches = this.#stretches.map((one) => ({
      ...one,
      intended: [...one.intended, ...this.#reliances],
    }))
    return {
      pkg: this.current,
      stretches,
      findings: this.#findings,
      unrewritten: this.#unrewritten,
      applied: new Map(applied),
      failures: this.#failures,
      lossy: this.#lossy,
      states: this.#states,
      followed: this.#followed,
    }
  }

  /** With all that asks for what a transform calls otherwise. */
  #withCallers(pkg: Workspace, changes: Map<string, number>): Workspace {
    if (this.#following.size === 0 && this.#passing.size === 0) return pkg
    const { made, pairs } = followed(pkg, this.#following)
    this.#following = new Map()
    let passed = made
    const all = [...pairs]
    for (const [template, parameters] of this.#passing) {
      for (const one of new Map(parameters.map((one) => [one.name, one])).values()) {
        const next = passedOn(passed, template, one, (file) => this.#isOpen(file))
        for (const [path, root] of next.roots) passed = passed.withRoot(path, root)
        for (const { caller, callee } of next.passed) all.push([caller, callee])
      }
    }
    this.#passing = new Map()
    this.#followed.push(...all)
    for (const [caller] of all) changes.set(caller, (changes.get(caller) ?? 0) + 1)
    return passed
  }

  /** Paths of the callers of a template that cannot pass a parameter. */
  #leftBy(template: string, wanted: WantedParameter): readonly string[] {
    const { left } = passedOn(this.current, template, wanted, (file) => this.#isOpen(file))
    return [...new Set(left.map(({ caller }) => caller))]
  }

  #isOpen(file: SourceFile): boolean {
    return this.#options.isOpen(file) && !this.#failures.has(file.path)
  }

  /** Most transforms of a chain have nothing to do, and are seen to before anything is made for them. */
  #mayChange({ ofTemplate, file: ownFile }: Transform): boolean {
    // What is not hotshift's own may fail, which is the failure of a file.
    if (ofTemplate === undefined || ownFile !== undefined) return true
    for (const file of this.current.files.values()) if (concerns(ofTemplate, file)) return true
    return false
  }

  /** One that sees single files fails with one of them; any other with all that it was given. */
  #run(transform: Transform, context: PackageContext): Workspace {
    const { id, ofTemplate, ofKind, file: ownFile } = transform
    if (ofKind !== undefined) return this.#runAlone(transform, ofKind, context)
    if (ofTemplate === undefined) return runGuarded(transform, this.current, context)
    const onError = (path: string, error: unknown) => {
      this.#fail(path, ownFile === undefined ? error : new TransformFailure(id, error))
    }
    return isOfFamily(ofTemplate)
      ? runFamily(this.current, ofTemplate, context, this.#options.accept, onError)
      : runOver(this.current, ofTemplate, context, onError)
  }

  /** Gives a transform the files of its kind one by one, each with all files of other kinds. */
  #runAlone(transform: Transform, kind: TemplateKind, context: PackageContext): Workspace {
    let made = this.current
    const own = [...made.files.values()].filter(({ recognition }) => recognition.kind === kind)
    const paths = new Set(own.map(({ path }) => path))
    for (const { path } of own) {
      if (this.#failures.has(path)) continue
      const seen =
        own.length === 1
          ? made
          : made.part([...made.files.keys()].filter((one) => one === path || !paths.has(one)))
      try {
        const next = runGuarded(transform, seen, context)
        made = made.withFiles([...next.files.values()].filter((one) => one !== seen.files.get(one.path)))
      } catch (error) {
        this.#fail(path, error)
      }
    }
    return made
  }

  #fail(path: string, error: unknown): void {
    this.#failures.set(path, error)
    this.#isIncomplete = true
  }

  #count(path: string, id: string, changes: number, given: AppliedTransform['gives']): void {
    const byId = this.#applied.get(path) ?? new Map<string, AppliedTransform>()
    const known = byId.get(id)
    const gives = known?.gives ?? given
    const all = (known?.changes ?? 0) + changes
    byId.set(id, { id, changes: all, ...(gives === undefined ? {} : { gives }) })
    this.#applied.set(path, byId)
  }

  #endStretch(): void {
    if (this.#from !== this.current)
      this.#stretches.push({
        from: this.#from,
        to: this.current,
        intended: this.#intended,
        keeps: this.#keeps,
      })
    this.#from = this.current
    this.#intended = []
  }

  /** @param intended takes what the transform changes on purpose; what loses something is not compared */
  #contextFor(
    transform: Transform,
    changes: Map<string, number>,
    intended: IntendedChange[],
  ): PackageContext {
    const intend = (change: IntendedChange): void => {
      if (change.kind === 'value') this.#reliances.push(change)
      else intended.push(change)
    }
    const change = (path: string): void => {
      changes.set(path, (changes.get(path) ?? 0) + 1)
    }
    return {
      intend,
      change,
      fail: (path, error) => {
        if (!this.#failures.has(path)) this.#failures.set(path, error)
      },
      report: (code, path, at, message, details = {}) => {
        const finding = reported(transform.id, code, at, message, details)
        const own = sameAt(finding)
        const key = `${path}\0${own}`
        if (own !== undefined && this.#reported.has(key)) return
        this.#reported.add(key)
        push(this.#findings, path, finding)
      },
      forTemplate: (file) =>
        this.#isOpen(file) ? this.#templateContext(transform, file.path, intend, change) : undefined,
    }
  }

  #templateContext(
    { id: transform, file: ownFile }: Transform,
    path: string,
    intend: (change: IntendedChange) => void,
    change: (path: string) => void,
  ): TemplateContext {
    const { targetRelease, cloud } = this.#options
    const context: Omit<TemplateContext, 'target'> = {
      ...this.#surroundings(path),
      ...this.#reporting(transform, path, intend),
      pass: (one) => push(this.#passing, path, one),
      follow: (resource, of, instead) => push(this.#following, path, { resource, of, instead }),
      change: () => change(path),
      intend: (declared, parameter) => intend({ kind: 'declaration', change: declared, path, parameter }),
      ...(targetRelease === undefined ? {} : { targetRelease }),
      ...(cloud === undefined ? {} : { cloud }),
    }
    const ask = (): HotVersion => {
      this.#hasAsked = true
      return this.#options.target
    }
    // One of somebody else's may copy what it is given.
    return ownFile === undefined ? new Scope(context, ask) : { ...context, target: ask() }
  }

  /** What a transform says of a template, and what of that the user accepts. */
  #reporting(
    transform: string,
    path: string,
    intend: (change: IntendedChange) => void,
  ): Pick<TemplateContext, 'isAccepted' | 'feed' | 'report' | 'accepts'> {
    const add = (finding: Finding) => this.#add(path, finding, intend)
    const isAccepted = (code: string): boolean => {
      if (!this.#options.accept.has(code)) return false
      this.#hasGivenUp = true
      intend({ kind: 'accepted', code })
      return true
    }
    return {
      isAccepted,
      feed: (at, message, feed) => {
        this.#hasGivenUp = true
        add({ ...reported(transform, 'imported-output', at, message), feed })
      },
      report: (code, at, message, help) =>
        add(reported(transform, code, at, message, help === undefined ? {} : { help })),
      accepts: (code, at, message) => {
        const accepted = isAccepted(code)
        const finding = reported(transform, code, at, accepted ? `accepted: ${message}` : message)
        add(accepted ? { ...allowed(finding), accepted: true } : unanswered(finding))
        return accepted
      },
    }
  }

  #add(path: string, finding: Finding, intend: (change: IntendedChange) => void): void {
    push(this.#findings, path, finding)
    if (finding.severity === 'error') {
      push(this.#unrewritten, path, finding)
      this.#isIncomplete = true
    }
    for (const code of catalogueEntry(finding.code)?.settles ?? []) intend({ kind: 'repaired', code })
  }

  /** What a transform may ask about the files around a template. */
  #surroundings(
    path: string,
  ): Pick<TemplateContext, 'asked' | 'connected' | 'isGiven' | 'registers' | 'exported' | 'cannotPass'> {
    // Each resource asks that needs the parameter.
    const left = new Map<string, readonly string[]>()
    return {
      asked: () => openlyAsked(this.current, path, (file) => this.#isOpen(file)),
      connected: () => connectedTemplates(this.current, path),
      isGiven: this.#options.isGiven,
      registers: (type) => this.current.registers(type) || this.#options.registers(type),
      exported: (name) => this.#options.exports.matching(name),
      cannotPass: (one) => {
        const known = left.get(one.name) ?? this.#leftBy(path, one)
        left.set(one.name, known)
        return known
      },
    }
  }
}

/** A defect of hotshift's own transforms is one of hotshift; one of another transform is named after it. */
function runGuarded(transform: Transform, pkg: Workspace, context: PackageContext): Workspace {
  if (transform.file === undefined) return transform.run(pkg, context)
  try {
    const next: Workspace | undefined = transform.run(pkg, context)
    if (!(next?.files instanceof Map)) throw new TypeError('run gives no package')
    return next
  } catch (error) {
    throw new TransformFailure(transform.id, error)
  }
}

/**
 * Restores entries that a later entry of the same name shadows: they have no effect, so HOT keeps them as written.
 * Returns the original tree where nothing else changed. `checkShadowed` reports what a transform removed from one.
 */
function withShadowed(before: Workspace, pkg: Workspace, changed: readonly string[]): Workspace {
  let result = pkg
  for (const path of changed) {
    const file = result.files.get(path)
    if (file?.recognition.kind !== 'hot' && file?.recognition.kind !== 'hot-fragment') continue
    const shadowed = new Set(file.document.shadowed())
    if (shadowed.size === 0) continue
    const root = mapNodes(file.root, restored(shadowed)) as Mapping
    const old = before.files.get(path)?.root
    result = result.withRoot(path, old !== undefined && sameData(old, root) ? old : root)
  }
  return result
}

function restored(shadowed: ReadonlySet<Entry>): (node: Node) => Node {
  return (node) =>
    node.kind === 'map'
      ? mapEntries(node, (one) => {
          const parsed = parsedEntry(one)
          return parsed !== undefined && shadowed.has(parsed) ? parsed : one
        })
      : node
}

function relinked(pkg: Workspace, changed: readonly string[]): Workspace {
  let result = pkg
  for (const path of changed) {
    const file = result.files.get(path)
    if (file?.document.hasAnchors === true) result = result.withRoot(path, relinkAliases(file.root))
  }
  return result
}

/** @throws RangeError for a code that is neither of the catalogue nor comes with what its requirement says */
function reported(
  transform: string,
  code: ReportableCode,
  at: Node | Entry | undefined,
  message: string,
  { help, requirement, item }: ReportDetails = {},
): Finding {
  const range = at === undefined ? undefined : rangeOf(at)
  const details = { transform, ...defined({ help, item }) }
  if (isFindingCode(code)) return findingOf(code, message, range, details)
  if (requirement === undefined || isOwnCode(code))
    throw new RangeError(`"${code}" is not a code of a finding`)
  return requirementFinding(code, message, requirement, range, details)
}
