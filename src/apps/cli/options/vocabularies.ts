import { acceptableCodes, currentCode, findingCodes } from '../../../engine/findings/catalogue.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { requirementIds } from '../../../rules/onap/requirement.ts'
import { type Command, type Option, type OptionValues, separated, type Vocabulary } from '../command.ts'
import { type Configuration, configuredFor, keyOf } from '../configuration/configuration.ts'
import { loadAllTransforms } from '../load-engine.ts'
import { didYouMean, UsageError } from '../usage-error.ts'

/** The names that options and arguments can have as values, by what they are. */
export type Vocabularies = Readonly<Record<Vocabulary, readonly string[]>>

/** All of them, for the scripts that complete command lines. */
export async function vocabularies(): Promise<Vocabularies> {
  const transforms = [...(await loadAllTransforms()).keys()]
  return {
    'acceptable codes': acceptableCodes(),
    transforms,
    requirements: requirementIds,
    'what is explained': [...findingCodes, ...transforms, ...requirementIds],
  }
}

// The values of a configuration against these words: `hotshift config` checks all commands at once.

interface Candidate {
  readonly option: Option
  readonly value: string
  readonly words: readonly string[]
}

/**
 * A value is wrong when no command takes it that it applies to.
 *
 * @throws UsageError for the first one, with where it stands
 */
export async function checkConfiguredValues(
  configuration: Configuration,
  commands: readonly Command[],
): Promise<void> {
  const known = await vocabularies()
  const refused = new Map<string, Candidate>()
  const taken = new Set<string>()
  for (const command of commands) {
    const { values, origins, overrides } = configuredFor(configuration, command, commands)
    for (const given of [{ values, origins }, ...overrides]) {
      for (const one of candidates(command, given.values, known)) {
        const key = `${given.origins.get(one.option.name)}: ${keyOf(one.option)}: ${one.value}`
        if (isWord(one)) taken.add(key)
        else refused.set(key, one)
      }
    }
  }
  for (const [key, { value, words }] of refused)
    if (!taken.has(key)) throw new UsageError(`${key} is no value`, didYouMean(nearNames(value, words)))
}

/** The values of options that take nothing but words; requirements can also be selectors, and transforms files. */
function candidates({ options }: Command, values: OptionValues, known: Vocabularies): readonly Candidate[] {
  return options.flatMap((option) => {
    const { choices, occurs, isPath } = option
    if (choices === undefined || choices === 'requirements' || isPath !== undefined) return []
    const words = typeof choices === 'string' ? known[choices] : choices
    const texts = (values.get(option.name) ?? []).filter((value) => value !== true)
    const all = occurs === 'repeatedly' ? texts.flatMap(separated) : texts
    return all.map((value) => ({ option, value, words }))
  })
}

function isWord({ value, words }: Candidate): boolean {
  return [value, value.trim().toLowerCase(), currentCode(value)].some((one) => words.includes(one))
}
