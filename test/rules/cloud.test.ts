import { createChecker } from '../../src/engine/check.ts'
import { type Cloud, cloudRelease, cloudReleaseNames, heatOf } from '../../src/heat/cloud.ts'
import {
  heatReleases,
  insteadOfTypes,
  openStackReleases,
  versionReleases,
} from '../../src/heat/facts/facts.ts'
import { deadSince } from '../../src/heat/instead.ts'
import { isAbout } from './found.ts'

/** `code line:column message` for a template in a cloud; unused declarations are no matter here. */
const about = ['deprecated-name', 'deprecated-resource-type']

function inCloud(
  text: string,
  cloud: string | Cloud,
  beside: Readonly<Record<string, string>> = {},
): readonly string[] {
  const release = typeof cloud === 'string' ? cloudRelease(cloud) : undefined
  const files: Readonly<Record<string, string>> = { 'stack.yaml': text, ...beside }
  const environments = Object.keys(beside).filter((path) => path.endsWith('.env'))
  const checker = createChecker({
    cloud: typeof cloud !== 'string' ? cloud : release === undefined ? {} : { release },
    readFile: (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
    besides: Object.keys(files),
    environments,
    together: environments,
  })
  return ['stack.yaml', ...environments].flatMap((path) =>
    checker
      .run({ path, bytes: Buffer.from(files[path] ?? '') })
      .findings.filter(isAbout(about))
      .map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`),
  )
}

const resource = (type: string, properties: string, version = '2015-04-30') =>
  `heat_template_version: ${version}\nresources:\n  r:\n    type: ${type}\n    properties: {${properties}}\n`

describe('the release of a cloud', () => {
  it('has every name with a Heat and a version that this Heat reads', () => {
    for (const name of cloudReleaseNames) {
      const release = cloudRelease(name)
      expect(release?.version).toBe(openStackReleases[name])
      expect(release?.heat).toMatch(/^\d+\.\d+/)
    }
    expect(cloudRelease(' Queens ')).toEqual({ name: 'queens', heat: '10.0.0', version: '2018-03-02' })
    expect(cloudRelease('grizzly')).toBeUndefined()
    expect(cloudRelease('queen')).toBeUndefined()
    expect(cloudRelease('constructor')).toBeUndefined()
  })

  it('reads no version that came with a later Heat', () => {
    for (const [version, heat] of Object.entries(versionReleases)) {
      const first = cloudReleaseNames.find((name) => heatReleases[name] === heat)
      expect(`${version} ${openStackReleases[first ?? '']}`).toBe(`${version} ${version}`)
    }
  })

  it('knows every release that a fact names', () => {
    const known = new Set(Object.values(heatReleases))
    const unknown = Object.keys(insteadOfTypes)
      .flatMap((type) => deadSince(type) ?? [])
      .filter((since) => !known.has(heatOf(since).replace(/^(2015\.1)\.0$/, '$1')))
    expect(unknown).toEqual([])
  })
})

describe('a type', () => {
  it('that the Heat of the cloud does not have yet is an error, and none in the next release', () => {
    const balancer = resource('OS::Octavia::LoadBalancer', 'vip_subnet: front')
    expect(inCloud(balancer, 'pike')).toEqual([
      'not-in-cloud 4:11 OS::Octavia::LoadBalancer is in Heat since Queens (Heat 10.0.0); pike (Heat 9.0.0) does not have it',
    ])
    expect(inCloud(balancer, 'queens')).toEqual([])
  })

  it('that is not there has no properties of which to speak', () => {
    const alarm = resource('OS::Aodh::EventAlarm', 'event_type: a, alarm_queues: [b]')
    expect(inCloud(alarm, 'mitaka').map((one) => one.split(' ', 3).join(' '))).toEqual([
      'not-in-cloud 4:11 OS::Aodh::EventAlarm',
    ])
  })

  it('whose API has gone is an error in that cloud, and nothing before', () => {
    const alarm = resource('OS::Aodh::Alarm', 'meter_name: m, threshold: 1')
    expect(inCloud(alarm, 'pike')).toEqual([])
    const [dead = '', ...others] = inCloud(alarm, 'queens')
    expect(others).toEqual([])
    expect(dead).toMatch(/^not-in-cloud 4:11 OS::Aodh::Alarm cannot be created as of Queens: .*; write /)
  })

  it('that is only deprecated later is nothing to speak of before', () => {
    const address = resource('OS::Nova::FloatingIP', '')
    expect(inCloud(address, 'queens')).toEqual([])
    expect(inCloud(address, 'rocky').join()).toMatch(/^deprecated-resource-type/)
  })

  it('that an environment registers is not that of Heat', () => {
    const balancer = resource('OS::Octavia::LoadBalancer', 'vip_subnet: front')
    const files = {
      'stack.env': "resource_registry: {'OS::Octavia::LoadBalancer': own.yaml}\n",
      'own.yaml': 'heat_template_version: 2015-10-15\nparameters: {vip_subnet: {type: string}}\n',
    }
    const about = inCloud(balancer, 'pike', files).map((one) => one.split(' ')[0])
    expect(about).toEqual(['unfit-template'])
  })

  it('under its older name is there, under its newer one only later', () => {
    const alarm = (name: string) => inCloud(resource(name, 'meter_name: m, threshold: 1'), 'kilo')
    expect(alarm('OS::Ceilometer::Alarm')).toEqual([])
    expect(alarm('OS::Aodh::Alarm').join()).toMatch(/OS::Aodh::Alarm is in Heat since Newton/)
  })
})

describe('properties and attributes', () => {
  it('are in Heat since a release, at any depth', () => {
    const server = resource(
      'OS::Nova::Server',
      'flavor: f, image: i, networks: [{network: n, tag: t}], tags: [t]',
    )
    expect(inCloud(server, 'kilo')).toEqual([
      'not-in-cloud 5:63 the property "networks[0].tag" of OS::Nova::Server is in Heat since Pike (Heat 9.0.0); kilo (Heat 2015.1) does not have it',
      'not-in-cloud 5:73 the property "tags" of OS::Nova::Server is in Heat since Ocata (Heat 8.0.0); kilo (Heat 2015.1) does not have it',
    ])
    expect(inCloud(server, 'pike')).toEqual([])
  })

  it('that have another name later keep theirs', () => {
    const volume = resource('OS::Designate::Zone', 'name: a.org., email: a@b.org, masters: [a]')
    expect(inCloud(volume, 'ussuri').filter((one) => one.startsWith('deprecated-name'))).toEqual([])
    expect(inCloud(volume, 'victoria').join()).toMatch(/deprecated-name .*masters/)
  })
})

describe('the version', () => {
  it('that the cloud does not read is an error, and so is what only it has', () => {
    const text = [
      'heat_template_version: 2017-09-01',
      'outputs:',
      '  o: {value: {make_url: {host: a}}}',
      '',
    ].join('\n')
    expect(inCloud(text, 'ocata')).toEqual([
      'not-in-cloud 1:24 heat_template_version 2017-09-01 needs Pike (Heat 9.0.0); ocata (Heat 8.0.0) reads 2017-02-24 at most',
      'version-too-old 3:15 make_url requires heat_template_version 2017-09-01; this version treats it as data',
    ])
    expect(inCloud(text, 'pike')).toEqual([])
  })

  it('of Havana is the first, and what Heat had by then has no release', () => {
    expect(
      inCloud(
        'heat_template_version: 2013-05-23\nresources: {r: {type: OS::Heat::RandomString}}\n',
        'havana',
      ),
    ).toEqual([])
  })

  it('of CloudFormation has conditions since Newton', () => {
    const text =
      "AWSTemplateFormatVersion: '2010-09-09'\nConditions: {c: {'Fn::Equals': [a, a]}}\nResources: {}\n"
    expect(inCloud(text, 'mitaka').join()).toMatch(
      /^not-in-cloud 2:13 the section Conditions is in Heat since Newton/,
    )
    expect(inCloud(text, 'newton')).toEqual([])
  })
})

describe('the names of a cloud', () => {
  const cloud: Cloud = {
    inventory: { flavors: ['l.small'], images: ['debian'], networks: ['lan'], zones: ['az1'] },
  }

  it('are held against what stands in properties', () => {
    const server = (flavor: string, network: string, zone: string) =>
      resource(
        'OS::Nova::Server',
        `flavor: ${flavor}, image: debian, availability_zone: ${zone}, networks: [{network: ${network}}]`,
      )
    expect(inCloud(server('l.small', 'lan', 'az1'), cloud)).toEqual([])
    expect(
      inCloud(server('l.smal', 'wan', 'az2'), cloud).map((one) => one.replace(/^not-in-cloud \S+ /, '')),
    ).toEqual([
      'the cloud has no flavor "l.smal"; did you mean "l.small"?',
      'the cloud has no zone "az2"; did you mean "az1"?',
      'the cloud has no network "wan"; did you mean "lan"?',
    ])
  })

  it('are not asked for ids, functions, subnets and what is not listed', () => {
    const server = resource(
      'OS::Nova::Server',
      'flavor: {get_param: f}, image: 0f2a1d5e-1111-2222-3333-444455556666, networks: [{subnet: s}]',
    ).replace('resources:', 'parameters: {f: {type: string}}\nresources:')
    expect(inCloud(server, cloud)).toEqual([])
    expect(
      inCloud(resource('OS::Nova::Server', 'flavor: any, image: any'), { inventory: { zones: ['a'] } }),
    ).toEqual([])
  })

  it('are held against values of parameters whose constraint says what they name', () => {
    const text = [
      'heat_template_version: 2015-10-15',
      'parameters:',
      '  f: {type: string, default: m1.huge, constraints: [{custom_constraint: nova.flavor}]}',
      '  g: {type: string, default: m1.huge}',
      '',
    ].join('\n')
    expect(inCloud(text, cloud)).toEqual(['not-in-cloud 3:30 the cloud has no flavor "m1.huge"'])
    expect(inCloud(text, cloud, { 'stack.env': 'parameters: {f: l.tiny}\n' })).toContain(
      'not-in-cloud 1:17 the cloud has no flavor "l.tiny"',
    )
  })
})

it('has the attributes of types that Heat has removed since', () => {
  const text = `heat_template_version: 2018-08-31
resources:
  r: {type: OS::Senlin::Receiver, properties: {cluster: a, action: CLUSTER_SCALE_OUT, type: webhook}}
outputs: {o: {value: {get_attr: [r, channel]}}, p: {value: {get_attr: [r, chanel]}}}
`
  expect(inCloud(text, 'zed')).toEqual([
    'unknown-attribute 4:75 "r" (OS::Senlin::Receiver) has no attribute "chanel"; did you mean "channel"?',
  ])
})
