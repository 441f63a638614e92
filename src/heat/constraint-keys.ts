/** Constraints of parameters: keys of their own in CloudFormation, items of one list in HOT. */

/** Those with two bounds: in HOT both stand in one mapping; heat/engine/cfn/parameters.py. */
export const cfnBounds = [
  { kind: 'range', min: 'MinValue', max: 'MaxValue' },
  { kind: 'length', min: 'MinLength', max: 'MaxLength' },
] as const

/** Those with one value. */
export const cfnSingle = [
  { kind: 'allowed_values', key: 'AllowedValues' },
  { kind: 'allowed_pattern', key: 'AllowedPattern' },
] as const

/** The order in which one of several constraints in one item counts in HOT (`_constraint_from_def`). */
export const constraintOrder = [
  'modulo',
  'range',
  'length',
  'allowed_values',
  'allowed_pattern',
  'custom_constraint',
] as const
