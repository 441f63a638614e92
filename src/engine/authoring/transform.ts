import type { CloudOptions } from '../../heat/cloud.ts'
import type { ExportName } from '../../heat/exports.ts'
import type { TemplateKind } from '../../heat/kind.ts'
import type { Template } from '../../heat/template.ts'
import type { HotRelease, HotVersion } from '../../heat/versions.ts'
import type { DeclarationChange } from '../../meaning/side.ts'
import type { Asked, Instead } from '../../stack/asked-from-callers.ts'
import type { ConnectedTemplate } from '../../stack/connected-files.ts'
import type { Candidate } from '../../stack/exported-outputs.ts'
import type { WantedParameter } from '../../stack/refactor/declare.ts'
import type { Entry, Node } from '../../text/document/node.ts'
import type { FindingCode } from '../findings/catalogue.ts'
import type { Feed } from '../findings/finding.ts'

/** `exact` never changes what is deployed; `review` may where a finding says so; `lossy` does, on request. */
export type Safety = 'exact' | 'review' | 'lossy'

/** What is asked of a template, and whether it could be asked otherwise. */
export interface AskedHere extends Asked {
  /** Why the caller is left unchanged; undefined where it may be changed as well. */
  readonly stays?: { readonly why: string; readonly help?: string }
  /** Whether the function can ask for something else instead. */
  canAsk(instead: ReturnType<Instead>): boolean
}

/** What a transform may ask and tell while it runs. */
export interface TemplateContext {
  /** The version that the result declares. */
  readonly target: HotVersion
  /** The release by which the user named the target, when that may stand in a template. */
  readonly targetRelease?: HotRelease
  /** What the user says about the cloud for which types of AWS become native. */
  readonly cloud?: CloudOptions
  /**
   * Reports a finding at a location; an `error` blocks the file.
   * @param why the reason alone, where the message says more than that
   */
  report(code: FindingCode, at: Node | Entry, message: string, help?: string, why?: string): void
  /**
   * Asks for leave to change the meaning in the way that the catalogue describes for `code`. With
   * `--accept` the finding is a warning and the answer true; without, it blocks the file.
   */
  accepts(code: FindingCode, at: Node | Entry, message: string): boolean
  /** Whether `--accept` names the code; reports nothing. */
  isAccepted(code: FindingCode): boolean
  /** What templates that call this one ask of the resources in it, and what is asked of the members of its groups. */
  asked(): readonly AskedHere[]
  /** Templates that call this one or are called by it, directly or through others. */
  connected(): readonly ConnectedTemplate[]
  /** Whether an environment may give a parameter of that name a value. Known to transforms that say so (`readsExports`). */
  isGiven(parameter: string): boolean
  /**
   * Whether an environment of the run, or one beside its files, gives the name of a type a meaning of its own: then Heat's facts about the type say
   * nothing (heat/engine/environment.py, `ResourceRegistry`). Known to transforms that say so (`readsRegistry`).
   */
  registers(type: string): boolean
  /** The outputs of templates of the run that an import may be about. Known to transforms that say so (`readsExports`). */
  exported(name: ExportName): readonly Candidate[]
  /**
   * Reports that a parameter takes what an output of another file gives. The meaning changes as the run has it, without
   * a question; the proof compares what is on either side of that.
   */
  feed(at: Node | Entry, message: string, feed: Feed): void
  /** The paths of callers, direct and indirect ones, that cannot pass a parameter which this template gets. */
  cannotPass(parameter: WantedParameter): readonly string[]
  /** Lets all other callers pass it, each from a parameter of its own. */
  pass(parameter: WantedParameter): void
  /** Says what the answers of a resource are called from now on: all that asks for them, in whatever file, follows. */
  follow(resource: string, of: Asked['of'], instead: Instead): void
  /** Notes one change for the report. */
  change(at: Node | Entry, message: string): void
  /**
   * Says that the declaration of a parameter changes on purpose, in a way that says nothing about what is deployed;
   * the proof holds all else against what was.
   * @param parameter undefined for the template itself
   */
  intend(change: DeclarationChange, parameter?: string): void
}

/**
 * What a transform preserves of a template, and the proof verifies: its `meaning`; the `meaning of the chain`, which a
 * step preserves only together with the others of its preset; its `meaning unless accepted`, where it gives up something
 * that the user accepts; `what Heat translates` from other names into these; the `correspondence` of resources to others
 * that do the same except for what is reported; or `nothing`, where it writes what the user asked for.
 */
export type Keeps =
  | 'meaning'
  | 'meaning of the chain'
  | 'meaning unless accepted'
  | 'what Heat translates'
  | 'correspondence'
  | 'nothing'

/** What is known of a transform before it runs. */
export interface TransformFacts {
  /** Its folder below `transforms/`, for example `cfn/join-to-str-replace`: the family, and what it does. */
  readonly id: string
  /** Imperative, no full stop. */
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where the rule comes from: a specification section, a class of Heat, a requirement. */
  readonly references: readonly string[]
  readonly safety: Safety
  /** Changes only how data is written: neither Heat's or AWS's reading nor the version matters to it. */
  readonly keepsData?: true
  /**
   * Of a transform that renames files: whether it may rename one, by path and source. Files that reference such a file are
   * read along with it, and follow.
   */
  readonly mayRename?: (path: string, text: string) => boolean
  /** Leaves what was CloudFormation in CloudFormation: part of runs to `cfn-yaml`, and of no others. */
  readonly staysCfn?: true
  /** Writes the version that a template declares, and nothing else. */
  readonly declaresVersion?: true
  /** Asks what environments of the run register, and so is run on them together with the templates. */
  readonly readsRegistry?: true
  /** Asks what other templates of the run export. */
  readonly readsExports?: true
  /** Leaves parameters without a value to whoever uses the template: callers are read along with it, and pass them on. */
  readonly asksForValues?: true
  /**
   * Types that belong together: the resources of these types in all templates of a stack become others, or none of them,
   * whatever the transform makes of single templates.
   */
  readonly family?: readonly string[]
  /** What it preserves of a template; by default the meaning, or nothing where `safety` is `lossy`. */
  readonly keeps?: Keeps
}

/** One codemod over single templates. Pure: it sees a template and returns one. */
export interface TemplateTransform extends TransformFacts {
  appliesTo(kind: TemplateKind): boolean
  /**
   * Whether there can be anything to do in a template to which it applies: false by a quick look only. It is asked
   * before `run`, and again whenever another transform changed the template; one that has no answer is always run.
   */
  mayConcern?(template: Template): boolean
  /** The template with the concern rewritten; the very same object when there is nothing to do. */
  run(template: Template, context: TemplateContext): Template
}

/** A transform as its file exports it: its folder gives it the id. */
export type UnnamedTransform = Omit<TemplateTransform, 'id'>

/** What every transform may say of itself, however it is made. */
export type Said = 'title' | 'description' | 'references' | 'safety' | 'keeps' | 'readsRegistry' | 'staysCfn'
