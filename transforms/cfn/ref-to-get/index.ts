import {
  type CallScope,
  call,
  list,
  type Node,
  type Rewritten,
  rewriteCall,
  string,
} from '../../../src/engine/authoring/authoring.ts'
import { hasWord } from '../../../src/heat/dialects.ts'
import { type PseudoParameterMeaning, pseudoParameter } from '../../../src/heat/pseudo-parameters.ts'
import { pieceNodes } from '../placeholders.ts'

type Scope = CallScope<'Ref'>

export const refToGet = rewriteCall(
  'Ref',
  {
    title: 'Replace Ref by get_param or get_resource',
    description:
      'Replaces `Ref` by `get_resource` for resources, `get_param` for parameters, and what HOT has for pseudo parameters.',
    references: [
      'heat/engine/cfn/functions.py: Ref, ParamRef',
      'HOT specification, get_param and get_resource',
    ],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  (scope) => {
    const { args, declared, template, site, to, refuse } = scope
    const [name] = args
    if (typeof name !== 'string')
      return refuse('bad-arguments', 'Ref takes the name of a parameter or resource, as a literal string')
    if (declared.resources.has(name)) {
      if (site.role === 'value') return to('get_resource')
      return refuse('bad-arguments', `a condition cannot refer to the resource "${name}"`)
    }
    // HOT's own pseudo parameters no template declares.
    const isPseudo = template.version !== undefined && hasWord(template.version, 'pseudoParameters', name)
    return declared.parameters.has(name) || isPseudo ? to('get_param') : pseudo(name, scope)
  },
)

function pseudo(name: string, scope: Scope): Rewritten {
  const { call: ref, template, isAccepted, report, refuse, keep } = scope
  const facts = pseudoParameter(name)
  if (facts === undefined)
    return refuse('unknown-reference', `"${name}" is neither a parameter nor a resource of this template`)
  const meaning = template.reading === 'heat' ? facts.heat : facts.aws
  if (facts.lossy !== undefined) {
    const { parameter, differs } = facts.lossy
    if (isAccepted('stack-id')) return call('get_param', string(parameter), ref.node)
    const message = `${name} is an ARN and is rebuilt as one; --accept stack-id uses the plain ${parameter}: ${differs}`
    report('stack-id', ref.node, message)
  }
  return meaning === undefined ? keep : valueOfPseudo(name, meaning, scope)
}

function valueOfPseudo(name: string, meaning: PseudoParameterMeaning, scope: Scope): Rewritten {
  const { call: ref, site, report, refuse } = scope
  switch (meaning.becomes) {
    case 'get_param':
      if (name === 'AWS::AccountId')
        report('account-is-project', ref.node, `AWS::AccountId becomes ${meaning.parameter}`)
      return call('get_param', string(meaning.parameter), ref.node)
    case 'text':
      // cfn/inline-region writes it, early enough for lookups and joins.
      return string(meaning.text, { for: ref.node })
    case 'join': {
      if (site.role === 'condition') return refuse('no-equivalent', `a condition cannot put ${name} together`)
      const parts = list(pieceNodes(meaning.parts, parameterValue), { style: 'flow' })
      return call('list_join', list([string(''), parts], { style: 'flow' }), ref.node)
    }
    case 'parameter':
      // Declared by cfn/declare-pseudo-parameters, which comes first in the chain.
      return refuse('unknown-reference', `${name} needs a parameter; run cfn/declare-pseudo-parameters first`)
    case 'omission':
      return refuse('no-equivalent', `HOT has no ${name} outside Fn::If and property values`)
    case 'nothing':
      return refuse('no-equivalent', `${name}: ${meaning.why}`)
  }
}

function parameterValue(name: string): Node {
  return call('get_param', string(name))
}
