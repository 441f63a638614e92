import {
  type CallScope,
  call,
  callRead,
  holdsAnchor,
  isCfn,
  itemsOf,
  list,
  listOf,
  mapEntries,
  mapItems,
  mapTagged,
  type Node,
  rewriteCall,
  string,
  stringOf,
  type UnnamedTransform,
  withRoot,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { functionCall } from '../../../src/heat/calls.ts'
import { splitSub } from '../../../src/heat/functions/literals.ts'
import { filled, type Piece, type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { awsText } from '../../../src/heat/reading.ts'
import { inLongForm } from '../../../src/heat/short-tags.ts'
import { holdsComments } from '../../../src/text/document/comments.ts'
import { blockLiteral } from '../../../src/text/yaml/scalar-text.ts'
import { givesText, mayGiveNumber } from '../gives-string.ts'
import { isScript, joinItems, literalText, mayBeOmitted } from '../join-to-str-replace/join.ts'

type Scope = CallScope<'Fn::Join'>

const rewrite = rewriteCall(
  'Fn::Join',
  {
    title: 'Write scripts in pieces as blocks',
    description:
      'Writes a script that `Fn::Join` puts together from its lines as one block: with `Fn::Sub` in a template that is read as AWS reads it, with the lines between two values in one piece for Heat, which has no `Fn::Sub`.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'heat/engine/cfn/functions.py: Join'],
    safety: 'exact',
    keeps: 'meaning of the chain',
    unfit: 'leave',
  },
  (scope) => {
    const { call: join, args, template, site, keep } = scope
    const joined = joinItems(args[0], args[1], {
      textOf: (node) => (template.reading === 'aws' ? awsText(node, template.document) : undefined),
      isCall: (node) => functionCall(node, template) !== undefined,
    })
    if (joined === undefined || 'problem' in joined || site.inFlow || !isScript(joined.items)) return keep
    // What is said of a line would have to stand in the script.
    if (holdsAnchor(join.argument) || holdsComments(template.document, join.argument)) return keep
    // With an item that drops out its delimiter does, too.
    if (valuesIn(joined.items).some(mayBeOmitted)) return keep
    if (joined.items.every((item) => 'text' in item)) return literalText(joined.items, join.node)
    const whole = template.reading === 'aws' ? asSub(joined.items, scope) : undefined
    return whole ?? asJoin(joined.items, scope) ?? keep
  },
)

/** Part of `migrate --to cfn-yaml --scripts` only; HOT has other functions for it. */
export const joinToBlock: UnnamedTransform = {
  ...rewrite,
  appliesTo: isCfn,
  // CloudFormation that is not converted keeps its short tags: `!Join` is read here, and written again if it is left.
  run(template, context) {
    const written = new Map<Node, Node>()
    const long = replacedOutermost(template.root, (node) => {
      if (node.tag !== shortJoin) return undefined
      const made = mapTagged(node, (one) => (one.tag === shortJoin ? inLongForm(one) : undefined) ?? one)
      written.set(made, node)
      return made
    })
    const made = rewrite.run(withRoot(template, long), context)
    if (made.root === long) return template
    return withRoot(
      made,
      replacedOutermost(made.root, (node) => written.get(node)),
    )
  },
}

const shortJoin = '!Join'

/** The tree with other nodes where there are any, from the root downwards; nothing is looked for within these. */
function replacedOutermost<Kind extends Node>(node: Kind, other: (node: Node) => Node | undefined): Kind
function replacedOutermost(node: Node, other: (node: Node) => Node | undefined): Node {
  const made = other(node)
  if (made !== undefined) return made
  if (node.kind === 'map')
    return mapEntries(node, (one) => withValue(one, replacedOutermost(one.value, other)))
  return node.kind === 'seq' ? mapItems(node, (item) => replacedOutermost(item, other)) : node
}

/** The whole lines between two values as one block, what stands beside a value on its line apart. */
function asJoin(items: Pieces<Node>, { call: join }: Scope): Node | undefined {
  const pieces: Node[] = []
  let literal = ''
  const end = () => {
    if (literal !== '') pieces.push(...textPieces(literal, pieces.length > 0))
    literal = ''
  }
  for (const item of items) {
    if ('text' in item) literal += item.text
    else {
      end()
      pieces.push(item.value)
    }
  }
  end()
  if (pieces.length === listOf(itemsOf(join.argument)[1])?.items.length) return undefined
  const both = list([string(''), list(pieces, { style: 'block' })], { style: 'block' })
  return call('Fn::Join', both, join.node)
}

/** @param goesOn whether it begins on the line of the value before it */
function textPieces(literal: string, goesOn: boolean): readonly Node[] {
  const first = goesOn ? literal.indexOf('\n') + 1 : 0
  const last = literal.lastIndexOf('\n') + 1
  const lines = literal.slice(first, last)
  if (lines.indexOf('\n') === lines.length - 1) return [string(literal, { style: 'double' })]
  const [head, tail] = [literal.slice(0, first), literal.slice(last)]
  return [
    ...(head === '' ? [] : [string(head, { style: 'double' })]),
    string(lines, { style: 'literal' }),
    ...(tail === '' ? [] : [string(tail, { style: 'double' })]),
  ]
}

/**
 * The whole string, with `${Name}` for what is put in; undefined where that could say something else: of an attribute that
 * is not there yet `Fn::Join` makes nothing, and `Fn::Sub` refuses it as it refuses lists.
 */
function asSub(items: Pieces<Node>, { call: join, declared }: Scope): Node | undefined {
  const named: Piece<string>[] = []
  for (const item of items) {
    const name = 'text' in item ? undefined : textName(item.value, declared)
    if ('text' in item) named.push(item)
    else if (name === undefined) return undefined
    else named.push({ value: name })
  }
  const source = named
    .map((item) => ('text' in item ? item.text.replaceAll('${', '${!') : `\${${item.value}}`))
    .join('')
  if (!means(source, named) || blockLiteral(source, 2) === undefined) return undefined
  return call('Fn::Sub', string(source, { style: 'literal' }), join.node)
}

/** The name of what gives a string, or a number, whenever it gives anything. */
function textName(written: Node, declared: Scope['declared']): string | undefined {
  const node = inLongForm(written) ?? written
  const found = callRead(node)
  const name = found?.name === 'Ref' ? stringOf(found.argument) : undefined
  return name !== undefined && (givesText(node, declared) || mayGiveNumber(node, declared)) ? name : undefined
}

/** Whether `Fn::Sub` makes just these pieces of a string. */
function means(source: string, meant: Pieces<string>): boolean {
  const pieces = splitSub(source)
  const shown = (some: Pieces<string>) => filled(some, (name) => `\0${name}\0`)
  return !('problem' in pieces) && shown(pieces) === shown(meant)
}
