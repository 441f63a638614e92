import type { Entry, Node } from '../document/node.ts'

/** What Heat would refuse, lose or take otherwise than it is written; severity and advice stand in the catalogue. */
export type CheckCode =
  | 'bad-arguments'
  | 'bad-constraint'
  | 'bad-value'
  | 'circular-dependency'
  | 'deprecated-resource-type'
  | 'foreign-function'
  | 'gone-resource-type'
  | 'json-comment'
  | 'missing-key'
  | 'missing-property'
  | 'name-collision'
  | 'nested-parameter'
  | 'no-such-version'
  | 'not-a-mapping'
  | 'not-resolved-here'
  | 'several-constraints'
  | 'unknown-attribute'
  | 'unknown-constraint'
  | 'unknown-key'
  | 'unknown-parameter-type'
  | 'unknown-property'
  | 'unknown-reference'
  | 'unknown-resource-type'
  | 'unknown-section'
  | 'unread-key'
  | 'unresolved-call'
  | 'version-too-old'
  | 'yaml-tag'

export interface CheckProblem {
  readonly code: CheckCode
  readonly at: Node | Entry
  readonly message: string
  /** Where the rule stands: a section of the HOT specification, or a file of Heat. */
  readonly rule: string
}

/** Takes problems as they are found. */
export type Report = (code: CheckCode, at: Node | Entry, message: string, rule: string) => void
