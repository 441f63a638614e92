/** Templates that an environment substitutes for a type; heat/engine/resources/template_resource.py: _validate_against_facade. */

import type { RuleCode } from '../heat/code-facts.ts'
import type { PropertySchema, PropertySchemas, SchemaType } from '../heat/facts/resource-types.ts'
import { classSchema } from '../stack/type-of.ts'
import type { Node } from '../text/document/node.ts'
import type { CheckScope } from './scope.ts'

/** What is reported of them. */
export const facadeCodes = {
  'unfit-template': {
    title: 'A template that does not fit the type it is registered for',
    severity: 'error',
    help: 'Give it the parameters and outputs of the type, or register it under a name of its own.',
    why: "A template that an environment registers for a type of Heat's stands in for it. Heat rejects one without the required properties of the type as parameters, or without its attributes as outputs.",
    example: {
      command: 'check server.yaml environment.yaml',
      at: 'server.yaml:3',
      before: {
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  text: {type: OS::Heat::RandomString}
`,
        'environment.yaml': `resource_registry:
  OS::Heat::RandomString: text.yaml
`,
        'text.yaml': `heat_template_version: 2018-08-31
outputs:
  show: {value: {}}
`,
      },
      after: {
        'server.yaml': `heat_template_version: 2018-08-31
resources:
  text: {type: OS::Heat::RandomString}
`,
        'environment.yaml': `resource_registry:
  OS::Heat::RandomString: text.yaml
`,
        'text.yaml': `heat_template_version: 2018-08-31
outputs:
  value: {value: always the same}
  show: {value: {}}
`,
      },
    },
  },
} as const satisfies Record<string, RuleCode>

/** `Schema.allowed_param_prop_type` in heat/engine/properties.py */
function parameterKind(type: SchemaType = 'string'): SchemaType {
  return type === 'integer' ? 'number' : type
}

/** Reports the first thing in which a template does not fit the type that it stands for. */
export function checkFacade(
  type: string,
  at: Node,
  { beside, report }: CheckScope<keyof typeof facadeCodes>,
): void {
  const facade = classSchema(type)
  const child = beside.registered(type)
  if (facade === undefined || facade.takesOthers) return
  if (typeof child !== 'object' || !('parameters' in child)) return
  const { properties, attributes } = facade
  const taken = new Map(child.parameters.map((one) => [one.name, one]))
  const problem =
    misfitOf(properties, taken) ??
    child.parameters
      .filter(
        ({ name, hasDefault }) => !hasDefault && !beside.hasDefault(name) && !Object.hasOwn(properties, name),
      )
      .map(({ name }) => `needs the parameter "${name}", which the type does not have`)[0] ??
    [...Object.keys(attributes), 'show']
      .filter((name) => !child.outputs.has(name))
      .map((name) => `has no output "${name}", which is an attribute of the type`)[0]
  if (problem === undefined) return
  const rule = 'heat/engine/resources/template_resource.py: _validate_against_facade'
  const { first } = child.sections
  const related = [
    ...(first === undefined ? [] : child.locate(first, 'this is the template')),
    ...(child.registered?.() ?? []),
  ]
  report('unfit-template', at, `the template that is registered for ${type} ${problem}`, {
    source: rule,
    related,
  })
}

function misfitOf(
  properties: PropertySchemas,
  taken: ReadonlyMap<string, { readonly schema: PropertySchema }>,
): string | undefined {
  for (const [name, schema] of Object.entries(properties)) {
    const own = taken.get(name)
    if (own === undefined) {
      if (schema.required === true)
        return `has no parameter "${name}", which is a required property of the type`
      continue
    }
    const [wanted, has] = [parameterKind(schema.type), parameterKind(own.schema.type)]
    if (has !== 'any' && has !== wanted && wanted !== 'any' && wanted !== 'unknown')
      return `takes a ${has} for "${name}", and the property of the type is a ${wanted}`
  }
  return undefined
}
