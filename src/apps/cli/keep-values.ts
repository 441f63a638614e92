/** `--keep-values`: the values that stacks of repaired packages must be given, in files of their own. */
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { FileOutcome } from '../../engine/outcome.ts'
import { type KeptValues, missingIn } from '../../engine/proof/kept-values.ts'
import { directoryAbove, isInside } from '../../run/boundary.ts'
import { systemMessage } from '../../run/problem.ts'
import { quantity } from '../../show/report/counts.ts'
import type { Arguments } from './command.ts'
import { OutputFailure, writeTogether } from './output/output-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const OPTION = 'keep-values'

/** The values of a run: they are heard of while it runs, and written before any file of it is. */
export class KeptValuesFiles {
  readonly #folder: string
  readonly #cwd: string
  readonly #all: KeptValues[] = []
  #written: readonly KeptValues[] = []
  /** The directory of modules that the files lie in, if they do. */
  #package: string | undefined

  constructor(folder: string, cwd: string) {
    this.#folder = folder
    this.#cwd = cwd
  }

  /** Takes those of one package. */
  add(values: readonly KeptValues[]): void {
    this.#all.push(...values)
  }

  /**
   * Writes the values of each module into folders like those of the modules, and reads them back.
   *
   * @param outcomes what is to be made of all files of the run
   * @throws UsageError for files that cannot be made or are none of ours, and OutputFailure where a value that the run removes
   * does not stand in what was written
   */
  write(outcomes: readonly FileOutcome[]): void {
    const changed = new Set(outcomes.filter(({ status }) => status === 'changed').map(({ path }) => path))
    this.#written = this.#all.flatMap((one) => {
      const isMade = one.changes.length === 0 || one.changes.some((path) => changed.has(path))
      return isMade ? [one] : (one.asItWas() ?? [])
    })
    const places = this.#written.map(({ module }) => dirname(resolve(this.#cwd, module)))
    const shared = directoryAbove(places[0] ?? sep, places)
    this.#package = places.find((place) => isInside(resolve(this.#cwd, this.#folder), place))
    const files = this.#written.map((one, index) => ({
      one,
      path: join(this.#folder, relative(shared, places[index] ?? shared), one.name),
    }))
    const outputs = files.flatMap(({ one: { environment, preload }, path }) => {
      const each = { option: OPTION, kind: 'file of kept values', folder: this.#folder }
      return [
        { ...each, path: `${path}.env`, start: '# Values that ', parts: [environment] },
        { ...each, path: `${path}.preload.json`, start: '{\n    "input"', parts: [preload()] },
      ]
    })
    writeTogether(outputs, this.#cwd)
    for (const { one, path } of files) this.#readBack(one, `${path}.env`)
  }

  #readBack({ removed }: KeptValues, path: string): void {
    if (removed.length === 0) return
    const missing = missingIn(this.#read(path), removed)
    if (missing.length === 0) return
    throw new OutputFailure(
      `--${OPTION} ${path}: ${missing.map((name) => `"${name}"`).join(', ')} cannot be read back from it; nothing else was written`,
    )
  }

  #read(path: string): string {
    try {
      return readFileSync(resolve(this.#cwd, path), 'utf8')
    } catch (error) {
      throw new OutputFailure(
        `--${OPTION} ${path}: cannot be read back: ${systemMessage(error)}; nothing else was written`,
      )
    }
  }

  /** Says how many values there are. */
  async report({ err }: Pick<World, 'err'>): Promise<void> {
    const sum = (of: 'known' | 'wanted') => this.#written.reduce((all, one) => all + one[of], 0)
    await err.write(
      this.#written.length === 0
        ? 'no module needs values; nothing was written\n'
        : `${quantity(sum('wanted'), 'value')} must be given, ${sum('known')} of them known, in ${this.#folder}\n${this.#warning()}`,
    )
  }

  /** Whoever hands over the directory of a package hands over all that is in it. */
  #warning(): string {
    if (this.#package === undefined) return ''
    const shown = (path: string) => relative(this.#cwd, path) || '.'
    const better = shown(resolve(this.#package, '..', basename(this.#folder)))
    return [
      `${this.#folder} lies in the directory of the package, ${shown(this.#package)}: as a part of it, its files violate R-599443, and SDC rejects them`,
      `  move it out of the package, or give another directory: --${OPTION} ${better}`,
      '',
    ].join('\n')
  }
}

/** @throws UsageError together with options that have a person choose after the values are written */
export function keptValuesFor(args: Arguments, { cwd }: Pick<World, 'cwd'>): KeptValuesFiles | undefined {
  const folder = args.value(OPTION)
  if (folder === undefined) return undefined
  const later = ['interactive', 'decisions'].find((name) => args.has(name))
  if (later !== undefined)
    throw new UsageError(`--${OPTION}: the values are written before --${later} decides about changes`, [
      'choose by --only and --except',
    ])
  return new KeptValuesFiles(folder, cwd)
}
