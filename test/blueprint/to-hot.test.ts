import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { noOptions } from '../../src/rules/blueprint/options.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'
import { blueprintRun, type MadeFiles, withStubs } from './blueprint-run.ts'

const corpus = join(ownCorpus, 'blueprint')
const runs = filesBelow(corpus).map(
  (name) => [name, blueprintRun(name, readFileSync(join(corpus, name), 'utf8'))] as const,
)

/** What check has to say of files, nested templates and those for other people's types beside them. */
function checked(files: MadeFiles): readonly string[] {
  const bytes = new Map([...withStubs(files)].map(([path, text]) => [path, Buffer.from(text)]))
  const checker = createChecker({ readFile: (path) => bytes.get(path) })
  return [...bytes].flatMap(([path, text]) => {
    const { status, findings } = checker.run({ path, bytes: text })
    return [
      ...(status === 'unchanged' ? [] : [`${path} ${status}`]),
      ...findings.map(({ code, message }) => `${path} ${code}: ${message}`),
    ]
  })
}

describe.each(runs)('%s', (_, { outcomes, files }) => {
  it('becomes HOT, and nothing is left', () => {
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'changed'))
    for (const [path, text] of files) {
      const again = blueprintRun(path, text)
      expect(again.outcomes.map(({ status }) => status)).toEqual(['unchanged'])
    }
  })

  it('passes the check', () => {
    expect(checked(files)).toEqual([])
  })
})

function made(text: string, options = {}): MadeFiles {
  return blueprintRun('shop.yaml', `components:\n${text}`, { ...noOptions, ...options }).files
}

function findings(text: string, options = {}): readonly string[] {
  const { outcomes } = blueprintRun('shop.yaml', `components:\n${text}`, { ...noOptions, ...options })
  return outcomes.flatMap((one) =>
    one.findings.map(({ code, line, message }) => `${line} ${code}: ${message}`),
  )
}

describe('concrete types of servers', () => {
  const requires = 'requires: {minRam: 4gb, os: rhel}'

  it.each(['OS::Nova::Server', 'OpenStack::Nova::Server'])(
    '%s requires of image and flavor what a server does',
    (type) => {
      const server = made(`  web: {type: server, ${requires}}\n`)
      const files = made(`  web: {type: "${type}", ${requires}}\n`)
      expect(files).toEqual(server)
      expect(files.get('shop.yaml')).toContain('description: Flavor of web, with at least 4gb of memory\n')
      expect(checked(files)).toEqual([])
    },
  )

  it('AWS::EC2::Instance has names of its own for them, and deploys nothing', () => {
    const text = `  web: {type: "AWS::EC2::Instance", KeyName: k, ${requires.replace('}', ', run: setup}')}}\n  setup: {content: setup.sh}\n`
    const files = made(text)
    expect(files.get('shop.yaml')).toContain(
      'ImageId: {get_param: web_image}\n      InstanceType: {get_param: web_flavor}\n      KeyName: k\n',
    )
    expect(files.get('shop.yaml')).not.toContain('SoftwareDeployment')
    expect(checked(files)).toEqual([])
    expect(findings(text)).toContain(
      '2 blueprint-loss: AWS::EC2::Instance cannot run what a blueprint names; OS::Nova::Server can',
    )
  })

  it('are suggested where a type is misspelt', () => {
    expect(findings('  web: {type: serverr}\n')).toEqual([
      '2 blueprint-misspelt: Heat does not have the type "serverr"; did you mean "server"?',
    ])
  })
})

