/** Files that a command line names one by one, with what keeps them from being what they are given for. */
import { resolve } from 'node:path'
import { catalogueEntry, type FindingCode } from '../../../engine/findings/catalogue.ts'
import type { GivenFile, VerifyProblem } from '../../../engine/proof/verify.ts'
import { problemOfGiven } from '../../../run/given-path.ts'
import { readGiven } from '../../../run/read-file.ts'
import { oneLine } from '../../../show/report/style.ts'
import { exitCodes } from '../output/exit-code.ts'
import type { World } from '../world.ts'

/** Why a file that was given cannot be used. */
export interface FailedFile {
  readonly problem: VerifyProblem
}

/** Reads a file, which may be a link or a pipe; problems have the codes that a run reports such a file with. */
export function givenFile(
  path: string,
  { cwd, fileSystem }: Pick<World, 'cwd' | 'fileSystem'>,
): GivenFile | FailedFile {
  const absolute = resolve(cwd, path)
  const location = { path, line: 1, column: 1 }
  try {
    fileSystem.statSync(absolute)
  } catch (error) {
    return { problem: { ...location, ...problemOfGiven(absolute, error, fileSystem) } }
  }
  const result = readGiven(absolute, fileSystem)
  return 'bytes' in result ? { path, bytes: result.bytes } : { problem: { ...location, ...result.problem } }
}

/** Ends a command that cannot use a file. @returns its exit code */
export async function endedBy({ problem }: FailedFile, { err }: Pick<World, 'err'>): Promise<number> {
  await err.write(problemText(problem))
  return exitCodes.failed
}

/** Why a file cannot be used, with what can be done. */
export function problemText({ path, line, column, code, message }: VerifyProblem, hint?: string): string {
  // A path that leads nowhere is one line.
  const help = code === ('path-not-found' satisfies FindingCode) ? undefined : catalogueEntry(code)?.help
  return [
    oneLine(`${path}:${line}:${column}  error  ${code}  ${message}`),
    ...[help, hint].flatMap((one) => (one === undefined ? [] : [`  ${one}`])),
    '',
  ].join('\n')
}
