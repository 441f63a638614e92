import { catalogue, currentCode } from '../engine/catalogue.ts'
import type { FileOutcome } from '../engine/outcome.ts'
import { nearNames } from '../heat/near-names.ts'
import { Selection, type Selector, type SelectorKind, selectorKinds } from '../plan/selection.ts'
import { isSelector } from './chosen-names.ts'
import type { Arguments } from './command.ts'
import { loadPackageTransforms, loadTransforms } from './load-engine.ts'
import { didYouMean, UsageError } from './usage-error.ts'

/**
 * What `--only` and `--except` choose of the files of a plan, or of a run whose outcomes are still to come.
 *
 * @param values whether all of them are selectors, or names of parameters or requirements among them
 * @throws UsageError for what nothing can match
 */
export async function selectionOf(
  args: Arguments,
  outcomes: readonly FileOutcome[] = [],
  values: 'selectors' | 'names, too' = 'selectors',
): Promise<Selection> {
  const read = (option: string) =>
    args
      .values(option)
      .filter((value) => values === 'selectors' || isSelector(value))
      .map((value) => selectorOf(option, value))
  const [only, except] = [read('only'), read('except')]
  for (const selector of [...only, ...except]) await checkValue(selector, outcomes, args.listed('transform'))
  return new Selection(only, except)
}

function selectorOf(option: string, text: string): Selector {
  const colon = text.indexOf(':')
  const [kind, value] = [text.slice(0, Math.max(0, colon)), text.slice(colon + 1).trim()]
  const known = selectorKinds.find((one) => one === kind)
  if (known !== undefined && value !== '')
    return { kind: known, value: known === 'finding' ? currentCode(value) : value }
  throw new UsageError(`--${option} ${text}: a selector is missing`, [
    ...didYouMean(nearNames(kind, selectorKinds).map((one) => `${one}:`)),
    `for example ${selectorKinds.map((one) => `${one}:…`).join(', ')}`,
  ])
}

const known: Partial<Record<SelectorKind, readonly string[]>> = {
  status: ['changed', 'unchanged', 'skipped', 'blocked', 'failed'],
  proof: ['equal', 'corresponds', 'differs', 'unproved', 'none'],
}

/** A name with a slip in it would choose nothing, and `--except` would leave nothing out. */
async function checkValue(
  { kind, value }: Selector,
  outcomes: readonly FileOutcome[],
  run: readonly string[],
): Promise<void> {
  const names = known[kind] ?? (await knownNames(kind, outcomes, run))
  if (names === undefined || names.includes(value)) return
  if (kind === 'transform' && names.some((id) => id.startsWith(`${value}/`))) return
  throw new UsageError(`${kind}:${value}: there is no such ${kind}`, didYouMean(nearNames(value, names)))
}

async function knownNames(
  kind: SelectorKind,
  outcomes: readonly FileOutcome[],
  run: readonly string[],
): Promise<readonly string[] | undefined> {
  if (kind === 'transform') {
    const used = outcomes.flatMap(({ transforms }) => transforms.map(({ id }) => id))
    const own = new Set([...(await loadTransforms()).keys(), ...(await loadPackageTransforms()).keys()])
    // What a transform from a file is called is known once it is loaded.
    return run.every((name) => own.has(name)) ? [...new Set([...used, ...own])] : undefined
  }
  if (kind !== 'finding') return undefined
  const found = outcomes.flatMap(({ findings }) => findings.map(({ code }) => code))
  const { requirementIds } = await import('../onap/requirement.ts')
  return [...new Set([...found, ...Object.keys(catalogue), ...requirementIds])]
}
