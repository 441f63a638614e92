/** The parts that JSON schemas of templates and environments are made of (draft 7), for readers of YAML of every kind. */

import type { Description } from '../describe.ts'

/** A schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

export const draft = 'http://json-schema.org/draft-07/schema#'

/** What Heat reads as true or false; readers of YAML 1.2 take `yes` and `off` for strings. */
const booleanWords =
  '^\\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[Yy][Ee][Ss]|[Nn][Oo]|[Oo][Nn]|[Oo][Ff][Ff])\\s*$'

/** What `bool_from_string` of oslo.utils takes for a parameter. */
export const looseBoolean: JsonSchema = {
  anyOf: [
    { type: ['boolean', 'null'] },
    { enum: [0, 1] },
    { type: 'string', pattern: `${booleanWords}|^\\s*[01TtFfYyNn]\\s*$` },
  ],
}

export const boolean: JsonSchema = {
  anyOf: [{ type: ['boolean', 'null'] }, { type: 'string', pattern: booleanWords }],
}

/**
 * A string that holds a number. What is a number to PyYAML may be a string to a reader of YAML 1.2: `1_000`, `0b11`,
 * `1:30`. So only letters that no number has make a string that is none.
 */
export const numericString: JsonSchema = {
  type: 'string',
  pattern: [
    '^[^A-Za-z]+$',
    '^\\s*[-+]?0[xX][\\da-fA-F_]+\\s*$',
    '^\\s*[-+]?0[bBoO][\\d_]+\\s*$',
    '^[^A-Za-z]+[eE][-+]?\\d+\\s*$',
    '^\\s*[-+]?\\.?(?:[Ii][Nn][Ff](?:[Ii][Nn][Ii][Tt][Yy])?|[Nn][Aa][Nn])\\s*$',
  ].join('|'),
}

/** A number, or a string that holds one. */
export const number: JsonSchema = {
  anyOf: [{ type: ['number', 'boolean', 'null'] }, { $ref: '#/definitions/numericString' }],
}

/** A string, or what Heat makes one of. It takes no number with a fraction. */
export const string: JsonSchema = { type: ['string', 'integer', 'boolean', 'null'] }

/** What Python takes for false, which is as good as an empty section. */
export const nothing: JsonSchema = {
  anyOf: [{ enum: [null, '', false, 0] }, { type: 'array', maxItems: 0 }],
}

/** A reference to a definition beside which something can be said. */
export function definition(name: string): JsonSchema {
  return { $ref: `#/definitions/${name}` }
}

/**
 * A mapping with certain keys only. A merge key may stand beside them: not every reader of YAML takes it for what it
 * brings in, so with `required` these readers see what Heat does not.
 */
export function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return {
    type: 'object',
    properties,
    patternProperties: { '^<<$': {} },
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required }),
  }
}

/** What may be offered, while anything may stand there. */
export function offered(values: readonly unknown[], other: JsonSchema = {}): JsonSchema {
  return { anyOf: [{ enum: values }, other] }
}

/** What holds where something else does. A property `then` in a literal would look like a promise. */
export function when(condition: JsonSchema, consequence: JsonSchema): JsonSchema {
  return Object.fromEntries([
    ['if', condition],
    ['then', consequence],
  ])
}

/** A description as JSON schemas have them: what it says, and then the type with all that goes with it. */
export function inOneLine({ facts, notes }: Description): string {
  return [...notes, facts.join('; ')].join(' ')
}
