import { catalogue, currentCode } from '../engine/catalogue.ts'
import { nearNames } from '../heat/near-names.ts'
import { Selection, type Selector, type SelectorKind, selectorKinds } from '../plan/selection.ts'
import { isSelector } from './chosen-names.ts'
import type { Arguments } from './command.ts'
import { loadAllTransforms } from './load-engine.ts'
import { didYouMean, UsageError } from './usage-error.ts'

/** What stands in a plan, and may be named. */
export interface UsedNames {
  /** By id. */
  readonly transforms: ReadonlySet<string>
  readonly findings: ReadonlySet<string>
}

const nothingUsed: UsedNames = { transforms: new Set(), findings: new Set() }

/**
 * What `--only` and `--except` choose of the files of a plan, or of a run whose outcomes are still to come.
 *
 * @param values whether all of them are selectors, or names of parameters or requirements among them
 * @throws UsageError for what nothing can match
 */
export async function selectionOf(
  args: Arguments,
  names: UsedNames = nothingUsed,
  values: 'selectors' | 'names, too' = 'selectors',
): Promise<Selection> {
  const read = (option: string) =>
    args
      .values(option)
      .filter((value) => values === 'selectors' || isSelector(value))
      .map((value) => selectorOf(option, value))
  const [only, except] = [read('only'), read('except')]
  for (const selector of [...only, ...except]) await checkValue(selector, names, args.listed('transform'))
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
async function checkValue({ kind, value }: Selector, used: UsedNames, run: readonly string[]): Promise<void> {
  const names = known[kind] ?? (await knownNames(kind, used, run))
  if (names === undefined || names.includes(value)) return
  if (kind === 'transform' && names.some((id) => id.startsWith(`${value}/`))) return
  throw new UsageError(`${kind}:${value}: there is no such ${kind}`, didYouMean(nearNames(value, names)))
}

async function knownNames(
  kind: SelectorKind,
  used: UsedNames,
  run: readonly string[],
): Promise<readonly string[] | undefined> {
  if (kind === 'transform') {
    const own = await loadAllTransforms()
    // What a transform from a file is called is known once it is loaded.
    return run.every((name) => own.has(name)) ? [...new Set([...used.transforms, ...own.keys()])] : undefined
  }
  if (kind !== 'finding') return undefined
  const { requirementIds } = await import('../onap/requirement.ts')
  return [...new Set([...used.findings, ...Object.keys(catalogue), ...requirementIds])]
}
