/** What somebody says about the components of blueprints beside the blueprints themselves. */

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
