/** The names that files of a VNF should have, and what is renamed along. */
import { withNewFileNames } from '../../../stack/refactor/rename-files.ts'
import { registryMappings } from '../../../stack/registry.ts'
import { baseName, directoryOf, fileName, isNamedAsTemplate } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { byHand, type Found, type Repair, repairedBy } from '../rule.ts'
import { namesOf } from '../vnf/names.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { withRenamedFiles } from './environment-names.ts'

export const word = /^\w+$/
export const hasBase = /base/i

/** Files under names of word characters; what refers to them follows when all files have run. */
export const fileRenaming: Repair = {
  id: 'onap/rename-files',
  title: 'Rename files',
  description:
    'Gives nested files and incremental modules names of letters, digits and underscores, and the only module of a package that of a base module, and lets environments, volume modules, references and the manifest follow.',
  safety: 'lossy',
  loses: 'new name',
  mayRename: (path) => !word.test(baseName(path)) || !hasBase.test(baseName(path)),
  requirements: ['R-37028', 'R-76057', 'R-87247'],
  repair: withRenamedFiles,
}

/** What is done about the name of a template: the file is renamed, or somebody decides. */
export function renamingOf(vnf: Vnf, template: VnfTemplate): Pick<Found, 'remedy' | 'subject'> {
  const proposed = proposedFiles(vnf, template)
  if ('advice' in proposed) return { remedy: byHand(proposed.advice), subject: { kind: 'file' } }
  const wanted = fileName(proposed.paths.get(template.path) ?? template.path)
  const does = `renames the file to ${wanted}, with its environment, its volume module and what refers to it, in the manifest too`
  return { remedy: repairedBy(fileRenaming, does), subject: { kind: 'file', renamed: proposed.paths } }
}

/** The module that must be the base module, for there is no other one (R-37028); none where some file may be one, too. */
export function onlyModule({ modules, cfnTemplates, pkg }: Vnf): VnfTemplate | undefined {
  const [module, other] = modules.filter(({ role }) => role !== 'volume')
  const mayBeOthers = cfnTemplates.length > 0 || [...pkg.unreadable.keys()].some(isNamedAsTemplate)
  return other !== undefined || mayBeOthers ? undefined : module
}

/** The files that get another name, by their paths; or what keeps them from it, a sentence that says what to decide. */
type ProposedFiles = { readonly paths: ReadonlyMap<string, string> } | { readonly advice: string }

/**
 * A template whose name has other characters than letters, digits and underscores gets underscores for them, and so do its
 * environment, its volume module and the environment of that. The only module becomes the base module.
 */
function proposedFiles(vnf: Vnf, template: VnfTemplate): ProposedFiles {
  const stem = baseName(template.path)
  const words = stem.replace(/\W/g, '_')
  const wanted = template === onlyModule(vnf) && !hasBase.test(stem) ? `base_${words}` : words
  const paths = new Map(
    together(vnf, template).map((path) => [
      path,
      `${directoryOf(path)}${wanted}${nameNow(vnf, path).slice(stem.length)}`,
    ]),
  )
  const why = unclear(vnf, template, wanted) ?? taken(vnf, paths) ?? fixed(vnf, paths)
  return why === undefined ? { paths } : { advice: why }
}

/**
 * The package in which a template has another base name, with what is named after it; what refers to it follows when all
 * files have run. Undefined where a file has that name already, or what would have to follow cannot.
 */
export function withFileNamed(
  vnf: Vnf,
  template: VnfTemplate,
  wanted: string,
): Workspace | { readonly why: string } {
  const stem = baseName(template.path)
  const paths = new Map(
    together(vnf, template).map((path) => [
      path,
      `${directoryOf(path)}${wanted}${nameNow(vnf, path).slice(stem.length)}`,
    ]),
  )
  const why = taken(vnf, paths) ?? fixed(vnf, paths)
  return why === undefined
    ? withRenamedFiles(vnf.pkg, { subject: { kind: 'file', renamed: paths } })
    : { why }
}

