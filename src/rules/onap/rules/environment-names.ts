/** Environments that are not named after their modules, and to which modules they belong. */

import { baseName, directoryOf, fileName } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { memoized } from '../../../text/document/attached.ts'
import { groupedBy } from '../../../text/document/multimap.ts'
import { extended } from '../../../text/document/records.ts'
import { byHand, type Found, type Repair, repairedBy, type Violation } from '../rule.ts'
import type { Way } from '../step.ts'
import type { VnfEnvironment } from '../vnf/environment.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { fileNamed } from '../ways.ts'

interface EnvironmentPairs {
  /** Modules without an environment. */
  readonly lonely: readonly VnfTemplate[]
  /** Environments that are named after no module. */
  readonly orphans: readonly VnfEnvironment[]
  /** The modules of those that can belong to one only, by the paths of the environments. */
  readonly partners: ReadonlyMap<string, VnfTemplate>
}

export const environmentPairs = memoized((vnf: Vnf): EnvironmentPairs => {
  const lonely = vnf.modules.filter((module) => !hasEnvironment(vnf, module))
  const orphans = vnf.environments.filter((one) => vnf.isOrphan(one))
  return { lonely, orphans, partners: partnersAmong(vnf, lonely, orphans) }
})

function hasEnvironment(vnf: Vnf, module: VnfTemplate): boolean {
  return (
    vnf.environmentOf(module) !== undefined || vnf.pkg.unreadable.has(vnf.pkg.environmentPathOf(module.path))
  )
}

/** The module that a misnamed environment belongs to; undefined where it may belong to several or to none. */
export function partnerOf(vnf: Vnf, environment: string): VnfTemplate | undefined {
  return environmentPairs(vnf).partners.get(environment)
}

/**
 * An environment belongs to a module that declares all that it gives, where no other module does and no other
 * environment fits; of several the one whose name differs in case and separators only.
 */
function partnersAmong(
  vnf: Vnf,
  lonely: readonly VnfTemplate[],
  orphans: readonly VnfEnvironment[],
): ReadonlyMap<string, VnfTemplate> {
  if (lonely.length === 0 || vnf.pkg.naming.common !== undefined) return new Map()
  const isOpen = new Set(lonely)
  const chosen = orphans.flatMap((environment) => {
    const fitting = vnf.modules.filter((module) => fits(vnf, environment, module))
    const [module, other] = fitting.length > 1 ? fitting.filter((one) => isAlike(environment, one)) : fitting
    return module !== undefined && other === undefined && isOpen.has(module) ? [{ environment, module }] : []
  })
  const byModule = groupedBy(chosen, ({ module }) => module)
  return new Map(
    [...byModule.values()].flatMap((pairs) => {
      const [pair, other] =
        pairs.length > 1 ? pairs.filter((one) => isAlike(one.environment, one.module)) : pairs
      return pair === undefined || other !== undefined ? [] : [[pair.environment.path, pair.module] as const]
    }),
  )
}

/** Whether an environment may get the name that the module's would have, and Heat would accept it there. */
function fits({ pkg }: Vnf, { path, file, byName }: VnfEnvironment, module: VnfTemplate): boolean {
  const wanted = pkg.environmentPathOf(module.path)
  return (
    directoryOf(path) === directoryOf(module.path) &&
    file.outside === undefined &&
    !pkg.others.includes(wanted) &&
    [...byName.keys()].every((name) => module.parameters.has(name))
  )
}

function isAlike({ path }: VnfEnvironment, module: VnfTemplate): boolean {
  return wordsIn(baseName(path)).replace(/env$/, '') === wordsIn(baseName(module.path))
}

function wordsIn(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** What is done about a misnamed environment: it is renamed, or somebody decides. */
export function environmentRemedy(vnf: Vnf, path: string, advice: string): Pick<Found, 'remedy' | 'subject'> {
  const { lonely, orphans } = environmentPairs(vnf)
  const partner = partnerOf(vnf, path)
  if (partner === undefined) {
    const [only] = lonely.length === 1 && orphans.length === 1 && orphans[0]?.path === path ? lonely : []
    const name = only === undefined ? undefined : fileName(vnf.pkg.environmentPathOf(only.path))
    return {
      remedy: byHand(name === undefined ? advice : `Rename the file to ${name}, in the manifest too.`, () =>
        environmentWays(vnf, path),
      ),
      subject: { kind: 'file' },
    }
  }
  const newPath = vnf.pkg.environmentPathOf(partner.path)
  return {
    remedy: repairedBy(
      environmentRenaming,
      `renames ${fileName(path)} to ${fileName(newPath)}, in the manifest too`,
    ),
    subject: { kind: 'file', renamed: new Map([[path, newPath]]) },
  }
}

/** Before anything else: what is known of values is known of the environments of modules. */
export const environmentRenaming: Repair = {
  id: 'onap/rename-environments',
  title: 'Name environments after their modules',
  description:
    'Gives an environment that is named after no module the name of the one module that declares all that it gives, and lets the manifest follow.',
  section: 'Environment File',
  safety: 'lossy',
  loses: 'new name',
  mayRename: () => true,
  requirements: ['R-86285', 'R-38474', 'R-53433', 'R-81725', 'R-91342', 'R-94509', 'R-31141', 'R-74304'],
  repair: withRenamedFiles,
}

/** The package in which the files of a violation have the names that they should have. */
export function withRenamedFiles(pkg: Workspace, { subject }: Pick<Violation, 'subject'>): Workspace {
  const renamed = subject.kind === 'file' ? subject.renamed : undefined
  const files = [...(renamed ?? [])].flatMap(([path, newPath]) => {
    const file = pkg.files.get(path)
    return file === undefined || file.newPath === newPath ? [] : [extended(file, { newPath })]
  })
  return pkg.withFiles(files)
}

/** An environment may be that of each module that has none. */
export function environmentWays(vnf: Vnf, path: string): readonly Way[] {
  return environmentPairs(vnf.whole).lonely.map((module) =>
    fileNamed(path, fileName(vnf.pkg.environmentPathOf(module.path))),
  )
}
