import type { FileOutcome } from '../engine/outcome.ts'

/** What the proofs of a run came to. */
export interface ProofCount {
  /** Changed files that were shown to mean the same. */
  readonly equal: number
  /** Changed files of which that could not be shown. */
  readonly unproved: number
  /** Changed files that were not compared: something in them was given up on request, or errors are left. */
  readonly notCompared: number
  /** Files that are blocked because the change would mean something else. */
  readonly heldDiffering: number
  /** Files that are blocked because the meaning could not be shown to stay. */
  readonly heldUnproved: number
  /** What all proofs took together, those that failed included. */
  readonly milliseconds: number
}

export function proofCount(files: readonly FileOutcome[]): ProofCount {
  const count = (wanted: FileOutcome['status'], verdict: FileOutcome['proof']) =>
    files.filter(({ status, proof }) => status === wanted && proof === verdict).length
  return {
    equal: count('changed', 'equal'),
    unproved: count('changed', 'unproved'),
    notCompared: count('changed', 'none'),
    heldDiffering: count('blocked', 'differs'),
    heldUnproved: count('blocked', 'unproved'),
    milliseconds: files.reduce((sum, file) => sum + (file.proofMilliseconds ?? 0), 0),
  }
}

/** `39 proved equal in 0.12 s, 2 not proved, 1 not compared`; empty when nothing was to be proved. */
export function proofText({ equal, unproved, notCompared, milliseconds }: ProofCount): string {
  const time = milliseconds === 0 ? '' : ` in ${secondsText(milliseconds / 1000)}`
  return [
    ...(equal > 0 ? [`${equal} proved equal${time}`] : []),
    ...(unproved > 0 ? [`${unproved} not proved`] : []),
    ...(notCompared > 0 && equal + unproved > 0 ? [`${notCompared} not compared`] : []),
  ].join(', ')
}

/** `1 would mean something else, 2 not proved` of blocked files; empty when the proof held none back. */
export function heldText({ heldDiffering, heldUnproved }: ProofCount): string {
  return [
    ...(heldDiffering > 0 ? [`${heldDiffering} would mean something else`] : []),
    ...(heldUnproved > 0 ? [`${heldUnproved} not proved`] : []),
  ].join(', ')
}

export function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`
}