describe('the address of a server', () => {
  const balanced = 'requires: {loadbalancer: {publicPort: 80}}'

  it.each([
    ['a network that is asked for', '', '{get_attr: [web, networks, {get_param: web_network}, 0]}', 1],
    [
      'the network that the blueprint names',
      'networks: [{network: inside}], ',
      '{get_attr: [web, networks, inside, 0]}',
      0,
    ],
    [
      'a network that is asked for where it names a port',
      'networks: [{port: p1}], ',
      '{get_attr: [web, networks, {get_param: web_network}, 0]}',
      1,
    ],
  ])('is that in %s', (_, networks, address, asked) => {
    const files = made(`  web: {type: server, ${networks}${balanced}}\n`)
    const text = files.get('shop.yaml') ?? ''
    expect(text).toContain(`      address: ${address}\n`)
    expect(text.match(/neutron\.network/g) ?? []).toHaveLength(asked)
    expect(text.match(/^ {6}networks:/gm)).toHaveLength(1)
    expect(checked(files)).toEqual([])
  })

  it('is not asked for where nothing needs it', () => {
    expect(made('  web: {type: tier, initialSize: 2}\n').get('shop-web.yaml')).not.toContain('network')
  })

  it('is the public one of an AWS instance, in tiers too', () => {
    const node = 'nodespec: {type: "AWS::EC2::Instance"}'
    const text = `  web: {type: tier, initialSize: 2, ${node}, ${balanced}}\n`
    const files = made(text)
    expect(files.get('shop-web.yaml')).toContain('      address: {get_attr: [server, PublicIp]}\n')
    expect(checked(files)).toEqual([])
    expect(findings(text).filter((one) => one.includes('blueprint-loss'))).toEqual([])
  })
})

describe('a requirement of an extension', () => {
  const text =
    '  war: {content: a.war, requires: {"x:Deployed": {fulfillment: front}}}\n  front: {threads: 4}\n'

  it('is not the platform that fulfils it: each has a template of its own', () => {
    expect(made(text).get('shop.env')).toBe(`resource_registry:
  # To be supplied. Its parameters: content, Deployed
  x:Deployed: x-Deployed.yaml
  # To be supplied. Its parameters: threads
  x:Deployed.Platform: x-Deployed.Platform.yaml
`)
    expect(checked(made(text))).toEqual([])
    expect(findings(text)).toEqual([
      '2 blueprint-provider: Heat does not have the type "x:Deployed", which a requirement says it is; supply a provider template for it',
      '3 blueprint-provider: Heat does not have the type "x:Deployed.Platform", which fulfils "x:Deployed"; supply a provider template for it',
    ])
  })

  it('is explained apart from the platform', () => {
    const components = { 'x:Deployed.Platform': { type: 'OS::Heat::None' } }
    expect(made(text, { components }).get('shop.yaml')).toContain('  front:\n    type: OS::Heat::None\n')
  })
})

