/** The forms of a blueprint are each other's inverses: for generated blueprints, with comments on every kind of line. */

import fc from 'fast-check'
import { asLists, asMappings, expanded, shortened } from '../../src/rules/blueprint/forms.ts'
import { readBlueprint } from '../../src/rules/blueprint/model.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { printDocument } from '../../src/text/print/print.ts'
import { sameBlueprint } from '../../transforms/blueprint/change-form.ts'
import { documentOf, mappingOf } from '../document/documents.ts'

function inForm(change: (root: Mapping) => Mapping, text: string): string {
  const document = documentOf(text)
  return printDocument(document, change(document.root as Mapping), 'yaml')
}

const forms = { asLists, asMappings, expanded, shortened }

type Form = 'list' | 'map'
type Length = 'short' | 'long'

interface Requirement {
  readonly type: string
  /** The attribute that is left out in short, and its value as YAML. */
  readonly only: readonly [name: string, value: string]
  /** Others; with some there is no short form. */
  readonly more: Readonly<Record<string, string>>
  readonly length: Length
}

interface Component {
  readonly type: string
  readonly attributes: Readonly<Record<string, string>>
  readonly requires: readonly Requirement[]
  readonly requiresForm: Form
  /** Whether the component stands on one line. */
  readonly isFlow: boolean
}

const value = fc.constantFrom('4gb', '2', "'8 gb'", '"x"', 'rhel')
const attributes = fc.dictionary(
  fc.constantFrom('size', 'labels', 'zone'),
  fc.constantFrom('1', '[a, b]', '{a: 1}', '0644'),
)
const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({
    type: fc.constantFrom('minRam', 'minCores', 'minDisk', 'os'),
    only: value.map((one) => ['value', one] as const),
    more: fc.constant({}),
    length: fc.constantFrom<Length>('short', 'long'),
  }),
  fc.record({
    type: fc.constantFrom('run', 'unpack'),
    only: fc
      .constantFrom(
        'script',
        'id:script',
        '[script, other]',
        '{type: rpm, rpms: [php]}',
        'http://example.org/a.sh',
      )
      .map((one) => ['fulfillment', one] as const),
    more: fc.constant({}),
    length: fc.constantFrom<Length>('short', 'long'),
  }),
  fc.record({
    type: fc.constantFrom('x.Logged', 'com.example:Cached'),
    only: fc.constantFrom('script', 'other').map((one) => ['fulfillment', one] as const),
    more: attributes,
    length: fc.constant<Length>('long'),
  }),
)
const component: fc.Arbitrary<Component> = fc.record({
  type: fc.constantFrom('server', 'x.Web', 'tier'),
  attributes,
  requires: fc.uniqueArray(requirement, { maxLength: 4, selector: ({ type }) => type }),
  requiresForm: fc.constantFrom<Form>('list', 'map'),
  isFlow: fc.boolean(),
})
const blueprint = fc.record({
  components: fc.array(component, { minLength: 1, maxLength: 4 }),
  form: fc.constantFrom<Form>('list', 'map'),
  /** Which lines have a comment above or behind them, and a blank line above. */
  dice: fc.array(fc.nat(9), { minLength: 8, maxLength: 40 }),
  step: fc.constantFrom(0, 2),
})

/** Writes a blueprint, with comments that say what they stand above. */
class Writer {
  readonly #lines: string[] = []
  readonly #dice: readonly number[]
  #count = 0
  #throws = 0

  constructor(dice: readonly number[]) {
    this.#dice = dice
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  #roll(): number {
    this.#throws += 1
    return this.#dice[this.#throws % this.#dice.length] ?? 0
  }

