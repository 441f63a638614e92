import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { hotshift } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const before = `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Size: {Type: Number, Default: 4, MaxValue: 9}
Resources:
  Disk:
    Type: AWS::EC2::Volume
    Properties:
      Size: {Ref: Size}
      AvailabilityZone: {"Fn::Join": ["-", [nova, a]]}
`
const after = `heat_template_version: 2018-08-31
parameters:
  Size: {type: number, default: 4, constraints: [{range: {max: 9}}]}
resources:
  Disk:
    type: AWS::EC2::Volume
    properties:
      Size: {get_param: Size}
      AvailabilityZone: nova-a
`

function verify(second: string, ...options: string[]) {
  const tree = temporaryTree({ 'a.yaml': before, 'b.yaml': second, 'b.env': 'parameters: {Size: 4}\n' })
  return hotshift(['verify', 'a.yaml', 'b.yaml', ...options], tree.root)
}

describe('hotshift verify', () => {
  it('says that two templates mean the same', () => {
    expect(verify(after)).toMatchObject({ status: 0, stdout: 'equal\n' })
  })

  it('names what differs, with both values', () => {
    const { status, stdout } = verify(after.replace('nova-a', 'nova_a'))
    expect(status).toBe(1)
    expect(stdout).toContain('differs\nresources.Disk.properties.AvailabilityZone  (defaults)\n')
    expect(stdout).toContain('\n  - "nova-a"\n  + "nova_a"\n')
  })

  it('takes an environment for defaults that moved there', () => {
    const moved = after.replace('default: 4, ', '')
    expect(verify(moved).status).toBe(1)
    expect(verify(moved, '--env', 'b.env').status).toBe(0)
  })

  it('says where a file cannot be read', () => {
    const { status, stderr } = verify('heat_template_version: 2018-08-31\n\tx: y\n')
    expect(status).toBe(2)
    expect(stderr).toMatch(/^b\.yaml:2:1 {2}error {2}a tab /)
  })

  it('refuses a file that is not there', () => {
    const { status, stderr } = hotshift(['verify', 'nope.yaml', 'nope.yaml'])
    expect(status).toBe(64)
    expect(stderr).toContain('nope.yaml')
  })
})
