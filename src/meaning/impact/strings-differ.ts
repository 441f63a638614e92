/** Whether two strings that are put together from what is written out and what nobody knows differ for all values. */
import { grow } from '../../text/document/multimap.ts'
import type { Constant, Term } from '../terms/term.ts'
import { isSecret } from './secret-terms.ts'
import { sharedEnds } from './shared-ends.ts'

/** What a string is made of: characters that are written out, and parts that nobody knows, with how often each is there. */
interface Ingredients {
  readonly characters: ReadonlyMap<string, number>
  readonly parts: ReadonlyMap<Term, number>
}

/**
 * Strings are surely different if they part only in what is written out, or if one of them has all unknown parts of the other
 * and more of some character: whatever the values are, it has more of that.
 */
export function stringsDiffer(before: readonly Term[], after: readonly Term[]): 'sure' | 'may' {
  const [start, end] = sharedEnds(before, after)
  const [one, other] = [before, after].map((parts) => parts.slice(start, parts.length - end)) as [
    Term[],
    Term[],
  ]
  const isLiteral = (part: Term) => part.tag === 'constant' || isSecret(part)
  if (one.every(isLiteral) && other.every(isLiteral)) return 'sure'
  const [had, has] = [ingredientsOf(one), ingredientsOf(other)]
  return hasMore(had, has) || hasMore(has, had) ? 'sure' : 'may'
}

function ingredientsOf(all: readonly Term[]): Ingredients {
  const characters = new Map<string, number>()
  const parts = new Map<Term, number>()
  for (const one of all)
    if (isText(one)) for (const character of one.value) grow(characters, character)
    else grow(parts, one)
  return { characters, parts }
}

function isText(term: Term): term is Constant & { readonly value: string } {
  return term.tag === 'constant' && typeof term.value === 'string'
}

/** Whether one string has whatever is unknown of the other, and certainly more of some character. */
function hasMore(more: Ingredients, less: Ingredients): boolean {
  return (
    [...less.parts].every(([part, count]) => (more.parts.get(part) ?? 0) >= count) &&
    [...more.characters].some(([character, count]) => count > (less.characters.get(character) ?? 0))
  )
}
