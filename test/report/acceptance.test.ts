import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueEntry } from '../../src/engine/findings/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { AcceptanceCount, acceptanceOf, acceptanceText } from '../../src/show/report/acceptance.ts'
import { inProcess } from '../cli/in-process.ts'

/** A blocked file with some errors. */
function blockedBy(...codes: readonly string[]): FileOutcome {
  const findings = codes.map((code) => ({ code, severity: 'error', message: '', line: 1, column: 1 }))
  return { path: 'a.yaml', status: 'blocked', transforms: [], findings } as unknown as FileOutcome
}

describe('acceptanceOf', () => {
  it('counts what each code costs', () => {
    const outcome = blockedBy('import-value', 'aws-only-key', 'import-value')
    expect(acceptanceOf(outcome, catalogueEntry)).toEqual({
      codes: ['aws-only-key', 'import-value'],
      counts: new Map([
        ['import-value', 2],
        ['aws-only-key', 1],
      ]),
      left: new Map(),
    })
  })

  it('counts what needs an edit: codes that nobody can accept, and locations where an option does nothing', () => {
    const outcome = blockedBy('import-value', 'unknown-section', 'unknown-section')
    expect(acceptanceOf(outcome, catalogueEntry)).toEqual({
      codes: ['import-value'],
      counts: new Map([['import-value', 1]]),
      left: new Map([['unknown-section', 2]]),
    })
    const foreign = blockedBy('import-value', 'foreign-function')
    const [first, second] = foreign.findings
    const edited = { ...foreign, findings: [first, { ...second, needsEdit: true }] } as FileOutcome
    expect(acceptanceOf(edited, catalogueEntry)?.left).toEqual(new Map([['foreign-function', 1]]))
  })

  it('says nothing of a file in which nothing can be accepted, or that nothing blocks', () => {
    expect(acceptanceOf(blockedBy('unknown-section'), catalogueEntry)).toBeUndefined()
    const changed = { ...blockedBy('import-value'), status: 'changed' } as FileOutcome
    expect(acceptanceOf(changed, catalogueEntry)).toBeUndefined()
    expect(acceptanceOf(blockedBy(), catalogueEntry)).toBeUndefined()
  })
})

describe('acceptanceText', () => {
  const textOf = (...codes: readonly string[]) => {
    const acceptance = acceptanceOf(blockedBy(...codes), catalogueEntry)
    return acceptance && acceptanceText(acceptance, catalogueEntry)
  }

  it('names the option and what it costs', () => {
    expect(textOf('rules-section', 'import-value', 'import-value')).toBe(
      'nothing else blocks it: --accept import-value,rules-section (2 imports become parameters, 1 section of rules is removed)',
    )
  })

  it('says how many errors are left, and which', () => {
    expect(textOf('import-value', 'unknown-section')).toBe(
      '--accept import-value settles 1 of 2 errors (1 import becomes a parameter); the other one needs an edit: unknown-section',
    )
    expect(textOf('import-value', 'unknown-section', 'bad-arguments')).toBe(
      '--accept import-value settles 1 of 3 errors (1 import becomes a parameter); the other 2 need an edit: bad-arguments, unknown-section',
    )
  })
})

describe('AcceptanceCount', () => {
  it('begins with what frees most files, and ends with what frees all', () => {
    const count = new AcceptanceCount()
    const sets = [['a'], ['a'], ['a', 'b'], ['c'], ['a', 'b', 'c', 'd']]
    for (const codes of sets) count.add({ codes, counts: new Map(), left: new Map() })
    count.add(undefined)
    count.add({ codes: ['a'], counts: new Map(), left: new Map([['unknown-section', 1]]) })
    expect(count.steps()).toEqual([
      { codes: ['a'], files: 2 },
      { codes: ['a', 'b', 'c', 'd'], files: 5 },
    ])
  })

  it('says what the codes of all files cost, and counts locations where the catalogue has no word for it', () => {
    const count = new AcceptanceCount()
    count.add(acceptanceOf(blockedBy('import-value', 'aws-only-key', 'import-value'), catalogueEntry))
    count.add(acceptanceOf(blockedBy('import-value', 'nova-floating-ip'), catalogueEntry))
    expect(count.costs(catalogueEntry)).toBe(
      '1 key that AWS acts on is removed, 3 imports become parameters, nova-floating-ip at 1 location',
    )
  })

  it('has no steps where no file can be accepted', () => {
    expect(new AcceptanceCount().steps()).toEqual([])
  })
})

