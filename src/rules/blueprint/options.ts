/** What somebody says about the components of blueprints beside the blueprints themselves. */

import { namesTemplate } from '../../heat/resource-types.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { mapOf, nameOf, scalarOf, stringOf } from '../../text/document/read.ts'
import { defined } from '../../text/document/records.ts'

/** A component type that is none of ours: a template whose parameters are the attributes, or a resource type of Heat. */
export type ComponentType =
  | {
      /** Relative to the working directory, `/` as separator. */
      readonly template: string
      /** The names of its parameters; undefined where nobody could read it. */
      readonly parameters?: readonly string[]
    }
  | { readonly type: string }

/** What a flavor offers, in megabytes, cores and gigabytes. */
export interface Flavor {
  readonly name: string
  readonly ram: number
  readonly cores: number
  readonly disk: number
}

/** Plain data, so that it can go to another thread. */
export interface BlueprintOptions {
  readonly components: Readonly<Record<string, ComponentType>>
  /** The flavors of the cloud; the smallest that fits becomes the default of a server. */
  readonly flavors: readonly Flavor[]
  /** The images of the cloud, by what a blueprint calls the system on them. */
  readonly images: Readonly<Record<string, string>>
}

export const noOptions: BlueprintOptions = { components: {}, flavors: [], images: {} }

const units: ReadonlyMap<string, number> = new Map([
  ['mb', 1],
  ['gb', 1024],
  ['tb', 1024 * 1024],
])

/** A size such as `4gb` or `512 MB`, in megabytes; undefined for what names no unit. */
export function megabytes(size: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmgt]b)$/i.exec(size.trim()) ?? []
  const factor = units.get(unit.toLowerCase())
  return number === undefined || factor === undefined ? undefined : Number(number) * factor
}

/** What a server asks of its flavor, in the units of `Flavor`; what is not asked for is left out. */
export type Least = Partial<Omit<Flavor, 'name'>>

/** The smallest flavor that has enough of everything: by memory, then cores, then disk. */
export function smallestFlavor(
  flavors: readonly Flavor[],
  { ram = 0, cores = 0, disk = 0 }: Least,
): Flavor | undefined {
  const bySize = (a: Flavor, b: Flavor) => a.ram - b.ram || a.cores - b.cores || a.disk - b.disk
  return flavors.filter((one) => one.ram >= ram && one.cores >= cores && one.disk >= disk).sort(bySize)[0]
}

// Reads what somebody says of the components of blueprints: a mapping with `components`, `flavors` and
// `images`.

/** What is wrong, and where. */
export class BlueprintOptionsError extends Error {
  readonly at: Node | Entry

  constructor(at: Node | Entry, message: string) {
    super(message)
    this.name = 'BlueprintOptionsError'
    this.at = at
  }
}

/**
 * @param parametersOf gives the names of the parameters of a template by its path, undefined for one that cannot be read
 * @throws BlueprintOptionsError
 */
export function readBlueprintOptions(
  root: Mapping,
  parametersOf: (template: string) => readonly string[] | undefined,
): BlueprintOptions {
  const sections = { components: new Map<string, ComponentType>(), images: new Map<string, string>() }
  const flavors: Flavor[] = []
  for (const section of root.entries) {
    const name = nameOf(section)
    for (const one of membersOf(section, name)) {
      const key = nameOf(one)
      if (key === undefined) throw new BlueprintOptionsError(one, 'a name is a string')
      if (name === 'flavors') flavors.push(flavorOf(key, one))
      else {
        const value = stringOf(one.value)
        if (value === undefined) throw new BlueprintOptionsError(one, `"${key}" is to be a string`)
        if (name === 'images') sections.images.set(key, value)
        else sections.components.set(key, componentType(value, parametersOf))
      }
    }
  }
  return {
    components: Object.fromEntries(sections.components),
    flavors,
    images: Object.fromEntries(sections.images),
  }
}

function membersOf(section: Entry, name: string | undefined): readonly Entry[] {
  if (name !== 'components' && name !== 'flavors' && name !== 'images')
    throw new BlueprintOptionsError(
      section,
      `"${name ?? '?'}" is none of the sections components, flavors and images`,
    )
  const members = mapOf(section.value)
  if (members === undefined) throw new BlueprintOptionsError(section, `${name} is to be a mapping`)
  return members.entries
}

function componentType(
  value: string,
  parametersOf: (template: string) => readonly string[] | undefined,
): ComponentType {
  if (!namesTemplate(value)) return { type: value }
  return { template: value, ...defined({ parameters: parametersOf(value) }) }
}

function flavorOf(name: string, one: Entry): Flavor {
  const members = mapOf(one.value)?.entries ?? []
  const valueOf = (key: string): string => {
    const scalar = scalarOf(members.find((member) => nameOf(member) === key)?.value)
    if (scalar === undefined || scalar.type === 'null')
      throw new BlueprintOptionsError(one, `the flavor "${name}" needs ram, cores and disk`)
    return String(scalar.value)
  }
  const sizeOf = (key: string): number => {
    const size = megabytes(valueOf(key))
    if (size !== undefined) return size
    throw new BlueprintOptionsError(one, `${key} of the flavor "${name}" is to be a size such as 4gb`)
  }
  const cores = valueOf('cores')
  if (!/^\d{1,6}$/.test(cores))
    throw new BlueprintOptionsError(one, `cores of the flavor "${name}" are to be a number`)
  return { name, ram: sizeOf('ram'), cores: Number(cores), disk: sizeOf('disk') / 1024 }
}
