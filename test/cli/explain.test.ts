/** `explain` with functions, types, and what Heat said. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { explainCommand } from '../../src/apps/cli/commands/explain.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { createChecker } from '../../src/engine/check.ts'
import { functionNames, functionRow } from '../../src/heat/functions/table.ts'
import { insteadOfFunction, replacedFunctions } from '../../src/heat/instead-functions.ts'
import { conditionFunctionsOf, functionsOf, hotVersions, latestVersion } from '../../src/heat/versions.ts'
import { glossary } from '../../src/show/report/glossary.ts'
import { args, testWorld } from './test-world.ts'

const explain = explainCommand(() => commands)

async function explained(...names: readonly string[]): Promise<string> {
  const world = testWorld('/')
  expect(await explain.run(args({}, ...names), world)).toBe(0)
  return world.text('out')
}

/** A template around a value, or a condition, that functions may stand in. */
function around(value: string, inCondition: boolean): string {
  return `heat_template_version: ${latestVersion}
parameters:
  name: {type: string}
  zones: {type: comma_delimited_list}
  networks: {type: json}
conditions:
  is_large: {equals: [{get_param: name}, large]}
  c: ${inCondition ? value : '{not: is_large}'}
resources:
  server: {type: OS::Nova::Server, properties: {flavor: m1, image: i}}
  made: {type: OS::Heat::Value, properties: {value: ${inCondition ? '{if: [c, 1, 2]}' : value}}}
`
}

function errorsIn(text: string): readonly string[] {
  const { findings } = createChecker().run({ path: 'stack.yaml', bytes: Buffer.from(text) })
  return findings.flatMap((one) => (one.severity === 'error' ? [one.message] : []))
}

describe('explain with a property', () => {
  it('says what it takes, and what Heat says of it and of its keys', async () => {
    expect(
      await explained('OS::Neutron::Port.allowed_address_pairs'),
    ).toBe(`OS::Neutron::Port.allowed_address_pairs

property: list of map; an update changes it in place
    Additional MAC/IP address pairs allowed to pass through the port.
attribute: list
    Additional MAC/IP address pairs allowed to pass through a port.

keys
  ip_address  string; required; ip_or_cidr
    IP address to allow through this port.
  mac_address  string; mac_addr
    MAC address to allow through this port.
`)
  })

  it.each([
    [
      'OS::Nova::Server.networks.port',
      'OS::Nova::Server.networks[].port\n\nproperty: string; neutron.port\n',
    ],
    ['OS::Nova::Server.networks[].port', '    ID of an existing port to associate with this server.\n'],
    ['OS::Nova::Server.networks.uuid', '    It was renamed to "networks[].network" in 2014.1.\n'],
    ['OS::Quantum::Port.network', 'property: string; '],
    [
      'OS::Nova::Server.addresses',
      '\n\nattribute: map; supported since 11.0.0\n    A dict of all network addresses',
    ],
    [
      'AWS::EC2::Instance.BlockDeviceMappings.Ebs.VolumeSize',
      'property: string\n    The size of the volume, in GB.',
    ],
  ])('%s', async (name, text) => expect(await explained(name)).toContain(text))

  it('answers programs', async () => {
    const world = testWorld('/')
    expect(await explain.run(args({ format: 'json' }, 'OS::Heat::RandomString.length'), world)).toBe(0)
    expect(JSON.parse(world.text('out'))).toEqual({
      kind: 'property',
      type: 'OS::Heat::RandomString',
      name: 'length',
      property: {
        type: 'integer',
        default: 32,
        constraints: [{ kind: 'range', min: 1, max: 512 }],
      },
      about: { property: 'Length of the string to generate.' },
      keys: [],
    })
  })

  it.each([
    ['OS::Nova::Server.netwroks', ['did you mean OS::Nova::Server.networks?']],
    ['OS::Nova::Server.networks.nowhere', []],
    ['OS::Nova::Server.constructor', []],
    ['OS::No::Type.name', []],
  ])('has nothing for %s', async (name, hints) => {
    const shown = explain.run(args({}, name), testWorld('/'))
    await expect(shown).rejects.toMatchObject({ message: `unknown property or attribute: ${name}`, hints })
  })
})

describe('explain with a misspelt name', () => {
  it.each([['Fn::Jion', 'unknown function: Fn::Jion', 'did you mean Fn::Join?']])(
    'says what %s may mean',
    async (name, message, hint) => {
      const shown = explain.run(args({}, name), testWorld('/'))
      await expect(shown).rejects.toMatchObject({ message, hints: expect.arrayContaining([hint]) })
    },
  )
})