describe('a run with files that can be accepted', () => {
  const template = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note: {Type: 'OS::Heat::Value', Properties: {value: {'Fn::ImportValue': net}}}
`

  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('says what to type, with the options that were given, and that does it', async () => {
    writeFileSync(join(folder, 'a b.yaml'), template)
    const { stderr } = await inProcess(['migrate', '.', '--to', 'rocky'], folder)
    expect(stderr).toContain(
      '  nothing else blocks it: --accept import-value (1 import becomes a parameter)\n',
    )
    expect(stderr).toContain(
      '\nnothing else blocks 1 file: hotshift migrate . --to rocky --accept import-value\n`hotshift explain',
    )
    const again = await inProcess(
      ['migrate', 'a b.yaml', '--to', 'rocky', '--accept', 'import-value'],
      folder,
    )
    expect(again.stderr).toMatch(/changed +1/)
  })

  it('counts what an option does not settle, in JSON, too, and names no command for such a file', async () => {
    const mixed = template.replace("'2010-09-09'", "'2010-09-09'\nRoles: {}")
    writeFileSync(join(folder, 'mixed.yaml'), mixed)
    const { stderr } = await inProcess(['migrate', 'mixed.yaml'], folder)
    expect(stderr).toContain(
      '  --accept import-value settles 1 of 2 errors (1 import becomes a parameter); the other one needs an edit: unknown-section\n',
    )
    expect(stderr).not.toContain('nothing else blocks')
    const { stdout } = await inProcess(['migrate', 'mixed.yaml', '--format', 'json'], folder)
    expect(JSON.parse(stdout).files[0].acceptance).toEqual({
      codes: ['import-value'],
      costs: ['1 import becomes a parameter'],
      left: { 'unknown-section': 1 },
    })
  })

  it('offers nothing for a function of CloudFormation in HOT, which a migration does not rewrite', async () => {
    const hot = `heat_template_version: 2013-05-23
resources: {r: {type: OS::Heat::Value, properties: {value: {'Fn::GetAtt': [pool, vip]}}}}
`
    writeFileSync(join(folder, 'left.yaml'), hot)
    const { stderr, status } = await inProcess(['migrate', 'left.yaml'], folder)
    expect(status).toBe(3)
    expect(stderr).toContain('foreign-function')
    expect(stderr).not.toContain('--accept')
  })

  it('loses none of the options that say what becomes of a file', async () => {
    writeFileSync(join(folder, 'a b.yaml'), template)
    expect(
      (await inProcess(['migrate', 'a b.yaml', '--native=strict', '--cloud', 'queens'], folder)).stderr,
    ).toContain(
      "nothing else blocks 1 file: hotshift migrate 'a b.yaml' --native=strict --cloud queens --accept import-value\n",
    )
    const select = `heat_template_version: 2013-05-23
resources: {g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::None}}}}
outputs: {one: {value: {"Fn::Select": [0, {get_attr: [g, name]}]}}}
`
    writeFileSync(join(folder, 'c.yaml'), select)
    const asked = ['--to', 'latest', '--version-style', 'name', '--idioms']
    expect((await inProcess(['upgrade', 'c.yaml', ...asked], folder)).stderr).toContain(
      `nothing else blocks 1 file: hotshift upgrade c.yaml ${asked.join(' ')} --accept select-by-yaql\n`,
    )
  })
})

describe('a result that Heat refuses', () => {
  const kernel = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  S: {Type: 'AWS::EC2::Instance', Properties: {ImageId: i, InstanceType: m, KernelId: k, PlacementGroupName: p}}
`
  const run = async (text: string, ...options: readonly string[]) => {
    const root = mkdtempSync(join(tmpdir(), 'hotshift-'))
    try {
      writeFileSync(join(root, 'a.yaml'), text)
      return await inProcess(['migrate', 'a.yaml', ...options], root)
    } finally {
      rmSync(root, { recursive: true })
    }
  }

  it('ends with the command of which Heat takes the result, and which does as it says', async () => {
    const { stderr, status } = await run(kernel)
    expect(status).toBe(3)
    expect(stderr).toContain(
      '  nothing else is rejected: --accept aws-only-property (2 properties that only AWS acts on are removed)\n',
    )
    expect(stderr).toContain(
      '\nnothing else is rejected in 1 result: hotshift migrate a.yaml --accept aws-only-property\n',
    )
    const again = await run(kernel, '--accept', 'aws-only-property')
    expect(again.status).toBe(0)
    expect(again.stderr).not.toContain('nothing else')
  })

  it('has no such command where more is refused', async () => {
    const { stderr } = await run(kernel.replace('ImageId: i', 'ImageIdd: i'))
    expect(stderr).toContain('not deployable')
    expect(stderr).not.toContain('nothing else')
  })

  it('has none where a property inside of another one goes: what that needs besides is seen then', async () => {
    const inner = 'BlockDeviceMappings: [{DeviceName: vda, Ebs: {VolumeType: gp2, VolumeSize: 1}}]'
    const { stderr } = await run(kernel.replace('KernelId: k', inner))
    expect(stderr).toContain('not deployable: 2 properties')
    expect(stderr).not.toContain('nothing else')
  })

  it('has one where Heat lacks a type besides', async () => {
    const type = `${kernel}  T: {Type: 'AWS::S3::Thing'}\n`
    const { stderr } = await run(type)
    expect(stderr).toContain(
      '  nothing else is rejected but types that Heat lacks: --accept aws-only-property',
    )
    expect(stderr).toContain(
      '\nnothing else is rejected in 1 result (1 with types that Heat lacks): hotshift',
    )
    const again = await run(type, '--accept', 'aws-only-property')
    expect(again.stderr).toContain('not deployable without an environment: Heat has no AWS::S3::Thing\n')
    expect(again.status).toBe(0)
  })

  it('says so in JSON', async () => {
    const { stdout } = await run(kernel, '--format', 'json')
    expect((JSON.parse(stdout) as { readonly files: readonly unknown[] }).files[0]).toMatchObject({
      deployable: false,
      why: '2 properties',
      acceptance: {
        codes: ['aws-only-property'],
        costs: ['2 properties that only AWS acts on are removed'],
        left: {},
      },
    })
  })
})
