/** What becomes of the region that Heat has for all clouds: a constant with a comment, or a parameter. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const yaml = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: tiny
      InstanceType: small
      UserData: {"Fn::Base64": {"Fn::Join": ['', ["#!/bin/sh\\n", "init --region ", {Ref: AWS::Region}, "\\n"]]}}
Outputs:
  Region: {Value: {Ref: AWS::Region}}
`

const json = JSON.stringify({
  AWSTemplateFormatVersion: '2010-09-09',
  Resources: {},
  Outputs: { Region: { Value: { Ref: 'AWS::Region' } } },
})

async function migrated(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tree = temporaryTree(files)
  const run = await inProcess(['migrate', '--write', '--allow-dirty', ...args], tree.root)
  return { ...run, tree }
}

describe('a template that Heat loads', () => {
  it('says above the constant where it comes from', async () => {
    const { tree, stderr, status } = await migrated({ 'server.yaml': yaml, 'region.json': json })
    expect(tree.read('server.yaml')).toBe(`heat_template_version: 2018-08-31
resources:
  Server:
    type: AWS::EC2::Instance
    properties:
      ImageId: tiny
      InstanceType: small
      # AWS::Region is always ap-southeast-1 in Heat
      UserData: |
        #!/bin/sh
        init --region ap-southeast-1
outputs:
  # AWS::Region is always ap-southeast-1 in Heat
  Region: {value: ap-southeast-1}
`)
    expect(tree.read('region.yaml')).toBe(`heat_template_version: 2018-08-31
resources: {}
outputs:
  Region:
    # AWS::Region is always ap-southeast-1 in Heat
    value: ap-southeast-1
`)
    expect(stderr).toContain('2 proved equal')
    expect(status).toBe(0)
  })

  it('asks for the region with --region-parameter, and is the same without one', async () => {
    const { tree, stderr, status } = await migrated({ 'server.yaml': yaml }, '--region-parameter')
    expect(tree.read('server.yaml')).toBe(`heat_template_version: 2018-08-31
parameters:
  region:
    type: string
    description: Name of the region of this stack, formerly AWS::Region
    default: ap-southeast-1
resources:
  Server:
    type: AWS::EC2::Instance
    properties:
      ImageId: tiny
      InstanceType: small
      UserData:
        str_replace:
          template: |
            #!/bin/sh
            init --region \${region}
          params:
            \${region}: {get_param: region}
outputs:
  Region: {value: {get_param: region}}
`)
    expect(stderr).toContain('1 proved equal')
    expect(stderr).toContain(
      'changed by cfn/region-to-parameter on request; all other changes are proved to preserve the meaning',
    )
    expect(status).toBe(0)
    expect((await inProcess(['check'], tree.root)).status).toBe(0)
  })
})

it('has no parameter of the region in CloudFormation', async () => {
  const { status, stderr } = await migrated({ 'region.json': json }, '--region-parameter', '--to', 'cfn-yaml')
  expect(stderr).toContain('--region-parameter needs HOT')
  expect(status).toBe(64)
})