describe('what exists already', () => {
  const cloud = 'https://cloud.example.com'
  const balanced = (url: string, name = 'web') =>
    `  ${name}: {type: server, requires: {loadbalancer: {publicPort: 80, fulfillment: "${url}"}}}\n`
  const lost = (text: string, options = {}) =>
    findings(text, options).filter((one) => one.includes('blueprint-loss'))

  it.each([
    [
      'a load balancer',
      balanced(`${cloud}/v2/lbaas/loadbalancers/17?x=1`),
      [
        "  loadbalancer_17:\n    type: OS::Octavia::LoadBalancer\n    external_id: '17'\n",
        '      loadbalancer: {get_resource: loadbalancer_17}\n',
        '      pool: {get_resource: loadbalancer_17_pool}\n',
      ],
    ],
    [
      'a pool',
      balanced(`${cloud}/v2/lbaas/pools/ab-3/`),
      [
        '  pool_ab-3:\n    type: OS::Octavia::Pool\n    external_id: ab-3\n',
        '      pool: {get_resource: pool_ab-3}\n',
      ],
    ],
    [
      'a script',
      `  web: {type: server, requires: {run: {fulfillment: ["${cloud}/v1/t/software_configs/4", own]}}}\n  own: {content: a.sh}\n`,
      [
        "    type: OS::Heat::SoftwareConfig\n    external_id: '4'\n",
        '      config: {get_resource: software_config_4}\n',
        '    depends_on:\n      - web_run_4\n',
      ],
    ],
    [
      'a database',
      `  tables: {content: a.sql, requires: {database: "${cloud}/v1.0/t/instances/d1"}}\n`,
      [
        '    type: OS::Trove::Instance\n    external_id: d1\n',
        'db_host: {get_attr: [instance_d1, hostname]}\n',
      ],
    ],
    [
      'what an extension requires',
      `  mail: {type: x:Mail, requires: {x:Net: {fulfillment: "${cloud}/v2.0/networks/n1"}}}\n`,
      ['    external_id: n1\n', '      Net: {get_resource: network_n1}\n'],
    ],
  ])('is %s with external_id', (_, text, expected) => {
    const files = made(text)
    for (const one of expected) expect(files.get('shop.yaml')).toContain(one)
    expect(checked(files)).toEqual([])
    expect(lost(text)).toEqual([])
  })

  it('is passed to the nodes of a tier', () => {
    const run = `{fulfillment: "${cloud}/v1/t/software_configs/4"}`
    const text = `  web:\n    type: tier\n    initialSize: 2\n    nodespec: {requires: {run: ${run}}}\n    requires: {loadbalancer: {publicPort: 80, fulfillment: "${cloud}/lbaas/loadbalancers/17"}}\n`
    const files = made(text)
    expect(files.get('shop-web.yaml')).not.toContain('external_id')
    expect(files.get('shop.yaml')?.match(/external_id/g)).toHaveLength(2)
    expect(checked(files)).toEqual([])
    expect(lost(text)).toEqual([])
  })

  it('is one resource, however many require it', () => {
    const text = balanced(`${cloud}/loadbalancers/17`) + balanced(`${cloud}/loadbalancers/17`, 'other')
    expect(
      made(text)
        .get('shop.yaml')
        ?.match(/external_id/g),
    ).toHaveLength(1)
    expect(lost(text)).toEqual([
      `3 blueprint-loss: "${cloud}/loadbalancers/17" balances by its first requirement, and this one joins; give it a load balancer of its own`,
    ])
  })

  it.each([
    [
      'of another type',
      `  web: {type: server, requires: {run: {fulfillment: "${cloud}/loadbalancers/17"}}}\n`,
      `2 blueprint-loss: "${cloud}/loadbalancers/17" is of type OS::Octavia::LoadBalancer; run takes OS::Heat::SoftwareConfig`,
    ],
    [
      'of which nobody can say what it is',
      `  web: {type: server, requires: {run: {fulfillment: "${cloud}/things/17"}}}\n`,
      `2 blueprint-loss: HOT has no reference to "${cloud}/things/17", which exists already`,
    ],
    [
      'without an id',
      `  web: {type: server, requires: {run: {fulfillment: "${cloud}/software_configs/"}}}\n`,
      `2 blueprint-loss: HOT has no reference to "${cloud}/software_configs/", which exists already`,
    ],
    [
      'that takes part in nothing',
      `  web: {type: server, requires: {unpack: {fulfillment: "${cloud}/software_configs/4"}}}\n`,
      `2 blueprint-loss: HOT has no reference to "${cloud}/software_configs/4", which exists already`,
    ],
  ])('is reported where it is something %s', (_, text, finding) => {
    expect(lost(text)).toContain(finding)
    expect(made(text).get('shop.yaml')).not.toContain('external_id')
  })

  it('is a parameter where the version has no external_id', () => {
    const text = `components:\n${balanced(`${cloud}/lbaas/pools/3`)}`
    const { files, outcomes } = blueprintRun('shop.yaml', text, noOptions, '2015-10-15')
    expect(files.get('shop.yaml')).toContain('custom_constraint: octavia.pool')
    expect(outcomes.flatMap(({ findings }) => findings.map(({ message }) => message))).toContain(
      `HOT 2015-10-15 has no external_id for "${cloud}/lbaas/pools/3", which exists already`,
    )
  })
})

