/** What is said of an intrinsic function: the shape of a row of `hot-rows.ts` and `cfn-rows.ts`. */
import type { SchemaType } from '../facts/resource-types.ts'
import type { Form, NewerForm } from './forms.ts'

/** The result of a function; `argument` is what it is given, `anything` what cannot be decided statically. */
type Gives = SchemaType | 'argument' | 'anything'

export interface FunctionRow {
  /** The accepted arguments, in words: `a list of two`. */
  readonly takes: string
  readonly argument: Form
  /** Whether a function may give all of the argument, whatever its form. */
  readonly computed?: 'anywhere' | 'in conditions' | undefined
  /** Forms that only newer versions of HOT have. */
  readonly newer?: readonly NewerForm[] | undefined
  /** What it gives when it gives anything: several kinds where the arguments decide. */
  readonly gives: readonly Gives[]
  /** A function of HOT on one line, as `explain`, hover and the JSON schema show it; `check` accepts it. */
  readonly example?: string | undefined
  /** The arguments that completion writes: a snippet of the protocol, on one line. */
  readonly snippet?: string | undefined
  /** The argument that is a delimiter. */
  readonly delimiter?: 0 | undefined
  /** The argument that makes it give one item of its list, a string. */
  readonly picksBy?: number | undefined
  readonly refersTo?: Referred | undefined
  /** What AWS takes instead, where Heat takes less. */
  readonly aws?: { readonly takes: string; readonly argument: Form } | undefined
  /** What computes it where AWS's reading differs from Heat's: a class of `semantics/functions/classes.ts`. */
  readonly awsClass?: AwsClass | undefined
  /** Where alone it is a function; others are functions among values, some of them in conditions too. */
  readonly only?: 'values' | 'conditions' | undefined
  /** Heat has no function of that name in any dialect. */
  readonly isAwsOnly?: true | undefined
  /** What to do about it where HOT has nothing for it. */
  readonly advice?: string | undefined
}

/** A function as AWS computes it (CloudFormation User Guide, Intrinsic functions). */
type AwsClass =
  | 'aws.Condition'
  | 'aws.Equals'
  | 'aws.FindInMap'
  | 'aws.GetAtt'
  | 'aws.Join'
  | 'aws.Length'
  | 'aws.Ref'
  | 'aws.Select'
  | 'aws.Sub'
  | 'aws.ToJsonString'
  | 'aws.Unknown'

/** What some functions refer to by a name: their argument, or the first item of it. */
export type Referred =
  | 'parameter'
  | 'resource'
  | 'parameter or resource'
  | 'attribute'
  | 'mapping'
  | 'condition'
  | 'file'

export const twoOrMore = { items: ['condition', 'condition'], rest: 'condition' } as const satisfies Form
