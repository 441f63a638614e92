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
} from '../../../src/engine/authoring/authoring.ts'
import { beginsReference, splitReferences } from '../../../src/heat/dynamic-references.ts'
import { filled, type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { withRemark } from '../descriptions.ts'
import { NewParameters, refTo } from '../parameter-names.ts'
import { pieceNodes } from '../placeholders.ts'

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
  return only !== undefined && 'value' in only && more.length === 0
    ? `formerly the value of the dynamic reference ${only.value}`
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
  return pieces.length === 1 && valuesIn(pieces).length === 1 ? whole : undefined
}

/** The parameter that is the whole string. */
function onlyOne([only, ...more]: Pieces<string>, location: Node): Node | undefined {
  return only !== undefined && 'value' in only && more.length === 0 ? refTo(only.value, location) : undefined
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
    if (source === undefined || valuesIn(splitReferences(source)).length === 0) return undefined
    const what = 'the default is a dynamic reference of AWS'
    return this.#scope.accepts('dynamic-reference', value, what) ? source : undefined
  }

  inString(node: Node): Node | undefined {
    const pieces = this.#piecesOf(stringOf(node), node)
    if (pieces === undefined) return undefined
    const parts = pieceNodes(pieces, (name) => call('Ref', string(name)))
    return onlyOne(pieces, node) ?? call('Fn::Join', list([string(''), list(parts)]), node)
  }

  /** In the string of Fn::Sub a parameter is named inside of it. */
  inSub(node: Node): Node | undefined {
    const sub = callOf(node)
    const items = listOf(sub?.argument)?.items
    const source = items?.[0] ?? sub?.argument
    const pieces = this.#piecesOf(stringOf(source), node)
    if (sub === undefined || source === undefined || pieces === undefined) return undefined
    const text = string(
      filled(pieces, (name) => `\${${name}}`),
      { for: source },
    )
    const args = listOf(sub.argument)
    const argument = args === undefined ? text : withItems(args, [text, ...args.items.slice(1)])
    return onlyOne(pieces, node) ?? withArgument(sub, argument)
  }

  ofJoin(node: Node): Node | undefined {
    const whole = joined(callOf(node)?.argument)
    return onlyOne(this.#piecesOf(whole, node) ?? [], node)
  }

  /** The string taken apart, with the names of parameters for references; undefined where it has none, or they are preserved. */
  #piecesOf(source: string | undefined, at: Node): Pieces<string> | undefined {
    const pieces = source === undefined ? [] : splitReferences(source)
    const [first] = valuesIn(pieces)
    if (first === undefined) return undefined
    const { accepts, change } = this.#scope
    const what = `Heat does not resolve {{resolve:${first}}} but passes it on as a string`
    if (!accepts('dynamic-reference', at, what)) return undefined
    change(at, 'Take the value from a hidden parameter')
    return pieces.map((one) => ('text' in one ? one : { value: this.#name(one.value) }))
  }

  #name(reference: string): string {
    // Neither the kind of a secret nor the number of a version belongs into a name.
    const [, ...words] = reference.split(':').filter((word) => !/^(SecretString|\d*)$/.test(word))
    const description = `Value of the dynamic reference ${reference}`
    return this.#parameters.of(reference, words.join(' '), 'Secret', { description, isHidden: true })
  }
}
