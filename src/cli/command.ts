import type { World } from './world.ts'

/** One option of the command line; the table is what parsing, help and reference pages are made from. */
export interface Option {
  /** Without the dashes. */
  readonly name: string
  /** One letter. */
  readonly alias?: string
  /** What stands for the value in help; absent for a switch. */
  readonly value?: string
  readonly occurs: 'once' | 'repeatedly'
  /** The heading that help lists it under. */
  readonly group: string
  /** One or more sentences without the last full stop. */
  readonly description: string
}

export interface Example {
  readonly command: string
  readonly explanation: string
}

/** One command: `hotshift <name> ...`. */
export interface Command {
  readonly name: string
  /** The arguments as help shows them, for example `[paths..]`. */
  readonly positional: string
  readonly positionalDescription?: string
  /** How many arguments it takes. */
  readonly arity: { readonly min: number; readonly max: number }
  /** Half a line, no full stop. */
  readonly summary: string
  /** Paragraphs. */
  readonly description: readonly string[]
  readonly options: readonly Option[]
  readonly examples: readonly Example[]
  /** Gives the exit code. */
  run(args: Arguments, world: World): Promise<number>
}

/** A parsed command line; options that were not given are absent. */
export class Arguments {
  readonly positionals: readonly string[]
  readonly #values: ReadonlyMap<string, readonly (string | true)[]>

  constructor(positionals: readonly string[], values: ReadonlyMap<string, readonly (string | true)[]>) {
    this.positionals = positionals
    this.#values = values
  }

  /** The same options with other arguments. */
  withPositionals(positionals: readonly string[]): Arguments {
    return new Arguments(positionals, this.#values)
  }

  /** Whether a switch was given. */
  has(option: string): boolean {
    return this.#values.has(option)
  }

  /** The value of an option that occurs once. */
  value(option: string): string | undefined {
    const value = this.#values.get(option)?.[0]
    return value === true ? undefined : value
  }

  /** The values of an option that occurs repeatedly, in the order given. */
  values(option: string): readonly string[] {
    return (this.#values.get(option) ?? []).filter((value) => value !== true)
  }

  /** The same for an option whose values may also be separated by commas. */
  listed(option: string): readonly string[] {
    return this.values(option).flatMap((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
  }
}
