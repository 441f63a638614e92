import type { TrustedCode } from '../../run/user-module.ts'
import { type CloudSetting, noCloudSetting } from './configuration/cloud-setting.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** Names that are looked up when they are asked for: to load them takes longer than most commands. */
export type Vocabulary = 'acceptable codes' | 'transforms' | 'requirements' | 'what is explained'

/** An option that contradicts another one. */
interface Exclusion {
  readonly option: string
  /** What the user can do instead, or why. */
  readonly hint?: string
}

/** One option of the command line; the table is what parsing, help and reference pages are made from. */
export interface Option {
  /** Without the dashes. */
  readonly name: string
  /** One letter. */
  readonly alias?: string
  /** What stands for the value in help; absent for a switch. */
  readonly value?: string
  /** Its values, for completion; of some there are so many that they are looked up. */
  readonly choices?: readonly string[] | Vocabulary
  /** Words that a switch takes with `=`, as in `--native=strict`. */
  readonly modes?: readonly string[]
  /** What stands in help for the names that a switch takes with `=`, as in `--lossy=R-22838,R-20856`; it is on without any, too. */
  readonly names?: string
  /** Once at most, where nothing is said. */
  readonly occurs?: 'repeatedly'
  /** Its value is `name=value`, which a configuration may say as a mapping, too. */
  readonly isAssigned?: true
  /** Names a file, relative to the working directory; in a configuration relative to that. */
  readonly isPath?: true | 'where it looks like one'
  /** hotshift may write the file that it names: a configuration may name only some. */
  readonly isWritten?: true
  /** Its key in a configuration, where that is not its name in camel case. */
  readonly key?: string
  /** Only one of the two can count: on the command line both are a mistake, and there each wins over a configured other. */
  readonly excludes?: readonly Exclusion[]
  /** Asks for one run only: no configuration can say it. */
  readonly isOfOneRun?: true
  /** The heading that help lists it under. */
  readonly group: string
  /** One or more sentences without the last full stop. */
  readonly description: string
}

/** One command: `hotshift <name> ...`. */
export interface Command {
  readonly name: string
  /** The arguments as help shows them, for example `[paths..]`. */
  readonly positional: string
  readonly positionalDescription?: string
  /** What its first argument can be, for completion, where that is no file. */
  readonly firstArguments?: readonly string[] | Vocabulary
  /** How many arguments it takes. */
  readonly arity: { readonly min: number; readonly max: number }
  /** Half a line, no full stop. */
  readonly summary: string
  /** Paragraphs. */
  readonly description: readonly string[]
  readonly options: readonly Option[]
  /** Command lines, by what they are for. */
  readonly examples: Readonly<Record<string, string>>
  /** Gives the exit code. */
  run(args: Arguments, world: World): Promise<number>
}

/** The name of a command, and what is behind it. */
export type CommandLine = readonly [name: string, ...argv: string[]]

/**
 * What a command line gives in a folder, with the configuration there.
 *
 * @param folder absolute
 * @param code `never` for a configuration whose code is not to run, whoever has said yes to it
 * @throws UsageError for a configuration that cannot be used
 */
export type ArgumentsIn = (folder: string, line: CommandLine, code?: 'never') => Promise<Arguments>

/** What was given for options, by their names; `true` for a switch. */
export type OptionValues = ReadonlyMap<string, readonly (string | true)[]>

/** What options are for some files of a run, where a configuration says so. */
export interface Override {
  /** In the syntax of .gitignore, relative to `root`. */
  readonly files: readonly string[]
  /** Absolute. */
  readonly root: string
  readonly values: OptionValues
  /** Where each value stands in the configuration. */
  readonly origins: ReadonlyMap<string, string>
}

