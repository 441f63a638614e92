/**
 * What a client sends to Heat for a stack: the template, the contents of all files that it needs under the addresses by which
 * they are named, and the environments (python-heatclient: `template_utils.py`, `osc/v1/stack.py`, `CreateStack`).
 */

import { environmentSections } from '../../heat/candidate.ts'
import { fileUrl, joinedUrl, pathOfUrl } from '../../heat/client-urls.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import { jsonText } from '../../heat/values/json-text.ts'
import { isList, isMap, type Key, type Value, type ValueMap } from '../../heat/values/value.ts'
import { push } from '../../text/document/multimap.ts'
import type { GivenFile, ReadFile, VerifyInput, VerifyProblem } from '../proof/verify-side.ts'
import { asSent, contentOf, encoded, isTemplate, parsed, readable } from './client-files.ts'

/** The body of a request, apart from how the stack is called and what its parameters are. */
export interface StackRequest {
  readonly template: ValueMap
  /** By address: `file:///srv/stack/nested.yaml`. Templates as JSON, with addresses instead of names. */
  readonly files: ReadonlyMap<string, string>
  /** All environments, merged. */
  readonly environment: ValueMap
  /** The addresses of the environments, whose contents are among the files: Heat merges them itself. */
  readonly environmentFiles: readonly string[]
  /** How a file names others, in its order, by its address. */
  readonly names: ReadonlyMap<string, readonly string[]>
  /** The addresses that `get_file` names. */
  readonly asContents: ReadonlySet<string>
  /** The addresses that `type` or an environment names. */
  readonly asTemplates: ReadonlySet<string>
}

/**
 * The request as JSON.
 *
 * @param more what else belongs to it: the name of the stack, its parameters
 */
export function requestText(
  { template, files, environment, environmentFiles }: StackRequest,
  more: Readonly<Record<string, Value>> = {},
): string {
  const listed = environmentFiles.length === 0 ? {} : { environment_files: environmentFiles }
  const body = { ...more, template, files, environment, ...listed }
  return jsonText(new Map<Key, Value>(Object.entries(body)), 'as it is')
}

/** Thrown inside, where a file cannot be part of a request. */
class Unfit extends Error {
  readonly problem: VerifyProblem

  constructor(path: string, message: string) {
    super(message)
    this.problem = { path, line: 1, column: 1, code: 'not-bundled', message }
  }
}

/**
 * The request for a stack from files.
 *
 * @param folder absolute, with `/`: what paths are relative to, and what addresses begin with
 * @param read gives the files that the templates name
 */
export function stackRequest(
  input: VerifyInput,
  folder: string,
  read: ReadFile,
): StackRequest | { readonly problem: VerifyProblem } {
  try {
    const files = new Files(`${fileUrl(folder)}/`, read)
    const template = files.template(input, files.addressOf(input.path), [])
    const environments = (input.environments ?? []).map((one) => ({ url: files.addressOf(one.path), one }))
    let environment: ValueMap = new Map()
    for (const { url, one } of environments) {
      const own = files.environment(one, url)
      environment = merged(environment, own, one.path)
      files.contents.set(url, jsonText(own, 'as it is'))
    }
    const environmentFiles = environments.map(({ url }) => url)
    return {
      template,
      files: files.contents,
      environment,
      environmentFiles,
      names: files.names,
      asContents: files.asContents,
      asTemplates: files.asTemplates,
    }
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.problem }
    throw error
  }
}

/** Where a name in a registry stands, and what it is relative to. */
interface RegistryPlace {
  readonly base: string
  /** Of the environment. */
  readonly url: string
  readonly path: string
}

/** The files of a request, each read once. */
class Files {
  readonly contents = new Map<string, string>()
  readonly names = new Map<string, string[]>()
  readonly asContents = new Set<string>()
  readonly asTemplates = new Set<string>()
  readonly #base: string
  readonly #read: ReadFile

  constructor(base: string, read: ReadFile) {
    this.#base = base
    this.#read = read
  }

