import {
  call,
  type Entry,
  entry,
  entryOf,
  list,
  type Mapping,
  mapOf,
  mapping,
  type Node,
  nameOf,
  rewriteCall,
  type Scalar,
  scalarOf,
  string,
} from '../../../src/engine/authoring/authoring.ts'
import { attributePath, splitSub } from '../../../src/heat/functions/literals.ts'
import { filled, type Pieces, valuesIn } from '../../../src/heat/pieces.ts'
import { keptAsText } from '../../../src/heat/reading.ts'
import { givesText } from '../gives-string.ts'
import {
  type Chosen,
  choosePlaceholders,
  numbered,
  placeholderForm,
  plainName,
  pseudoName,
} from '../placeholders.ts'
import { resourcesIn } from '../resources-in.ts'
import { inOneLine, type Scope, type SubSource } from './one-line.ts'

export const subToStrReplace = rewriteCall(
  'Fn::Sub',
  {
    title: 'Replace Fn::Sub by str_replace',
    description:
      'Replaces `Fn::Sub` by `str_replace` with the same string and the same `${…}` as placeholders, or by a plain string if it has no variables.',
    references: ['AWS CloudFormation User Guide, Fn::Sub', 'HOT specification, str_replace'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  (scope) => {
    const { call: sub, args, template, refuse } = scope
    if (template.reading === 'heat' && template.kind !== 'hot')
      return refuse(
        'unknown-function',
        'Fn::Sub is not a function in this dialect; Heat would pass it on as data',
      )
    const [written = sub.argument, variables] = args
    const source = scalarOf(written) as Scalar
    const pieces = splitSub(String(source.value))
    if ('problem' in pieces) return refuse('bad-arguments', pieces.problem)
    if (valuesIn(pieces).includes('AWS::NoValue'))
      return refuse('bad-arguments', 'AWS does not say what Fn::Sub makes of AWS::NoValue')
    return rewriteSub({ written, source, pieces }, mapOf(variables), scope)
  },
)

interface Source extends SubSource {
  /** The string as it is written in the function: itself, or an alias. */
  readonly written: Node
}

function rewriteSub(source: Source, variables: Mapping | undefined, scope: Scope): Node {
  const { call: sub, declared, to } = scope
  const { written, pieces } = source
  const value = (name: string) => variable(name, variables, written, scope)
  const names = [...new Set(valuesIn(pieces))]
  const [only] = names
  if (only === undefined) return plainText(filled(pieces, String), source, sub.node, scope)
  if (pieces.length === 1 && givesText(value(only), declared)) return value(only)
  const { content, chosen } = subPlaceholders(pieces, unusedReferences(variables, names, scope))
  if (chosen.size === names.length && variables === undefined) {
    const line = inOneLine({ ...source, content, chosen }, scope, value)
    if (line !== undefined) return line
  }
  const params = [...chosen].map(([name, placeholder]) => param(placeholder, value(name), variables, name))
  const both = [
    entry('template', plainText(content, source, written, scope)),
    entry('params', mapping(params, { style: 'block' })),
  ]
  const argument = mapping(both, { for: sub.argument, style: 'block' })
  return sub.node.style === 'flow' ? call('str_replace', argument, sub.node) : to('str_replace', argument)
}

/** What a variable stands for: an entry of the map, an attribute, or else a parameter or resource. */
function variable(name: string, variables: Mapping | undefined, location: Node, { template }: Scope): Node {
  const own = entryOf(variables, name)?.value
  if (own !== undefined) return keptAsText(own, template.document)
  const [resource, attribute] = attributePath(name) ?? []
  if (resource === undefined || attribute === undefined)
    return call('Ref', string(name, { for: location }), location)
  const path = [string(resource, { for: location }), string(attribute)]
  return call('Fn::GetAtt', list(path, { style: 'flow', for: location }), location)
}

/** Variables that the string does not name: the stack waits for the resources they refer to all the same. */
function unusedReferences(
  variables: Mapping | undefined,
  used: readonly string[],
  { declared, template }: Scope,
): readonly string[] {
  const waiting =
    variables?.entries.filter((one) => resourcesIn(one.value, declared, template).size > 0) ?? []
  return waiting.flatMap((one) => nameOf(one) ?? []).filter((name) => !used.includes(name))
}

/**
 * The author's own string where it is just that, else a new one in its style, replacing another node. JSON has one
 * style for all strings.
 */
function plainText(content: string, { written, source }: Source, location: Node, { template }: Scope): Node {
  if (content === source.value) return written
  const isJson = template.document.syntax === 'json'
  return string(content, { for: location, style: isJson ? undefined : source.style })
}

/** An entry of `params`; one that the author wrote keeps its position and comments. */
function param(placeholder: string, value: Node, variables: Mapping | undefined, name: string): Entry {
  const own = entryOf(variables, name)
  return entry(placeholder, value, own === undefined ? {} : { for: own })
}

/**
 * Placeholders for the variables: `${name}` as it is written there, pseudo parameters by words for what they are, and
 * `__name__` where that is taken or the string has variables of a shell in braces.
 * @param others names for which a placeholder is needed although the string has none
 */
export function subPlaceholders(pieces: Pieces<string>, others: readonly string[]): Chosen {
  const isInBraces = placeholderForm(pieces) === 'braces'
  const spelling = (name: string, number: number) =>
    isInBraces && number === 1
      ? `\${${pseudoName(name) ?? name}}`
      : numbered(plainName(name), isInBraces ? number - 1 : number, 'underscores')
  return choosePlaceholders(pieces, spelling, others)
}
