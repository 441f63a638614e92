/** `--cloud`, and `--map` and `--constraints` of the commands that make AWS types native; what a configuration says of the cloud. */

import { type Cloud, type CloudOptions, cloudRelease, nearReleases } from '../../../heat/cloud.ts'
import { type CloudNames, type NameSection, nameSections } from '../../../heat/cloud-names.ts'
import { nearNames } from '../../../heat/near-names.ts'
import type { Document } from '../../../text/document/document.ts'
import { type Mapping, type Node, rangeOf } from '../../../text/document/node.ts'
import { nameOf, stringOf } from '../../../text/document/read.ts'
import { defined } from '../../../text/document/records.ts'
import { LineIndex } from '../../../text/yaml/position.ts'
import type { Arguments, Option } from '../command.ts'
import { givenDocument } from '../text-file.ts'
import { didYouMean, UsageError } from '../usage-error.ts'
import { cloudOption, toOption } from './options.ts'

/**
 * What the command line and the configuration say of the cloud; undefined where they say nothing.
 *
 * @throws UsageError for what is no release
 */
export function cloudOf(args: Arguments): Cloud | undefined {
  const name = args.value(cloudOption.name)
  const release = name === undefined ? undefined : cloudRelease(name)
  if (name !== undefined && release === undefined)
    throw new UsageError(`--cloud ${name}: no such release`, didYouMean(nearReleases(name)))
  const { inventory } = args.cloud
  const isListed = Object.keys(inventory).length > 0
  if (release === undefined && !isListed) return undefined
  return { ...(release === undefined ? {} : { release }), ...(isListed ? { inventory } : {}) }
}

export const cloudOptions: readonly Option[] = [
  {
    name: 'map',
    value: '<file>',
    isPath: true,
    group: toOption.group,
    description:
      'Replace names of flavors, images, networks and zones by those of your cloud. The YAML or JSON file has the mappings flavors, images, networks and zones, from old to new names',
  },
  {
    name: 'constraints',
    group: toOption.group,
    description:
      'Add constraints, with which Heat checks names, to parameters that only name a flavor, image, network or subnet',
  },
]

/** What the command line and the configuration say of the cloud, as an option of every engine. */
export function forCloud(args: Arguments): { readonly cloud?: CloudOptions } {
  return defined({ cloud: cloudOf(args) })
}

/**
 * What the options of commands that make AWS types native say about the names of the cloud, as an option of the engine.
 *
 * @throws UsageError for a file that cannot be read, or says something else
 */
export function cloudFrom(args: Arguments, cwd: string): { readonly cloud?: CloudOptions } {
  const path = args.value('map')
  const configured = Object.keys(args.cloud.names).length === 0 ? undefined : args.cloud.names
  const names = path === undefined ? configured : readNames(path, cwd)
  const cloud = defined({ names, constraints: args.has('constraints') ? (true as const) : undefined })
  return Object.keys(cloud).length === 0 ? {} : { cloud }
}

function readNames(path: string, cwd: string): CloudNames {
  const document = givenDocument(path, 'map', cwd)
  const { root } = document
  if (root?.kind !== 'map')
    throw new UsageError(`--map ${path}: a mapping of ${nameSections.join(', ')} belongs here`)
  const names: Partial<Record<NameSection, Readonly<Record<string, string>>>> = {}
  for (const one of root.entries) {
    const name = nameOf(one) ?? ''
    const section = nameSections.find((known) => known === name)
    const refuse = (node: Node, what: string) =>
      new UsageError(`--map ${locationOf(path, node, document)}: ${what}`)
    if (section === undefined)
      throw new UsageError(
        `--map ${locationOf(path, one.key, document)}: ${name} is none of ${nameSections.join(', ')}`,
        didYouMean(nearNames(name, nameSections)),
      )
    if (one.value.kind !== 'map') throw refuse(one.value, `${name} is not a mapping of names`)
    names[section] = namesIn(one.value, refuse)
  }
  return names
}

function namesIn(
  map: Mapping,
  refuse: (node: Node, what: string) => UsageError,
): Readonly<Record<string, string>> {
  const names = new Map<string, string>()
  for (const one of map.entries) {
    const [from, to] = [nameOf(one), stringOf(one.value)]
    if (from === undefined) throw refuse(one.key, 'a name is a string; put it into quotes')
    if (to === undefined || to === '')
      throw refuse(one.value, `the name for ${from} is a string, and not empty`)
    if (names.has(from)) throw refuse(one.key, `${from} is given twice`)
    names.set(from, to)
  }
  return Object.fromEntries(names)
}

/** `map.yaml:3:5` */
function locationOf(path: string, node: Node, document: Document): string {
  const range = rangeOf(node)
  if (range === undefined) return path
  const { line, column } = new LineIndex(document.text).position(range.start)
  return `${path}:${line}:${column}`
}
