import fs from 'node:fs'
import { type RunOptions, run } from '../../src/runner/run.ts'
import { fakeEngine } from './fake-engine.ts'
import type { TemporaryTree } from './temporary-tree.ts'

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
