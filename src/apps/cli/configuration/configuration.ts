/**
 * `hotshift.config.*` or `hotshift` in a package.json: values for options that the command line does not give. Its keys
 * are the names of the options, for all commands or below `commands` for one, and below `overrides` for some files.
 */

import { basename, dirname, relative, resolve } from 'node:path'
import { realFileSystem } from '../../../run/file-system.ts'
import { readGiven } from '../../../run/read-file.ts'
import type { TrustedCode } from '../../../run/user-module.ts'
import { readDocument } from '../../../text/document/document.ts'
import { listed } from '../../../text/document/listed.ts'
import { type Mapping, type Node, nodeStart } from '../../../text/document/node.ts'
import { entryOf, mapOf, nameOf } from '../../../text/document/read.ts'
import { LineIndex } from '../../../text/yaml/position.ts'
import type { Arguments, Command, Option, OptionValues, Override, Waiver } from '../command.ts'
import { configOption, trustConfigOption } from '../options/options.ts'
import { UsageError } from '../usage-error.ts'
import { type CloudSetting, cloudSettingOf, noCloudSetting } from './cloud-setting.ts'
import { type CodeSource, codeRefusal, trustedCode } from './configured-code.ts'
import { configuredPaths, type PathScope } from './configured-paths.ts'
import { findConfiguration, isModule } from './find-configuration.ts'
import { type Pair, pairsOf, type Setting, strings, unknownKey, valueOf } from './setting.ts'
import { waiversOf } from './waivers.ts'

/** A configuration as it was read. */
export interface Configuration {
  /** Absolute. */
  readonly path: string
  /** As messages name it. */
  readonly name: string
  readonly root: Setting
  /** Whether a command line names it. */
  readonly isNamed: boolean
}

/** What a configuration says about the options of one command. */
interface Configured {
  readonly values: OptionValues
  /** Where each value stands. */
  readonly origins: ReadonlyMap<string, string>
  readonly overrides: readonly Override[]
  readonly waivers: readonly Waiver[]
  readonly cloud: CloudSetting
}

/** @throws UsageError for a file that cannot be read, and for a module that may not run */
export async function readConfiguration({ path, consent, cwd }: CodeSource): Promise<Configuration> {
  const name = relative(cwd, path)
  const isNamed = consent === 'config'
  if (isModule(path)) {
    const refusal = codeRefusal(path, { path, consent, cwd })
    if (refusal !== undefined) throw refusal
    return { path, name, isNamed, root: await fromModule(path, name, trustedCode({ path, consent, cwd })) }
  }
  const text = textOfFile(path, name)
  const reading = readDocument(text)
  const lines = new LineIndex(text)
  const at = (offset: number) => {
    const { line, column } = lines.position(offset)
    return `${name}:${line}:${column}`
  }
  if ('problem' in reading)
    throw new UsageError(`${at(reading.problem.start)}: ${reading.problem.message}`, [
      'a configuration is YAML or JSON, or a module that exports it by default',
    ])
  const { root } = reading.document
  const own = basename(path) === 'package.json' ? entryOf(mapOf(root), 'hotshift')?.value : root
  return {
    path,
    name,
    isNamed,
    root:
      own === undefined ? { kind: 'map', entries: [], where: name } : fromNode(own, { name, at, values: 0 }),
  }
}

