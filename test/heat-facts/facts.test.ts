import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  customConstraints,
  declinedAttributes,
  declinedProperties,
  movedProperties,
  renamedTypes,
} from '../../src/heat/facts/facts.ts'
import {
  type AttributeSchema,
  type Constraint,
  hasResourceType,
  type PropertySchema,
  type ResourceTypeSchema,
  resourceTypeHead,
  resourceTypeNames,
  resourceTypeSchema,
  type Support,
} from '../../src/heat/facts/resource-types.ts'

const root = join(__dirname, '../..')
const files = [
  'src/heat/facts/custom-constraints.json',
  'src/heat/facts/deprecations.json',
  'src/heat/facts/native-types.json',
  'src/heat/facts/template-versions.json',
  'src/rules/onap/facts/requirements.json',
]
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

describe('every fact file', () => {
  it.each(files)('%s names its source, and no key twice', (file) => {
    const text = textOf(file)
    const data: unknown = JSON.parse(text)
    expect(data).toMatchObject({ source: expect.stringMatching(/^[A-Z].*\.$|^heat\/.*\.$/) })
    // Whatever stands twice is lost when it is read: the same data has then fewer characters.
    expect(JSON.stringify(data)).toHaveLength(withoutBlanks(text).length)
  })
})

/** JSON without the blanks between its tokens. */
function withoutBlanks(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, string: string | undefined) => string ?? '')
}

const lines = textOf('src/heat/facts/resource-types.jsonl').trimEnd().split('\n')
const types = resourceTypeNames().map((name) => resourceTypeSchema(name) as ResourceTypeSchema)

/** A schema with all that is in it. */
function deep(schema: PropertySchema): readonly PropertySchema[] {
  const inner = [...Object.values(schema.schema ?? {}), ...(schema.items === undefined ? [] : [schema.items])]
  return [schema, ...inner.flatMap(deep)]
}

const schemas = types.flatMap(({ properties = {}, updatePolicy = {} }) =>
  [...Object.values(properties), ...Object.values(updatePolicy)].flatMap(deep),
)
const attributes = types.flatMap((type): AttributeSchema[] => Object.values(type.attributes ?? {}))
const history = (support: Support | undefined): readonly Support[] =>
  support === undefined ? [] : [support, ...history(support.previous)]

const constraints = schemas.flatMap((schema): readonly Constraint[] => schema.constraints ?? [])

/** The keys of all objects together, in alphabetical order. */
const keysOf = (objects: readonly object[]) => [...new Set(objects.flatMap(Object.keys))].sort()

describe('the schemas of resource types', () => {
  it('are a head that names its source, and a line of compact JSON for each type, by name', () => {
    for (const line of lines) expect(line).toBe(JSON.stringify(JSON.parse(line)))
    expect(resourceTypeHead().source).toContain('heat/engine/resources')
    expect(resourceTypeNames()).toHaveLength(lines.length - 1)
    expect(resourceTypeNames()).toEqual([...resourceTypeNames()].sort())
    expect(types.map(({ name }) => name)).toEqual(resourceTypeNames())
  })

  it('hold what the types of the reader name, and nothing else', () => {
    const keys = {
      types: keysOf(types),
      schemas: keysOf(schemas),
      attributes: keysOf(attributes),
      support: keysOf([...types, ...schemas, ...attributes].flatMap(({ support }) => history(support))),
      constraints: keysOf(constraints),
    }
    expect(keys).toEqual({
      types: [
        'attributes',
        'attributesAtRunTime',
        'class',
        'client',
        'name',
        'placeholder',
        'properties',
        'referenceId',
        'snapshotDeletion',
        'substituteTypes',
        'support',
        'template',
        'translationRules',
        'updatePolicy',
      ],
      schemas: [
        'allowConversion',
        'constraints',
        'default',
        'immutable',
        'implemented',
        'items',
        'required',
        'schema',
        'support',
        'type',
        'updateAllowed',
      ],
      attributes: ['cache', 'support', 'type'],
      support: ['message', 'previous', 'status', 'version'],
      constraints: ['kind', 'max', 'min', 'name', 'pattern', 'values'],
    })
  })

  it('leave out what is the default', () => {
    expect(
      schemas.filter(
        ({ type, required, implemented }) =>
          type === 'string' || required === (false as unknown) || implemented === (true as unknown),
      ),
    ).toEqual([])
    expect(attributes.filter(({ type }) => type === 'string')).toEqual([])
  })

  it('say what each reference gives', () => {
    const classes = types.flatMap(({ referenceId }) => referenceId ?? [])
    expect([...new Set(classes)].sort()).toEqual(Object.keys(resourceTypeHead().referenceKinds))
  })

  it('use custom constraints that Heat has', () => {
    const used = constraints.flatMap((one) => (one.kind === 'custom_constraint' ? [one.name] : []))
    // Heat's own tests bring the one that is left.
    expect(used.filter((name) => !customConstraints.includes(name))).toEqual(['test_constr'])
  })

  it('have what the other tables name', () => {
    const withType = [declinedProperties, declinedAttributes].flatMap((table) => Object.keys(table))
    expect(withType.filter((name) => !hasResourceType(name))).toEqual([])
    const renamed = Object.values(renamedTypes).filter(({ to }) => !to.endsWith('*') && !hasResourceType(to))
    expect(renamed).toEqual([])
    const moved = movedProperties.filter(
      ({ type, from }) => resourceTypeSchema(type)?.properties?.[from.split(/[.[]/)[0] ?? ''] === undefined,
    )
    expect(moved).toEqual([])
  })
})
