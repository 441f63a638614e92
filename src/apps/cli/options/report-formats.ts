import { nearNames } from '../../../heat/near-names.ts'
import { reportFormats } from '../../../show/report/formats.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

type FormatName = keyof typeof reportFormats

export const formats: readonly string[] = ['text', ...Object.keys(reportFormats)]

/** The part of a command line that asks for formats. */
interface FormatOptions {
  value(option: 'format'): string | undefined
  values(option: 'output'): readonly string[]
}

/**
 * What `--format` asks for, or the ending of a file that `--output` names.
 *
 * @throws UsageError for a format that there is not, or that no file can have
 */
export function formatOf(args: FormatOptions, output: undefined): FormatName | 'text'
export function formatOf(args: FormatOptions, output: string): FormatName
export function formatOf(args: FormatOptions, output: string | undefined): FormatName | 'text' {
  const name = args.value('format')
  if (name !== undefined && name !== 'text' && !isFormat(name)) {
    const near = didYouMean(nearNames(name, formats))
    throw new UsageError(`--format ${name}: no such format`, [
      ...near,
      `the formats are ${formats.join(', ')}`,
    ])
  }
  if (output === undefined) return name ?? 'text'
  if (name === 'text') {
    throw new UsageError('--output is for the other formats; text goes to the terminal', [
      '--patch writes the diff to a file',
    ])
  }
  if (name === 'concise')
    throw new UsageError('--output is for the other formats; --format concise goes to standard output')
  // Of several files each has the format of its name.
  const isOnly = args.values('output').length === 1
  return name === undefined || !isOnly ? formatOfName(output, name) : name
}

/** @param otherwise the format of a file whose ending names none */
function formatOfName(output: string, otherwise: FormatName | undefined): FormatName {
  const named = Object.entries(reportFormats).flatMap(([name, { endings }]) =>
    endings.map((ending: string) => ({ name, ending })),
  )
  const fitting = named.filter(({ ending }) => output.toLowerCase().endsWith(ending))
  // `.sarif.json` ends in `.json` as well.
  const best = fitting.sort((a, b) => b.ending.length - a.ending.length)[0]?.name
  if (best !== undefined && isFormat(best)) return best
  if (otherwise !== undefined) return otherwise
  throw new UsageError(`--output ${output}: the ending names no format`, ['name the format: --format html'])
}

function isFormat(name: string): name is FormatName {
  return Object.hasOwn(reportFormats, name)
}