/** A requirement of a profile that somebody has agreed not to ask for, of some files and for a time. */
export interface Waiver {
  /** Its number. */
  readonly requirement: string
  /** In the syntax of .gitignore, relative to `root`; all files when absent. */
  readonly files?: readonly string[]
  /** Absolute. */
  readonly root: string
  /** Why, for whoever reads the report. */
  readonly reason: string
  /** The last day on which it counts: `2027-01-31`. */
  readonly expires: string
  /** Where it stands in the configuration. */
  readonly where: string
}

/** What is known of a command line beside what it gives. */
interface Setting {
  /** The name of the command. */
  readonly command: string
  /** What a configuration says about options. */
  readonly configured: OptionValues
  /** Where each value of that stands. */
  readonly origins: ReadonlyMap<string, string>
  /** In their order; of several that match a file the last one counts. */
  readonly overrides: readonly Override[]
  readonly waivers: readonly Waiver[]
  /** What it says of the cloud beside its release. */
  readonly cloud: CloudSetting
  /** The folder of the configuration, absolute; undefined where there is none. */
  readonly configurationRoot: string | undefined
  /** Why a file that the configuration names may not run; absolute. */
  readonly codeRefusal: (file: string) => UsageError | undefined
  /** What may run of the repository of the configuration; undefined where that was not asked. */
  readonly trustedCode: TrustedCode | undefined
  /** The arguments as they were given. */
  readonly named: readonly string[] | undefined
  readonly isEmpty: boolean
  /** The bytes of standard input, if it replaces a file. */
  readonly input: Uint8Array | undefined
}

/** A parsed command line with what a configuration adds; options that neither gives are absent. */
export class Arguments {
  readonly positionals: readonly string[]
  /** The arguments as they were given, whatever a command made of them. */
  readonly named: readonly string[]
  /** Whether no file is left to be looked at, which is not the same as none being named. */
  readonly isEmpty: boolean
  readonly #given: OptionValues
  readonly #setting: Setting

  /** @param given on the command line: it wins over what is configured */
  constructor(positionals: readonly string[], given: OptionValues, setting: Partial<Setting> = {}) {
    this.positionals = positionals
    this.named = setting.named ?? positionals
    this.isEmpty = setting.isEmpty === true
    this.#given = given
    const nothing = {
      command: '',
      configured: new Map(),
      origins: new Map(),
      overrides: [],
      waivers: [],
      cloud: noCloudSetting,
      configurationRoot: undefined,
      codeRefusal: () => undefined,
      trustedCode: undefined,
      named: undefined,
      isEmpty: false,
      input: undefined,
    }
    this.#setting = { ...nothing, ...setting }
  }

  /** The paths to go through: the working directory where none is given. */
  get paths(): readonly string[] {
    return this.positionals.length === 0 ? ['.'] : this.positionals
  }

  get command(): string {
    return this.#setting.command
  }

  get overrides(): readonly Override[] {
    return this.#setting.overrides
  }

  get waivers(): readonly Waiver[] {
    return this.#setting.waivers
  }

  get cloud(): CloudSetting {
    return this.#setting.cloud
  }

  /** What `--ignore` excludes, and the directory that it is relative to: that of the configuration where that says it. */
  get excluded(): { readonly ignore: readonly string[]; readonly ignoreRoot: string | undefined } {
    const ignoreRoot = this.isGiven('ignore') ? undefined : this.#setting.configurationRoot
    return { ignore: this.values('ignore'), ignoreRoot }
  }

  /** The bytes to process instead of the file on disk at the only path. */
  get input(): Uint8Array | undefined {
    return this.#setting.input
  }

