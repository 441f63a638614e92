/** The command line that was given, for other files and with more accepted. */
import { shellWord, typedLine } from '../../show/report/shell-word.ts'
import type { Arguments } from './command.ts'

/** Options that say what becomes of a file, as against where it is written and what is reported. */
const ofConversion = [
  'to',
  'from',
  'assume-version',
  'keep-newer',
  'version-style',
  'name',
  'native',
  'lossy',
  'strict',
  'modernize',
  'cloud',
  'idioms',
  'region-parameter',
  'heat-2012',
  'templated',
  'render',
  'map',
  'constraints',
  'blueprint',
  'rename-mentions',
  'transform',
  'accept-file',
  'partial',
  'allow-unproved',
] as const

/**
 * What to type for some paths with the codes accepted, those that were accepted already included.
 * @param paths as the report names them
 */
export function commandAccepting(args: Arguments, codes: readonly string[]): string {
  const options = ofConversion.flatMap((name) => {
    if (!args.isGiven(name)) return []
    const values = args.values(name)
    if (values.length === 0) return [`--${name}`]
    // A switch takes its word behind the sign alone.
    if (name === 'native' || name === 'lossy') return values.map((value) => `--${name}=${shellWord(value)}`)
    return values.flatMap((value) => [`--${name}`, shellWord(value)])
  })
  const before = args.isGiven('accept') ? args.listed('accept') : []
  const accepted = [...new Set([...before, ...codes])].join(',')
  return typedLine(['hotshift', args.command], args.paths, [...options, '--accept', shellWord(accepted)])
}
