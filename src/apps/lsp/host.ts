/** What the server is given by the command that starts it: how sources are checked and changed, as on the command line. */

import type { FileOutcome, LocatedFinding } from '../../engine/outcome.ts'
import type { ProfileFix } from '../../engine/packages/profile-fixes.ts'
import type { StackImpact } from '../../meaning/impact/model.ts'
import type { Workspace } from '../../stack/workspace.ts'
import type { ReadSource } from '../../text/document/document.ts'
import type { Surroundings } from '../editor/surroundings.ts'
import type { Part } from '../editor/uses.ts'
import type { Turns } from './turns.ts'

/** The source of a document that is open in the editor, by its path relative to the folder; undefined for all others. */
export type OpenText = (path: string) => string | undefined

/** The commands of the command line that an editor can run on one file. */
export const editorCommands = ['upgrade', 'migrate', 'extract-defaults'] as const
export type EditorCommand = (typeof editorCommands)[number]

/** The version of a template that a stack is taken to have: the file on the disk, or the one in the last commit. */
export const updateBases = ['saved', 'committed'] as const
export type UpdateBase = (typeof updateBases)[number]

/** What an update does, as far as the environments of the configuration can be read. */
interface Update {
  /** Undefined where one of them cannot be read. */
  readonly impact: StackImpact | undefined
  readonly unread: readonly UnreadEnvironment[]
}

/** An environment of the configuration that does not count. */
export interface UnreadEnvironment {
  readonly path: string
  /** Why, as a clause. */
  readonly why: string
}

/** Files that belong together with a template. */
interface Related {
  readonly pkg: Workspace
  /** The files that were not read, since they are too large or too many. */
  readonly unread?: string
}

/** One folder that is open in the editor. */
export interface Project {
  /**
   * What `hotshift check <path>` reports in the folder for a source that replaces the file. Made for one answer: neighbouring files are
   * read once for all sources that the answer checks.
   */
  checks(path: string, open: OpenText): Promise<(source: ReadSource) => FileOutcome>
  /** What repairs a finding of a profile of the configuration, in all files of the package; nothing for other findings. */
  repairs(path: string, finding: LocatedFinding, open: OpenText): Promise<readonly ProfileFix[]>
  /** What is out of date in a template, in newer words: only what is proved equal. */
  modernized(path: string, text: string): Promise<FileOutcome | undefined>
  /** Whether two sources of a template are proved to mean the same. */
  provedEqual(path: string, before: string, after: string): boolean
  /**
   * The files that belong together with a template: those beside it, those that call it or that it calls, and environments
   * elsewhere that give a parameter a value. Broken files are among the unreadable ones.
   */
  related(path: string, part: Pick<Part, 'kind' | 'name'>, open: OpenText, turns?: Turns): Promise<Related>
  /** All files of the package in which a part has another name; or why it cannot have that. */
  renamed(
    path: string,
    part: { readonly kind: 'parameter' | 'resource' | 'output'; readonly from: string; readonly to: string },
    open: OpenText,
    turns?: Turns,
  ): Promise<readonly FileOutcome[]>
  /**
   * What a command makes of a template that is open, and of the other files that this takes.
   *
   * @param to the version; without it that of the configuration
   * @throws Error with what the command line would say of its options
   */
  rewritten(
    command: EditorCommand,
    file: { readonly path: string; readonly text: string; readonly to?: string | undefined },
    open: OpenText,
  ): Promise<readonly FileOutcome[]>
  /** The effect of a template on a stack that has the earlier version of it; undefined where there is none, or the template cannot be compared. */
  updated(
    file: { readonly path: string; readonly text: string },
    base: UpdateBase,
    open: OpenText,
  ): Promise<Update | undefined>
  /** The version that the configuration has templates upgraded to. */
  readonly target: string | undefined
  /** What lies around a document; nothing is read before it is asked for. */
  around(path: string, open: OpenText): Surroundings
}

export interface Host {
  readonly version: string
  /**
   * @param folder absolute
   * @param code `never` where the editor does not trust the folder: no code of its configuration runs
   * @param report called with the reason why a configuration cannot be used; the folder then counts as without one
   */
  project(folder: string, code: 'never' | undefined, report: (error: unknown) => void): Promise<Project>
  explain(code: string): { readonly link?: string | undefined; readonly help?: string } | undefined
}
