import {
  type Call,
  call,
  callOf,
  type Entry,
  entryOf,
  itemsOf,
  list,
  listOf,
  mapParts,
  type Node,
  rewriteTemplate,
  string,
  stringOf,
  type TemplateScope,
  withArgument,
  withItems,
  withoutEntry,
} from '../../../src/engine/authoring.ts'
import { beginsReference, splitReferences } from '../../../src/heat/dynamic-references.ts'
import { withRemark } from '../descriptions.ts'
import { NewParameters, refTo } from '../parameter-names.ts'

export const secretsToParameters = rewriteTemplate(
  {
    title: 'Ask for what AWS gets from its stores of secrets',
    description:
      'Replaces dynamic references (`{{resolve:secretsmanager:…}}`, `{{resolve:ssm:…}}`), on request, by hidden parameters that must be given.',
    references: ['AWS CloudFormation User Guide, Dynamic references'],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    asksForValues: true,
    kinds: 'cfn',
    reading: 'aws',
    mentions: '{{resolve:',
    reads: ['Fn::Sub', 'Fn::Join'],
  },
  (scope) => {
    const asked = new Parameters(scope)
    const inner = argumentsOf(scope)
    const root = scope.mapValues((node) => {
      if (inner.has(node)) return node
      const found = callOf(node)
      if (found?.name === 'Fn::Sub') return asked.inSub(node) ?? node
      if (found?.name === 'Fn::Join') return asked.ofJoin(node) ?? node
      return asked.inString(node) ?? node
    })
    return mapParts(root, 'parameters', (parameter) => {
      const preset = entryOf(parameter, 'Default')
      const reference = preset === undefined ? undefined : asked.mayGo(preset)
      if (preset === undefined || reference === undefined) return parameter
      const type = entryOf(parameter, 'Type')
      return withRemark(withoutEntry(parameter, preset), type, formerly(reference), scope.template.document)
    })
  },
)

/** A default that is one reference is named as new parameters name it. */
function formerly(source: string): string {
  const [only, ...more] = splitReferences(source)
  const isOne = only !== undefined && typeof only !== 'string' && more.length === 0
  return isOne
    ? `formerly the value of the dynamic reference ${only.reference}`
    : `formerly ${source}, as AWS resolves it`
}

/** Strings that a function around them looks at: those of Fn::Sub, and of a join that puts one reference together. */
function argumentsOf({ mapCalls }: TemplateScope): ReadonlySet<Node> {
  const found = new Set<Node>()
  const note = ({ name, argument }: Call): undefined => {
    if (name === 'Fn::Sub') found.add(itemsOf(argument)[0] ?? argument)
    else if (joined(argument) !== undefined) for (const item of partsOf(argument)) found.add(item)
  }
  mapCalls(note, ['Fn::Sub', 'Fn::Join'])
  return found
}

function partsOf(argument: Node | undefined): readonly Node[] {
  return itemsOf(itemsOf(argument)[1])
}

/** The string of a join that is one reference as a whole, with `${Name}` for what is put in. */
function joined(argument: Node | undefined): string | undefined {
  const delimiter = stringOf(itemsOf(argument)[0])
  const parts = partsOf(argument)
  if (delimiter === undefined || !beginsReference(stringOf(parts[0]) ?? '')) return undefined
  const whole = parts
    .map((one) => stringOf(one) ?? `\${${stringOf(callOf(one)?.argument) ?? callOf(one)?.name ?? '?'}}`)
    .join(delimiter)
  const pieces = splitReferences(whole)
  return pieces.length === 1 && typeof pieces[0] !== 'string' ? whole : undefined
}

/** The parameters that replace references, one for each. */
class Parameters {
  readonly #scope: TemplateScope
  readonly #parameters: NewParameters

  constructor(scope: TemplateScope) {
    this.#scope = scope
    this.#parameters = new NewParameters(scope)
  }

  /** What a default was that may go, as the author wrote it. */
  mayGo({ value }: Entry): string | undefined {
    const source = stringOf(value)
    if (source === undefined || splitReferences(source).every((one) => typeof one === 'string'))
      return undefined
    const what = 'the default is a dynamic reference of AWS'
    return this.#scope.accepts('dynamic-reference', value, what) ? source : undefined
  }

  inString(node: Node): Node | undefined {
    const pieces = this.#piecesOf(stringOf(node), node)
    if (pieces === undefined) return undefined
    const [only] = pieces
    const parts = pieces.map((one) => ('name' in one ? call('Ref', string(one.name)) : string(one.text)))
    if (pieces.length === 1 && only !== undefined && 'name' in only) return refTo(only.name, node)
    return call('Fn::Join', list([string(''), list(parts)]), node)
  }

  /** In the string of Fn::Sub a parameter is named inside of it. */
  inSub(node: Node): Node | undefined {
    const sub = callOf(node)
    const items = listOf(sub?.argument)?.items
    const source = items?.[0] ?? sub?.argument
    const pieces = this.#piecesOf(stringOf(source), node)
    if (sub === undefined || source === undefined || pieces === undefined) return undefined
    const [only] = pieces
    if (pieces.length === 1 && only !== undefined && 'name' in only) return refTo(only.name, node)
    const filled = string(pieces.map((one) => ('name' in one ? `\${${one.name}}` : one.text)).join(''), {
      for: source,
    })
    const args = listOf(sub.argument)
    const argument = args === undefined ? filled : withItems(args, [filled, ...args.items.slice(1)])
    return withArgument(sub, argument)
  }

  ofJoin(node: Node): Node | undefined {
    const whole = joined(callOf(node)?.argument)
    const [only] = this.#piecesOf(whole, node) ?? []
    return only !== undefined && 'name' in only ? refTo(only.name, node) : undefined
  }

  /** The string taken apart, with the names of parameters for references; undefined where it has none, or they are preserved. */
  #piecesOf(
    source: string | undefined,
    at: Node,
  ): readonly ({ readonly text: string } | { readonly name: string })[] | undefined {
    const pieces = source === undefined ? [] : splitReferences(source)
    const shown = pieces.flatMap((one) => (typeof one === 'string' ? [] : [`{{resolve:${one.reference}}}`]))
    if (shown.length === 0) return undefined
    const { accepts, change } = this.#scope
    if (!accepts('dynamic-reference', at, `Heat does not resolve ${shown[0]} and passes it on as a string`))
      return undefined
    change(at, 'Take the value from a hidden parameter')
    return pieces.map((one) =>
      typeof one === 'string' ? { text: one } : { name: this.#name(one.reference) },
    )
  }

  #name(reference: string): string {
    // Neither the kind of a secret nor the number of a version belongs into a name.
    const [, ...words] = reference.split(':').filter((word) => !/^(SecretString|\d*)$/.test(word))
    const description = `Value of the dynamic reference ${reference}`
    return this.#parameters.of(reference, words.join(' '), 'Secret', { description, isHidden: true })
  }
}
