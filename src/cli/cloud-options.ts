/** `--map` and `--constraints` of the commands that make AWS types native. */
import type { Document } from '../document/document.ts'
import { type Mapping, type Node, rangeOf } from '../document/node.ts'
import { nameOf, textOf } from '../document/read.ts'
import { type CloudNames, type CloudOptions, type NameSection, nameSections } from '../heat/cloud-names.ts'
import { nearNames } from '../heat/near-names.ts'
import { LineIndex } from '../yaml/position.ts'
import type { Arguments, Option } from './command.ts'
import { toOption } from './options.ts'
import { givenDocument } from './text-file.ts'
import { didYouMean, UsageError } from './usage-error.ts'

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

/**
 * What the options say about the cloud, as an option of the engine.
 *
 * @throws UsageError for a file that cannot be read, or says something else
 */
export function cloudFrom(args: Arguments, cwd: string): { readonly cloud?: CloudOptions } {
  const path = args.value('map')
  const names = path === undefined ? {} : { names: readNames(path, cwd) }
  const constraints = args.has('constraints') ? { constraints: true as const } : {}
  return path === undefined && !args.has('constraints') ? {} : { cloud: { ...names, ...constraints } }
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
    const [from, to] = [nameOf(one), textOf(one.value)]
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
