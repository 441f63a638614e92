/** `--cloud`, and `cloud` of the configuration, in the commands that rewrite or compare. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const head = 'heat_template_version: 2013-05-23\n'

/** `output` is what the user sees of a command, on both streams. */
async function run(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tree = temporaryTree(files)
  const { status, stdout, stderr } = await inProcess([...args], tree.root)
  return { status, output: stdout + stderr, stdout }
}

/** A record set is in Heat since Ocata. */
const zones = `${head}parameters:
  size: {type: string, default: a}
resources:
  set:
    type: OS::Designate::RecordSet
    properties: {name: x., type: A, zone: z, records: [10.0.0.1], description: {get_param: size}}
`

const inTheWay = 'not deployable as before: 1 other error'

describe.each([
  ['rename', ['rename', '--rename', 'size=length', 'a.yaml']],
  ['extract-defaults', ['extract-defaults', 'a.yaml']],
  ['parameter', ['parameter', 'drop-default', 'size', 'a.yaml']],
  ['run', ['run', '-t', 'hot/target-version', '--to', '2015-04-30', 'a.yaml']],
])('%s', (_, args) => {
  it('says what the cloud lacks of the result', async () => {
    const { output } = await run({ 'a.yaml': zones }, ...args, '--cloud', 'kilo')
    expect(output).toContain(inTheWay)
  })

  it('says nothing where the cloud has it, or none is named', async () => {
    expect((await run({ 'a.yaml': zones }, ...args, '--cloud', 'queens')).output).not.toContain(
      'not deployable',
    )
    expect((await run({ 'a.yaml': zones }, ...args)).output).not.toContain('not deployable')
  })

  it('takes it from the configuration', async () => {
    const files = { 'a.yaml': zones, 'hotshift.config.yaml': 'cloud: {release: kilo}\n' }
    expect((await run(files, ...args)).output).toContain(inTheWay)
  })

  it('refuses what is no release', async () => {
    const { status, output } = await run({ 'a.yaml': zones }, ...args, '--cloud', 'kylo')
    expect([status, output]).toEqual([64, expect.stringContaining('--cloud kylo: no such release')])
  })
})

describe('migrate', () => {
  const plain = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"V": {"Type": "OS::Heat::None"}}}'
  const conditional =
    '{"AWSTemplateFormatVersion": "2010-09-09", "Conditions": {"C": {"Fn::Equals": ["a", "b"]}}, "Resources": {"V": {"Type": "OS::Heat::None", "Condition": "C"}}}'
  const dns =
    '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"V": {"Type": "OS::Designate::RecordSet", "Properties": {"name": "x.", "type": "A", "zone": "z", "records": ["10.0.0.1"]}}}}'

  it.each([
    ['kilo', '2015-04-30'],
    ['queens', '2018-03-02'],
    ['2024.1', '2018-08-31'],
  ])('declares for %s %s, which it reads', async (release, version) => {
    expect((await run({ 'a.json': plain }, 'migrate', 'a.json', '--cloud', release)).stdout).toContain(
      `+heat_template_version: ${version}\n`,
    )
  })

  it('writes nothing newer than the cloud reads', async () => {
    const { status, output } = await run({ 'a.json': conditional }, 'migrate', 'a.json', '--cloud', 'kilo')
    expect([status, output]).toEqual([
      3,
      expect.stringContaining(
        'hotshift can write the whole file in no other version that the cloud reads either.',
      ),
    ])
    expect((await run({ 'a.json': conditional }, 'migrate', 'a.json', '--cloud', 'newton')).status).toBe(0)
  })

  it('reports a type that the cloud does not have', async () => {
    const said =
      'OS::Designate::RecordSet is in Heat since Ocata (Heat 8.0.0); kilo (Heat 2015.1) does not have it'
    expect((await run({ 'a.json': dns }, 'migrate', 'a.json', '--cloud', 'kilo')).output).toContain(said)
    expect((await run({ 'a.json': dns }, 'migrate', 'a.json', '--cloud', 'queens')).output).not.toContain(
      said,
    )
  })
})

