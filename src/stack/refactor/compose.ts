/** The template that calls others, and passes outputs of some to parameters of others: one stack for what were several. */

import { callRead } from '../../heat/calls.ts'
import { entriesRead, readValue } from '../../heat/merge-keys.ts'
import { isTemplateReference } from '../../heat/resource-types.ts'
import { section } from '../../heat/sections.ts'
import type { HotVersion } from '../../heat/versions.ts'
import { call, entry, list, mapping, string } from '../../text/document/build.ts'
import { dataKey } from '../../text/document/data.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { mapOf, nameOf, stringOf } from '../../text/document/read.ts'
import { transplantedEntry } from '../../text/document/transplant.ts'
import { relativePath } from '../registry.ts'
import { fileName, type SourceFile } from '../source-file.ts'

/** A parameter that takes what an output of another template gives. */
interface Feeding {
  readonly parameter: string
  /** The path of the other one. */
  readonly from: string
  readonly output: string
  /** The parameter that names the stack which has the output. */
  readonly stack?: string
}

/** A template that is called. */
export interface Called {
  readonly file: Pick<SourceFile, 'path' | 'root' | 'document'>
  readonly feeds: readonly Feeding[]
}

/**
 * The tree of a template at `path` that makes each of some templates a resource. A parameter takes the output that feeds it.
 * One that does nothing but name the stack of such outputs is the name of the resource. All others become parameters of the
 * new template: one for those that are declared alike, else one for each template, which has the name of the resource in its
 * own. So has what names a thing that a template makes: two things of one name are no longer two. What feeds nothing becomes
 * an output of it.
 */
export function composed(path: string, called: readonly Called[], version: HotVersion): Mapping {
  const all = named(called)
  const own = ownParameters(all)
  const resources = all.map((one) => resourceOf(path, one, all, own))
  const parameters = all.flatMap(({ file }) =>
    parametersOf(file).flatMap((parameter) => {
      const made = own.get(parameter)
      return made?.isFirst ? [made.declaration] : []
    }),
  )
  const outputs = outputsOf(all)
  const block = (entries: readonly Entry[]) => mapping(entries, { style: 'block' })
  return block([
    entry('heat_template_version', string(version, { style: 'plain' })),
    entry('description', string(descriptionOf(all))),
    ...(parameters.length === 0 ? [] : [entry('parameters', block(parameters))]),
    entry('resources', block(resources)),
    ...(outputs.length === 0 ? [] : [entry('outputs', block(outputs))]),
  ])
}

interface CallingResource extends Called {
  readonly resource: string
}

/** With names that are neither those of another resource nor of a parameter, which Heat refuses. */
function named(called: readonly Called[]): readonly CallingResource[] {
  const taken = new Set(called.flatMap(({ file }) => parametersOf(file).map((one) => nameOf(one) ?? '')))
  return called.map((one) => {
    const wanted = fileName(one.file.path)
      .replace(/\.(yaml|template)$/, '')
      .replaceAll(/[^A-Za-z0-9_-]/g, '_')
    let resource = wanted
    for (let number = 2; taken.has(resource); number += 1) resource = `${wanted}_${number}`
    taken.add(resource)
    return { ...one, resource }
  })
}

function descriptionOf(all: readonly CallingResource[]): string {
  const feeds = all.some((one) => one.feeds.length > 0)
  const names = all.length === 1 ? 'one template' : `${all.length} templates`
  return `Makes the stacks of ${names}${feeds ? ', and passes outputs of some to others' : ''}`
}

function parametersOf({ root }: Pick<SourceFile, 'root'>): readonly Entry[] {
  return entriesRead(section(root, 'parameters'))
}

/** What a parameter of a called template is given, where it is nobody else's business. */
function passedOf(
  { feeds }: CallingResource,
  parameter: Entry,
  all: readonly CallingResource[],
): Entry | undefined {
  const name = nameOf(parameter) ?? ''
  const resourceOf = (path: string) => all.find(({ file }) => file.path === path)?.resource
  const feed = feeds.find((one) => one.parameter === name)
  const source = feed && resourceOf(feed.from)
  if (feed !== undefined && source !== undefined) return entry(name, attribute(source, feed.output))
  const stack = feeds.find((one) => one.stack === name)
  const named = stack && resourceOf(stack.from)
  return named === undefined ? undefined : entry(name, string(named))
}

function attribute(resource: string, output: string) {
  return call('get_attr', list([string(resource), string(output)], { style: 'flow' }))
}

/** A parameter of the new template that passes one of a called template on. */
interface OwnParameter {
  readonly name: string
  readonly declaration: Entry
  /** Whether it is declared for this one first. */
  readonly isFirst: boolean
}

