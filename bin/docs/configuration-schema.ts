import type { Option } from '../../src/apps/cli/command.ts'
import { keyOf, overridable } from '../../src/apps/cli/configuration/configuration.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { nameSections } from '../../src/heat/cloud-names.ts'
import type { AnyRule } from '../../src/rules/rule.ts'
import { heatRules } from '../../src/rules/rules.ts'
import { optionNames } from '../../src/rules/run-rules.ts'

type Schema = Readonly<Record<string, unknown>>

/** The JSON schema of hotshift.config.json, from the options of all commands. */
export function configurationSchema(): string {
  const all = configurable(commands.flatMap(({ options }) => options))
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Configuration of hotshift',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...propertiesOf(all),
      cloud: cloudSchema(),
      ruleOptions: ruleOptionsSchema(),
      commands: {
        description: 'Options of single commands.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(
          commands
            .filter(({ options }) => configurable(options).length > 0)
            .map(({ name, options }) => [name, objectOf(propertiesOf(configurable(options)))]),
        ),
      },
      overrides: {
        description:
          'Other options for some files; of several overrides that match a file the last one counts.',
        type: 'array',
        items: {
          ...objectOf({
            files: {
              description: 'In the syntax of .gitignore, relative to the configuration.',
              ...stringOrStrings,
            },
            ...propertiesOf(all.filter(({ name }) => overridable.has(name))),
          }),
          required: ['files'],
        },
      },
      waivers: {
        description:
          'Requirements of a profile that `check` does not ask for, of some files and until a day. Relative to the configuration.',
        type: 'array',
        items: {
          ...objectOf({
            requirement: { description: 'Its number, for example R-76057.', type: 'string' },
            files: {
              description: 'In the syntax of .gitignore; all files when absent.',
              ...stringOrStrings,
            },
            reason: { description: 'Why: reports name it.', type: 'string' },
            expires: { description: 'The last day on which it counts: 2027-01-31.', type: 'string' },
          }),
          required: ['requirement', 'reason', 'expires'],
        },
      },
    },
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`
}

/** The release alone, or what else there is to say of the cloud. */
function cloudSchema(): Schema {
  const names = {
    description: 'All names that there are, or a mapping from other names to these, as for --map.',
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: { type: 'string' } },
    ],
  }
  const release = { type: ['string', 'number'] }
  const sections = Object.fromEntries(nameSections.map((section) => [section, names]))
  return {
    description: 'The cloud that stacks are made in: its release, or its release and the names that it has.',
    anyOf: [release, objectOf({ release, ...sections })],
  }
}

/** The choices that rules have, each with its default. */
function ruleOptionsSchema(): Schema {
  const rules: readonly AnyRule[] = heatRules
  const properties = rules.flatMap((one) => {
    const all = Object.values(one.options ?? {})
    return optionNames(one).map((name, index) => {
      const { type, title, default: preset } = all[index] ?? {}
      return [name, { description: title, type, default: preset }] as const
    })
  })
  return {
    description: 'The choices of rules, by code and option; those of your own rules as well.',
    anyOf: [
      ...stringOrStrings.anyOf,
      {
        type: 'object',
        properties: Object.fromEntries(properties),
        additionalProperties: { type: ['string', 'number', 'boolean'] },
      },
    ],
  }
}

const stringOrStrings = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }

function configurable(options: readonly Option[]): readonly Option[] {
  const byKey = new Map(options.filter((one) => one.isOfOneRun !== true).map((one) => [keyOf(one), one]))
  return [...byKey.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function propertiesOf(options: readonly Option[]): Schema {
  return Object.fromEntries(options.map((option) => [keyOf(option), schemaOf(option)]))
}

const assignments = {
  anyOf: [
    ...stringOrStrings.anyOf,
    { type: 'object', additionalProperties: { type: ['string', 'boolean'] } },
  ],
}

function schemaOf({ value, occurs, description, modes, names, isAssigned }: Option): Schema {
  if (value === undefined && modes !== undefined)
    return { description, anyOf: [{ type: 'boolean' }, { enum: modes }] }
  if (value === undefined && names !== undefined)
    return { description, anyOf: [{ type: 'boolean' }, stringOrStrings] }
  if (value === undefined) return { description, type: 'boolean' }
  if (isAssigned === true) return { description, ...assignments }
  return { description, ...(occurs === undefined ? { type: ['string', 'number'] } : stringOrStrings) }
}

function objectOf(properties: Schema): Schema {
  return { type: 'object', additionalProperties: false, properties }
}