  /** The same options for a source from standard input, as if it were the file at `path`. */
  withInput(path: string, input: Uint8Array): Arguments {
    return new Arguments([path], this.#given, { ...this.#setting, named: this.named, input })
  }

  /** The same options with other arguments. */
  withPositionals(positionals: readonly string[]): Arguments {
    return new Arguments(positionals, this.#given, { ...this.#setting, named: this.named })
  }

  /** The same options for no file at all. */
  withNothing(): Arguments {
    return new Arguments([], this.#given, { ...this.#setting, named: this.named, isEmpty: true })
  }

  withConfiguration(
    configuration: Pick<
      Setting,
      | 'configured'
      | 'origins'
      | 'overrides'
      | 'waivers'
      | 'cloud'
      | 'configurationRoot'
      | 'codeRefusal'
      | 'trustedCode'
    >,
  ): Arguments {
    return new Arguments(this.positionals, this.#given, { ...this.#setting, ...configuration })
  }

  /** The options for the files of an override. */
  forFilesOf(override: Override): Arguments {
    const configured = new Map([...this.#setting.configured, ...override.values])
    const origins = new Map([...this.#setting.origins, ...override.origins])
    const setting = { ...this.#setting, configured, origins, overrides: [] }
    return new Arguments(this.positionals, this.#given, setting)
  }

  /** Where the configuration gives an option; undefined where the command line does, or nobody. */
  originOf(option: string): string | undefined {
    return this.#given.has(option) ? undefined : this.#setting.origins.get(option)
  }

  /** Why a file that is the value of an option may not run: the configuration names it. @param file absolute */
  codeRefusal(option: string, file: string): UsageError | undefined {
    return this.originOf(option) === undefined ? undefined : this.#setting.codeRefusal(file)
  }

  /** What may run of what an option names; undefined where the command line names it, or says yes. */
  trustedCode(option: string): TrustedCode | undefined {
    return this.originOf(option) === undefined ? undefined : this.#setting.trustedCode
  }

  /** All options that count, with their values; `true` for a switch. */
  all(): Readonly<Record<string, true | string[]>> {
    const entries = [...new Map([...this.#setting.configured, ...this.#given])].map(([name, values]) => {
      const texts = values.filter((value) => value !== true)
      return [name, texts.length === 0 ? (true as const) : texts] as const
    })
    return Object.fromEntries(entries)
  }

  /** Whether the command line itself gives an option. */
  isGiven(option: string): boolean {
    return this.#given.has(option)
  }

  /** Whether a switch is on. */
  has(option: string): boolean {
    return this.#valuesOf(option).length > 0
  }

  /** The value of an option that occurs once. */
  value(option: string): string | undefined {
    const value = this.#valuesOf(option)[0]
    return value === true ? undefined : value
  }

  /** The values of an option that occurs repeatedly, in the order given. */
  values(option: string): readonly string[] {
    return this.#valuesOf(option).filter((value) => value !== true)
  }

  #valuesOf(option: string): readonly (string | true)[] {
    return this.#given.get(option) ?? this.#setting.configured.get(option) ?? []
  }

  /** The same for an option whose values may also be separated by commas. */
  listed(option: string): readonly string[] {
    return this.values(option).flatMap(separated)
  }
}

/** The parts of a value that commas separate. */
export function separated(value: string): readonly string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

// Options of which only one can count, as `excludes` declares them.

/** @throws UsageError for two that cannot be combined, be they given or configured */
export function checkExclusions({ options }: Command, args: Pick<Arguments, 'has'>): void {
  for (const { name, excludes = [] } of options) {
    const other = args.has(name) ? excludes.find(({ option }) => args.has(option)) : undefined
    if (other === undefined) continue
    const hints = other.hint === undefined ? [] : [other.hint]
    throw new UsageError(`--${name} and --${other.option} cannot be combined`, hints)
  }
}

/** What is configured without what the command line excludes. */
export function withoutExcluded(
  configured: OptionValues,
  { options }: Command,
  args: Pick<Arguments, 'isGiven'>,
): OptionValues {
  const pairs = options.flatMap(({ name, excludes = [] }) => excludes.map(({ option }) => [name, option]))
  const excluded = pairs.flatMap(([one = '', other = '']) => [
    ...(args.isGiven(one) ? [other] : []),
    ...(args.isGiven(other) ? [one] : []),
  ])
  return new Map([...configured].filter(([name]) => !excluded.includes(name)))
}