describe('types that somebody explains', () => {
  const mail = '  mail: {type: x:Mail, from: a@example.org, size: 3}\n'

  it('have the template that is named, and the parameters that it has', () => {
    const components = { 'x:Mail': { template: 'providers/mail.yaml', parameters: ['from'] } }
    expect(made(mail, { components }).get('shop.env')).toBe(
      'resource_registry:\n  x:Mail: providers/mail.yaml\n',
    )
    expect(made(mail, { components }).get('shop.yaml')).toBe(
      'heat_template_version: 2018-08-31\nresources:\n  mail:\n    type: x:Mail\n    properties:\n      from: a@example.org\n',
    )
    expect(findings(mail, { components })).toEqual(['2 blueprint-loss: x:Mail has no property "size"'])
  })

  it('are found from where the blueprint stands', () => {
    const components = { 'x:Mail': { template: 'providers/mail.yaml' } }
    const { files } = blueprintRun('apps/shop.yaml', `components:\n${mail}`, { ...noOptions, components })
    expect(files.get('apps/shop.env')).toBe('resource_registry:\n  x:Mail: ../providers/mail.yaml\n')
  })

  it('are types of Heat', () => {
    const components = { 'x:Disk': { type: 'OS::Cinder::Volume' } }
    const text = '  disk: {type: x:Disk, size: 3, colour: red}\n'
    expect([...made(text, { components })]).toEqual([
      [
        'shop.yaml',
        'heat_template_version: 2018-08-31\nresources:\n  disk:\n    type: OS::Cinder::Volume\n    properties:\n      size: 3\n',
      ],
    ])
    expect(findings(text, { components })).toEqual([
      '2 blueprint-loss: OS::Cinder::Volume has no property "colour"',
    ])
  })

  it('win over those that are known', () => {
    const components = { server: { type: 'OS::Heat::None' } }
    expect(made('  web: {type: server}\n', { components }).get('shop.yaml')).toBe(
      'heat_template_version: 2018-08-31\nresources:\n  web:\n    type: OS::Heat::None\n',
    )
  })
})

describe('flavors and images', () => {
  const flavors = [
    { name: 'large', ram: 8192, cores: 8, disk: 80 },
    { name: 'small', ram: 2048, cores: 1, disk: 20 },
    { name: 'medium', ram: 4096, cores: 2, disk: 40 },
  ]

  it.each([
    ['{minRam: 4gb}', 'medium'],
    ['{minRam: 2049mb}', 'medium'],
    ['{minRam: 2gb}', 'small'],
    ['{minCores: 3}', 'large'],
    ['{minDisk: 0.03tb}', 'medium'],
    ['{minRam: 1gb, minDisk: 50 GB}', 'large'],
    ['{}', 'small'],
    ['{minRam: 1tb}', undefined],
    ['{minRam: 4096}', undefined],
    ['{minRam: much}', undefined],
  ])('%s takes %s', (requires, name) => {
    const text = made(`  web: {type: server, requires: ${requires}}\n`, { flavors }).get('shop.yaml')
    expect(/default: (.*)/.exec(text ?? '')?.[1]).toBe(name)
  })

  it('takes the image that is named after the system', () => {
    const text = made('  web: {type: server, requires: {os: rhel}}\n', { images: { rhel: 'rhel-9' } })
    expect(text.get('shop.yaml')).toContain('default: rhel-9\n')
  })
})

it('gives each tier a nested template of its own', () => {
  const { outcomes } = blueprintRun('shop.yaml', 'components:\n  a: {type: tier}\n  a/: {type: tier}\n')
  expect(outcomes.map(({ path }) => path)).toEqual(['shop.yaml', 'shop-a.yaml', 'shop-a_.yaml'])
})

it('takes ten thousand components', () => {
  const text = Array.from({ length: 10_000 }, (_, n) => `- {type: server, requires: {minRam: ${n + 1}gb}}\n`)
  const { outcomes } = blueprintRun('shop.yaml', `components:\n${text.join('')}`)
  expect(outcomes.map(({ status }) => status)).toEqual(['changed'])
})
