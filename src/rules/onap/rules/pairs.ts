/** Environments and the modules that they belong to. */

import { Stuck } from '../../../stack/refactor/edit.ts'
import { createdEnvironment } from '../../../stack/refactor/environment.ts'
import { baseName, fileName } from '../../../stack/source-file.ts'
import { moduleValue } from '../../../stack/value-of.ts'
import { declarationWords } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { entry, mapping, withEntries } from '../../../text/document/build.ts'
import { entryOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, type Found, ofFile, type Repair, type Report, repairedBy } from '../rule.ts'
import { assignedBy, outputModuleOf } from '../vnf/assigned.ts'
import type { TemplateRole, VnfTemplate } from '../vnf/template.ts'
import { type Vnf, vnfOf } from '../vnf/vnf.ts'
import { fileNamed } from '../ways.ts'
import { environmentPairs, environmentRemedy, partnerOf } from './environment-names.ts'

type ModuleRole = Exclude<TemplateRole, 'nested'>

const missing = { base: 'R-38474', incremental: 'R-81725', volume: 'R-53433' } as const satisfies Record<
  ModuleRole,
  RequirementId
>
const misnamed = { base: 'R-91342', incremental: 'R-94509', volume: 'R-31141' } as const satisfies Record<
  ModuleRole,
  RequirementId
>

export const pairRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-86285', ...Object.values(missing), ...Object.values(misnamed)]),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const { lonely, orphans } = environmentPairs(vnf)
    for (const module of lonely) reportMissing(vnf, module, report)
    for (const { path } of orphans) {
      const partner = partnerOf(vnf, path) ?? nearest(path, lonely)
      const role = partner?.role
      if (partner === undefined || role === undefined || role === 'nested') continue
      const name = fileName(vnf.pkg.environmentPathOf(partner.path))
      report({
        requirement: misnamed[role],
        ...ofFile(path),
        message: `no module has this base name; is it the environment ${name} of ${fileName(partner.path)}?`,
        ...environmentRemedy(vnf, path, 'Name each environment after its module.'),
      })
    }
  },
})

function reportMissing(vnf: Vnf, module: VnfTemplate, report: Report): void {
  const { path, role } = module
  if (role === 'nested') return
  const name = fileName(vnf.pkg.environmentPathOf(path))
  for (const requirement of ['R-86285', missing[role]] as const) {
    report({
      requirement,
      ...ofFile(path),
      message: `the ${role} module has no environment file ${name}`,
      ...remedyOfMissing(vnf, path, name),
    })
  }
}

function remedyOfMissing(vnf: Vnf, module: string, name: string): Pick<Found, 'remedy' | 'subject'> {
  const { orphans, partners } = environmentPairs(vnf)
  const [own] = [...partners].find(([, partner]) => partner.path === module) ?? []
  if (own !== undefined) return environmentRemedy(vnf, own, '')
  const subject = { kind: 'file' } as const
  const advice = 'An environment file without a template may be the one; name it after its module.'
  if (orphans.length > partners.size) {
    const ways = () => orphans.map((one) => fileNamed(one.path, name))
    return { remedy: byHand(advice, ways), subject }
  }
  return {
    remedy: repairedBy(environmentCreation, `creates ${name}, which names the values that are missing`),
    subject,
  }
}

/** The module whose name begins most like that of an environment. */
function nearest(path: string, modules: readonly VnfTemplate[]): VnfTemplate | undefined {
  const shared = (module: VnfTemplate) => {
    const [a, b] = [baseName(path), baseName(module.path)]
    let length = 0
    while (length < a.length && a[length] === b[length]) length += 1
    return length
  }
  return [...modules].sort((a, b) => shared(b) - shared(a))[0]
}

export const environmentCreation: Repair = {
  id: 'onap/add-environments',
  title: 'Create the environment of each module',
  description:
    'Creates the environment file of a base, incremental or volume module that has none. Comments list the parameters that need a value.',
  references: ['heat/common/environment_format.py'],
  safety: 'exact',
  requirements: ['R-86285', 'R-38474', 'R-53433', 'R-81725'],
  completed: withMissingValuesNamed,
  repair(pkg, { path: module }) {
    const path = pkg.environmentPathOf(module)
    const file = pkg.files.get(module)
    if (file === undefined || pkg.files.has(path)) return pkg
    if (pkg.others.includes(path))
      throw new Stuck({ path: module, at: undefined, why: `${path} exists and is not an environment` })
    const root = mapping([entry('parameters', mapping([], { style: 'flow' }))], { style: 'block' })
    return pkg.withFile(createdEnvironment(path, file.document, root))
  },
}

/**
 * The package in which each environment of this run says above its values which ones are missing: those of parameters
 * that neither ONAP nor another module gives a value. A value that nobody knows is never made up.
 */
function withMissingValuesNamed(pkg: Workspace): Workspace {
  if (![...pkg.files.values()].some(({ created }) => created !== undefined)) return pkg
  const vnf = vnfOf(pkg)
  return vnf.modules.reduce((current, module) => withThoseOf(current, vnf, module), pkg)
}

function withThoseOf(pkg: Workspace, vnf: Vnf, module: VnfTemplate): Workspace {
  const environment = pkg.environmentOf(module.path)
  const section = entryOf(environment?.root, 'parameters')
  if (environment?.created === undefined || section === undefined || section.key.start !== undefined)
    return pkg
  const missing = [...module.parameters.values()].filter(
    ({ name }) =>
      moduleValue(module.file, environment, name).from === 'input' &&
      assignedBy(vnf, module, name) === undefined &&
      outputModuleOf(vnf, module, name) === undefined,
  )
  const lines = missing.map((one) => `${one.name}: ${declarationWords(one)}`)
  const comment = lines.length === 0 ? [] : ['Values that are missing:', ...lines]
  if (comment.join('\n') === (section.comment ?? []).join('\n')) return pkg
  const entries = environment.root.entries.map((one) =>
    one === section ? entry(section.key, section.value, comment.length === 0 ? {} : { comment }) : one,
  )
  return pkg.withRoot(environment.path, withEntries(environment.root, entries))
}
