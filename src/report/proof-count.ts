import type { FileOutcome } from '../engine/outcome.ts'

/** What the proofs of a run came to. */
export interface ProofCount {
  /** Changed files that were shown to mean the same. */
  readonly equal: number
  /** Changed files of which that could not be shown. */
  readonly unproved: number
  /** What all proofs took together, those that failed included. */
  readonly milliseconds: number
}

export function proofCount(files: readonly FileOutcome[]): ProofCount {
  const count = (verdict: FileOutcome['proof']) =>
    files.filter(({ status, proof }) => status === 'changed' && proof === verdict).length
  const milliseconds = files.reduce((sum, file) => sum + (file.proofMilliseconds ?? 0), 0)
  return { equal: count('equal'), unproved: count('unproved'), milliseconds }
}

/** `39 proved equal in 0.12 s, 2 not proved`; empty when there was nothing to prove. */
export function proofText({ equal, unproved, milliseconds }: ProofCount): string {
  const time = milliseconds === 0 ? '' : ` in ${secondsText(milliseconds / 1000)}`
  return [
    ...(equal > 0 ? [`${equal} proved equal${time}`] : []),
    ...(unproved > 0 ? [`${unproved} not proved`] : []),
  ].join(', ')
}

export function secondsText(seconds: number): string {
  return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`
}
