/** Options that the page knows, written as at the command line. */

import { acceptableCodes } from '../../engine/findings/catalogue.ts'
import { nearNames } from '../../heat/near-names.ts'
import { type ReadingOption, readingOptions } from '../../heat/template.ts'
import { type CommandName, optionNames } from './protocol.ts'

export interface KnownOptions {
  readonly accept: readonly string[]
  readonly partial: boolean
  readonly native: boolean
  readonly modernize: boolean
  readonly from?: ReadingOption
}

/**
 * The options in words as somebody types them: `--partial --accept stack-id,import-value`.
 *
 * @throws RangeError for an option or a value that there is not, with those that there are
 */
export function optionsIn(command: CommandName, line: string): KnownOptions {
  const accept: string[] = []
  const flags = new Set<string>()
  let from: ReadingOption | undefined
  const words = line.split(/[\s=]+/).filter((word) => word !== '')
  while (words.length > 0) {
    const name = words.shift() ?? ''
    if (!optionNames[command].includes(name)) throw new RangeError(unknown(command, name))
    if (name === '--accept') accept.push(...acceptedCodes(words.shift()))
    else if (name === '--from') from = reading(words.shift())
    else flags.add(name)
  }
  return {
    accept,
    partial: flags.has('--partial'),
    native: flags.has('--native'),
    modernize: flags.has('--modernize'),
    ...(from === undefined ? {} : { from }),
  }
}

function unknown(command: CommandName, name: string): string {
  const known = optionNames[command]
  if (known.length === 0) return `${command} has no options here`
  return `${name} is no option of ${command} here: ${known.join(', ')}`
}

function acceptedCodes(value: string | undefined): readonly string[] {
  const codes = (value ?? '').split(',').filter((code) => code !== '')
  if (codes.length === 0) throw new RangeError('--accept needs the code of a finding')
  const known = acceptableCodes()
  const odd = codes.find((code) => !known.some((one) => one === code))
  if (odd === undefined) return codes
  const [near] = nearNames(odd, known, 1)
  throw new RangeError(
    `--accept ${odd}: no such finding allows it${near === undefined ? '' : `; did you mean ${near}?`}`,
  )
}

function reading(value: string | undefined): ReadingOption {
  const found = readingOptions.find((one) => one === value)
  if (found === undefined) throw new RangeError(`--from takes ${readingOptions.join(', ')}`)
  return found
}