/** An environment may have got the name of its module in this run. */
function nameNow({ pkg }: Vnf, path: string): string {
  return fileName(pkg.files.get(path)?.newPath ?? path)
}

/** The files that are named after a template, itself first. */
function together(vnf: Vnf, { path, role }: VnfTemplate): readonly string[] {
  const prefix = directoryOf(path) + baseName(path)
  const volumes =
    role === 'nested'
      ? []
      : [...vnf.pkg.files.keys(), ...vnf.pkg.unreadable.keys()].filter(
          (one) => /\.ya?ml$/.test(one) && directoryOf(one) + baseName(one) === `${prefix}_volume`,
        )
  const templates = [path, ...volumes]
  const isThere = (one: string) => vnf.pkg.files.has(one) || vnf.pkg.unreadable.has(one)
  const environments =
    vnf.pkg.naming.common === undefined
      ? templates.map((one) => vnf.pkg.environmentPathOf(one)).filter(isThere)
      : []
  return [...templates, ...environments]
}

/** Why the name does not follow from the one that is there. */
function unclear(vnf: Vnf, { path, role }: VnfTemplate, wanted: string): string | undefined {
  const stem = baseName(path)
  if (/[^ -~]/.test(stem)) return `Choose a name: "${stem}" has letters for which several others can stand.`
  if (role === 'incremental' && wanted.endsWith('_volume'))
    return `Choose a name: "${wanted}" would be that of a volume module.`
  if (role === 'nested' && namesOf(vnf).vmTypes.has(wanted)) return `Choose a name: "${wanted}" is a vm-type.`
  return undefined
}

/** Whether another file of the VNF has one of the names, or that of an environment for one of them, or would get it. */
function taken({ pkg }: Vnf, paths: ReadonlyMap<string, string>): string | undefined {
  const keyOf = (path: string) => fileName(path).toLowerCase()
  const templates = [...paths.values()].filter((one) => /\.ya?ml$/.test(one))
  const environments =
    pkg.naming.common === undefined ? templates.map((one) => pkg.environmentPathOf(one)) : []
  const wanted = new Map([...paths.values(), ...environments].map((one) => [keyOf(one), fileName(one)]))
  for (const path of [...pkg.files.keys(), ...pkg.unreadable.keys(), ...pkg.others]) {
    if (paths.has(path)) continue
    const other = fileName(path)
    if (wanted.has(keyOf(path))) return `Choose a name: there is a file ${other} already.`
    const name = wanted.get(keyOf(other.replace(baseName(path), baseName(path).replace(/\W/g, '_'))))
    if (name !== undefined) return `Choose a name: ${other} would become ${name}, too.`
  }
  return undefined
}

/** Why a file, or what refers to it, cannot change. */
function fixed({ pkg }: Vnf, paths: ReadonlyMap<string, string>): string | undefined {
  for (const path of paths.keys()) {
    const file = pkg.files.get(path)
    if (file === undefined)
      return `Correct ${fileName(path)} first, which cannot be read and is renamed along.`
    if (file.outside !== undefined) return `Name ${path} in the run, which is renamed along.`
  }
  const names = [...paths.keys()].map(fileName)
  for (const { path, text } of pkg.unreadable.values())
    if (names.some((one) => text === undefined || text.includes(one)))
      return `Look at ${path} first: it cannot be read, and may name the file.`
  for (const { path, root, outside } of pkg.files.values()) {
    const refers = () => withNewFileNames(root, path, (one) => paths.get(one)).paths.size > 0
    if (outside !== undefined && refers()) return `Name ${path} in the run, which refers to the file.`
    const alias = registryMappings(path, root).find(({ name }) => names.some((one) => name.endsWith(one)))
    if (alias !== undefined) return `Choose a name, and write it in the registry of ${fileName(path)}, too.`
  }
  return undefined
}
