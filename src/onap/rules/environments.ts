/** What environment files hold. */
import { entryOf, isNull, mapOf } from '../../document/read.ts'
import { environmentSections } from '../../heat/environment-sections.ts'
import { nearNames } from '../../heat/near-names.ts'
import { fileName } from '../../package/package-file.ts'
import { registryEntries } from '../../package/registry.ts'
import type { Report } from '../violation.ts'
import { type EnvironmentEntry, enumeration, type VnfEnvironment } from '../vnf/environment.ts'
import { entriesOf, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'

export const environmentRules: RuleFamily = {
  requirements: ['R-03324', 'R-599443', 'R-67231'],
  find(vnf, report) {
    const meanings = aliasMeanings(vnf)
    for (const environment of vnf.environments) {
      checkSection(environment, report)
      checkRegistry(vnf, environment, meanings, report)
      checkDeclared(vnf, environment, report)
    }
  },
}

function checkSection({ path, file: { root } }: VnfEnvironment, report: Report): void {
  const entry = entryOf(root, 'parameters')
  if (entry !== undefined && !isNull(entry.value)) return
  const others = entriesOf(root).filter(
    ({ name }) => !environmentSections.includes(name) && name !== 'encrypted_parameters',
  )
  const canAdd = others.length === 0
  report({
    requirement: 'R-03324',
    path,
    at: entry,
    message:
      entry === undefined
        ? 'the environment file has no section parameters'
        : 'the section parameters is null, which Heat refuses',
    repair: canAdd ? 'safe' : 'by-hand',
    advice: canAdd
      ? 'writes "parameters: {}"'
      : `Decide whether "${others[0]?.name ?? ''}" and what else stands here belongs below parameters.`,
    subject: { kind: 'section', name: 'parameters' },
  })
}

type AliasMeanings = ReadonlyMap<string, ReadonlySet<string | undefined>>

/** The files that each name of a registry stands for, in all environments. */
function aliasMeanings({ environments }: Vnf): AliasMeanings {
  const found = new Map<string, Set<string | undefined>>()
  for (const { path, file } of environments) {
    for (const alias of registryEntries(path, file.root)) {
      found.set(alias.name, (found.get(alias.name) ?? new Set()).add(alias.path))
    }
  }
  return found
}

function checkRegistry(vnf: Vnf, environment: VnfEnvironment, meanings: AliasMeanings, report: Report): void {
  const { path, file } = environment
  const entry = entryOf(file.root, 'resource_registry')
  if (entry === undefined) return
  const isSafe = isNull(entry.value) || onlyAliases(vnf, environment, meanings)
  report({
    requirement: 'R-67231',
    path,
    at: entry,
    message: 'the environment file must not have a resource_registry: templates name nested files themselves',
    repair: isSafe ? 'safe' : 'by-hand',
    advice: isSafe
      ? 'writes the file names where templates use the aliases, and deletes the section with its comments'
      : 'Say what each entry does in the templates themselves: it is more than an alias of a file of the package.',
    subject: { kind: 'section', name: 'resource_registry' },
  })
}

/** Whether a registry says no more than which file of the package a name of one's own stands for. */
function onlyAliases(vnf: Vnf, { path, file }: VnfEnvironment, meanings: AliasMeanings): boolean {
  const registry = mapOf(entryOf(file.root, 'resource_registry')?.value)
  if (registry === undefined) return false
  const aliases = registryEntries(path, file.root)
  return (
    aliases.length === registry.entries.length &&
    aliases.every(
      ({ form, name, path: target }) =>
        form === 'plain' &&
        target !== undefined &&
        vnf.pkg.files.has(target) &&
        !/^(?:OS|AWS)::/.test(name) &&
        meanings.get(name)?.size === 1,
    )
  )
}

function checkDeclared(vnf: Vnf, environment: VnfEnvironment, report: Report): void {
  const module = vnf.moduleOf(environment)
  if (module === undefined) {
    if (vnf.isOrphan(environment)) checkOrphan(vnf, environment, report)
    return
  }
  for (const one of environment.entries) {
    if (isDeclared(vnf, module, one)) continue
    const [near] = nearNames(one.name, valueless(module, environment), 1)
    report({
      requirement: 'R-599443',
      path: environment.path,
      at: one.entry,
      message: `${fileName(module.path)} declares no parameter "${one.name}"`,
      repair: near === undefined ? 'lossy' : 'by-hand',
      advice:
        near === undefined
          ? 'deletes the entry with its comments; no parameter takes it'
          : `Is it meant for "${near}", which has no value?`,
      subject: { kind: 'environment-entry', ...one },
    })
  }
}

/** All values of a file that belongs to no module are one slip. */
function checkOrphan(vnf: Vnf, environment: VnfEnvironment, report: Report): void {
  const [first] = environment.entries
  if (first === undefined) return
  const beside = vnf.templates.find(({ path }) => vnf.pkg.environmentPathOf(path) === environment.path)
  report({
    requirement: 'R-599443',
    path: environment.path,
    at: first.entry,
    message:
      beside === undefined
        ? `no template of this base name declares "${first.name}" and what else is here`
        : `"${first.name}" and what else is here is given to the nested file ${fileName(beside.path)}, which has no environment`,
    repair: 'by-hand',
    advice: 'Name the file after its module, or remove it.',
    subject: { kind: 'environment-entry', ...first },
  })
}

/** Defaults of the environment reach nested files too (heat/engine/environment.py). */
function isDeclared(vnf: Vnf, module: VnfTemplate, { name, section }: EnvironmentEntry): boolean {
  if (module.parameters.has(name)) return true
  if (section === 'parameters') return false
  return [...vnf.pkg.reachableFrom(module.path)].some(
    (path) => vnf.template(path)?.parameters.has(name) === true,
  )
}

function valueless({ parameters }: VnfTemplate, environment: VnfEnvironment): string[] {
  return [...parameters.values()]
    .filter(
      ({ name, map }) => enumeration(environment, name) !== 'valued' && entryOf(map, 'default') === undefined,
    )
    .map(({ name }) => name)
}
