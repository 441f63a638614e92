import { errnoOf } from './file-system.ts'
import { type Problem, systemMessage } from './problem.ts'
import type { RunnerCode } from './runner-catalogue.ts'

/** A file could not be written; carries the finding for the user. */
export class WriteFailure extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Directory permissions, because a file is replaced by way of its directory; its own are checked before. */
const CODE_OF_ERRNO: Readonly<Record<string, RunnerCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only-directory',
  EACCES: 'read-only-directory',
  EPERM: 'read-only-directory',
  EEXIST: 'target-exists',
}

/** The finding for an error that came up while a file was written. */
export function problemOfWrite(error: unknown): Problem {
  if (error instanceof WriteFailure) return error.problem
  const code = CODE_OF_ERRNO[errnoOf(error) ?? ''] ?? 'write-failed'
  return { code, message: `cannot be written: ${systemMessage(error)}` }
}
