/**
 * JSON schemas of HOT templates, from the facts that `check` has. They refuse nothing that `check` accepts: what needs more
 * than one location to be decided (references, types of parameters, what lies beside a template) they leave to it.
 */

import { describeFunction } from '../describe.ts'
import { wordsOf } from '../dialects.ts'
import { customConstraints } from '../facts/facts.ts'
import { conditionFunctionsOf, functionsOf, type HotVersion, hotVersions, releaseOf } from '../versions.ts'
import {
  boolean,
  closed,
  definition,
  draft,
  type JsonSchema,
  looseBoolean,
  nothing,
  number,
  numericString,
  offered,
  string,
  when,
} from './json-schema.ts'
import { resourceSchema } from './resources.ts'

/** The schema of templates of one version, or of any: that one knows the words of all versions. */
export function templateSchema(version: HotVersion | undefined): JsonSchema {
  const versions = version === undefined ? hotVersions : [version]
  const words = (kind: Parameters<typeof wordsOf>[1]) => union(versions.map((one) => wordsOf(one, kind)))
  const resource = resourceSchema(words('resourceKeys'), [...words('deletionPolicies')])
  const sections = Object.entries(sectionSchemas(words)).filter(([name]) => words('sections').has(name))
  return {
    $schema: draft,
    // Editors would show a title above all that they say of what stands in the template.
    description: `A Heat Orchestration Template (HOT) of ${version ?? 'any version'}. ${notChecked}`,
    ...closed(
      {
        heat_template_version: {
          description: 'The version of the language: a date, or the release of OpenStack that brought it.',
          enum: versions.flatMap((one) => releaseNames(one)),
        },
        ...Object.fromEntries(sections),
        // An extension that was proposed for HOT.
        capabilities: {},
      },
      ['heat_template_version'],
    ),
    definitions: { ...literals, ...functions(versions), parameter: parameterSchema(words), resource },
  }
}

const notChecked =
  'References, arguments of functions and other files are checked by `hotshift check` and its language server.'

function union(sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  return new Set(sets.flatMap((one) => [...one]))
}

function releaseNames(version: HotVersion): readonly string[] {
  const release = releaseOf(version)
  return release === undefined ? [version] : [version, release]
}

type Words = (kind: Parameters<typeof wordsOf>[1]) => ReadonlySet<string>

function sectionSchemas(words: Words): Readonly<Record<string, JsonSchema>> {
  const output: JsonSchema = {
    type: 'object',
    properties: {
      description: {},
      value: { description: 'What is shown; functions are computed.' },
      ...(words('outputKeys').has('condition') ? { condition: conditionOrNull } : {}),
    },
    required: ['value'],
  }
  return {
    description: { description: 'What the template is for.' },
    parameter_groups: { description: 'How forms group the parameters.', ...parameterGroups },
    parameters: section('What is asked of those who use the template.', definition('parameter')),
    conditions: {
      description: 'Named tests of parameters; resources and outputs may depend on them.',
      type: 'object',
      additionalProperties: { anyOf: [definition('conditionFunction'), definition('literalBoolean')] },
    },
    resources: section('What the stack consists of.', definition('resource')),
    outputs: section('What the stack shows when it is made.', output),
  }
}

const conditionOrNull: JsonSchema = {
  description: 'The output is there only where this is true.',
  anyOf: [definition('condition'), { type: 'null' }],
}

/** A mapping of parts, which may be empty. */
function section(description: string, part: JsonSchema): JsonSchema {
  return { description, anyOf: [{ type: 'object', additionalProperties: part }, definition('nothing')] }
}

const parameterGroups: JsonSchema = {
  type: ['array', 'null'],
  items: {
    type: 'object',
    properties: {
      label: {},
      description: {},
      parameters: { type: 'array', items: { type: ['string', 'integer'] } },
    },
    required: ['parameters'],
  },
}

/** Values by type, and where only certain ones will do; each type that a property may have, with functions. */
const literals: Readonly<Record<string, JsonSchema>> = {
  nothing,
  literalString: string,
  numericString,
  literalNumber: number,
  literalBoolean: boolean,
  string: { anyOf: [definition('literalString'), definition('function')] },
  integer: { anyOf: [definition('literalNumber'), definition('function')] },
  number: { anyOf: [definition('literalNumber'), definition('function')] },
  boolean: { anyOf: [definition('literalBoolean'), definition('function')] },
  list: { anyOf: [{ type: ['array', 'null'] }, definition('function')] },
  map: { type: ['object', 'null'] },
}

function functions(versions: readonly HotVersion[]): Readonly<Record<string, JsonSchema>> {
  const names = union(versions.map(functionsOf))
  const inConditions = union(versions.map(conditionFunctionsOf))
  return {
    function: callOfOne([...names]),
    conditionFunction: callOfOne([...inConditions]),
    condition: {
      anyOf: [
        { type: ['string', 'integer', 'boolean'] },
        ...(inConditions.size === 0 ? [] : [definition('conditionFunction')]),
      ],
    },
  }
}

/** A mapping with one key, which is the name of a function. */
function callOfOne(names: readonly string[]): JsonSchema {
  const described = names.map((name): readonly [string, JsonSchema] => {
    const { notes, example } = describeFunction(name)
    const description = [...notes, ...(example === undefined ? [] : [`Example: ${example}`])].join(' ')
    return [name, { description }]
  })
  return {
    type: 'object',
    properties: Object.fromEntries(described),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  }
}

function parameterSchema(words: Words): JsonSchema {
  const known: Readonly<Record<string, JsonSchema>> = {
    type: { description: 'What kind of value it takes.', enum: [...words('parameterTypes')] },
    label: { description: 'A name for people.' },
    description: { description: 'What it is for.' },
    default: { description: 'Its value where none is given.' },
    hidden: { description: 'Whether its value is shown as asterisks.', ...offered([true, false]) },
    constraints: {
      description: 'What its values have to meet, one constraint in each item.',
      type: ['array', 'null'],
      items: constraint,
    },
    immutable: { description: 'Whether updates may change it.', ...offered([true, false]) },
    tags: { description: 'Words to find it by.', type: 'array' },
    schema: {},
  }
  const ofType = (type: string, values: JsonSchema): JsonSchema =>
    when({ properties: { type: { const: type } }, required: ['type'] }, { properties: { default: values } })
  return {
    ...closed(Object.fromEntries(Object.entries(known).filter(([key]) => words('parameterKeys').has(key))), [
      'type',
    ]),
    allOf: [
      ofType('number', definition('literalNumber')),
      ofType('boolean', looseBoolean),
      ofType('comma_delimited_list', { type: ['array', 'string', 'null'] }),
    ],
  }
}

const bound: JsonSchema = { anyOf: [definition('literalNumber')] }

/** Any version may have `modulo` beside another constraint, where it is not read. */
const constraint: JsonSchema = closed({
  description: { description: 'What is said of values that do not meet it.' },
  length: closed({ min: bound, max: bound }),
  range: closed({ min: bound, max: bound }),
  modulo: closed({ step: bound, offset: bound }),
  allowed_values: { type: 'array' },
  allowed_pattern: {
    description: 'A regular expression that has to match the whole value.',
    type: ['string', 'integer'],
  },
  custom_constraint: offered(customConstraints, { type: 'string' }),
})