describe('nativize', () => {
  const balanced = `${head}resources:
  b: {type: "AWS::ElasticLoadBalancing::LoadBalancer", properties: {Listeners: [{LoadBalancerPort: 80, InstancePort: 80, Protocol: HTTP}], AvailabilityZones: []}}
  v: {type: "AWS::EC2::Volume", properties: {Size: 1, AvailabilityZone: nova}}
`

  it('calls a type removed where the cloud cannot create it', async () => {
    expect((await run({ 'a.yaml': balanced }, 'nativize', '--cloud', 'kilo')).output).not.toContain(
      'removed-resource-type',
    )
    expect((await run({ 'a.yaml': balanced }, 'nativize', '--cloud', 'rocky')).output).toContain(
      'removed-resource-type',
    )
  })
})

describe('run and upgrade', () => {
  const port = `${head}resources:\n  p: {type: OS::Neutron::Port, properties: {network_id: n}}\n`

  it.each([
    ['run -t hot/modernize-properties', ['run', '-t', 'hot/modernize-properties']],
    ['upgrade --modernize', ['upgrade', '--to', '2013-05-23', '--modernize']],
  ])('%s writes the names of the cloud', async (_, args) => {
    expect((await run({ 'a.yaml': port }, ...args, '--cloud', 'queens')).stdout).toContain('{network: n}')
    expect((await run({ 'a.yaml': port }, ...args, '--cloud', 'icehouse')).stdout).not.toContain(
      '{network: n}',
    )
  })
})

describe('remediate', () => {
  it('knows the cloud', async () => {
    const { status, output } = await run(
      { 'a.yaml': zones },
      'remediate',
      '--profile',
      'onap',
      'a.yaml',
      '--cloud',
      'kylo',
    )
    expect([status, output]).toEqual([64, expect.stringContaining('--cloud kylo: no such release')])
  })
})

describe('a profile', () => {
  const files = {
    'hotshift.config.yaml': 'cloud: {release: newton}\n',
    'p/base_lamp.yaml':
      'heat_template_version: 2018-03-02\ndescription: A lamp\nresources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n',
  }
  const lacks = 'heat_template_version 2018-03-02 needs Queens (Heat 10.0.0); newton (Heat 7.0.0)'

  it('is asked with the release of the configuration by check', async () => {
    const { output } = await run(files, 'check', '--profile', 'onap', 'p')
    expect(output).toContain(`1:24  error    not-in-cloud  ${lacks}`)
    const later = { ...files, 'hotshift.config.yaml': 'cloud: {release: queens}\n' }
    expect((await run(later, 'check', '--profile', 'onap', 'p')).output).not.toContain('not-in-cloud')
  })

  it('is repaired for it, and the report names what it refuses, also in what is not changed', async () => {
    const { stdout } = await run(files, 'remediate', '--profile', 'onap', 'p', '--format', 'json')
    const { written } = JSON.parse(stdout)
    expect(written.refused).toEqual([
      expect.objectContaining({ path: 'p/base_lamp.yaml', code: 'not-in-cloud', line: 1, column: 24 }),
    ])
  })
})

describe('diff', () => {
  const files = { 'a.yaml': `${head}resources: {}\n`, 'b.yaml': zones }
  const refusal = 'not-in-cloud  OS::Designate::RecordSet is in Heat since Ocata'

  it('says that Heat refuses what the cloud does not have', async () => {
    expect((await run(files, 'diff', 'a.yaml', 'b.yaml', '--cloud', 'kilo')).output).toContain(refusal)
    expect((await run(files, 'diff', 'a.yaml', 'b.yaml', '--cloud', 'queens')).output).not.toContain(
      'refuses',
    )
  })

  it('but not what the live stack has already', async () => {
    const { output } = await run(
      { 'a.yaml': zones, 'b.yaml': zones },
      'diff',
      'a.yaml',
      'b.yaml',
      '--cloud',
      'kilo',
    )
    expect(output).toContain('nothing happens to the stack')
  })
})
