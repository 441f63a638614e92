/** What keeps a value from being put into an environment. */

import type { Mapping } from '../document/node.ts'
import { entryOf, isNull, mapOf, nameOf, seqOf, textOf } from '../document/read.ts'
import { environmentSections } from '../heat/environment-sections.ts'
import { readValue } from '../heat/merge-keys.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { Stuck } from './obstacle.ts'
import { isDoubled } from './own-default.ts'

/**
 * The environment of a module, when values may be put into it; undefined when there is none yet.
 * @throws Stuck when it cannot be read, or a value in it would mean something else than a default
 */
export function openEnvironment(pkg: Package, module: PackageFile, name: string): PackageFile | undefined {
  const path = pkg.environmentPathOf(module.path)
  const broken = pkg.unreadable.get(path)
  if (broken !== undefined)
    throw new Stuck({ path, at: undefined, why: `${path} cannot be read: ${broken.why}` })
  const others = pkg.templatesOf(path).filter((file) => file.path !== module.path)
  const [other] = others
  if (other !== undefined && pkg.naming.common === undefined)
    throw new Stuck({ path, at: undefined, why: `${path} is the environment of ${other.path} too` })
  const environment = pkg.environmentBeside(module.path)
  const strange = pkg.files.get(path)
  if (environment === undefined && strange !== undefined)
    throw new Stuck({ path, at: undefined, why: `${path} is no environment` })
  if (environment !== undefined) refuseOdd(environment, name)
  return environment
}

function refuseOdd({ path, root }: PackageFile, name: string): void {
  const stuck = (why: string): Stuck => new Stuck({ path, at: undefined, why })
  const isHeats = root.entries.some((one) => environmentSections.includes(nameOf(one) ?? ''))
  if (!isHeats && root.entries.length > 0) throw stuck(`${path} has none of the sections of an environment`)
  for (const part of ['parameters', 'parameter_defaults'] as const) {
    const section = entryOf(root, part)
    if (section !== undefined && mapOf(section.value) === undefined && !isNull(section.value))
      throw stuck(`${part} of ${path} is no mapping`)
    if (isDoubled(root, part)) throw stuck(`"${part}" is given twice in ${path}`)
    if (isDoubled(mapOf(section?.value), name)) throw stuck(`"${name}" is given twice in ${part} of ${path}`)
  }
  if (isEncrypted(root, name)) throw stuck(`encrypted_param_names of ${path} name it`)
  const strategy = mergeStrategy(root, name)
  if (strategy !== undefined)
    throw stuck(
      `parameter_merge_strategies of ${path} name ${strategy}, and a value there takes part in merging`,
    )
}

/** Whether Heat would take the value for an encrypted one (heat/engine/template.py, `Template.load`). */
function isEncrypted(root: Mapping, name: string): boolean {
  return seqOf(readValue(root, 'encrypted_param_names'))?.items.some((item) => textOf(item) === name) === true
}

/** A merge strategy that may concern a parameter (heat/common/environment_util.py); a default never takes part. */
function mergeStrategy(root: Mapping, name: string): string | undefined {
  const strategies = mapOf(readValue(root, 'parameter_merge_strategies'))
  if (strategies === undefined) return undefined
  if (readValue(strategies, name) !== undefined) return `"${name}"`
  const usual = readValue(strategies, 'default')
  return usual === undefined || textOf(usual) === 'overwrite'
    ? undefined
    : `the default "${textOf(usual) ?? '?'}"`
}