  addressOf(path: string): string {
    const url = addressIn(this.#base, path)
    if (url === undefined) throw new Unfit(path, 'the name of the file cannot be part of an address')
    return url
  }

  template({ path, bytes }: GivenFile, url: string, within: readonly string[]): ValueMap {
    const data = parsed(bytes, 'template')
    if (data === undefined && readable(bytes))
      throw new Unfit(path, 'the template starts with "{" but is not JSON, so python-heatclient rejects it')
    if (!isMap(data) || !isTemplate(data)) throw new Unfit(path, 'the file is not a template')
    return this.#linked(data, url, [...within, url]) as ValueMap
  }

  environment({ path, bytes }: GivenFile, url: string): ValueMap {
    const data = parsed(bytes, 'environment')
    if (data === null) return new Map()
    if (!isMap(data)) throw new Unfit(path, 'the file is not an environment')
    const unknown = [...data.keys()].find((key) => !environmentSections.includes(String(key)))
    if (unknown !== undefined) throw new Unfit(path, `an environment has no section "${String(unknown)}"`)
    const registry = data.get('resource_registry') ?? null
    if (registry === null) return data
    if (!isMap(registry)) throw new Unfit(path, 'resource_registry is not a mapping')
    return withEntry(data, 'resource_registry', this.#registry(registry, url, path))
  }

  /** `resolve_environment_urls` */
  #registry(registry: ValueMap, url: string, path: string): ValueMap {
    const base = baseIn(registry, url, path)
    const made = new Map<Key, Value>()
    for (const [name, value] of registry)
      made.set(
        name,
        name === 'resources'
          ? this.#ofResources(value, { base, url, path })
          : this.#registered(name, value, { base, url, path }),
      )
    return made
  }

  #ofResources(resources: Value, at: RegistryPlace): ValueMap {
    if (!isMap(resources)) throw new Unfit(at.path, 'resources in resource_registry is not a mapping')
    const each = new Map<Key, Value>()
    for (const [resource, value] of resources) {
      if (!isMap(value))
        throw new Unfit(at.path, `"${String(resource)}" in resource_registry is not a mapping`)
      const own = { ...at, base: baseIn(value, at.base, at.path) }
      each.set(resource, new Map([...value].map(([name, one]) => [name, this.#registered(name, one, own)])))
    }
    return each
  }

  #registered(name: Key, value: Value, { base, url, path }: RegistryPlace): Value {
    const isOther = name === 'base_url' || isMap(value) || name === 'hooks' || name === 'restricted_actions'
    if (isOther || (typeof value === 'string' && value.includes('::'))) return value
    if (typeof value === 'string') {
      const file = this.#file(value, base, url, [])
      this.asTemplates.add(file)
      return file
    }
    throw new Unfit(path, `"${String(name)}" in resource_registry is neither a type nor a file`)
  }

  /** `resolve_template_get_files`: names in `get_file` and `type`, wherever they are. */
  #linked(value: Value, url: string, within: readonly string[]): Value {
    if (isList(value)) return value.map((item) => this.#linked(item, url, within))
    if (!isMap(value)) return value
    const made = new Map<Key, Value>()
    for (const [key, item] of value) {
      const isNamed =
        typeof item === 'string' && (key === 'get_file' || (key === 'type' && isTemplateReference(item)))
      const linked = isNamed ? this.#file(item, url, url, within) : this.#linked(item, url, within)
      if (isNamed) (key === 'get_file' ? this.asContents : this.asTemplates).add(linked as string)
      made.set(key, linked)
    }
    return made
  }

  /**
   * The address of a file; its content is among the files then.
   *
   * @param from the address of the file that names it
   */
  #file(name: string, base: string, from: string, within: readonly string[]): string {
    const path = pathOfUrl(from) ?? from
    const url = joinedUrl(base, name)
    const target = url === undefined ? undefined : pathOfUrl(url)
    if (url === undefined || target === undefined)
      throw new Unfit(path, `"${name}" does not lead to a file of this machine`)
    push(this.names, from, name)
    if (within.includes(url)) throw new Unfit(path, `the template ${target} includes itself`)
    if (this.contents.has(url)) return url
    const bytes = this.#read(target)
    if (bytes === undefined) throw new Unfit(path, `the file "${name}" cannot be read`)
    const data = parsed(bytes, 'template')
    const content = isTemplate(data)
      ? jsonText(this.#linked(data, url, [...within, url]), 'as it is')
      : contentOf(bytes)
    this.contents.set(url, content)
    return url
  }
}

/** The address of a path that is given; undefined for one that can have none. */
export function addressIn(base: string, path: string): string | undefined {
  return joinedUrl(base, path.split('/').map(encodedStep).join('/'))
}

/** Of a path that is given, `%` and the like stand for themselves. */
function encodedStep(name: string): string {
  return name === '..' || name === '.' ? name : fileUrl(name).slice('file://'.length)
}

function baseIn(registry: ValueMap, otherwise: string, path: string): string {
  const base = registry.get('base_url')
  if (base === undefined) return otherwise
  const url = typeof base === 'string' && base.startsWith('file://') ? base : undefined
  if (url === undefined) throw new Unfit(path, 'base_url is not the address of a folder')
  return url.endsWith('/') ? url : `${url}/`
}

/** `deep_update`: later values win, mappings are merged, and null leaves a mapping as it is. */
function merged(before: ValueMap, after: ValueMap, path: string): ValueMap {
  const made = new Map(before)
  for (const [key, value] of after) {
    const old = made.get(key)
    if (isMap(value)) {
      if (old !== undefined && old !== null && !isMap(old))
        throw new Unfit(path, `"${String(key)}" is a mapping here, and none in an environment before it`)
      made.set(key, merged(old ?? new Map(), value, path))
    } else if (value !== null || !isMap(old ?? null)) made.set(key, value)
  }
  return made
}

function withEntry(map: ValueMap, key: Key, value: Value): ValueMap {
  return new Map([...map].map(([name, one]) => [name, name === key ? value : one]))
}

/**
 * The two stacks of which the proof shows that they are one: that of the files, as clients read them, and that of the request,
 * with names instead of addresses.
 *
 * @param folder as for `stackRequest`
 */
export function sidesOf(
  request: StackRequest,
  input: VerifyInput,
  { folder, read }: { readonly folder: string; readonly read: ReadFile },
): readonly [files: VerifyInput, bundled: VerifyInput] {
  const addressOf = (path: string) => addressIn(`${fileUrl(folder)}/`, path) ?? ''
  const own = addressOf(input.path)
  const absolute = (path: string) => pathOfUrl(addressOf(path)) ?? ''
  const contentPaths = new Set([...request.asContents].map(pathOfUrl))
  const namesIn = (from: string) => {
    const left = [...(request.names.get(from) ?? [])]
    return (value: Value) =>
      typeof value === 'string' && request.files.has(value) ? (left.shift() ?? value) : value
  }
  const contents = new Map(
    [...request.files].map(([url, text]): readonly [string, Uint8Array] => {
      const data = parsed(encoded(text), 'template')
      return [
        pathOfUrl(url) ?? url,
        isTemplate(data) ? encodedJson(mapped(data, namesIn(url))) : encoded(text),
      ]
    }),
  )
  const environmentAt = (url: string) =>
    encodedJson(mapped(parsed(encoded(request.files.get(url) ?? ''), 'environment') ?? null, namesIn(url)))
  const bundled = {
    path: input.path,
    bytes: encodedJson(mapped(request.template, namesIn(own))),
    environments: (input.environments ?? []).map(({ path }) => ({
      path,
      bytes: environmentAt(addressOf(path)),
    })),
    read: (path: string) => contents.get(absolute(path)),
  }
  const readAsClient = (path: string) => {
    const bytes = read(path)
    return bytes && (contentPaths.has(absolute(path)) ? asSent(bytes, 'content') : templateAsSent(bytes))
  }
  return [{ ...input, bytes: asSent(input.bytes, 'template'), read: readAsClient }, bundled]
}

/** What is no template is sent as it is. */
function templateAsSent(bytes: Uint8Array): Uint8Array {
  const data = parsed(bytes, 'template')
  return isTemplate(data) ? asSent(bytes, isMap(data) ? 'template' : 'content') : bytes
}

const encodedJson = (value: Value) => encoded(jsonText(value, 'as it is'))

function mapped(value: Value, change: (value: Value) => Value): Value {
  if (isList(value)) return value.map((item) => mapped(item, change))
  if (isMap(value)) return new Map([...value].map(([key, item]) => [key, mapped(item, change)]))
  return change(value)
}
