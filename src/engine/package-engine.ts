/** Takes packages through a chain of package transforms: read, rewrite, print, read again, prove. */
import { defaultNaming, type Package } from '../heat/package/package.ts'
import type { Engine, FileInput } from './engine-contract.ts'
import { outcome } from './file-outcome.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import { readPackages } from './package-inputs.ts'
import { type PackageEngineOptions, runPackage } from './package-run.ts'

export type { PackageEngineOptions } from './package-run.ts'

/** An engine that takes all files of a run together. Files that belong to no package come back as skipped. */
export function createPackageEngine(options: PackageEngineOptions): Engine {
  const runTogether = (inputs: readonly FileInput[]): readonly FileOutcome[] => {
    const { packages, settled } = readPackages(inputs, options.naming ?? defaultNaming, options.exists)
    const outcomes = new Map(settled)
    for (const pkg of packages) {
      for (const one of guarded(pkg, options)) outcomes.set(one.path, one)
    }
    const known = new Set(inputs.map(({ path }) => path))
    const created = [...outcomes.values()].filter(({ path }) => !known.has(path))
    return [...inputs.map(({ path }) => outcomes.get(path) ?? lost(path)), ...created]
  }
  return {
    run: (input) => runTogether([input])[0] ?? lost(input.path),
    runTogether,
    followRenames,
  }
}

/** A defect of ours in one package is that package's failure, not the end of the run. */
function guarded(pkg: Package, options: PackageEngineOptions): readonly FileOutcome[] {
  try {
    return runPackage(pkg, options)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const debug = process.env.HOTSHIFT_DEBUG === '1' && error instanceof Error ? `\n${error.stack}` : ''
    return [...pkg.files.values()].map(({ path, document, recognition }) =>
      outcome(path, recognition.kind, 'failed', {
        before: document.text,
        reason: `internal error: ${message}`,
        findings: [{ code: 'internal-error', severity: 'error', message: `${message}${debug}` }],
      }),
    )
  }
}

function lost(path: string): FileOutcome {
  const message = 'the file was lost on the way'
  return outcome(path, 'not-a-template', 'failed', {
    reason: message,
    findings: [{ code: 'internal-error', severity: 'error', message }],
  })
}
