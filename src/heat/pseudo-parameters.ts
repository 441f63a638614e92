import type { Pieces } from './pieces.ts'

/** What a pseudo parameter of CloudFormation becomes in HOT. */
export type PseudoParameterMeaning =
  /** `get_param` of a pseudo parameter that every HOT stack has. */
  | { readonly becomes: 'get_param'; readonly parameter: string }
  /** A string that never changes. */
  | { readonly becomes: 'text'; readonly text: string }
  /** `list_join` of literals and values of parameters with nothing between them. */
  | { readonly becomes: 'join'; readonly parts: Pieces<string> }
  /** A new `string` parameter of the template, with a default where one value is usual. */
  | {
      readonly becomes: 'parameter'
      readonly name: string
      readonly description: string
      readonly default?: string
    }
  /**
   * The entry that holds it is left out; inside `if`, cfn/omit-no-value writes a choice with an empty list or mapping.
   */
  | { readonly becomes: 'omission' }
  /** HOT has no equivalent; `why` is a sentence for a finding. */
  | { readonly becomes: 'nothing'; readonly why: string }

interface PseudoParameter {
  /** In a template that Heat would load itself; undefined where Heat refuses the name. */
  readonly heat: PseudoParameterMeaning | undefined
  /** In a template that only AWS would accept. */
  readonly aws: PseudoParameterMeaning
  /** A shorter form that people often want although it is another value. */
  readonly lossy?: { readonly parameter: string; readonly differs: string }
}

const stackName: PseudoParameterMeaning = { becomes: 'get_param', parameter: 'OS::stack_name' }

/** `HeatIdentifier.arn()` in heat/common/identifier.py. */
const stackArn: PseudoParameterMeaning = {
  becomes: 'join',
  parts: [
    { text: 'arn:openstack:heat::' },
    { value: 'OS::project_id' },
    { text: ':stacks/' },
    { value: 'OS::stack_name' },
    { text: '/' },
    { value: 'OS::stack_id' },
  ],
}

/**
 * The `AWS::` pseudo parameters. Heat's reading: `CfnParameters` in heat/engine/cfn/parameters.py, which
 * knows three; AWS's: CloudFormation User Guide, "Pseudo parameters reference".
 */
export const pseudoParameters: Readonly<Record<string, PseudoParameter>> = {
  'AWS::StackName': { heat: stackName, aws: stackName },
  'AWS::StackId': {
    heat: stackArn,
    aws: stackArn,
    lossy: { parameter: 'OS::stack_id', differs: 'the id alone, without the ARN around it' },
  },
  'AWS::Region': {
    // PARAM_REGION is a fixed default that nothing overrides, wherever the cloud is.
    heat: { becomes: 'text', text: 'ap-southeast-1' },
    // OS::region is a reserved name without a value, so it cannot serve.
    aws: {
      becomes: 'parameter',
      name: 'region',
      description: 'Name of the region of this stack, formerly AWS::Region',
    },
  },
  'AWS::AccountId': {
    heat: undefined,
    aws: { becomes: 'get_param', parameter: 'OS::project_id' },
  },
  'AWS::NoValue': { heat: undefined, aws: { becomes: 'omission' } },
  'AWS::Partition': {
    heat: undefined,
    aws: {
      becomes: 'parameter',
      name: 'partition',
      description: 'Second part of the ARNs in this template, formerly AWS::Partition',
      default: 'aws',
    },
  },
  'AWS::URLSuffix': {
    heat: undefined,
    aws: {
      becomes: 'parameter',
      name: 'url_suffix',
      description: 'Domain of the service addresses in this template, formerly AWS::URLSuffix',
      default: 'amazonaws.com',
    },
  },
  'AWS::NotificationARNs': {
    heat: undefined,
    aws: { becomes: 'nothing', why: 'Heat stacks have no notification topics' },
  },
}

/** The facts about a pseudo parameter, or undefined for a name that is none. */
export function pseudoParameter(name: string): PseudoParameter | undefined {
  return Object.hasOwn(pseudoParameters, name) ? pseudoParameters[name] : undefined
}

/** The pseudo parameter of HOT that has the value of one of CloudFormation; undefined where none has. */
export function pseudoParameterOfHot(name: string): string | undefined {
  const meaning = pseudoParameter(name)?.heat
  return meaning?.becomes === 'get_param' ? meaning.parameter : undefined
}
