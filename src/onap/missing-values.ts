/** Names in environments that a run creates what a person has to give there. */
import { entry, withEntries } from '../document/build.ts'
import { entryOf } from '../document/read.ts'
import { declarationWords } from '../package/declaration-words.ts'
import { moduleValue } from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import { assignedBy, outputModuleOf } from './vnf/assigned.ts'
import type { VnfTemplate } from './vnf/template.ts'
import { Vnf } from './vnf/vnf.ts'

/**
 * The package in which each environment of this run says above its values which ones are missing: those of parameters
 * that neither ONAP nor another module gives a value. A value that nobody knows is never made up.
 */
export function withMissingValuesNamed(pkg: Package): Package {
  if (![...pkg.files.values()].some(({ created }) => created !== undefined)) return pkg
  const vnf = new Vnf(pkg)
  return vnf.modules.reduce((current, module) => withThoseOf(current, vnf, module), pkg)
}

function withThoseOf(pkg: Package, vnf: Vnf, module: VnfTemplate): Package {
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
