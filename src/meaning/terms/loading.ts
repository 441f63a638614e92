/**
 * What Heat refuses of a resource when it loads the template, whether or not the condition of the resource holds
 * (`_rsrc_defn_args` of heat/engine/template_common.py).
 */

import { Failure } from '../../heat/values/value.ts'
import type { ResourceContent, ResourcePlan } from '../parts.ts'
import { Dynamic, DynamicCall, entriesOf, itemsOf, type Lowering, type Snippet } from '../snippet.ts'
import type { Term } from './term.ts'

/** Null for what is loaded; refused where it is not, which may depend on conditions. */
export function loadedParts(
  { explicit, externalId }: ResourcePlan,
  { properties, metadata, updatePolicy }: ResourceContent,
  lowering: Lowering,
): Term {
  if (explicit instanceof Failure) return lowering.terms.refused(explicit)
  return allLoaded([properties, metadata, updatePolicy, externalId], lowering)
}

/** The first of them that is refused. */
function allLoaded(snippets: Iterable<Snippet>, lowering: Lowering): Term {
  const { terms } = lowering
  let result: Term = terms.null
  for (const snippet of snippets) {
    const next = loaded(snippet, lowering)
    if (next !== terms.null) result = terms.each(result, (one) => (one.tag === 'refused' ? one : next))
    if (result.tag === 'refused') return result
  }
  return result
}

/** Of an `if` only the branch that is taken is parsed (`function.Macro`). */
function loaded(snippet: Snippet, lowering: Lowering): Term {
  const { terms } = lowering
  if (snippet instanceof Failure) return terms.refused(snippet)
  if (!(snippet instanceof Dynamic)) return terms.null
  if (!(snippet instanceof DynamicCall))
    return allLoaded(itemsOf(snippet) ?? entriesOf(snippet)?.values() ?? [], lowering)
  const { refused, branches } = snippet.computation
  if (refused !== undefined) return terms.refused(refused)
  if (branches === undefined)
    return loaded(typeof snippet.argument === 'function' ? snippet.argument() : snippet.argument, lowering)
  const met = terms.question(lowering.isMet(branches.condition))
  if (met.tag === 'refused') return met
  const [one, other] = [true, false].map((holds, index) =>
    lowering.under(met, holds, () => loaded(branches.values[index] ?? null, lowering)),
  ) as [Term, Term]
  return terms.choice(met, one, other)
}
