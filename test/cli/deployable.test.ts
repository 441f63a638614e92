/** A result that `check` refuses is not passed off as done. */

import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

type Entry = {
  readonly path: string
  readonly status: string
  readonly deployable?: boolean
  readonly why?: string
}

async function run(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { root } = temporaryTree(files)
  const { status, stdout } = await inProcess([...args, '--format', 'json', '--write'], root)
  const [entry] = (JSON.parse(stdout) as { readonly files: readonly Entry[] }).files
  return { status, entry, checked: (await inProcess(['check'], root)).status }
}

const group = (properties: string, reference: string) => `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Image: {Type: String}
Resources:
  Web:
    Type: AWS::EC2::Instance
    Properties: {ImageId: ${reference}, InstanceType: m1.small${properties}}
`

it('says what Heat refuses in what a template of AWS became, and ends with 3', async () => {
  const files = { 'web.yaml': group(', Bogus: x', '!Ref Image') }
  expect(await run(files, 'migrate')).toEqual({
    status: 3,
    entry: expect.objectContaining({ status: 'changed', deployable: false, why: '1 property' }),
    checked: 1,
  })
})

it('says nothing where check finds nothing', async () => {
  const { status, entry, checked } = await run({ 'web.yaml': group('', '!Ref Image') }, 'migrate')
  expect([status, entry?.deployable, checked]).toEqual([0, undefined, 0])
})

it('tells what was wrong before from what is wrong now', async () => {
  const hot =
    'heat_template_version: 2013-05-23\nresources:\n  v: {type: OS::Cinder::Volume, properties: {sise: 1}}\n'
  expect(await run({ 'a.yaml': hot }, 'upgrade', '--to', '2018-08-31')).toEqual({
    status: 0,
    entry: expect.objectContaining({ status: 'changed', deployable: false, why: '1 property' }),
    checked: 1,
  })
})

it('is said in the line of the file', async () => {
  const { root } = temporaryTree({ 'web.yaml': group(', Bogus: x', '!Ref Image') })
  const { stderr } = await inProcess(['migrate'], root)
  expect(stderr).toMatch(/^changed {4}web\.yaml.*; not deployable: 1 property$/m)
  expect(stderr).toMatch(/^ {2}changed {2}1 {2}.*1 not deployable$/m)
  expect((await inProcess(['migrate', '--quiet'], root)).stderr).toContain('1 result is not deployable')
})

describe('what Heat refused before', () => {
  const hot =
    'heat_template_version: 2013-05-23\nresources:\n  v: {type: OS::Cinder::Volume, properties: {sise: 1}}\n'
  const lacking = "AWSTemplateFormatVersion: '2010-09-09'\nResources: {B: {Type: 'AWS::S3::Unheard'}}\n"

  it('is said to be so wherever the result is, and leaves the exit code', async () => {
    const { root } = temporaryTree({ 'a.yaml': hot })
    const upgraded = (...args: readonly string[]) =>
      inProcess(['upgrade', '--to', '2018-08-31', ...args], root)
    const { status, stderr } = await upgraded()
    expect(status).toBe(0)
    expect(stderr).toMatch(/^changed +a\.yaml .*; not deployable as before: 1 property$/m)
    expect(stderr).toMatch(/^ {2}changed +1 .*, 1 not deployable \(1 as before\)$/m)
    for (const format of ['markdown', 'html']) {
      const { stdout } = await upgraded('--format', format)
      expect(stdout).toContain('not deployable as before: 1 property')
      expect(stdout).toContain(', 1 not deployable (1 as before)')
    }
    await upgraded('--plan', 'plan.json')
    expect((await inProcess(['show', 'plan.json'], root)).stderr).toContain('not deployable as before')
  })

  it('ends with 3 beside a result whose original was sound, which alone is the reason', async () => {
    const { root } = temporaryTree({
      'a.yaml': lacking,
      'web.yaml': group(', Bogus: x', '!Ref Image'),
    })
    const { status, stderr } = await inProcess(['migrate', '--quiet'], root)
    expect([status, stderr]).toEqual([3, expect.stringContaining('1 result is not deployable')])
  })

  it('is a warning where only an environment is missing, as for check', async () => {
    const { root } = temporaryTree({ 'a.yaml': lacking })
    expect((await inProcess(['migrate', '--write'], root)).status).toBe(0)
    expect((await inProcess(['check'], root)).status).toBe(0)
  })
})
