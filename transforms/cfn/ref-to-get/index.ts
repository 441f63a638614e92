import { call, list, text, withEntries, withKey } from '../../../src/document/build.ts'
import type { Node } from '../../../src/document/node.ts'
import { textOf } from '../../../src/document/read.ts'
import { type CallScope, callTransform } from '../../../src/engine/call-transform.ts'
import type { Call } from '../../../src/heat/calls.ts'
import { hasWord } from '../../../src/heat/hot-words.ts'
import {
  type PseudoParameterMeaning,
  pseudoParameter,
  type TextPart,
} from '../../../src/heat/pseudo-parameters.ts'
import type { Template } from '../../../src/heat/template.ts'

export const refToGet = callTransform(
  {
    id: 'cfn/ref-to-get',
    title: 'Replace Ref by get_param or get_resource',
    description:
      'Replaces `Ref` by `get_resource` for resources, `get_param` for parameters, and what HOT has for pseudo parameters.',
    references: [
      'heat/engine/cfn/functions.py: Ref, ParamRef',
      'HOT specification, get_param and get_resource',
    ],
    safety: 'exact',
  },
  ['Ref'],
  (ref, scope) => {
    const name = textOf(ref.argument)
    if (name === undefined) {
      scope.report('bad-arguments', ref.node, 'Ref takes the name of a parameter or resource, as plain text')
      return undefined
    }
    if (scope.declared.resources.has(name)) {
      if (scope.site.place === 'value') return renamed(ref, 'get_resource')
      scope.report('bad-arguments', ref.node, `a condition cannot refer to the resource "${name}"`)
      return undefined
    }
    if (scope.declared.parameters.has(name) || isPseudo(name, scope.template))
      return renamed(ref, 'get_param')
    return pseudo(name, ref, scope)
  },
)

/** HOT's own pseudo parameters, which no template declares. */
function isPseudo(name: string, { version }: Template): boolean {
  return version !== undefined && hasWord(version, 'pseudoParameters', name)
}

function renamed(ref: Call, name: string): Node {
  return withEntries(ref.node, [withKey(ref.entry, name)])
}

function pseudo(name: string, ref: Call, scope: CallScope): Node | undefined {
  const facts = pseudoParameter(name)
  if (facts === undefined) {
    scope.report(
      'unknown-reference',
      ref.node,
      `"${name}" is neither a parameter nor a resource of this template`,
    )
    return undefined
  }
  const meaning = scope.template.reading === 'heat' ? facts.heat : facts.aws
  if (facts.lossy !== undefined) {
    if (scope.isAccepted('stack-id')) return call('get_param', text(facts.lossy.parameter), ref.node)
    const { parameter, differs } = facts.lossy
    scope.report(
      'stack-id',
      ref.node,
      `${name} is an ARN, written out here; --accept stack-id takes ${parameter}: ${differs}`,
    )
  }
  return meaning === undefined ? undefined : valueOf(name, meaning, ref, scope)
}

function valueOf(
  name: string,
  meaning: PseudoParameterMeaning,
  ref: Call,
  scope: CallScope,
): Node | undefined {
  switch (meaning.becomes) {
    case 'get_param':
      if (name === 'AWS::AccountId') {
        scope.report('account-is-project', ref.node, `AWS::AccountId becomes ${meaning.parameter}`)
      }
      return call('get_param', text(meaning.parameter), ref.node)
    case 'text':
      // cfn/inline-region writes it, early enough for look-ups and joins.
      return text(meaning.text, { for: ref.node })
    case 'join':
      if (scope.site.place === 'condition') {
        scope.report('no-equivalent', ref.node, `a condition cannot put ${name} together`)
        return undefined
      }
      return call(
        'list_join',
        list([text('', { style: 'single' }), list(meaning.parts.map(part), { style: 'flow' })], {
          style: 'flow',
        }),
        ref.node,
      )
    case 'parameter':
      // Declared by cfn/declare-pseudo-parameters, which comes first in the chain.
      scope.report(
        'unknown-reference',
        ref.node,
        `${name} needs a parameter; run cfn/declare-pseudo-parameters first`,
      )
      return undefined
    case 'omission':
      scope.report(
        'no-equivalent',
        ref.node,
        `${name} outside of Fn::If and a property's value cannot be said in HOT`,
      )
      return undefined
    case 'nothing':
      scope.report('no-equivalent', ref.node, `${name}: ${meaning.why}`)
      return undefined
  }
}

function part(piece: TextPart): Node {
  return typeof piece === 'string' ? text(piece) : call('get_param', text(piece.getParam))
}
