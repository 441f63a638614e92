import { join } from 'node:path'
import { parse } from 'yaml'
import { createChecker } from '../../src/engine/check.ts'
import {
  resourceTypeHead,
  resourceTypeNames,
  resourceTypeSchema,
} from '../../src/heat/facts/resource-types.ts'
import { hotVersions } from '../../src/heat/versions.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'
import { judge, judgeText, refusals, schemas, strictValidator, validatorOf } from './judge.ts'

const rocky = 'heat_template_version: 2018-08-31\n'
const server = (rest: string) => `resources:
  a:
    type: OS::Nova::Server
    properties: {flavor: small, image: i${rest}}
`
const volume = (size: string) => `resources: {a: {type: OS::Cinder::Volume, properties: {size: ${size}}}}\n`

/** What the schema of the version says of a text that `check` finds an error in. */
function refusedBy(text: string): readonly string[] {
  const { errors, refused } = judgeText('t.yaml', text) ?? { errors: [], refused: new Map() }
  expect(errors).not.toEqual([])
  return [...refused].flatMap(([reading, said = []]) =>
    /\(yaml 1\.2\)/.test(reading) ? said.slice(0, 1) : [],
  )
}

describe('the schemas of the package', () => {
  it('are one for each version, one for all, and one for environments', () => {
    expect([...schemas.keys()].sort()).toEqual(
      ['environment.json', ...hotVersions.map((version) => `hot-${version}.json`), 'hot.json'].sort(),
    )
  })

  it.each([...schemas.keys()])('%s is a schema of draft 7 that refers to nothing outside', (name) => {
    const schema = schemas.get(name) ?? {}
    expect(strictValidator().validateSchema(schema)).toBe(true)
    const references = JSON.stringify(schema).match(/"\$ref":"[^"]*"/g) ?? []
    expect(references.length).toBeGreaterThan(0)
    expect(references.filter((one) => !one.startsWith('"$ref":"#/definitions/'))).toEqual([])
  })

  it.each(['hot.json', 'hot-2013-05-23.json', 'environment.json'])('%s is strict', (name) => {
    expect(() => validatorOf(name)).not.toThrow()
  })

  it('have every type with every property', () => {
    const text = JSON.stringify(schemas.get('hot-2021-04-16.json'))
    const { aliases } = resourceTypeHead()
    const names = [...resourceTypeNames(), ...Object.keys(aliases).filter((one) => !one.endsWith('*'))]
    expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([])
    const properties = resourceTypeNames().flatMap((name) => {
      const { placeholder, properties = {} } = resourceTypeSchema(name) ?? { name, class: '' }
      return placeholder ? [] : Object.entries(properties)
    })
    const missing = properties.filter(
      ([name, { implemented }]) => implemented !== false && !text.includes(`"${name}":{`),
    )
    expect(properties.length).toBeGreaterThan(1000)
    expect(missing).toEqual([])
  })
})

