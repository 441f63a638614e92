import type { FileInput } from '../stack/load.ts'
import type { Asked } from '../stack/questions.ts'
import type { FileOutcome, SoleOutcome } from './outcome.ts'

export type { FileInput } from '../stack/load.ts'

/** What the runner needs of the engine. */
export interface Engine {
  /**
   * Recognises, transforms and guards one file. Never throws for bad input; a defect of ours comes back as status
   * `failed`. The files that its change creates come with the outcome.
   */
  run(input: FileInput): SoleOutcome
  /**
   * Only in engines that rewrite files which belong together (packages): takes all files of a run at
   * once, instead of `run` for each.
   *
   * @returns one outcome for each input, and one with `isNew` for each file to create
   */
  readonly runTogether?: (inputs: readonly FileInput[]) => readonly FileOutcome[]
  /**
   * Complements `runTogether`: the sets of paths that have to be processed together; a file in no set is processed alone.
   * Reads the bytes of one file at a time and retains none of them. Without it all files form one set.
   */
  readonly partition?: (inputs: Iterable<FileInput>) => readonly (readonly string[])[]
  /** Complements `partition`: `run` does for a file in no set what `runTogether` does, so that other threads may take it. */
  readonly runsAlone?: true
  /** Whether a change may rename a file, by its path and source, so that references have to follow; `never` for none. */
  readonly givesName: 'never' | ((path: string, text: string) => boolean)
  /** Only in engines that rename a file for what is found in others: gives the names, once all files of a change ran. */
  readonly nameFiles?: (
    outcomes: readonly FileOutcome[],
    readText: (path: string) => string | undefined,
  ) => readonly FileOutcome[]
  /**
   * Only in engines that rename files. Once all files ran: makes references (`type:`, `TemplateURL`, `get_file`,
   * `resource_registry`) follow the renamed files; blocks a rename that cannot be followed. Returns the outcomes,
   * replaced where something changed.
   *
   * @param readText returns the source of an unchanged file of the run, undefined if unreadable
   * @param isFile whether there is a file of the run at a path
   */
  readonly followRenames?: (
    outcomes: readonly FileOutcome[],
    readText: (path: string) => string | undefined,
    isFile?: (path: string) => boolean,
  ) => readonly FileOutcome[]
  /** Only in engines whose outcomes can be given again as long as all that was asked is answered as it was. */
  readonly verdicts?: Verdicts
  /**
   * Only in engines that remember: makes the outcome of a file that is as it was, without looking at it again. Bytes are
   * read when they are asked for, and there are none where they cannot be.
   */
  readonly recall?: (input: FileInput) => (() => FileOutcome) | undefined
}

/** Outcomes with what they take of other files. */
export interface Verdicts {
  /** What decides about outcomes beside the files: the options. */
  readonly identity: string
  /** The outcome of a file by itself; what was asked is undefined where the outcome cannot be given again. */
  run(input: FileInput): { readonly outcome: FileOutcome; readonly asked: Asked | undefined }
  /** Whether all that was asked is answered now as it was then. */
  holds(asked: Asked): boolean
}
