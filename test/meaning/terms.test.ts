import { Failure, Float, type Key } from '../../src/heat/values/value.ts'
import { Budget } from '../../src/meaning/budget.ts'
import { kinds, type Term, Terms } from '../../src/meaning/terms/term.ts'
import { Random } from '../heat/mutation/mutator.ts'

/** A term as a text that says all of it. */
function spelled(term: Term): string {
  switch (term.tag) {
    case 'constant':
      return `${typeof term.value} ${JSON.stringify(term.value instanceof Float ? term.value.value : term.value)}`
    case 'list':
      return `[${term.items.map(spelled).join(', ')}]`
    case 'map':
      return `{${[...term.entries].map(([key, one]) => `${typeof key} ${JSON.stringify(key)}: ${spelled(one)}`).join(', ')}}`
    case 'input':
      return `input ${JSON.stringify([term.of, term.scope, term.name, term.detail])}`
    case 'concat':
      return `concat(${term.parts.map(spelled).join(', ')})`
    case 'step':
      return `step(${spelled(term.of)}, ${spelled(term.key)}, ${term.missing})`
    case 'choice':
      return `choice(${spelled(term.atom)}, ${spelled(term.then)}, ${spelled(term.otherwise)})`
    case 'apply':
      return `apply ${JSON.stringify(term.name)}(${term.args.map(spelled).join(', ')})`
    case 'refused':
      return `refused ${JSON.stringify([term.failure.error, term.failure.message])}`
    case 'omitted':
      return 'omitted'
  }
}

const newTerms = () => new Terms(Budget.ofTerms(10_000_000))

describe('terms', () => {
  it('are the same object exactly when they say the same', () => {
    const terms = newTerms()
    const numbers = new Random(7)
    const random = (below: number) => numbers.below(below)
    const names = ['', 'a', 'b', '1', '0', 'a,b']
    const made: Term[] = [terms.true, terms.null, terms.empty]
    const one = () => made[random(Math.min(made.length, 60))] as Term
    const name = () => names[random(names.length)] as string
    const key = (): Key => (random(4) === 0 ? random(3) : name())
    const makers: readonly (() => Term)[] = [
      () => terms.constant(key()),
      () => terms.list(Array.from({ length: random(4) }, one)),
      () => terms.map(new Map(Array.from({ length: random(4) }, () => [key(), one()]))),
      () => terms.input('parameter', name(), kinds.str, name(), name()),
      () => terms.input('attribute', name(), kinds.any, name(), name()),
      () => terms.apply(name(), Array.from({ length: random(4) }, one)),
      () => terms.step(terms.input('parameter', name(), kinds.any), one(), random(2) === 0 ? '' : null),
      () => terms.choice(terms.condition(terms.input('index', name(), kinds.bool)), one(), one()),
      () => terms.refused(new Failure(name(), name())),
    ]
    const known = new Map<string, Term>()
    let again = 0
    for (let count = 0; count < 30_000; count += 1) {
      const term = (makers[random(makers.length)] as () => Term)()
      if (made.length < 60) made.push(term)
      const text = spelled(term)
      if (known.has(text)) again += 1
      expect(known.get(text) ?? term).toBe(term)
      known.set(text, term)
    }
    expect(new Set(known.values()).size).toBe(known.size)
    expect(known.size).toBeGreaterThan(1000)
    expect(again).toBeGreaterThan(1000)
  })

  it('tell a key from its text, a step that gives nothing from one that gives empty text, and where lists end', () => {
    const terms = newTerms()
    const [a, b] = [terms.constant('a'), terms.constant('b')]
    const json = terms.input('parameter', 'json', kinds.collection)
    const pairs: readonly (readonly [Term, Term])[] = [
      [terms.map(new Map([['1', a]])), terms.map(new Map([[1, a]]))],
      [terms.map(new Map([['a', a]])), terms.list([a, a])],
      [terms.step(json, a, null), terms.step(json, a, '')],
      [terms.list([a, terms.list([b])]), terms.list([terms.list([a]), b])],
      [terms.apply('f', [terms.list([a, b])]), terms.apply('f', [a, b])],
      [terms.apply('f,a', []), terms.apply('f', [a])],
      [terms.input('parameter', 'x', kinds.str), terms.input('pseudo', 'x', kinds.str)],
    ]
    for (const [one, other] of pairs) expect(one).not.toBe(other)
  })
})
