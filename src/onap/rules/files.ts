/** Names and directories of files. */
import { withNewFileNames } from '../../refactor/rename-files.ts'
import { registryMappings } from '../../workspace/registry.ts'
import { baseName, directoryOf, fileName } from '../../workspace/source-file.ts'
import type { RequirementId } from '../requirement.ts'
import { byHand, type Repair, type Report, type RuleFamily, repairedBy } from '../rule.ts'
import { namesOf } from '../vnf/names.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { environmentRemedy, withRenamedFiles } from './environment-names.ts'

export const fileRules: RuleFamily = {
  requirements: [
    'R-37028',
    'R-56438',
    'R-70276',
    'R-74304',
    'R-76057',
    'R-81339',
    'R-82732',
    'R-87247',
    'R-87485',
    'R-99646',
    'R-348813',
    'R-511776',
  ],
  find(vnf, report) {
    for (const template of vnf.templates) {
      checkExtension(template, report)
      checkName(vnf, template, report)
    }
    for (const { path } of vnf.cfnTemplates) checkExtension({ path, role: 'incremental' }, report)
    for (const { path, file } of vnf.environments) {
      if ((file.newPath ?? path).endsWith('.env')) continue
      const message = 'the name of an environment file must end in .env'
      const advice = `Rename the file to ${baseName(path)}.env, in the manifest too.`
      report({ ...about('R-74304', path, message, advice), ...environmentRemedy(vnf, path, advice) })
    }
    checkBase(vnf, report)
    checkLocations(vnf, report)
    checkImages(vnf, report)
  },
}

function about(
  requirement: RequirementId,
  path: string,
  message: string,
  advice: string,
): Parameters<Report>[0] {
  return { requirement, path, at: undefined, message, remedy: byHand(advice), subject: { kind: 'file' } }
}

function checkExtension({ path, role }: Pick<VnfTemplate, 'path' | 'role'>, report: Report): void {
  if (/\.ya?ml$/.test(path)) return
  const nested = role === 'nested'
  const message = `the name of a ${nested ? 'nested file' : 'template'} must end in .yaml or .yml`
  const advice = `Rename the file to ${baseName(path)}.yaml, with what refers to it, in the manifest too.`
  report(about(nested ? 'R-56438' : 'R-87485', path, message, advice))
}

const word = /^\w+$/
const hasBase = /base/i
const choose = 'Choose a name; the environment, the volume module and the manifest follow it.'

function checkName(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, role } = template
  const name = baseName(path)
  switch (role) {
    case 'base':
      if (!isBaseName(name)) {
        const message = `a base module must be called base, base_<text>, <text>_base or <text>_base_<text>, not "${name}"`
        report(about('R-81339', path, message, choose))
      }
      break
    case 'incremental':
    case 'nested':
      checkWords(vnf, template, report)
      if (role === 'nested' && namesOf(vnf).vmTypes.has(name)) {
        const message = `a nested file must not have the name of a vm-type: "${name}"`
        const advice = `Choose another name, for example nested_${fileName(path)}, and write it where templates call the file.`
        report(about('R-70276', path, message, advice))
      }
      break
    case 'volume': {
      const module = name.slice(0, -'_volume'.length)
      const beside = (one: VnfTemplate) =>
        one.role !== 'nested' && directoryOf(one.path) === directoryOf(path) && baseName(one.path) === module
      if (!vnf.templates.some(beside)) {
        const message = `there is no module "${module}", so "${name}" belongs to none`
        report(about('R-82732', path, message, 'Name it after its module, with _volume appended.'))
      }
    }
  }
}

/** R-76057, R-87247. */
function checkWords(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, role, file } = template
  const name = baseName(file.newPath ?? path)
  if (word.test(name) && !hasBase.test(name)) return
  const isNested = role === 'nested'
  const what = isNested ? 'a nested file' : 'an incremental module'
  const message = `the name of ${what} may have letters, digits and underscores only, and not the word "base": "${name}"`
  const found = about(isNested ? 'R-76057' : 'R-87247', path, message, choose)
  const proposed = hasBase.test(name) ? { advice: choose } : proposedFiles(vnf, template)
  if ('advice' in proposed) {
    report({ ...found, remedy: byHand(proposed.advice) })
    return
  }
  const wanted = fileName(proposed.paths.get(path) ?? path)
  const does = `renames the file to ${wanted}, with its environment, its volume module and what refers to it, in the manifest too`
  report({
    ...found,
    remedy: repairedBy(fileRenaming, does),
    subject: { kind: 'file', renamed: proposed.paths },
  })
}

