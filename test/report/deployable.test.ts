/** Every format says that Heat refuses a result, and why. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, rewrite } from '../../src/index.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const files = {
  'refused.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  S: {Type: 'AWS::EC2::Instance', Properties: {ImageId: i, InstanceType: m, KernelId: k}}
`,
  'lacking.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  B: {Type: 'AWS::S3::Unheard', Properties: {Name: [x]}}
`,
  'taken.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  S: {Type: 'AWS::EC2::Instance', Properties: {ImageId: i, InstanceType: m}}
`,
}
const refused = 'not deployable: 1 property'
const lacking = 'not deployable without an environment: Heat has no AWS::S3::Unheard'

it('is what check finds', () => {
  const made = Object.entries(files).flatMap(([path, text]) => {
    const [one] = rewrite([{ path, text }], { chain: 'migrate' })
    return [{ path, text: one?.after ?? '' }]
  })
  const errors = check(made).map(
    ({ findings }) => findings.filter(({ severity }) => severity === 'error').length,
  )
  expect(errors).toEqual([1, 0, 0])
})

/** Words of the glossary lead to it. */
const withoutLinks = (text: string) =>
  text.replace(/<a href="#[^"]*">(.*?)<\/a>/g, '$1').replace(/\[([^\]]+)\]\(#words\)/g, '$1')

describe('the report', () => {
  const reportIn = async (...options: readonly string[]) => {
    const { root } = temporaryTree(files)
    return inProcess(['migrate', '.', ...options], root)
  }

  it('in text', async () => {
    const { stderr, status } = await reportIn()
    expect(status).toBe(3)
    expect(stderr).toMatch(/^changed +refused\.yaml .*; not deployable: 1 property$/m)
    expect(stderr).toMatch(
      /^changed +lacking\.yaml .*; not deployable without an environment: Heat has no AWS::S3::Unheard$/m,
    )
    expect(stderr).toMatch(/^ {2}changed +3 .*, 2 not deployable \(1 without an environment\)$/m)
  })

  it.each(['markdown', 'html'])('in %s', async (format) => {
    const { stdout } = await reportIn('--format', format)
    const words = withoutLinks(stdout)
    expect(words).toContain(refused)
    expect(words).toContain(lacking)
    expect(words).toContain(', 2 not deployable (1 without an environment)')
  })

  it('in JSON', async () => {
    const { stdout } = await reportIn('--format', 'json')
    const { files: all } = JSON.parse(stdout) as { readonly files: readonly Record<string, unknown>[] }
    const said = all.map(({ path, deployable, why, missingTypes }) => [path, deployable, why ?? missingTypes])
    expect(said).toEqual([
      ['lacking.yaml', false, ['AWS::S3::Unheard']],
      ['refused.yaml', false, '1 property'],
      ['taken.yaml', undefined, undefined],
    ])
  })

  it('of a plan, with the command of which Heat takes the result', async () => {
    const { root } = temporaryTree(files)
    await inProcess(['migrate', '.', '--plan', 'plan.json'], root)
    const plan = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as {
      readonly files: readonly Record<string, unknown>[]
    }
    expect(plan.files.map(({ undeployable }) => undeployable)).toEqual([
      undefined,
      { why: '1 property', isNew: true, accepting: 'aws-only-property' },
      undefined,
    ])
    const { stderr, status } = await inProcess(['show', 'plan.json'], root)
    expect(stderr).toContain(refused)
    expect(stderr).toContain(lacking)
    expect(status).toBe(0)
    writeFileSync(join(root, 'plan.json'), JSON.stringify(plan).replace('"aws-only-property"', '[]'))
    expect((await inProcess(['show', 'plan.json'], root)).status).toBe(64)
  })
})
