import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { resourceTypeHead } from '../../src/heat/facts/resource-types.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { fixtureCases } from '../transforms/fixture-cases.ts'
import { hasHeatFor, python } from './installed.ts'

const program = join(__dirname, 'translate.py')
const heat = hasHeatFor('what Heat translates')
const withHeat = heat ? describe : describe.skip

interface Result {
  readonly before: string
  readonly verdict: 'equal' | 'differs' | 'before-invalid' | 'after-invalid'
  readonly differences: readonly { readonly path: string }[]
  readonly errors: readonly string[]
  readonly unknown: readonly string[]
}

function compared(pairs: readonly (readonly [string, string])[]): readonly Result[] {
  const run = spawnSync(python, [program, '-'], {
    input: JSON.stringify({ pairs, aliases: resourceTypeHead().aliases }),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  return run.stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Result]))
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-translate-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const resource = (type: string, properties: string) => `heat_template_version: 2018-08-31
parameters: {none: {type: string, default: ''}}
conditions: {never: {equals: [a, b]}}
resources: {x: {type: '${type}', properties: ${properties}}}
`

/** type, two sets of properties, whether its class reads the same from both */
const readings: readonly (readonly [string, string, string, Result['verdict']])[] = [
  ['OS::Neutron::Subnet', '{cidr: 10.0.0.0/8, network_id: a}', '{cidr: 10.0.0.0/8, network: a}', 'equal'],
  ['OS::Neutron::Subnet', '{cidr: 10.0.0.0/8, network_id: a}', '{cidr: 10.0.0.0/8, network: b}', 'differs'],
  // A name that only looks like one that is translated.
  [
    'OS::Neutron::FloatingIP',
    '{floating_network: a, port_id: p}',
    '{floating_network: a, port: p}',
    'differs',
  ],
  ['OS::Neutron::Router', '{l3_agent_id: a}', '{l3_agent_ids: [a]}', 'equal'],
  ['OS::Heat::RandomString', '{sequence: digits}', '{character_classes: [{class: digits}]}', 'equal'],
  ['OS::Heat::RandomString', '{sequence: digits}', '{character_classes: [{class: letters}]}', 'differs'],
  // Both names: refused; the old one counts where the new one is empty.
  ['OS::Neutron::Port', '{network_id: a, network: b}', '{network: a}', 'differs'],
  ['OS::Neutron::Port', '{network_id: a, network: null}', '{network: a}', 'equal'],
  ['OS::Neutron::Port', '{network_id: "", network: b}', '{network: b}', 'differs'],
  // An empty value is nothing given under the old name, and a value under the new one.
  [
    'OS::Neutron::Port',
    '{network: a, fixed_ips: [{subnet_id: {if: [never, s, null]}}]}',
    '{network: a, fixed_ips: [{subnet: {if: [never, s, null]}}]}',
    'differs',
  ],
  [
    'OS::Neutron::Port',
    '{network: a, fixed_ips: [{subnet_id: {get_param: none}}]}',
    '{network: a, fixed_ips: [{subnet: {get_param: none}}]}',
    'differs',
  ],
  [
    'OS::Neutron::RouterInterface',
    '{router: r, port_id: {if: [never, p, null]}, subnet_id: s}',
    '{router: r, port: {if: [never, p, null]}, subnet: s}',
    'differs',
  ],
  [
    'OS::Nova::Server',
    '{flavor: f, networks: [{uuid: a, port: p}]}',
    '{flavor: f, networks: [{network: a, port: p}]}',
    'equal',
  ],
  // Policies of a task: what is null is nothing there, and nought beside the name of the task.
  [
    'OS::Mistral::Workflow',
    '{type: direct, tasks: [{name: a, action: b, policies: {timeout: 5}}]}',
    '{type: direct, tasks: [{name: a, action: b, timeout: 5}]}',
    'equal',
  ],
  [
    'OS::Mistral::Workflow',
    '{type: direct, tasks: [{name: a, action: b, policies: {timeout: null}}]}',
    '{type: direct, tasks: [{name: a, action: b, timeout: null}]}',
    'differs',
  ],
  [
    'OS::Heat::ResourceGroup',
    '{resource_def: {type: OS::Neutron::Port, properties: {network_id: a}}}',
    '{resource_def: {type: OS::Quantum::Port, properties: {network: a}}}',
    'equal',
  ],
  ['OS::Heat::ResourceChain', '{resources: [OS::Quantum::Net]}', '{resources: [OS::Neutron::Net]}', 'equal'],
  [
    'OS::Heat::ResourceChain',
    '{resources: [OS::Quantum::Net]}',
    '{resources: [OS::Neutron::Port]}',
    'differs',
  ],
]

withHeat('what the classes of resources read', () => {
  let results: readonly Result[] = []
  beforeAll(() => {
    results = compared(
      readings.map(([type, before, after], index) => [
        written(`reading-${index}/before.yaml`, resource(type, before)),
        written(`reading-${index}/after.yaml`, resource(type, after)),
      ]),
    )
  })

  it.each(readings.map(([type, before, after, verdict], index) => ({ type, before, after, verdict, index })))(
    '$type $before and $after: $verdict',
    ({ verdict, index }) => {
      expect({ verdict: results[index]?.verdict, errors: results[index]?.errors }).toEqual({
        verdict,
        errors: [],
      })
    },
  )
})

/** Resources of these cases have types that Heat 19 does not have under their old names. */
const beforeHeat19: Readonly<Record<string, readonly string[]>> = {
  'hot/modernize-types/change': ['orders'],
  'hot/modernize-types/every-renamed-type': ['a', 'i'],
}

/** Heat 19 knows no resource of the one; the other trusts that values given for parameters are not empty. */
const beyondComparison: readonly string[] = ['every-removed-type', 'may-be-empty']

withHeat('what is modernised', () => {
  it.each(['hot/modernize-types', 'hot/modernize-properties'])('%s, every fixture', (id) => {
    const cases = fixtureCases(join(__dirname, '../../transforms'), id).filter(
      ({ name, expected }) => expected !== undefined && !beyondComparison.includes(name),
    )
    const results = compared(
      cases.map(({ folder: home, inputName }) => [join(home, inputName), join(home, 'expected.yaml')]),
    )
    expect(
      results.map(({ verdict, differences, errors, unknown }, index) => {
        return { name: cases[index]?.name, verdict, differences, errors, unknown }
      }),
    ).toEqual(
      cases.map(({ name }) => {
        const unknown = beforeHeat19[`${id}/${name}`] ?? []
        return { name, verdict: 'equal', differences: [], errors: [], unknown }
      }),
    )
  })

  const withCorpus = hasSharedCorpus ? it : it.skip

  withCorpus.each(['hot', 'onap'])('every real template of %s', (part) => {
    const chain = ['hot/modernize-types', 'hot/modernize-properties']
    const options = {
      to: '2021-04-16',
      accept: [],
      partial: false,
      proof: 'none',
      registry: transforms,
    } as const
    const engine = createEngine({ ...options, chain })
    const pairs = filesBelow(join(sharedCorpus, part)).flatMap((path): [string, string][] => {
      const from = join(sharedCorpus, part, path)
      const { after } = engine.run({ path, bytes: readFileSync(from) })
      return after === undefined ? [] : [[from, written(join(part, path), after)]]
    })
    const results = compared(pairs)
    expect(results.filter(({ verdict }) => verdict !== 'equal' && verdict !== 'before-invalid')).toEqual([])
    expect(results).toHaveLength(pairs.length)
    expect(pairs).not.toEqual([])
  })
})
