/** What a report adds where a command is of little use for what it was given. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const cfn = 'AWSTemplateFormatVersion: 2010-09-09\nResources: {r: {Type: AWS::EC2::EIP}}\n'
const hot = 'heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::None}}\n'

const outputOf = async (line: string) => {
  const { stdout, stderr, status } = await inProcess(
    line.split(' '),
    temporaryTree({ 'a.yaml': cfn, 'b.yaml': cfn, 'c.yaml': hot }).root,
  )
  return { status, text: `${stdout}${stderr}` }
}

it('check names migrate for CloudFormation, and only for that', async () => {
  expect((await outputOf('check .')).text).toMatch(
    /\n\n2 files are CloudFormation; `hotshift migrate` makes HOT of them\n$/,
  )
  expect((await outputOf('check c.yaml')).text).not.toContain('CloudFormation')
})

it('a path that is not there is one line, alone and beside others', async () => {
  const line = 'failed     gone.yaml  path-not-found  no such file or directory\n'
  expect(await outputOf('check gone.yaml')).toEqual({ status: 2, text: line })
  expect(await outputOf('migrate gone.yaml')).toEqual({ status: 2, text: line })
  expect((await outputOf('check gone.yaml c.yaml')).text).toContain(`${line}\n2 files`)
})

it('upgrade without a version says what is usual, and which there are', async () => {
  const { status, text } = await outputOf('upgrade c.yaml')
  expect(status).toBe(64)
  expect(text).toContain('usual is --to latest, or --cloud <release>')
  expect(text).toContain('the versions are 2013-05-23, ')
})
