/** What a migration begins with: who could reach more than on AWS, and how much of it can be deployed. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = (resources: string) => `AWSTemplateFormatVersion: '2010-09-09'\nResources:\n${resources}`
const volume = '  v: {Type: AWS::EC2::Volume, Properties: {Size: 1, AvailabilityZone: nova}}\n'
const rule =
  "  r: {Type: AWS::EC2::SecurityGroupIngress, Properties: {GroupId: g, IpProtocol: '-1', CidrIp: 10.0.0.0/8}}\n"
const role = '  i: {Type: AWS::IAM::Role, Properties: {AssumeRolePolicyDocument: {}}}\n'
const open =
  "  g: {Type: AWS::EC2::SecurityGroup, Properties: {GroupDescription: d, SecurityGroupIngress: [{IpProtocol: '-1', CidrIp: 10.0.0.0/8}]}}\n"

const files = {
  'ready.yaml': template(volume),
  'rule.yaml': template(volume + rule),
  'role.yaml': template(volume + role),
  'roles.yaml': template(`${role}  f: {Type: AWS::Lambda::Function, Properties: {Role: a}}\n`),
  'open.yaml': template(open),
}
const run = async (tree: Readonly<Record<string, string>>, ...more: readonly string[]) => {
  const { status, stdout: out, stderr: err } = await inProcess(['migrate', ...more], temporaryTree(tree).root)
  return { status, out, err }
}
const migrate = (...more: readonly string[]) => run(files, ...more)

it('begins with who could reach more than on AWS, each at its location, and with what can be deployed', async () => {
  const { err } = await migrate()
  expect(err.split('\n\n')[0]?.split('\n')).toEqual([
    'security: who could reach more than on AWS',
    '  open.yaml:3:114  error  open-to-any-source  "g" would admit any source: Heat ignores CidrIp 10.0.0.0/8 of a rule without FromPort and ToPort',
    '  help: Add FromPort: -1 and ToPort: -1 to the rule, or run with --accept restrict-rule: Heat then applies CidrIp to all ports. With --accept open-to-any-source: the rule is converted, and admits every address.',
    'of 5 CloudFormation templates: 1 can be created as they come out; 1 more with --native; 2 need design (Heat lacks AWS::IAM::Role in 2, AWS::Lambda::Function in 1); 1 need an edit or --accept',
  ])
  expect(err).toContain('changed  4  4 proved equal')
  expect(err).toContain('3 not deployable (3 without an environment)')
})

it('says the same in JSON', async () => {
  const { out } = await migrate('--format', 'json')
  expect((JSON.parse(out) as { prospects: unknown }).prospects).toEqual({
    templates: 5,
    ready: 1,
    native: 1,
    design: 2,
    edit: 1,
    types: { 'AWS::IAM::Role': 2, 'AWS::Lambda::Function': 1 },
  })
})

it('keeps what it promises with --native', async () => {
  const { err } = await migrate('--native')
  expect(err).toContain('of 5 CloudFormation templates: 2 can be created as they come out; 2 need design')
})

it('converts only what can be created with --deployable-only', async () => {
  const { out, err } = await migrate('--deployable-only')
  expect(out.match(/^diff --git .*$/gm)).toEqual(['diff --git a/ready.yaml b/ready.yaml'])
  expect(err).toContain('4 files left out by --deployable-only')
})

it('accepts every loss with --lossy, sums them up, and restricts what would be open', async () => {
  const { err, out } = await run(
    {
      'a.yaml': template(
        '  i: {Type: AWS::EC2::Instance, Properties: {ImageId: a, InstanceType: b, IamInstanceProfile: c, AvailabilityZone: {"Fn::Select": [0, {"Fn::GetAZs": ""}]}}}\n' +
          open,
      ),
    },
    '--lossy',
  )
  expect(out).toContain('CidrIp: 10.0.0.0/8, FromPort: -1, ToPort: -1')
  expect(err).toMatch(/^accepted +what is lost +files +locations$/m)
  expect(err).toMatch(/^aws-only-property .* 1 +1$/m)
  expect(err).toMatch(/^availability-zones .* 1 +1$/m)
  expect(err).toMatch(/^restrict-rule .* 1 +1$/m)
})

it('accepts only the losses that --lossy names', async () => {
  const { err } = await migrate('--lossy=aws-only-property')
  expect(err).toContain('open-to-any-source')
  const wrong = await migrate('--lossy=nonsense')
  expect([wrong.status, wrong.err]).toEqual([64, expect.stringContaining('nonsense')])
})

it('leaves nothing open that --lossy cannot restrict', async () => {
  const { err, status } = await run(
    {
      'a.yaml': template(
        '  g: {Type: AWS::EC2::SecurityGroup, Properties: {GroupDescription: d, SecurityGroupIngress: [{IpProtocol: tcp, FromPort: 1, ToPort: 2, SourcePrefixListId: pl-1}]}}\n',
      ),
    },
    '--lossy',
  )
  expect(status).toBe(3)
  expect(err).toContain('"g" would admit any source: Heat ignores SourcePrefixListId')
})

const twins = {
  'disk.json': JSON.stringify({
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: { v: { Type: 'AWS::EC2::Volume', Properties: { Size: 1, AvailabilityZone: 'nova' } } },
  }),
  'disk.yaml': template(volume),
}

it('says of a JSON file that its YAML twin is the same template', async () => {
  const { err, status } = await run(twins)
  expect(status).toBe(3)
  expect(err).toContain('same-template  "disk.yaml" is the same template: delete disk.json')
  const other = await run({ ...twins, 'disk.yaml': template(volume).replace('Size: 1', 'Size: 2') })
  expect(other.err).toContain('target-exists  the result belongs in disk.yaml, which exists already')
})

it('gives results another name with --name', async () => {
  const { out, status } = await run(twins, '--name', '{stem}-hot.yaml')
  expect(status).toBe(0)
  expect(out).toContain('rename from disk.json\nrename to disk-hot.yaml\n')
  expect(out).toContain('+++ b/disk.yaml\n')
  expect((await run(twins, '--name', 'one.yaml')).status).toBe(64)
})
