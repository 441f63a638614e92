/** The laws of functions whose arguments may change while terms are compared, by the names of their applications. */
import { url } from '../functions/urls.ts'
import { contained, filtered, lists, unique } from './lists.ts'
import { repeated } from './loops.ts'
import { merged, replacedEntries, replacementIn } from './maps.ts'
import { joined, split } from './strings.ts'
import type { Law, Term, Terms } from './term.ts'

type Binary = (terms: Terms, one: Term, other: Term) => Term

const ofTwo =
  (law: Binary): Law =>
  (terms, [one, other]) =>
    law(terms, one as Term, other as Term)

export const laws: ReadonlyMap<string, Law> = new Map<string, Law>([
  ['equals', ofTwo((terms, one, other) => terms.equals(one, other))],
  ['split', ofTwo(split)],
  ['join', ofTwo(joined)],
  ['list_concat', (terms, args) => lists(terms, args)],
  ['unique', (terms, [list]) => unique(terms, list as Term)],
  ['filter', ofTwo(filtered)],
  ['contains', ofTwo(contained)],
  ['make_url', (terms, [args]) => url(terms, args as Term)],
  ['map_merge', (terms, args) => merged(terms, args)],
  [
    'map_replace',
    (terms, [map, table], type) => {
      const by = replacementIn(terms, table as Term)
      const made = by === undefined ? undefined : replacedEntries(terms, map as Term, by)
      // What collides is refused by what was required.
      return made === undefined || made === 'keys collide'
        ? terms.apply('map_replace', [map as Term, table as Term], type)
        : made
    },
  ],
  [
    'repeat',
    (terms, [body, loops, isNested]) => repeated(terms, body as Term, loops as Term, isNested as Term),
  ],
])
