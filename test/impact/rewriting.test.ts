/** What the commands that rewrite say of stacks made from the old templates. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StackImpact } from '../../src/meaning/impact/model.ts'
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const volume = (type: string, properties: string) =>
  `heat_template_version: 2018-08-31\nresources:\n  data: {type: ${type}, properties: ${properties}}\n`
const aws = volume('AWS::EC2::Volume', '{AvailabilityZone: nova, Size: 1}')
const old = `heat_template_version: 2013-05-23\nparameters:\n  size: {type: number, default: 1}\nresources:\n  data: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n`

interface ReportedFile {
  readonly path: string
  readonly status: string
  readonly impact?: StackImpact & { readonly verdict: string }
}

async function report(root: string, line: string): Promise<readonly ReportedFile[]> {
  const { out } = await commandLine(root, `${line} --format json`)
  return (JSON.parse(out) as { readonly files: readonly ReportedFile[] }).files
}

describe('what a rewrite does to live stacks', () => {
  it('is nothing where the proof says equal', async () => {
    const { root } = temporaryTree({ 'a.yaml': old, 'b.yaml': old })
    for (const line of ['upgrade --to rocky', 'extract-defaults']) {
      const files = await report(root, line)
      const changed = files.filter(({ path, status }) => status === 'changed' && path.endsWith('.yaml'))
      expect(changed.map(({ impact }) => impact?.verdict)).toEqual(['nothing', 'nothing'])
      const { err, code } = await commandLine(root, `${line} --fail-on refuse,replace,delete,create,update`)
      expect(err).toContain('  effect on live stacks: none\n')
      expect(code).toBe(0)
    }
  })

  it('is an update of what is given another text to make a stack from', async () => {
    const inner =
      'resources:\n  inner: {type: OS::Heat::Stack, properties: {template: {get_file: child.yaml}}}\n'
    const { root } = temporaryTree({
      'a.yaml': `heat_template_version: 2018-08-31\n${inner}`,
      'child.yaml': old,
    })
    const [caller] = await report(root, 'rename --rename resource:data=disk')
    expect(caller).toMatchObject({
      path: 'a.yaml',
      status: 'unchanged',
      impact: {
        resources: [
          { name: 'inner', effects: [{ action: 'update', certainty: 'sure' }] },
          { name: 'inner/disk', renamed: 'inner/data', effects: [{ action: 'create', certainty: 'sure' }] },
          { name: 'inner/data', renamed: 'inner/disk', effects: [{ action: 'delete', certainty: 'sure' }] },
        ],
      },
    })
  })

  it('is not said of templates that call themselves, however they spell it', async () => {
    const calling = (name: string) => `${old}  more: {type: ${name}}\n`
    const { root } = temporaryTree({
      'plain/a.yaml': calling('a.yaml'),
      'escaped/a.yaml': calling('"\\x61.yaml"'),
      'broken/a.yaml': calling('"a\\\n    .yaml"'),
      'other/a.yaml': calling('"\\x62.yaml"'),
    })
    for (const [folder, verdict] of [
      ['plain', undefined],
      ['escaped', undefined],
      ['broken', undefined],
      ['other', 'nothing'],
    ] as const) {
      const [file] = await report(join(root, folder), 'upgrade --to rocky a.yaml')
      expect([folder, file?.status, file?.impact?.verdict]).toEqual([folder, 'changed', verdict])
    }
  })

  it('stands in every report for people', async () => {
    const { root } = temporaryTree({ 'a.yaml': aws })
    const { err } = await commandLine(root, 'nativize')
    expect(err).toContain('  effect on a live stack: 1 resource: 1 replaced\n')
    expect(err).toContain('  -/+ data  AWS::EC2::Volume -> OS::Cinder::Volume  replaced\n')
    expect(err).toContain('  effect on a live stack: resources: 1 replaced\n')
    expect((await commandLine(root, 'nativize --format markdown')).out).toContain(
      '| `-/+` | `data` | `AWS::EC2::Volume` → `OS::Cinder::Volume` | replaced |',
    )
    const { out } = await commandLine(root, 'nativize --format html')
    expect(out).toContain('<h2>Live stacks</h2>')
    // The first use of a word leads to what it means.
    expect(out.replaceAll(/<\/?a\b[^>]*>/g, '')).toContain('Effect on a live stack: resources: 1 replaced.')
  })

  it('decides on the exit code where it is asked for', async () => {
    const { root } = temporaryTree({ 'a.yaml': aws })
    const codeOf = async (line: string) => (await commandLine(root, line)).code
    expect(await codeOf('nativize')).toBe(0)
    expect(await codeOf('nativize --fail-on replace')).toBe(1)
    expect(await codeOf('nativize --fail-on delete,refuse --fail-on update')).toBe(0)
    expect(await codeOf('nativize --fail-on nonsense')).toBe(64)
    expect((await commandLine(root, 'nativize --fail-on replace --quiet')).err).toContain(
      'exit code 1: an update has 1 resource to replace, or may have',
    )
  })

  it('goes through plans, and is worked out anew for a part of one', async () => {
    const two = `${aws}  more: {type: AWS::EC2::Volume, properties: {AvailabilityZone: nova, Size: 2}}\n`
    const { root } = temporaryTree({ 'a.yaml': aws, 'b.yaml': two })
    await commandLine(root, 'nativize --plan plan.json')
    const ofB = (files: readonly ReportedFile[]) =>
      files.find(({ path }) => path === 'b.yaml')?.impact?.resources.map(({ name }) => name)
    expect(ofB(await report(root, 'show plan.json'))).toEqual(['data', 'more'])
    expect((await commandLine(root, 'apply plan.json --fail-on replace')).code).toBe(1)
    const plan = JSON.parse(readFileSync(join(root, 'plan.json'), 'utf8')) as {
      readonly files: readonly { readonly path: string; readonly impact?: StackImpact }[]
    }
    expect(plan.files.map(({ impact }) => impact?.resources.length)).toEqual([1, 2])
    const applied = await report(root, 'apply plan.json --only path:a.yaml')
    expect(applied.map(({ path, impact }) => [path, impact?.resources.length])).toEqual([['a.yaml', 1]])
  })

  it('stands with the template of the stack where another file changes', async () => {
    const { root } = temporaryTree({
      'MANIFEST.json': '{"name": "x", "data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}]}',
      'base.yaml': `heat_template_version: 2018-08-31\nresources:\n  shop: {type: child.yaml}\n`,
      'child.yaml': aws,
    })
    const files = await report(root, 'nativize')
    const child = files.find(({ path }) => path === 'child.yaml')
    const base = files.find(({ path }) => path === 'base.yaml')
    expect([child?.status, base?.status]).toEqual(['changed', 'unchanged'])
    const told = [base, child].flatMap((file) => file?.impact?.resources ?? []).map(({ name }) => name)
    expect(told.some((name) => name.endsWith('data'))).toBe(true)
  })

  it('is unknown where a migration leaves something to a person, also of a part of it', async () => {
    const zone = (value: string) =>
      `  data: {Type: AWS::EC2::Volume, Properties: {AvailabilityZone: ${value}, Size: 1}}\n`
    const head = "HeatTemplateFormatVersion: '2012-12-12'\nResources:\n"
    const { root } = temporaryTree({
      'left.yaml': head + zone("{'Fn::Select': [0, {'Fn::GetAZs': ''}]}"),
      'whole/done.yaml': head + zone('nova'),
    })
    const line = 'migrate --partial --to 2018-08-31'
    const files = await report(root, line)
    expect(files.map(({ path, impact }) => [path, impact?.verdict, impact?.resources])).toEqual([
      ['left.yaml', 'untold', []],
      ['whole/done.yaml', 'nothing', []],
    ])
    const { err } = await commandLine(root, `${line} left.yaml`)
    expect(err).toContain(
      '  effect on a live stack: unknown\n  depends on what the errors leave to you; hotshift diff',
    )
    expect((await commandLine(root, line)).err).toContain(
      '  effect on live stacks: 1 without effect, 1 unknown\n',
    )
    expect((await commandLine(root, `${line} whole --fail-on update`)).code).toBe(0)
    expect((await commandLine(root, `${line} --fail-on update`)).code).toBe(3)
    await commandLine(root, `${line} --plan plan.json`)
    const chosen = await report(root, 'show plan.json --only path:left.yaml')
    expect(chosen.map(({ path, impact }) => [path, impact?.verdict, impact?.resources])).toEqual([
      ['left.yaml', 'untold', []],
    ])
  })

  it('is not said of CloudFormation that only AWS takes', async () => {
    const { root } = temporaryTree({
      'a.yaml': 'AWSTemplateFormatVersion: 2010-09-09\nResources:\n  a: {Type: AWS::Lambda::Function}\n',
    })
    const [file] = await report(root, 'migrate --from aws')
    expect(file?.impact).toBeUndefined()
  })
})
