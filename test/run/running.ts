import fs from 'node:fs'
import type { FileOutcome, ReportedOutcome } from '../../src/engine/outcome.ts'
import { type RunOptions, run as runQuietly } from '../../src/run/run.ts'
import type { RunReport } from '../../src/run/run-report.ts'
import { withoutTexts } from '../../src/show/report/reporter.ts'
import { fakeEngine } from './fake-engine.ts'
import type { TemporaryTree } from './temporary-tree.ts'

/** A run, with what it says of each file. */
export async function run(
  options: RunOptions,
): Promise<RunReport & { readonly files: readonly ReportedOutcome[] }> {
  const files: ReportedOutcome[] = []
  const onOutcome = async (outcome: FileOutcome) => {
    files.push(withoutTexts(outcome))
    await options.onOutcome?.(outcome)
  }
  return { ...(await runQuietly({ ...options, onOutcome })), files }
}

/** Runs on the whole tree; gives `path status [code]` lines of the report. */
export async function lines(tree: TemporaryTree, options: Partial<RunOptions> = {}): Promise<string[]> {
  const report = await run({ engine: fakeEngine, paths: ['.'], cwd: tree.root, mode: 'write', ...options })
  return report.files.map(({ path, newPath, status, findings }) =>
    [
      path,
      ...(newPath === undefined ? [] : ['->', newPath]),
      status,
      ...findings.map(({ code }) => code),
    ].join(' '),
  )
}

/** A disk on which one call fails; `when` looks at the first argument. */
export function failing(
  name: 'writeSync' | 'unlinkSync' | 'openSync' | 'renameSync' | 'linkSync' | 'readFileSync',
  code: string,
  when: (argument: string) => boolean = () => true,
): typeof fs {
  const original = fs[name] as (...args: unknown[]) => unknown
  const replacement = (...args: unknown[]) => {
    if (when(String(args[0])))
      throw Object.assign(new Error(`${code}: no way, ${name} '${args[0]}'`), { code })
    return original(...args)
  }
  return { ...fs, [name]: replacement } as unknown as typeof fs
}