function textOfFile(path: string, name: string): string {
  const result = readGiven(path, realFileSystem)
  if ('problem' in result) throw new UsageError(`${name}: the configuration ${result.problem.message}`)
  return Buffer.from(result.bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
}

async function fromModule(path: string, name: string, trusted: TrustedCode | undefined): Promise<Setting> {
  const { importUserModule, UserModuleError } = await import('../../../run/user-module.ts')
  try {
    const { default: exported } = await importUserModule(
      path,
      { exports: await import('../../../index.ts') },
      trusted,
    )
    // A module may have asked for something first.
    const data = await exported
    if (data === undefined) throw new UsageError(`${name}: it exports no configuration by default`)
    return fromData(data, name, [])
  } catch (error) {
    if (!(error instanceof UserModuleError)) throw error
    throw new UsageError(`${name}: ${error.message}`)
  }
}

/** Aliases of aliases can multiply without end. */
const mostValues = 100_000

/** A configuration on the way from its document; counts what it has. */
interface OpenConfiguration {
  readonly name: string
  readonly at: (offset: number) => string
  values: number
}

/** @throws UsageError for one with more values than anybody writes */
function fromNode(node: Node, reading: OpenConfiguration): Setting {
  if (node.kind === 'alias') return fromNode(node.target, reading)
  reading.values += 1
  if (reading.values > mostValues) throw new UsageError(`${reading.name}: the configuration is too large`)
  const where = reading.at(nodeStart(node) ?? 0)
  switch (node.kind) {
    case 'scalar':
      return {
        kind: 'scalar',
        value: typeof node.value === 'bigint' ? String(node.value) : node.value,
        where,
      }
    case 'seq':
      return { kind: 'list', items: node.items.map((item) => fromNode(item, reading)), where }
    case 'map':
      return { kind: 'map', entries: entriesOf(node, reading), where }
  }
}

/** @throws UsageError for a key that occurs twice: one of the values would not count */
function entriesOf({ entries }: Mapping, reading: OpenConfiguration): readonly Pair[] {
  const seen = new Set<string>()
  return entries.map((one) => {
    const [key, where] = [nameOf(one) ?? '', reading.at(nodeStart(one.key) ?? 0)]
    if (seen.has(key)) throw new UsageError(`${where}: the key "${key}" occurs twice`)
    seen.add(key)
    return { key, value: fromNode(one.value, reading), where }
  })
}

/** @throws UsageError for what is no plain data, and for data that holds itself */
function fromData(data: unknown, name: string, path: readonly string[]): Setting {
  const where = path.length === 0 ? name : `${name} (${path.join('.')})`
  if (path.length > 20) throw new UsageError(`${where}: the configuration is nested too deep`)
  if (data === null || ['string', 'number', 'boolean'].includes(typeof data))
    return { kind: 'scalar', value: data as string | number | boolean | null, where }
  if (Array.isArray(data))
    return {
      kind: 'list',
      items: data.map((one, index) => fromData(one, name, [...path, `${index}`])),
      where,
    }
  if (typeof data !== 'object')
    throw new UsageError(`${where}: a ${typeof data} is not a value of a configuration`, [
      'a transform is named by its file: transforms: [./mine.ts]',
    ])
  const given = Object.entries(data).filter(([, value]) => value !== undefined)
  const entries = given.map(([key, value]) => {
    const own = fromData(value, name, [...path, key])
    return { key, value: own, where: own.where }
  })
  return { kind: 'map', entries, where }
}

const sections = ['$schema', 'commands', 'overrides', 'waivers'] as const

/**
 * What a configuration says about the options of a command.
 *
 * @param commands all there are: a key that is none of any command's is a mistake
 * @throws UsageError for unknown keys, and for values of another type than the option's
 */
export function configuredFor(
  { path, root, name, isNamed }: Configuration,
  command: Command,
  commands: readonly Command[],
): Configured {
  const scope: PathScope = { directory: dirname(path), reads: isNamed ? 'anything' : 'its tree' }
  const known = configurable(commands.flatMap(({ options }) => options))
  const own = configurable(command.options)
  const given = new GivenOptions(own, scope)
  const { top, cloud } = withoutCloud(pairsOf(root, name))
  const isSection = ({ key }: Pair) => (sections as readonly string[]).includes(key)
  given.take(
    top.filter((pair) => !isSection(pair)),
    known,
    sections,
  )
  const byName = new Map(commands.map((one) => [one.name, one]))
  for (const { key, where, value } of pairsOf(valueOf(top, 'commands'), name)) {
    const about = byName.get(key)
    if (about === undefined) throw unknownKey(key, where, [...byName.keys()])
    const pairs = pairsOf(value, name)
    if (about === command) given.take(pairs, own, [])
    else checkKeys(pairs, configurable(about.options), scope)
  }
  return {
    values: given.values,
    origins: given.origins,
    overrides: overridesOf(valueOf(top, 'overrides'), { ...scope, known, own, name }),
    waivers: waiversOf(valueOf(top, 'waivers'), scope.directory),
    cloud,
  }
}

/** What the options of a command get, and where that stands: what is taken later counts. */
class GivenOptions {
  readonly values = new Map<string, readonly (string | true)[]>()
  readonly origins = new Map<string, string>()
  readonly #own: ReadonlyMap<string, Option>
  readonly #scope: PathScope

  constructor(own: ReadonlyMap<string, Option>, scope: PathScope) {
    this.#own = own
    this.#scope = scope
  }

  /** @throws UsageError for a key that is neither allowed nor one of others */
  take(pairs: readonly Pair[], allowed: ReadonlyMap<string, Option>, others: readonly string[]): void {
    for (const { key, value, where } of pairs) {
      // Commands share keys, and what one of them only reads another may write.
      const option = allowed.has(key) ? (this.#own.get(key) ?? allowed.get(key)) : undefined
      if (option === undefined) throw unknownKey(key, where, [...allowed.keys(), ...others])
      const { name } = option
      const given = valuesOf(option, value, this.#scope)
      if (this.#own.get(key)?.name !== name) continue
      this.values.set(name, given)
      if (given.length === 0) this.values.delete(name)
      this.origins.set(name, value.where)
    }
  }
}

/** `cloud` may be a mapping; its release is then the value of the option of that name. */
function withoutCloud(all: readonly Pair[]): { readonly top: readonly Pair[]; readonly cloud: CloudSetting } {
  const own = all.find(({ key, value }) => key === 'cloud' && value.kind === 'map')
  if (own?.value.kind !== 'map') return { top: all, cloud: noCloudSetting }
  const { release, setting } = cloudSettingOf(own.value.entries)
  const top = all.flatMap((one) => {
    if (one !== own) return [one]
    return release === undefined ? [] : [{ ...one, value: release }]
  })
  return { top, cloud: setting }
}

function checkKeys(pairs: readonly Pair[], allowed: ReadonlyMap<string, Option>, scope: PathScope): void {
  for (const { key, value, where } of pairs) {
    const option = allowed.get(key)
    if (option === undefined) throw unknownKey(key, where, [...allowed.keys()])
    valuesOf(option, value, scope)
  }
}

/** One value of a configuration, for people. */
export interface ShownSetting {
  /** For example `commands.upgrade.to`. */
  readonly key: string
  readonly value: string
  readonly where: string
}

/** All that a configuration says, in its order, once it has been held against the options of all commands. */
export function shownSettings(configuration: Configuration, commands: readonly Command[]): ShownSetting[] {
  for (const command of commands) configuredFor(configuration, command, commands)
  return shown(configuration.root, '')
}

function shown(setting: Setting, key: string): ShownSetting[] {
  const below = (name: string) => (key === '' ? name : `${key}.${name}`)
  switch (setting.kind) {
    case 'scalar':
      return key === '' ? [] : [{ key, value: String(setting.value), where: setting.where }]
    case 'list':
      return setting.items.flatMap((item, index) => shown(item, below(`${index}`)))
    case 'map':
      return setting.entries.flatMap((one) => shown(one.value, below(one.key)))
  }
}

/** The options that say what becomes of a file, and may differ from file to file. */
export const overridable: ReadonlySet<string> = new Set([
  'to',
  'from',
  'accept',
  'accept-file',
  'partial',
  'allow-unproved',
  'assume-version',
  'severity',
])

interface OverrideScope extends PathScope {
  readonly known: ReadonlyMap<string, Option>
  readonly own: ReadonlyMap<string, Option>
  readonly name: string
}

function overridesOf(setting: Setting | undefined, scope: OverrideScope): readonly Override[] {
  if (setting === undefined) return []
  const { known, own, directory, name } = scope
  if (setting.kind !== 'list') throw new UsageError(`${setting.where}: overrides is a list`)
  const allowed = new Map([...known].filter(([, option]) => overridable.has(option.name)))
  return setting.items.map((item) => {
    const pairs = pairsOf(item, name)
    const files = valueOf(pairs, 'files')
    if (files === undefined) throw new UsageError(`${item.where}: an override needs files`)
    const values = new Map<string, readonly (string | true)[]>()
    const origins = new Map<string, string>()
    for (const { key, value, where } of pairs) {
      if (key === 'files') continue
      const option = allowed.get(key)
      if (option === undefined) throw unknownKey(key, where, ['files', ...allowed.keys()])
      const given = valuesOf(option, value, scope)
      if (!own.has(key)) continue
      values.set(option.name, given)
      origins.set(option.name, value.where)
    }
    return { files: strings(files), root: directory, values, origins }
  })
}

/** By their keys in a configuration. */
function configurable(options: readonly Option[]): ReadonlyMap<string, Option> {
  return new Map(options.filter((one) => one.isOfOneRun !== true).map((one) => [keyOf(one), one]))
}

/** `allow-unproved` is `allowUnproved` in a configuration. */
export function keyOf({ name, key }: Option): string {
  return key ?? name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function isString(setting: Setting): boolean {
  return setting.kind === 'scalar' && typeof setting.value === 'string'
}

/** What a setting gives for an option, as the command line would; empty for a switch that is off. */
function valuesOf(option: Option, setting: Setting, scope: PathScope): readonly (string | true)[] {
  if (option.value === undefined) {
    if (setting.kind === 'scalar' && typeof setting.value === 'boolean') return setting.value ? [true] : []
    if (option.names !== undefined && (setting.kind === 'list' || isString(setting))) return strings(setting)
    const mode = option.modes?.find((one) => setting.kind === 'scalar' && setting.value === one)
    if (mode !== undefined) return [mode]
    const words = ['true', 'false', ...(option.modes ?? [])]
    throw new UsageError(`${setting.where}: ${keyOf(option)} is ${listed(words, ' or ')}`)
  }
  if (setting.kind === 'list' && option.occurs === undefined)
    throw new UsageError(`${setting.where}: ${keyOf(option)} takes one value`)
  const given = setting.kind === 'map' && option.isAssigned === true ? assignments(setting) : strings(setting)
  return option.isPath === undefined
    ? given
    : configuredPaths(option, given, { key: keyOf(option), where: setting.where }, scope)
}

/** Of `code: level`, what the command line calls `code=level`. */
function assignments(setting: Extract<Setting, { readonly kind: 'map' }>): readonly string[] {
  return setting.entries.flatMap(({ key, value }) => {
    // YAML reads the word off as a boolean.
    if (value.kind === 'scalar' && value.value === false) return [`${key}=off`]
    return strings(value).map((one) => `${key}=${one}`)
  })
}

/** The configuration that the command line names, or the one that is found; undefined where there is none. */
export function chosenConfiguration(args: Arguments, cwd: string): CodeSource | undefined {
  const named = args.value(configOption.name)
  if (named !== undefined) return { path: resolve(cwd, named), consent: 'config', cwd }
  const path = findConfiguration(cwd)
  const consent = args.has(trustConfigOption.name) ? 'trust-config' : 'nothing'
  return path === undefined ? undefined : { path, consent, cwd }
}