describe('explain with a function', () => {
  it('says what it takes, and which versions have it', async () => {
    expect(await explained('get_attr')).toBe(`get_attr  an intrinsic function

It takes a list of a resource, an attribute and a path.
HOT has it in every version.
get_attr without an attribute needs 2015-10-15.

example
  {get_attr: [server, addresses, private, 0, addr]}
`)
  })

  it('says what to write instead, and what makes it', async () => {
    const text = await explained('Fn::Select')
    expect(text).toContain('HOT has it from 2013-05-23 up to 2015-04-30.')
    expect(text).toContain(`    {"Fn::Select": [1, {get_param: L}]}
    -> {get_param: [L, 1]}
    the same: out of range is "" in both
    hotshift upgrade writes it
`)
  })

  it.each(['Fn::ForEach', 'equals', 'Condition', 'Ref'])('knows %s', async (name) => {
    expect(await explained(name)).toMatch(new RegExp(`^${name}  an intrinsic function`))
  })

  it('has an example of each that the newest version has', () => {
    const all = [...functionsOf(latestVersion), ...conditionFunctionsOf(latestVersion)]
    expect(all.filter((name) => functionRow(name)?.example === undefined)).toEqual([])
  })

  it.each(
    functionNames.flatMap((name) => {
      const { example } = functionRow(name) ?? {}
      return example === undefined ? [] : [[name, example] as const]
    }),
  )('shows of %s what check accepts', (name, example) => {
    const inCondition = !functionsOf(latestVersion).has(name)
    expect(errorsIn(around(example, inCondition))).toEqual([])
  })

  it.each(replacedFunctions.flatMap((name) => insteadOfFunction(name).map((row) => [name, row] as const)))(
    '%s: writes what the named version has',
    (_, { after, since }) => {
      const names = new Set([...after.matchAll(/\{([a-z_]+): /g)].map(([, name = '']) => name))
      const version = hotVersions.find((one) => one === (since ?? hotVersions[0]))
      if (version === undefined) throw new Error(`no version ${since}`)
      const known = new Set([...functionsOf(version), ...conditionFunctionsOf(version)])
      const functions = [...names].filter((name) => functionsOf(latestVersion).has(name))
      expect(functions.filter((name) => !known.has(name))).toEqual([])
    },
  )
})

describe('explain with a type', () => {
  it('says what Heat says of it, with examples as they are', async () => {
    const text = await explained('OS::Heat::ResourceGroup')
    expect(text).toContain('\n\nCreates one or more identically configured nested resources.\n\n')
    expect(text).toContain(
      '\n\n    resources:\n      my_indexed_group:\n        type: OS::Heat::ResourceGroup\n',
    )
  })

  it('shows its properties and attributes', async () => {
    const text = await explained('OS::Neutron::FloatingIP')
    expect(text).toContain('Heat has this type.\n')
    expect(text).toMatch(/^properties\n {2}\w/m)
    expect(text).toMatch(
      /^ {2}floating_network +string +required; neutron\.network; supported since 2014\.2; an update replaces the resource$/m,
    )
    expect(text).toMatch(/^attributes\n/m)
  })

  it('says what to write instead of one that can no longer be created', async () => {
    const text = await explained('OS::Neutron::Pool')
    expect(text).toContain(
      'It cannot be created as of Newton: Neutron has no LBaaS v1; write OS::Octavia::LoadBalancer',
    )
    expect(text).toContain('lb_method (as lb_algorithm)')
    expect(text).toContain('Heat says (hidden since 9.0.0): Use LBaaS V2 instead.')
  })
})

const server = `heat_template_version: 2018-08-31
resources:
  s:
    type: OS::Nova::Server
    properties:
      image: i
      flavor: f
      networks: [{network: a}, {netwrk: b}]
  t: {type: OS::Nova::Servr}
`

describe('explain with what Heat said', () => {
  it('says what causes it, and what to write', async () => {
    const text = await explained('Property error: : resources.s.properties: Unknown Property flavour')
    expect(text).toContain('Unknown Property flavour\nat resources.s.properties\n')
    expect(text).toContain(
      'cause  A misspelt property, or one of another type\nwrite  the nearest name: hotshift check says which',
    )
    expect(text).toContain('hotshift check reports it: unknown-property.')
  })

  const folder = mkdtempSync(join(tmpdir(), 'hotshift-explain-'))
  writeFileSync(join(folder, 's.yaml'), server)
  afterAll(() => rmSync(folder, { recursive: true }))

  it('points to the line of a template', async () => {
    const world = testWorld(folder)
    const message = 'Property error: resources.s.properties.networks[1]: Unknown Property netwrk'
    expect(await explain.run(args({}, message, 's.yaml'), world)).toBe(0)
    expect(world.text('out')).toContain('s.yaml:8:33\n  networks: [{network: a}, {netwrk: b}]\n')
    expect(world.text('out')).toContain('did you mean "network"?')
  })

  it('finds what is only named', async () => {
    const world = testWorld(folder)
    const message = 'The Resource Type (OS::Nova::Servr) could not be found.'
    expect(await explain.run(args({ format: 'json' }, message, 's.yaml'), world)).toBe(0)
    expect(JSON.parse(world.text('out'))).toMatchObject({
      kind: 'message',
      at: { file: 's.yaml', line: 9, column: 7 },
    })
  })

  it('refuses what it does not know', async () => {
    await expect(explained('nothing of the kind')).rejects.toThrow('nothing is known of this message')
    await expect(explained('get_attr', 's.yaml')).rejects.toThrow('too many arguments: s.yaml')
  })
})

describe('explain with a command', () => {
  it('shows its short help', async () => {
    const world = testWorld('/')
    expect(await explain.run(args({}, 'render'), world)).toBe(0)
    expect(world.text('out')).toMatch(
      /^Show the stack as Heat gets it\.(?:.|\n)*Usage: hotshift render <template>/,
    )
  })
})

describe('explain with a word of reports', () => {
  it.each(glossary.flatMap(({ word, forms = [] }) => [word, ...forms].map((form) => [form, word])))(
    'knows %s',
    async (form, word) => {
      expect(await explained(form.replaceAll(' ', '-'))).toMatch(
        new RegExp(`^${word}\n\n[\\s\\S]+\n\nmore: docs/[a-z]+\\.md\n$`),
      )
    },
  )

  it('answers programs, and says what is like it', async () => {
    const world = testWorld('/')
    expect(await explain.run(args({ format: 'json' }, 'Corresponding'), world)).toBe(0)
    expect(JSON.parse(world.text('out'))).toMatchObject({ kind: 'word', word: 'corresponds' })
    await expect(explain.run(args({}, 'corespond'), testWorld('/'))).rejects.toMatchObject({
      hints: expect.arrayContaining(['did you mean corresponds?']),
    })
  })
})
