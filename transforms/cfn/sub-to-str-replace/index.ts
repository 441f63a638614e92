import { call, entry, list, mapping, text } from '../../../src/document/build.ts'
import type { Node, Scalar } from '../../../src/document/node.ts'
import { mapOf, scalarOf, seqOf, valueOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import type { Call } from '../../../src/heat/calls.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { strReplace } from '../../../src/heat/placeholders.ts'
import { splitSub, type SubPiece } from '../../../src/heat/sub-text.ts'

export const subToStrReplace = callTransform(
  {
    id: 'cfn/sub-to-str-replace',
    title: 'Replace Fn::Sub by str_replace',
    description: 'Replaces `Fn::Sub` by `str_replace` with the same text and the same `${…}` as placeholders, or by plain text where nothing is put in.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'HOT specification, str_replace'],
    safety: 'exact',
  },
  ['Fn::Sub'],
  (sub, scope) => {
    if (scope.template.reading === 'heat') {
      scope.report('unknown-function', sub.node, 'Fn::Sub is no function in this dialect; Heat would pass it on as data')
      return undefined
    }
    const items = seqOf(sub.argument)?.items
    const source = scalarOf(items === undefined ? sub.argument : items[0])
    const variables = mapOf(items?.[1])
    const wellFormed = items === undefined || (items.length === 2 && variables !== undefined) || items.length === 1
    if (source?.type !== 'str' || !wellFormed) {
      scope.report('bad-arguments', sub.node, 'Fn::Sub takes a text, or a list of a text and a map of variables')
      return undefined
    }
    const pieces = splitSub(String(source.value))
    if ('problem' in pieces) {
      scope.report('bad-arguments', sub.node, pieces.problem)
      return undefined
    }
    return rewriteSub(sub, source, pieces, (name) => valueOf(variables, name) ?? reference(name, source), scope)
  },
)

function reference(name: string, source: Scalar): Node {
  const dot = name.indexOf('.')
  if (dot < 1) return call('Ref', text(name, { for: source }), source)
  const path = list([text(name.slice(0, dot), { for: source }), text(name.slice(dot + 1))], { style: 'flow', for: source })
  return call('Fn::GetAtt', path, source)
}

function rewriteSub(
  sub: Call,
  source: Scalar,
  pieces: readonly SubPiece[],
  value: (name: string) => Node,
  scope: CallScope,
): Node {
  const names = [...new Set(pieces.flatMap((piece) => ('name' in piece ? [piece.name] : [])))]
  const plain = pieces.map((piece) => ('text' in piece ? piece.text : piece.source)).join('')
  const unescaped = plain === source.value
  if (names.length === 0) return unescaped ? kept(source, sub) : text(plain, { for: sub.node, style: source.style })
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined && 'name' in only && givesText(only.name, scope)) {
    return value(only.name)
  }
  const chosen = placeholders(pieces)
  const template = pieces.map((piece) => ('text' in piece ? piece.text : chosen.get(piece.name))).join('')
  const templateNode = template === source.value ? source : text(template, { for: source, style: source.style })
  const params = names.map((name) => entry(chosen.get(name) as string, value(name)))
  const argument = mapping([entry('template', templateNode), entry('params', mapping(params, { style: 'block' }))], { style: 'block' })
  return call('str_replace', argument, sub.node)
}

/** The text itself in the place of the call. */
function kept(source: Scalar, sub: Call): Node {
  return sub.argument === source ? source : text(String(source.value), { for: sub.node, style: source.style })
}

/** Whether a single `${name}` is the same as a reference: AWS makes text of it, Heat gives what the parameter holds. */
function givesText(name: string, scope: CallScope): boolean {
  const parameter = scope.declared.parameters.get(name)
  return parameter === undefined ? scope.declared.resources.has(name) || name.includes('.') : declaredType(parameter) === 'string'
}

/** `${name}` itself, unless an unescaped `${!name}` has made the same text elsewhere. */
function placeholders(pieces: readonly SubPiece[]): Map<string, string> {
  const names = new Set(pieces.flatMap((piece) => ('name' in piece ? [piece.name] : [])))
  for (let number = 1; ; number += 1) {
    const chosen = new Map<string, string>()
    for (const piece of pieces) {
      if ('name' in piece) chosen.set(piece.name, number === 1 ? piece.source : `__${piece.name.replace(/\W+/g, '_')}_${number}__`)
    }
    const marks = new Map([...chosen].map(([name, placeholder]) => [placeholder, `\0${name}\0`]))
    const template = pieces.map((piece) => ('text' in piece ? piece.text : chosen.get(piece.name))).join('')
    const expected = pieces.map((piece) => ('text' in piece ? piece.text : `\0${piece.name}\0`)).join('')
    if (marks.size === names.size && strReplace(template, marks) === expected) return chosen
  }
}
