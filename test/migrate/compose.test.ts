/** `migrate --compose`: one stack for several that import from one another. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { composedStacks } from './composed-stacks.ts'

afterEach(removeTemporaryTrees)

const head = "AWSTemplateFormatVersion: '2010-09-09'\n"
const note = 'Resources:\n  Note: {Type: OS::Heat::None}\n'

async function composed(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tree = temporaryTree(files)
  const run = await inProcess(['migrate', '--compose', 'all.yaml', ...args], tree.root)
  return { ...run, tree }
}

describe('the template that calls those of the run', () => {
  it('passes outputs, names of stacks, and parameters of its own', async () => {
    const { tree, status } = await composed(composedStacks, '--write', '--allow-dirty')
    expect(tree.read('all.yaml')).toBe(`heat_template_version: 2018-08-31
description: Makes the stacks of 2 templates, and passes outputs of some to others
parameters:
  base_Range: {type: string, default: 10.0.0.0/16, constraints: [{allowed_pattern: '[0-9./]+'}]}
  Team: {type: string, description: Who pays for the network}
  server_Range: {type: string}
resources:
  base:
    type: net/base.yaml
    properties:
      Range: {get_param: base_Range}
      Team: {get_param: Team}
  server:
    type: server.yaml
    properties:
      Team: {get_param: Team}
      Range: {get_param: server_Range}
      NetworkStackNetId: {get_attr: [base, NetId]}
outputs:
  base_Owner:
    description: Who pays
    value: {get_attr: [base, Owner]}
  server_Owner:
    value: {get_attr: [server, Owner]}
`)
    expect(tree.read('server.yaml')).toContain('heat_template_version: 2018-08-31\n')
    expect(status).toBe(0)
    expect((await inProcess(['check'], tree.root)).status).toBe(0)
  })

  it('names the templates from where it stands, and has their version', async () => {
    const tree = temporaryTree(composedStacks)
    const args = ['--compose', 'stacks/all.yaml', '--to', '2016-10-14', '--write', '--allow-dirty']
    expect((await inProcess(['migrate', ...args], tree.root)).status).toBe(0)
    expect(tree.read('stacks/all.yaml')).toMatch(/^heat_template_version: 2016-10-14\n/)
    expect(tree.read('stacks/all.yaml')).toContain('type: ../net/base.yaml\n')
    expect(tree.read('stacks/all.yaml')).toContain('type: ../server.yaml\n')
  })

  it('shows all of it and writes nothing without being asked to', async () => {
    const { tree, stdout, stderr } = await composed(composedStacks)
    expect(stdout).toContain('diff --git a/all.yaml b/all.yaml\nnew file mode 100644\n')
    expect(stderr).toContain('created    all.yaml')
    expect(() => tree.read('all.yaml')).toThrow(/ENOENT/)
  })

  it('gives resources names that no parameter has', async () => {
    const files = {
      'Team.yaml': `${head}Parameters: {Team: {Type: String}}\n${note}`,
      'a/net.yaml': head + note,
      'b/net.yaml': head + note,
    }
    const { stdout } = await composed(files)
    expect(stdout.match(/^\+ {2}\w+:$/gm)).toEqual(['+  Team_2:', '+  net:', '+  net_2:'])
  })

  it('has a parameter for each name that templates give to what they make', async () => {
    const service = `${head}Parameters:
  ServiceName: {Type: String, Default: web}
  Bucket: {Type: String}
  Cluster: {Type: String}
Resources:
  Service: {Type: AWS::ECS::Service, Properties: {ServiceName: !Ref ServiceName, Cluster: !Ref Cluster}}
  Note: {Type: OS::Heat::Value, Properties: {value: {BucketName: !Ref Bucket}}}
`
    const { stdout } = await composed({ 'api.yaml': service, 'shop.yaml': service })
    expect(stdout).toContain(`
+  api_ServiceName: {type: string, default: web}
+  Bucket: {type: string}
+  Cluster: {type: string}
+  shop_ServiceName: {type: string, default: web}
`)
    expect(stdout).toContain('+      ServiceName: {get_param: shop_ServiceName}\n')
    expect(stdout).toContain('+      Cluster: {get_param: Cluster}\n')
  })

  it('calls no template that another one calls', async () => {
    const stack = (url: string) =>
      `${head}Resources:\n  Inner: {Type: 'AWS::CloudFormation::Stack', Properties: {TemplateURL: ${url}}}\n`
    const { stdout } = await composed({ 'outer.yaml': stack('inner.yaml'), 'inner.yaml': head + note })
    expect(stdout).toContain('+    type: outer.yaml\n')
    expect(stdout).not.toContain('type: inner.yaml')
  })

  it('leaves to those who create the stack what a template feeds that another one calls', async () => {
    const stack = `${head}Resources:\n  Inner: {Type: 'AWS::CloudFormation::Stack', Properties: {TemplateURL: inner.yaml}}\n`
    const inner = `${head}${note}Outputs: {Id: {Value: x, Export: {Name: id}}}\n`
    const user = `${head}Resources:\n  Use: {Type: OS::Heat::Value, Properties: {value: !ImportValue id}}\n`
    const { stdout } = await composed({ 'outer.yaml': stack, 'inner.yaml': inner, 'user.yaml': user })
    expect(stdout).toContain('+      Id: {get_param: Id}\n')
  })

  it('is not deployable where templates feed each other', async () => {
    const one = (own: string, other: string) =>
      `${head}Resources:\n  Use: {Type: OS::Heat::Value, Properties: {value: !ImportValue ${other}}}\nOutputs: {Id: {Value: !GetAtt Use.value, Export: {Name: ${own}}}}\n`
    const { stderr, status } = await composed({ 'a.yaml': one('ida', 'idb'), 'b.yaml': one('idb', 'ida') })
    expect(stderr).toContain('not deployable: 1 reference')
    expect(stderr).toMatch(/^ {2}11:24 +error +circular-dependency /m)
    expect(status).toBe(3)
  })
})

describe('is not written, and nothing else is', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'where a template cannot be converted',
      {
        'a.yaml': head + note,
        'b.yaml': `${head}Resources:\n  Use: {Type: OS::Heat::Value, Properties: {value: !ImportValue id}}\n`,
      },
      'b.yaml cannot be converted, and all.yaml would have to call all templates of the run',
    ],
    [
      'where Heat takes a name for none of a template',
      { 'a.yml': head + note },
      'a.yml is not a type: Heat reads only names that end in .yaml or .template as templates',
    ],
    [
      'where a template is of two stacks',
      {
        'net.yaml': `${head}${note}Outputs: {Id: {Value: x, Export: {Name: !Sub '\${AWS::StackName}-Id'}}}\n`,
        'user.yaml': `${head}Parameters: {A: {Type: String}, B: {Type: String}}\nResources:\n  Use: {Type: OS::Heat::Value, Properties: {value: [{'Fn::ImportValue': !Sub '\${A}-Id'}, {'Fn::ImportValue': !Sub '\${B}-Id'}]}}\n`,
      },
      'user.yaml imports from two stacks of net.yaml ("A" and "B")',
    ],
    [
      'where there is nothing to call',
      { 'a.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n' },
      'no template of the run becomes HOT',
    ],
  ])('%s', async (_, files, message) => {
    const { stderr, status, tree } = await composed(files, '--write', '--allow-dirty')
    expect(stderr).toContain(`not-composed  ${message}\n`)
    expect(status).toBe(3)
    for (const [path, text] of Object.entries(files)) expect(tree.read(path)).toBe(text)
    expect(() => tree.read('all.yaml')).toThrow(/ENOENT/)
  })

  it.each<[string, readonly string[], string]>([
    ['where there is such a file', ['--compose', 'server.yaml'], 'there is such a file already'],
    ['as JSON', ['--compose', 'all.json'], 'the template is written as YAML'],
    ['by a part of a run', ['--compose', 'all.yaml', '--shard', '1/2'], '--compose and --shard'],
    [
      'where results stay CloudFormation',
      ['--compose', 'all.yaml', '--to', 'cfn-yaml'],
      '--compose needs HOT',
    ],
  ])('%s', async (_, args, message) => {
    const { stderr, status } = await inProcess(['migrate', ...args], temporaryTree(composedStacks).root)
    expect(stderr).toContain(message)
    expect(status).toBe(64)
  })
})
