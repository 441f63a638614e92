/** Engines that change nothing: they show the packages of a run to somebody who has a question. */
import type { Workspace } from '../../stack/workspace.ts'
import type { Engine } from '../engine-contract.ts'
import { unchanged } from '../file-outcome.ts'
import { packagesEngine } from '../packages/packages-engine.ts'
import type { RunSources } from '../packages/packages-of-run.ts'

/** @param look is shown every package of the run, before the run ends */
export function createPackageQuery(sources: RunSources, look: (pkg: Workspace) => void): Engine {
  return packagesEngine(sources, (pkg) => {
    look(pkg)
    const outcomes = [...pkg.files.values()].map(({ path, kind, document }) =>
      unchanged(path, kind, { before: document.text }),
    )
    return { outcomes, others: new Map() }
  })
}
