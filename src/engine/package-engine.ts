/** Takes packages through a chain of package transforms: read, rewrite, print, read again, prove. */
import { defaultNaming, type Package } from '../package/package.ts'
import type { Engine, FileInput } from './engine-contract.ts'
import { outcome, packageDefect } from './file-outcome.ts'
import type { Finding } from './finding.ts'
import { followRenames } from './follow-renames.ts'
import type { FileOutcome } from './outcome.ts'
import { readPackages } from './package-inputs.ts'
import { type PackageEngineOptions, type PackageOutcomes, runPackage } from './package-run.ts'

export type { PackageEngineOptions } from './package-run.ts'

/** An engine that takes all files of a run together. Files that belong to no package come back as skipped. */
export function createPackageEngine(options: PackageEngineOptions): Engine {
  const runTogether = (inputs: readonly FileInput[]): readonly FileOutcome[] => {
    const { packages, settled } = readPackages(inputs, options.naming ?? defaultNaming, options.exists)
    const outcomes = new Map(settled)
    for (const pkg of packages) {
      const { outcomes: made, besides } = guarded(pkg, options)
      for (const one of made) outcomes.set(one.path, one)
      for (const [path, findings] of besides) {
        const known = outcomes.get(path)
        if (known !== undefined) outcomes.set(path, withFindings(known, findings))
      }
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

function guarded(pkg: Package, options: PackageEngineOptions): PackageOutcomes {
  try {
    return runPackage(pkg, options)
  } catch (error) {
    return { outcomes: packageDefect(pkg, error), besides: new Map() }
  }
}

/** A file that cannot be read, with what else is found about it; that is so where reading stopped. */
function withFindings(known: FileOutcome, added: readonly Finding[]): FileOutcome {
  const { path, kind, status, before, reason, findings } = known
  const range = findings.find((one) => one.range !== undefined)?.range
  const placed = added.map((one) => (range === undefined ? one : { range, ...one }))
  return outcome(path, kind, status, {
    ...(before === undefined ? {} : { before }),
    ...(reason === undefined ? {} : { reason }),
    findings: [...findings, ...placed],
  })
}

function lost(path: string): FileOutcome {
  const message = 'the file was lost on the way'
  return outcome(path, 'not-a-template', 'failed', {
    reason: message,
    findings: [{ code: 'internal-error', severity: 'error', message }],
  })
}