describe('usual mistakes', () => {
  it.each([
    ['a section misspelt', 'ressources: {}\n', 'must NOT have additional properties', 'ressources'],
    ['a section that came later', 'conditions: {}\n', 'must NOT', 'conditions', '2013-05-23'],
    ['a property misspelt', server(', flavr: large'), '/resources/a/properties must NOT', 'flavr'],
    [
      'a key within one misspelt',
      server(', networks: [{netwrk: n}]'),
      '/resources/a/properties/networks',
      '',
    ],
    [
      'a required property missing',
      'resources: {a: {type: OS::Cinder::VolumeAttachment, properties: {}}}\n',
      '/resources/a/properties must have required',
      'instance_uuid',
    ],
    [
      'no properties at all',
      'resources: {a: {type: OS::Nova::Server}}\n',
      '/resources/a must have required',
      'properties',
    ],
    ['a list for a string', server(', name: [a]'), '/resources/a/properties/name', ''],
    ['a fraction for a string', server(', name: 1.5'), '/resources/a/properties/name', ''],
    ['a word for a number', volume('big'), '/resources/a/properties/size', ''],
    ['a number out of range', volume('0'), '/resources/a/properties/size must be >= 1', ''],
    [
      'a value that is none of those allowed',
      server(', diskConfig: NONE'),
      '/resources/a/properties/diskConfig',
      '',
    ],
    ['a function misspelt', volume('{get_parm: size}'), '/resources/a/properties/size', ''],
    [
      'a function that came later',
      volume('{if: [c, 1, 2]}'),
      '/resources/a/properties/size',
      '',
      '2015-10-15',
    ],
    [
      'an attribute of a parameter misspelt',
      'parameters: {p: {type: string, defualt: a}}\nresources: {}\n',
      '/parameters/p must NOT',
      'defualt',
    ],
    [
      'a type of CloudFormation',
      'parameters: {p: {type: String}}\nresources: {}\n',
      '/parameters/p/type must be equal',
      '',
    ],
    [
      'a default of another type',
      'parameters: {p: {type: number, default: many}}\nresources: {}\n',
      '/parameters/p/default',
      '',
    ],
    [
      'a constraint misspelt',
      'parameters: {p: {type: string, constraints: [{lenght: {min: 1}}]}}\nresources: {}\n',
      '/parameters/p/constraints/0 must NOT',
      'lenght',
    ],
    [
      'a key of a resource misspelt',
      'resources: {a: {type: OS::Heat::RandomString, depend_on: b}}\n',
      '/resources/a must NOT',
      'depend_on',
    ],
    [
      'an output without a value',
      'resources: {}\noutputs: {o: {description: d}}\n',
      '/outputs/o must have required',
      'value',
    ],
  ])('%s', (_, body, where, name, version = '2018-08-31') => {
    const said = refusedBy(`heat_template_version: ${version}\n${body}`)
    // By the schema of the version, and by that of any: it knows what came later.
    expect(said).toHaveLength(version === '2018-08-31' ? 2 : 1)
    for (const one of said) {
      expect(one).toMatch(where)
      expect(one).toContain(name)
    }
  })

  it('a version that Heat does not have', () => {
    const template = { heat_template_version: '2018-08-32', resources: {} }
    expect(refusals('hot.json', template)[0]).toMatch('/heat_template_version must be equal to one of')
  })

  it.each([
    [
      'a section misspelt',
      'resource_registry: {}\nparamters: {a: b}\n',
      'must NOT have additional properties',
    ],
    ['an empty section', 'parameters:\n', '/parameters must be'],
    ['a number for a template', 'resource_registry: {"A::B": 3}\n', '/resource_registry'],
    ['a hook misspelt', 'resource_registry: {resources: {a: {hooks: pre-creat}}}\n', '/resource_registry'],
    [
      'a sink without a type',
      'parameters: {}\nevent_sinks: [{target: a}]\n',
      '/event_sinks/0 must have required',
    ],
  ])('of environments: %s', (_, text, where) => {
    const data = parse(text)
    const outcome = createChecker().run({ path: 'a.env', bytes: Buffer.from(text) })
    expect([outcome.kind, outcome.findings.some(({ severity }) => severity === 'error')]).toEqual([
      'environment',
      true,
    ])
    expect(refusals('environment.json', data).join()).toMatch(where)
  })
})

describe('what only looks wrong', () => {
  it.each([
    [
      'names that Heat translates',
      'a: {type: OS::Neutron::Subnet, properties: {network_id: n, cidr: 10.0.0.0/8}}',
    ],
    ['another name of a type', 'a: {type: OS::Quantum::Net}'],
    ['a type that an environment may have', 'a: {type: Own::Thing, properties: {what: ever}}'],
    ['a nested template', 'a: {type: thing.yaml, properties: {what: ever}}'],
    [
      'functions for all kinds of values',
      'a: {type: OS::Nova::Server, properties: {flavor: {get_param: p}, image: {if: [c, a, b]}, metadata: {map_merge: [{a: b}]}, networks: [{port: {get_param: p}}]}}',
    ],
    ['numbers that only YAML 1.1 knows', 'a: {type: OS::Cinder::Volume, properties: {size: 1_000}}'],
    ['a truth value that only YAML 1.1 knows', 'a: {type: OS::Neutron::Net, properties: {shared: yes}}'],
    ['a number for a string', 'a: {type: OS::Neutron::Net, properties: {name: 5}}'],
    ['something that exists already', 'a: {type: OS::Nova::Server, external_id: abc}'],
    [
      'merge keys',
      'a: &a {type: OS::Heat::RandomString, properties: &p {length: 5}}\n  b: {<<: *a, properties: {<<: *p, length: 6}}',
    ],
    [
      'null where there is a default',
      'a: {type: OS::Nova::Server, properties: {flavor: f, image: i, user_data_format: null}}',
    ],
  ])('%s', (_, resources) => {
    const declared = 'parameters: {p: {type: json}}\nconditions: {c: {equals: [{get_param: p}, 1]}}\n'
    const judged = judgeText('t.yaml', `${rocky}${declared}resources:\n  ${resources}\n`)
    expect(judged?.errors).toEqual([])
    expect([...(judged?.refused ?? [])]).toEqual(
      ['own', 'yaml 1.1', 'yaml 1.2'].flatMap((reader) =>
        ['hot-2018-08-31.json', 'hot.json'].map((name) => [`${name} (${reader})`, []]),
      ),
    )
  })

  it('templates and environments of corpus/', () => {
    const judgements = filesBelow(ownCorpus).flatMap((path) => judge(join(ownCorpus, path)) ?? [])
    const sound = judgements.filter(({ errors }) => errors.length === 0)
    expect(sound.length).toBeGreaterThan(35)
    const said = sound.flatMap(({ path, refused }) =>
      [...refused].flatMap(([reading, all = []]) => all.map((one) => `${path} ${reading}: ${one}`)),
    )
    expect(said).toEqual([])
  })
})
