import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** What a command line printed, and what became of a file that it wrote. */
export interface Trial {
  readonly out: string
  readonly err: string
  /** The contents of a file in the folder after the run. */
  text(name: string): string
}

/** Runs the built hotshift of a project in a folder that holds copies of the files and folders alone, away from any git checkout. */
export function tryOut<Result>(
  root: string,
  argv: readonly string[],
  files: readonly string[],
  look: (trial: Trial) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-docs-'))
  try {
    for (const file of files) cpSync(file, join(folder, basename(file)), { recursive: true })
    const { FORCE_COLOR: _force, NO_COLOR: _no, ...env } = process.env
    const run = spawnSync(process.execPath, [join(root, 'bin/hotshift.cjs'), ...argv], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
    if (![0, 1, 3].includes(run.status ?? 2)) throw new Error(`hotshift ${argv.join(' ')}: ${run.stderr}`)
    return look({
      out: withoutTime(run.stdout),
      // How long it took is no news to the reader of a page.
      err: withoutTime(run.stderr),
      text: (name) => readFileSync(join(folder, name), 'utf8'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function withoutTime(text: string): string {
  return text.replace(/ in [\d.]+ s(?=[,:]|$)/gm, ' in 0.0 s')
}
