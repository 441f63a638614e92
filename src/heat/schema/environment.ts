/** The JSON schema of environments (heat/common/environment_format.py, heat/engine/environment.py). */

import { resourceTypeNames } from '../resource-types.ts'
import { closed, definition, draft, type JsonSchema, offered } from './json-schema.ts'

/** Sections with null for nothing are refused; the empty string and the empty list are as good as an empty mapping. */
const emptyOr = (section: JsonSchema): JsonSchema => ({
  anyOf: [section, { enum: [''] }, { type: 'array', maxItems: 0 }],
})

const hooks = ['pre-create', 'pre-update', 'pre-delete', 'post-create', 'post-update', 'post-delete']

const target: JsonSchema = { type: ['string', 'null'] }

/** What may stand below `resource_registry`, and below `resources` there, and below the name of a resource. */
const registryKeys: Readonly<Record<string, JsonSchema>> = {
  hooks: { description: 'Where the stack stops and waits.', ...oneOrSeveral(hooks) },
  restricted_actions: {
    description: 'What updates may not do.',
    ...oneOrSeveral(['update', 'replace']),
  },
}

function oneOrSeveral(values: readonly string[]): JsonSchema {
  return { anyOf: [{ enum: [...values, null] }, { type: 'array', items: { enum: values } }] }
}

export function environmentSchema(): JsonSchema {
  return {
    $schema: draft,
    description:
      'An environment of Heat. Names and values of parameters are checked by `hotshift check` and its language server.',
    ...closed({
      parameters: { description: 'Values of parameters of the template.', ...values },
      parameter_defaults: {
        description: 'Values of parameters of that name in the template and in nested ones.',
        ...values,
      },
      parameter_merge_strategies: {
        description: 'How the values of several environments become one.',
        ...emptyOr({
          type: 'object',
          additionalProperties: offered(['overwrite', 'merge', 'deep_merge']),
        }),
      },
      resource_registry: {
        description: 'What types stand for: another type, or the template that they are made from.',
        ...emptyOr(definition('registry')),
      },
      encrypted_param_names: { description: 'Parameters whose values are encrypted.' },
      event_sinks: {
        description: 'Where events are sent to.',
        type: 'array',
        items: { type: 'object', properties: { type: { type: 'string' } }, required: ['type'] },
      },
    }),
    definitions: { registry: registrySchema() },
  }
}

function registrySchema(): JsonSchema {
  const ofResource = { anyOf: [{ type: 'object', properties: registryKeys }, target] }
  return {
    type: 'object',
    properties: {
      ...registryKeys,
      base_url: { description: 'What relative names of templates start from.', ...target },
      resources: {
        description: 'What holds for single resources, by their names.',
        anyOf: [{ type: 'object', properties: registryKeys, additionalProperties: ofResource }, target],
      },
      ...Object.fromEntries(resourceTypeNames().map((type) => [type, { type: 'string' }])),
    },
    additionalProperties: { type: ['string', 'object', 'null'] },
  }
}

const values: JsonSchema = emptyOr({ type: 'object' })