  /** @param about the word of the line that a comment above it names */
  line(indent: number, text: string, about = ''): void {
    const pad = ' '.repeat(indent)
    if (this.#roll() === 9 && about !== '') this.#lines.push('')
    if (this.#roll() < 3) {
      this.#count += 1
      this.#lines.push(`${pad}# ${this.#count}${about === '' ? '' : ` about ${about}`}`)
    }
    const isBehind = this.#roll() < 3
    if (isBehind) this.#count += 1
    this.#lines.push(`${pad}${text}${isBehind ? `  # ${this.#count}` : ''}`)
  }
}

function flowOf(
  { type, attributes: own, requires, requiresForm }: Component,
  id: string | undefined,
): string {
  const named = id === undefined ? [] : [`id: ${id}`]
  const plain = Object.entries(own).map(([key, one]) => `${key}: ${one}`)
  const each = requires.map((one) => {
    const all = [`${one.only[0]}: ${one.only[1]}`, ...Object.entries(one.more).map((pair) => pair.join(': '))]
    const body = one.length === 'short' ? one.only[1] : `{${all.join(', ')}}`
    const keyed = `${one.type}: ${body}`
    if (requiresForm === 'map') return keyed
    return one.length === 'short' ? `{${keyed}}` : `{${[`type: ${one.type}`, ...all].join(', ')}}`
  })
  const needs =
    each.length === 0
      ? []
      : [`requires: ${requiresForm === 'map' ? `{${each.join(', ')}}` : `[${each.join(', ')}]`}`]
  return `{${[...named, `type: ${type}`, ...plain, ...needs].join(', ')}}`
}

function writeRequirement(writer: Writer, one: Requirement, form: Form, at: number): void {
  const { type, only, more, length } = one
  const dash = form === 'list' ? '- ' : ''
  const inner = at + 2
  if (length === 'short') {
    writer.line(at, `${dash}${type}: ${only[1]}`, type)
    return
  }
  const all = [only, ...Object.entries(more)]
  writer.line(at, form === 'list' ? `- type: ${type}` : `${type}:`, type)
  for (const [name, one] of all) writer.line(inner, `${name}: ${one}`)
}

function written({
  components,
  form,
  dice,
  step,
}: typeof blueprint extends fc.Arbitrary<infer T> ? T : never): string {
  const writer = new Writer(dice)
  writer.line(0, 'name: all of it')
  writer.line(0, 'components:')
  const helpers: Component[] = ['one.sh', 'two.sh'].map((content) => ({
    type: 'x.ShellScript',
    attributes: { content },
    requires: [],
    requiresForm: 'map',
    isFlow: false,
  }))
  const all = [...components, ...helpers]
  for (const [index, one] of all.entries()) {
    const id = ['script', 'other'][index - components.length] ?? `part${index}`
    if (one.isFlow) {
      writer.line(
        step || 2,
        form === 'list' ? `- ${flowOf(one, id)}` : `${id}: ${flowOf(one, undefined)}`,
        id,
      )
      continue
    }
    const at = step || 2
    writer.line(at, form === 'list' ? `- id: ${id}` : `${id}:`, id)
    writer.line(at + 2, `type: ${one.type}`)
    for (const [name, value] of Object.entries(one.attributes)) writer.line(at + 2, `${name}: ${value}`)
    if (one.requires.length === 0) continue
    writer.line(at + 2, 'requires:')
    const inner = at + 2 + (one.requiresForm === 'list' ? step : 2)
    for (const need of one.requires) writeRequirement(writer, need, one.requiresForm, inner)
  }
  return writer.text
}

function commentsIn(text: string): readonly string[] {
  return (text.match(/# \d+(?: about \S+)?/g) ?? []).sort()
}

/** The comments above components and requirements that stand above something else now. */
function strayed(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, index) => {
    const about = /^# \d+ about (\S+)$/.exec(line)?.[1]
    if (about === undefined) return []
    const below = lines.slice(index + 1).find((one) => !one.startsWith('#')) ?? ''
    const explained = /^(?:- )?\{?(?:(?:id|type): )?([\w.:]+?)(?=:(?: |$)|,| |$)/.exec(below)?.[1]
    // A lone value has no key that could be explained.
    if (explained === 'requires') return []
    return explained === about ? [] : [`${line} / ${below}`]
  })
}

const texts = blueprint.map(written)

describe.each(Object.entries(forms))('%s', (_name, change) => {
  it('means the same, with every comment once and where it was', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const before = readBlueprint(mappingOf(text))
        expect(before.problems).toEqual([])
        expect(strayed(text)).toEqual([])
        const made = inForm(change, text)
        expect(sameBlueprint(before, readBlueprint(mappingOf(made)))).toBe(true)
        expect(commentsIn(made)).toEqual(commentsIn(text))
        expect(strayed(made)).toEqual([])
        expect(inForm(change, made)).toBe(made)
      }),
      { numRuns: 60, seed: 16 },
    )
  })
})

it.each([
  ['lists and mappings', asLists, asMappings],
  ['long and short', expanded, shortened],
] as const)('%s are inverses', (_name, one, other) => {
  fc.assert(
    fc.property(texts, (text) => {
      const there = inForm(one, inForm(other, inForm(one, text)))
      const again = inForm(one, inForm(other, there))
      expect([bare(again), commentsIn(again)]).toEqual([bare(there), commentsIn(text)])
      const back = inForm(other, there)
      expect(bare(inForm(other, inForm(one, back)))).toBe(bare(back))
    }),
    { numRuns: 40, seed: 17 },
  )
})

/** A text without its comments: behind which part of an entry one stands may change once. */
function bare(text: string): string {
  return text.replace(/^ *#.*\n/gm, '').replace(/ +#.*$/gm, '')
}