/** By the parameter of the called template. */
function ownParameters(all: readonly CallingResource[]): ReadonlyMap<Entry, OwnParameter> {
  const open = all.flatMap((one) =>
    parametersOf(one.file).flatMap((parameter) =>
      passedOf(one, parameter, all) === undefined ? [{ ...one, parameter }] : [],
    ),
  )
  const taken = new Set([
    ...all.map(({ resource }) => resource),
    ...open.map(({ parameter }) => nameOf(parameter)),
  ])
  const own = new Map<Entry, OwnParameter>()
  for (const [name, alike] of groupedBy(open, ({ parameter }) => nameOf(parameter) ?? '')) {
    const areAlike = new Set(alike.map(({ parameter }) => declaredAs(parameter))).size === 1
    const isShared = alike.length === 1 || (areAlike && !alike.some(({ file }) => namesThing(file, name)))
    for (const [index, { file, resource, parameter }] of alike.entries()) {
      const wanted = isShared ? name : `${resource}_${name}`
      let free = wanted
      for (let number = 2; !isShared && taken.has(free); number += 1) free = `${wanted}_${number}`
      taken.add(free)
      const declaration = transplantedEntry(parameter, file.document, free)
      own.set(parameter, { name: free, declaration, isFirst: !isShared || index === 0 })
    }
  }
  return own
}

/** What makes a parameter the same in another template; what is for people does not. */
function declaredAs(parameter: Entry): string {
  const said = new Set(['description', 'label', 'tags'])
  const entries = entriesRead(mapOf(parameter.value)).filter((one) => !said.has(nameOf(one) ?? ''))
  return [...new Map(entries.map((one) => [nameOf(one), dataKey(one.value)]))].sort().join('\n')
}

/** Whether a parameter is the whole name of a resource of its template, as `name` of `OS::` types and `BucketName` of buckets. */
function namesThing({ root }: Pick<SourceFile, 'root'>, parameter: string): boolean {
  return entriesRead(section(root, 'resources')).some(({ value }) => {
    const resource = mapOf(value)
    const type = stringOf(readValue(resource, 'type'))?.split('::').at(-1) ?? ''
    const names = new Set(['name', 'Name', `${type}Name`, `${type}Identifier`])
    return entriesRead(mapOf(readValue(resource, 'properties'))).some(
      (one) => names.has(nameOf(one) ?? '') && isParameter(one.value, parameter),
    )
  })
}

function isParameter(value: Node, name: string): boolean {
  const call = callRead(value)
  return call?.name === 'get_param' && stringOf(call.argument) === name
}

function resourceOf(
  path: string,
  one: CallingResource,
  all: readonly CallingResource[],
  own: ReadonlyMap<Entry, OwnParameter>,
): Entry {
  const properties = parametersOf(one.file).map((parameter) => {
    const passed = passedOf(one, parameter, all)
    if (passed !== undefined) return passed
    const name = nameOf(parameter) ?? ''
    return entry(name, call('get_param', string(own.get(parameter)?.name ?? name)))
  })
  const type = entry('type', string(relativePath(path, one.file.path)))
  const passed = properties.length === 0 ? [] : [entry('properties', mapping(properties, { style: 'block' }))]
  return entry(one.resource, mapping([type, ...passed], { style: 'block' }))
}

/** The outputs that feed no parameter, under their own names where these are different. */
function outputsOf(all: readonly CallingResource[]): readonly Entry[] {
  const fed = new Set(all.flatMap(({ feeds }) => feeds.map(({ from, output }) => `${from}\n${output}`)))
  const left = all.flatMap(({ file, resource }) =>
    entriesRead(section(file.root, 'outputs')).flatMap((output) => {
      const name = nameOf(output) ?? ''
      return fed.has(`${file.path}\n${name}`) ? [] : [{ file, resource, output, name }]
    }),
  )
  const counts = groupedBy(left, ({ name }) => name)
  return left.map(({ file, resource, output, name }) => {
    const description = entriesRead(mapOf(output.value)).find((one) => nameOf(one) === 'description')
    const descriptions = description === undefined ? [] : [transplantedEntry(description, file.document)]
    const value = entry('value', attribute(resource, name))
    const free = (counts.get(name)?.length ?? 0) > 1 ? `${resource}_${name}` : name
    return entry(free, mapping([...descriptions, value], { style: 'block' }))
  })
}

/** What keeps templates from being called by one of their own; undefined where nothing does. */
export function notComposable({ file, feeds }: Called): string | undefined {
  const { path, root } = file
  if (!isTemplateReference(path))
    return `${path} is not a type: Heat reads only names that end in .yaml or .template as templates`
  const stacks = new Map<string, string>()
  for (const { from, stack } of feeds) {
    if (stack === undefined) continue
    const other = stacks.get(from)
    if (other !== undefined && other !== stack)
      return `${path} imports from two stacks of ${from} ("${other}" and "${stack}")`
    stacks.set(from, stack)
  }
  return readValue(root, 'heat_template_version') === undefined ? `${path} is not HOT` : undefined
}
