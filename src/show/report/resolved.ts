/** A resolved stack in the sections of a template, in the order of its source. */
import type {
  ResolvedAnswer,
  ResolvedResource,
  ResolvedStack,
  Shown,
} from '../../engine/queries/resolved-stack.ts'
import { oneLine } from './style.ts'

type Sections = Map<string, unknown>

/** The stack, with comments on what is not there and what is open. @param yamlOf writes data as YAML */
export function resolvedYaml({ stack, open }: ResolvedAnswer, yamlOf: (data: unknown) => string): string {
  const remarks = [
    ...stack.parameters.flatMap(({ name, from }) =>
      from === 'nobody' ? [`${name} has no value: -e or --set gives one`] : [],
    ),
    ...(stack.absent.length === 0 ? [] : [`not created, by its condition: ${stack.absent.join(', ')}`]),
    ...open,
  ]
  return `${remarks.map((one) => `# ${oneLine(one)}\n`).join('')}${yamlOf(stackSections(stack))}`
}

/** What a stack is, by the names of the sections of a template. */
export function stackSections({ parameters, resources, outputs }: ResolvedStack): Sections {
  return sections([
    [
      'parameters',
      new Map(parameters.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
    ],
    ['resources', new Map(resources.map((one) => [one.name, resourceSections(one)]))],
    ['outputs', new Map(outputs.map(({ name, value }) => [name, value]))],
  ])
}

function resourceSections(one: ResolvedResource): Sections {
  const { type, condition, dependsOn, stack, members } = one
  return new Map<string, unknown>([
    ['type', type],
    ...given('condition', condition),
    ...given('external_id', one.externalId),
    ...given('depends_on', dependsOn),
    ...given('properties', one.properties),
    ...given('metadata', one.metadata),
    ...given('deletion_policy', one.deletionPolicy),
    ...given('update_policy', one.updatePolicy),
    ...given('stack', stack && stackSections(stack)),
    ...given('members', members && new Map(members.map((member) => [member.name, resourceSections(member)]))),
  ])
}

function given(key: string, value: unknown): readonly (readonly [string, unknown])[] {
  return value === undefined ? [] : [[key, value]]
}

/** Without those that are empty. */
function sections(all: readonly (readonly [string, Sections])[]): Sections {
  return new Map(all.filter(([, one]) => one.size > 0))
}

/** The same for JSON, which has no maps of its own. */
export function jsonOf(value: unknown): Shown | object {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, one]) => [key, jsonOf(one)]))
  if (Array.isArray(value)) return value.map(jsonOf)
  return typeof value === 'bigint' ? Number(value) : (value as Shown)
}
