/** Names and directories of files. */

import { baseName, directoryOf, fileName, type SourceFile } from '../../../stack/source-file.ts'
import { rule } from '../../rule.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, type Found, type Report } from '../rule.ts'
import type { Way } from '../step.ts'
import { namesOf } from '../vnf/names.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { fileNamed } from '../ways.ts'
import { environmentRemedy } from './environment-names.ts'
import { hasBase, onlyModule, renamingOf, word } from './file-names.ts'
import { volumeNames } from './volumes.ts'

export const fileRules = rule({
  asks: 'package',
  codes: requirementCodes([
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
  ]),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      checkExtension(template.file, template.role === 'nested', report)
      checkName(vnf, template, report)
    }
    for (const file of vnf.cfnTemplates) checkExtension(file, false, report)
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
})

function about(
  requirement: RequirementId,
  path: string,
  message: string,
  advice: string,
  ways?: () => readonly Way[],
): Found {
  return {
    requirement,
    path,
    at: undefined,
    message,
    remedy: byHand(advice, ways),
    subject: { kind: 'file' },
  }
}

function seeing(found: Found, path: string, message: string): Found {
  return { ...found, related: [{ path, at: undefined, message }] }
}

function checkExtension({ path, newPath = path }: SourceFile, nested: boolean, report: Report): void {
  if (/\.ya?ml$/.test(newPath)) return
  const message = `the name of a ${nested ? 'nested file' : 'template'} must end in .yaml or .yml`
  const advice = `Rename the file to ${baseName(path)}.yaml, with what refers to it, in the manifest too.`
  const ways = () => [fileNamed(path, `${baseName(path)}.yaml`)]
  report(about(nested ? 'R-56438' : 'R-87485', path, message, advice, ways))
}

const choose = 'Choose a name; the environment, the volume module and the manifest follow it.'

function checkName(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, role, file } = template
  const name = baseName(file.newPath ?? path)
  switch (role) {
    case 'base':
      if (!isBaseName(name)) {
        const message = `a base module must be called base, base_<text>, <text>_base or <text>_base_<text>, not "${name}"`
        report(
          about('R-81339', path, message, choose, () => baseNames(name).map((one) => fileNamed(path, one))),
        )
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
        one.role !== 'nested' &&
        directoryOf(one.path) === directoryOf(path) &&
        baseName(one.file.newPath ?? one.path) === module
      if (!vnf.templates.some(beside)) {
        const message = `there is no module "${module}", so "${name}" belongs to none`
        const ways = () => volumeNames(vnf, template)
        report(about('R-82732', path, message, 'Name it after its module, with _volume appended.', ways))
      }
    }
  }
}

/** Names of a base module with the words that are left of another one. */
function baseNames(name: string): readonly string[] {
  const words =
    name
      .replace(/\W+/g, '_')
      .replace(/_*base_*/gi, '_')
      .replace(/^_+|_+$/g, '') || 'module'
  return [`base_${words}`, `${words}_base`, `base_${words}_module`]
}

/** R-76057, R-87247. */
function checkWords(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, role, file } = template
  const name = baseName(file.newPath ?? path)
  if (word.test(name) && !hasBase.test(name)) return
  const isNested = role === 'nested'
  const what = isNested ? 'a nested file' : 'an incremental module'
  const message = `the name of ${what} must contain only letters, digits and underscores, and not "base": "${name}"`
  const found = about(isNested ? 'R-76057' : 'R-87247', path, message, choose)
  report({ ...found, ...(hasBase.test(name) ? {} : renamingOf(vnf, template)) })
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
    const other = first?.path ?? ''
    const found = about('R-37028', path, `"${fileName(other)}" is also a base module`, advice)
    report(seeing(found, other, 'the other base module'))
  }
  const [module] = vnf.modules
  if (first === undefined && module !== undefined) {
    const message = 'the package has no base module: no template has "base" in its name'
    const found = about('R-37028', module.path, message, advice)
    report({ ...found, ...(onlyModule(vnf) === module ? renamingOf(vnf, module) : {}) })
  }
}

/** Directories below that of the package that hold no template: one violation for each. */
function checkFolders(vnf: Vnf, home: string, report: Report): void {
  const seen = new Set([...vnf.pkg.files.keys()].map(directoryOf))
  for (const path of vnf.pkg.others) {
    if (!path.startsWith(home) || seen.has(directoryOf(path)) || directoryOf(path) === home) continue
    seen.add(directoryOf(path))
    const message = `the package contains the folder "${directoryOf(path).slice(home.length, -1)}"`
    report(about('R-511776', path, message, 'Move its files beside the templates, with what refers to them.'))
  }
}

/** All files of a VNF lie in one directory: that of the base module, or of most templates. */
function checkLocations(vnf: Vnf, report: Report): void {
  const [base] = vnf.modules.filter(({ role }) => role === 'base')
  const home = directoryOf((base ?? vnf.modules[0] ?? vnf.templates[0])?.path ?? '')
  checkFolders(vnf, home, report)
  const seen = new Map<string, string>()
  for (const { path, newPath = path } of vnf.pkg.files.values()) {
    if (vnf.templates.length > 0 && directoryOf(path) !== home) {
      const message = `the file is not in the directory of the package, "${fileName(home.slice(0, -1)) || '.'}"`
      report(about('R-511776', path, message, 'Move it there, with what refers to it.'))
    }
    const name = fileName(newPath)
    const other = seen.get(name)
    seen.set(name, other ?? path)
    if (other !== undefined && /\.ya?ml$/.test(name)) {
      const found = about(
        'R-99646',
        path,
        `another file of the VNF is also named "${name}"`,
        'Rename one of the two, with what refers to it.',
        () => [path, other].map((one) => fileNamed(one, `${baseName(one)}_2`)),
      )
      report(seeing(found, other, 'the file with the same name'))
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
