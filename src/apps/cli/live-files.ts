/** What `openstack` prints of a live stack as JSON: `stack show`, `stack environment show`, `stack resource list -n`. */

import { hiddenValue } from '../../heat/parameters.ts'
import { type Value, valueOfJson } from '../../heat/values/value.ts'
import type { LiveStack } from '../../meaning/impact/live-stack.ts'
import { jsonMistake } from '../../run/plan/json-mistake.ts'
import { groupedBy, push } from '../../text/document/multimap.ts'
import { givenText } from './text-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

type Json = Readonly<Record<string, unknown>>

/** A live stack, and its name where a file says so. */
interface GivenStack {
  readonly live: LiveStack
  readonly name?: string
}

/**
 * What files say of one stack together; undefined for no files.
 * @param option the name of the option that gives them, for messages
 * @throws UsageError for what is none of these
 */
export function liveStackIn(
  paths: readonly string[],
  option: string,
  { cwd }: World,
): GivenStack | undefined {
  if (paths.length === 0) return undefined
  let name: string | undefined
  let shown: ReadonlyMap<string, Value> | undefined
  let given: ReadonlyMap<string, Value> | undefined
  let listed: readonly Json[] = []
  const hidden = new Set<string>()
  for (const path of paths) {
    const json = jsonIn(path, option, cwd)
    if (Array.isArray(json)) listed = json.map((one) => recordOf(one) ?? {})
    else {
      const own = recordOf(json)
      if (own === undefined) throw new UsageError(`--${option} ${path}: not a JSON object or list`)
      if ('heat_template_version' in own || 'AWSTemplateFormatVersion' in own)
        throw new UsageError(`--${option} ${path}: a template`, [
          'give it as <before>: it is what the stack has',
        ])
      const values = recordOf(own.parameters) ?? ('resource_registry' in own ? {} : own)
      for (const [name, value] of Object.entries(values)) if (value === hiddenValue) hidden.add(name)
      if ('parameter_defaults' in own || 'resource_registry' in own) given = valuesIn(own.parameters ?? {})
      else shown = valuesIn(values)
      if (typeof own.stack_name === 'string') name = own.stack_name
    }
  }
  const parameters = given ?? shown
  const ids = idsIn(listed, name)
  const live: LiveStack = {
    are: given === undefined ? 'all' : 'given',
    ids,
    hidden,
    ...(parameters && { parameters }),
  }
  return { live, ...(name === undefined ? {} : { name }) }
}

function jsonIn(path: string, option: string, cwd: string): unknown {
  const text = givenText(path, `--${option} ${path}`, cwd)
  try {
    return JSON.parse(text)
  } catch (error) {
    // Node's message for invalid JSON quotes the source, which contains passwords here.
    const { line, column } = jsonMistake(text, error)
    throw new UsageError(`--${option} ${path}:${line}:${column}: the file is not valid JSON`)
  }
}

/** A resource of a live stack. */
interface LiveResource {
  readonly stack?: string
  readonly name: string
}

/**
 * The resources that files list (`stack resource list -n 5`), by their types.
 *
 * @throws UsageError for files that list none
 */
export function liveResourcesIn(
  paths: readonly string[],
  option: string,
  { cwd }: World,
): ReadonlyMap<string, readonly LiveResource[]> {
  const listed = paths.flatMap((path) => {
    const json = jsonIn(path, option, cwd)
    const all = Array.isArray(json) ? json.map((one) => recordOf(one) ?? {}) : []
    if (!all.some((one) => typeof one.resource_type === 'string'))
      throw new UsageError(`--${option} ${path}: no list of resources`, [
        'openstack stack resource list -n 5 -f json STACK > live.json',
      ])
    return all
  })
  const byType = new Map<string, LiveResource[]>()
  for (const { resource_type: type, stack_name: stack, resource_name: name } of listed)
    if (typeof type === 'string' && typeof name === 'string')
      push(byType, type, { name, ...(typeof stack === 'string' ? { stack } : {}) })
  return byType
}

/** Without what Heat hides, and what it fills in. */
function valuesIn(json: unknown): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(recordOf(json) ?? {}).flatMap(([name, value]): (readonly [string, Value])[] =>
      value === hiddenValue || name.startsWith('OS::') ? [] : [[name, valueOfJson(value)]],
    ),
  )
}

/**
 * Ids by the way to a resource. A nested stack has the name of its parent, of the resource that makes it, and twelve
 * letters (`StackResource.physical_resource_name_or_FnGetRefId`, heat/engine/resource.py `physical_resource_name`).
 */
function idsIn(listed: readonly Json[], stack: string | undefined): ReadonlyMap<string, string> {
  const byStack = groupedBy(listed, (one) =>
    typeof one.stack_name === 'string' ? one.stack_name : (stack ?? ''),
  )
  const names = [...byStack.keys()]
  const root =
    stack !== undefined && byStack.has(stack)
      ? stack
      : names.reduce((a, b) => (b.length < a.length ? b : a), names[0] ?? '')
  const nestedIn = new Map(names.map((name) => [name.replace(/-[a-z0-9]{12}$/, '-'), name]))
  const ids = new Map<string, string>()
  const open: (readonly [stack: string, scope: string])[] = [[root, '']]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [name, scope] = next
    for (const one of byStack.get(name) ?? []) {
      const resource = String(one.resource_name)
      ids.set(scope + resource, String(one.physical_resource_id ?? ''))
      const nested = nestedIn.get(`${name}-${resource}-`)
      if (nested !== undefined) open.push([nested, `${scope}${resource}/`])
    }
  }
  return ids
}

function recordOf(json: unknown): Json | undefined {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? (json as Json) : undefined
}
