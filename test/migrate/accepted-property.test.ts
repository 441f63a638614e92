/** What `--accept aws-only-property` removes: what is seen only then blocks no file that was written before. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const server = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Image: {Type: String}
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: {Ref: Image}
      InstanceType: m1.small
      BlockDeviceMappings:
        - DeviceName: vdb
          Ebs: {VolumeType: gp2}
`

it.each([
  [[], '1 property'],
  [['--accept', 'aws-only-property'], '1 property'],
])('writes the file and says that it is not deployable, with %j', async (accepted, why) => {
  const tree = temporaryTree({ 'server.yaml': server })
  const args = ['migrate', '--from', 'aws', '--write', '--allow-dirty', '--verbose', ...accepted]
  const { stderr, status } = await inProcess(args, tree.root)
  expect(stderr).toMatch(/^changed {4}server\.yaml/)
  expect(stderr).toContain(`not deployable: ${why}`)
  expect(
    /warning {2}bad-combination +in the result, AWS::EC2::Instance requires "Ebs.SnapshotId"/.test(stderr),
  ).toBe(accepted.length > 0)
  expect(status).toBe(3)
  expect(tree.read('server.yaml').includes('VolumeType')).toBe(accepted.length === 0)
})
