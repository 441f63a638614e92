/**
 * The functions of CloudFormation: those that Heat has in its two dialects (heat/engine/cfn/functions.py), and those of
 * AWS alone (CloudFormation User Guide, Intrinsic functions).
 */
import { type FunctionRow, twoOrMore } from './function-row.ts'

export const cfnRows = {
  Ref: {
    takes: 'the name of a parameter or resource, as a literal string',
    argument: 'literal',
    computed: 'in conditions',
    refersTo: 'parameter or resource',
    gives: ['anything'],
    awsClass: 'aws.Ref',
  },
  'Fn::GetAtt': {
    takes: 'a list of two: the resource and its attribute',
    argument: { items: ['string', 'attribute'] },
    // `resource.attribute`
    aws: {
      takes: 'a list of two: the resource and its attribute',
      argument: { either: [{ items: ['string', 'attribute'] }, { matching: /^[^.]+\./ }] },
    },
    refersTo: 'attribute',
    gives: ['anything'],
    awsClass: 'aws.GetAtt',
  },
  'Fn::FindInMap': {
    takes: 'a list of three: mapping, key, name',
    argument: { items: ['anything', 'anything', 'anything'] },
    refersTo: 'mapping',
    gives: ['anything'],
    awsClass: 'aws.FindInMap',
  },
  'Fn::Join': {
    takes: 'a delimiter and a list',
    argument: { items: ['string', 'anything'] },
    delimiter: 0,
    gives: ['string'],
    awsClass: 'aws.Join',
  },
  'Fn::Split': {
    takes: 'a delimiter that is a literal string, and a string',
    argument: { items: ['nonempty', 'string'] },
    delimiter: 0,
    gives: ['list'],
  },
  'Fn::Select': {
    takes: 'an index and a collection',
    argument: { items: ['anything', 'anything'] },
    gives: ['anything'],
    awsClass: 'aws.Select',
  },
  'Fn::Replace': {
    takes: 'a map of placeholders and a string',
    // Maps and lists as values: `Replace._validate_replacement`.
    argument: { items: [{ each: 'scalar' }, 'string'] },
    gives: ['string'],
  },
  'Fn::MemberListToMap': {
    takes: 'two names and a list',
    argument: { items: ['literal', 'literal', 'anything'] },
    gives: ['map'],
  },
  'Fn::Base64': {
    takes: 'a string',
    argument: 'string',
    aws: { takes: 'a string', argument: { given: 'scalar' } },
    gives: ['argument'],
  },
  'Fn::GetAZs': {
    takes: 'anything',
    argument: 'anything',
    gives: ['list'],
    advice:
      'HOT lists the availability zones in 2013-05-23 only; --accept availability-zones makes a parameter of it',
  },
  'Fn::ResourceFacade': {
    takes: 'Metadata, DeletionPolicy or UpdatePolicy',
    argument: { oneOf: ['Metadata', 'DeletionPolicy', 'UpdatePolicy'] },
    gives: ['anything'],
  },
  'Fn::If': {
    takes: 'a condition and two values',
    argument: { items: ['condition', 'anything', 'anything'] },
    // Two items are the result of cfn/omit-no-value for AWS::NoValue.
    aws: {
      takes: 'a condition and two values',
      argument: { items: ['condition', 'anything'], optional: ['anything'] },
    },
    only: 'values',
    gives: ['anything'],
  },
  'Fn::Equals': {
    takes: 'a list of two',
    argument: { items: ['anything', 'anything'] },
    only: 'conditions',
    gives: ['boolean'],
    awsClass: 'aws.Equals',
  },
  'Fn::And': { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  'Fn::Or': { takes: 'a list of two or more', argument: twoOrMore, only: 'conditions', gives: ['boolean'] },
  'Fn::Not': {
    takes: 'a list of one',
    argument: { items: ['condition'] },
    only: 'conditions',
    gives: ['boolean'],
  },
} as const satisfies Readonly<Record<string, FunctionRow>>

/** In Heat these are data. */
export const awsRows = {
  'Fn::Sub': {
    takes: 'a string, or a list of a string and a map of variables',
    argument: { either: ['literal', { items: ['literal'], optional: ['map'] }] },
    gives: ['string'],
    isAwsOnly: true,
    awsClass: 'aws.Sub',
  },
  Condition: {
    takes: 'the name of a condition',
    argument: 'literal',
    refersTo: 'condition',
    only: 'conditions',
    gives: ['boolean'],
    isAwsOnly: true,
    awsClass: 'aws.Condition',
  },
  'Fn::ImportValue': {
    takes: 'the name of an export',
    argument: 'anything',
    gives: ['string'],
    isAwsOnly: true,
    advice: 'there are no exports between stacks; pass the value as a parameter',
  },
  'Fn::Transform': {
    takes: 'the name of a macro and its parameters',
    argument: 'anything',
    gives: ['anything'],
    isAwsOnly: true,
    advice:
      'macros run at AWS only; convert what `aws cloudformation get-template --template-stage Processed --stack-name <stack>` prints',
  },
  'Fn::Cidr': {
    takes: 'a block of addresses, a count and a number of bits',
    argument: 'anything',
    gives: ['list'],
    isAwsOnly: true,
    advice: 'HOT cannot compute address blocks; write them out or pass them as a parameter',
  },
  'Fn::ToJsonString': {
    takes: 'a map or a list',
    argument: 'anything',
    gives: ['string'],
    isAwsOnly: true,
    awsClass: 'aws.ToJsonString',
    advice: 'HOT turns maps into JSON only inside str_replace and list_join',
  },
  'Fn::Length': {
    takes: 'a list',
    argument: 'anything',
    gives: ['anything'],
    isAwsOnly: true,
    awsClass: 'aws.Length',
    advice: 'HOT has no such function; yaql can count (2016-10-14)',
  },
} as const satisfies Readonly<Record<string, FunctionRow>>