/** Files under names of word characters; what refers to them follows when all files have run. */
export const fileRenaming: Repair = {
  id: 'onap/rename-files',
  title: 'Rename files',
  description:
    'Gives nested files and incremental modules names of letters, digits and underscores, and lets environments, volume modules, references and the manifest follow.',
  safety: 'lossy',
  loses: 'new name',
  mayRename: (path) => !word.test(baseName(path)),
  requirements: ['R-76057', 'R-87247'],
  apply: withRenamedFiles,
}

/** `<text>` holds word characters and not the word "base", in any case. */
function isBaseName(name: string): boolean {
  const match = /^(?:(\w+)_)?base(?:_(\w+))?$/i.exec(name)
  return match !== null && ![match[1], match[2]].some((text) => text !== undefined && hasBase.test(text))
}

function checkBase(vnf: Vnf, report: Report): void {
  const [first, ...others] = vnf.modules.filter(({ role }) => role === 'base')
  const advice = 'Decide which template is deployed first, and name it base_<text>.yaml.'
  for (const { path } of others) {
    const message = `there is another base module: ${first?.path ?? ''}`
    report(about('R-37028', path, message, advice))
  }
  const [module] = vnf.modules
  if (first === undefined && module !== undefined) {
    const message = 'the package has no base module: no template has "base" in its name'
    report(about('R-37028', module.path, message, advice))
  }
}

/** Directories below that of the package that hold no template: one violation for each. */
function checkFolders(vnf: Vnf, home: string, report: Report): void {
  const seen = new Set([...vnf.pkg.files.keys()].map(directoryOf))
  for (const path of vnf.pkg.others) {
    if (!path.startsWith(home) || seen.has(directoryOf(path)) || directoryOf(path) === home) continue
    seen.add(directoryOf(path))
    const message = `the package has a folder in it: ${directoryOf(path)}`
    report(about('R-511776', path, message, 'Move its files beside the templates, with what refers to them.'))
  }
}

/** All files of a VNF lie in one directory: that of the base module, or of most templates. */
function checkLocations(vnf: Vnf, report: Report): void {
  const [base] = vnf.modules.filter(({ role }) => role === 'base')
  const home = directoryOf((base ?? vnf.modules[0] ?? vnf.templates[0])?.path ?? '')
  checkFolders(vnf, home, report)
  const seen = new Map<string, string>()
  for (const path of vnf.pkg.files.keys()) {
    if (vnf.templates.length > 0 && directoryOf(path) !== home) {
      const message = `the file lies outside of the package's directory ${home === '' ? '.' : home}`
      report(about('R-511776', path, message, 'Move it there, with what refers to it.'))
    }
    const name = fileName(path)
    const other = seen.get(name)
    seen.set(name, other ?? path)
    if (other !== undefined && /\.ya?ml$/.test(name)) {
      const message = `another file of the VNF has this name: ${other}`
      report(about('R-99646', path, message, 'Rename one of the two, with what refers to it.'))
    }
  }
}

/** Formats of disk images that Glance knows, and archives of them. */
const image = /\.(?:qcow2?|vmdk|vhdx?|vdi|iso|img|raw|ploop|ami|aki|ari|ova|ovf)(?:\.(?:gz|xz|bz2|zip))?$/i

function checkImages(vnf: Vnf, report: Report): void {
  for (const path of vnf.pkg.others) {
    if (!image.test(path)) continue
    const message = 'an image file must not be part of a package'
    report(about('R-348813', path, message, 'Remove the file and give the image to ONAP separately.'))
  }
}

// The names that files of a VNF should have, and what is renamed along.

/** The files that get another name, by their paths; or what keeps them from it, a sentence that says what to decide. */
type ProposedFiles = { readonly paths: ReadonlyMap<string, string> } | { readonly advice: string }

/**
 * A template whose name has other characters than letters, digits and underscores gets underscores for them, and so do its
 * environment, its volume module and the environment of that.
 */
function proposedFiles(vnf: Vnf, template: VnfTemplate): ProposedFiles {
  const stem = baseName(template.path)
  const wanted = stem.replace(/\W/g, '_')
  const paths = new Map(
    together(vnf, template).map((path) => [
      path,
      `${directoryOf(path)}${wanted}${nameNow(vnf, path).slice(stem.length)}`,
    ]),
  )
  const why = unclear(vnf, template, wanted) ?? taken(vnf, paths) ?? fixed(vnf, paths)
  return why === undefined ? { paths } : { advice: why }
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
