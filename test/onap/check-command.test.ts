import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createProfileChecker } from '../../src/engine/packages/profile.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const base = `heat_template_version: 2018-03-02
description: small
parameters:
  size: {type: number, description: of the disk, default: 3}
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: size}
`

describe('hotshift check --profile onap', () => {
  it('leads to other files by their paths as they were given', async () => {
    const other = 'outputs: {oam_management_v4_address: {value: 1}}\n'
    const tree = temporaryTree({ 'base_a.yaml': base + other, 'base_b.yaml': base + other, 'sub/notes': '' })
    const args = ['check', '--profile', 'onap', '--only', 'R-37028,R-18683', '--format', 'json', '..']
    const { stdout } = await inProcess(args, join(tree.root, 'sub'))
    const found = JSON.parse(stdout).files.flatMap((file: { findings: readonly object[] }) => file.findings)
    expect(found).toEqual([
      expect.objectContaining({
        path: '../base_b.yaml',
        message: '"base_a.yaml" is also a base module',
        related: [{ path: '../base_a.yaml', line: 1, column: 1, message: 'the other base module' }],
      }),
      expect.objectContaining({
        path: '../base_b.yaml',
        message: 'only one template may have the output "oam_management_v4_address"; base_a.yaml also has it',
        related: [
          expect.objectContaining({
            path: '../base_a.yaml',
            line: 10,
            column: 11,
            message: 'the other output',
          }),
        ],
      }),
    ])
  })

  it('reports requirements with their numbers', async () => {
    const tree = temporaryTree({ 'base.yaml': base, 'base.env': 'parameters: {vnf_id: 1}\n' })
    const { status, stdout } = await inProcess(
      ['check', '--profile', 'onap', '--repairs', '--format', 'json'],
      tree.root,
    )
    expect(status).toBe(1)
    expect(JSON.parse(stdout).files).toEqual([
      {
        path: 'base.env',
        kind: 'environment',
        status: 'unchanged',
        proof: 'none',
        transforms: [],
        findings: [
          {
            code: 'R-20856',
            about: { kind: 'parameter', name: 'vnf_id', location: '/parameters/vnf_id' },
            severity: 'error',
            message: '"vnf_id" must not be in the environment file: ONAP assigns it',
            path: 'base.env',
            line: 1,
            column: 14,
            endLine: 1,
            endColumn: 20,
            help: '`hotshift remediate --profile onap --supplied` deletes the entry with its comments; SO supplies the value at instantiation.',
            requirement: {
              keyword: 'MUST NOT',
              repair: 'supplied',
              isRepaired: false,
              suppliedBy: 'SO',
              task: { kind: 'value', path: 'base.env', name: 'vnf_id' },
            },
          },
          {
            code: 'R-599443',
            about: { kind: 'parameter', name: 'vnf_id', location: '/parameters/vnf_id' },
            severity: 'error',
            message: 'base.yaml declares no parameter "vnf_id"',
            path: 'base.env',
            line: 1,
            column: 14,
            endLine: 1,
            endColumn: 20,
            help: '`hotshift remediate --profile onap --supplied` deletes the entry with its comments; no parameter takes it.',
            requirement: {
              keyword: 'MUST',
              repair: 'supplied',
              isRepaired: false,
              suppliedBy: 'SO',
              task: { kind: 'value', path: 'base.env', name: 'vnf_id' },
            },
          },
        ],
        // Heat refuses what nothing declares.
        refusals: 1,
      },
      {
        path: 'base.yaml',
        kind: 'hot',
        status: 'unchanged',
        proof: 'none',
        transforms: [],
        findings: [
          {
            code: 'R-26124',
            about: { kind: 'parameter', name: 'size', location: '/parameters/size/default' },
            severity: 'error',
            message: 'the default of "size" is not in base.env',
            path: 'base.yaml',
            line: 4,
            column: 50,
            endLine: 4,
            endColumn: 57,
            help: '`hotshift remediate --profile onap` moves the default to the environment file.',
            requirement: {
              keyword: 'MUST',
              repair: 'safe',
              isRepaired: false,
              task: { kind: 'parameter', path: 'base.yaml', name: 'size' },
            },
          },
          {
            code: 'R-90526',
            about: { kind: 'parameter', name: 'size', location: '/parameters/size/default' },
            severity: 'error',
            message: 'the parameter "size" has a default',
            path: 'base.yaml',
            line: 4,
            column: 50,
            endLine: 4,
            endColumn: 57,
            help: '`hotshift remediate --profile onap` moves the default to the environment file.',
            requirement: {
              keyword: 'MUST NOT',
              repair: 'safe',
              isRepaired: false,
              task: { kind: 'parameter', path: 'base.yaml', name: 'size' },
            },
          },
          {
            code: 'R-87004',
            about: {
              kind: 'resource',
              name: 'disk',
              type: 'OS::Cinder::Volume',
              location: '/resources/disk',
              item: 'disk',
            },
            severity: 'warning',
            message: 'ONAP recommends the ID {vm-type}_volume_{index} for OS::Cinder::Volume "disk"',
            path: 'base.yaml',
            line: 6,
            column: 3,
            endLine: 6,
            endColumn: 7,
            help: 'Choose vm-type and index; existing stacks would replace the resource. hotshift proposes "disk_volume_0".',
            requirement: {
              keyword: 'SHOULD',
              repair: 'by-hand',
              isRepaired: false,
              task: { kind: 'resource', path: 'base.yaml', name: 'disk', proposed: 'disk_volume_0' },
            },
          },
        ],
      },
    ])
  })

  it('ends with 0 when nothing but advice is left', async () => {
    const env = 'parameters: {size: 3}\n'
    const tree = temporaryTree({ 'base.yaml': base.replace(', default: 3', ''), 'base.env': env })
    expect((await inProcess(['check', '--profile', 'onap'], tree.root)).status).toBe(0)
  })

  it('takes no other profile, and no version', async () => {
    const { root } = temporaryTree({ 'base.yaml': base })
    const unknown = await inProcess(['check', '--profile', 'onep'], root)
    expect([unknown.status, unknown.stderr]).toEqual([
      64,
      'hotshift: --profile onep: no such profile\n  the profiles are: onap, sdc\n  try hotshift check --help\n',
    ])
    expect((await inProcess(['check', '--profile', 'onap', '--to', 'rocky'], root)).status).toBe(64)
  })
})

it('an environment that is left out of the run is not missing', async () => {
  const tree = temporaryTree({ 'base.yaml': base, 'base.env': 'parameters: {}\n' })
  const codes = async () => {
    const { stdout } = await inProcess(
      ['check', '--profile', 'onap', 'base.yaml', '--format', 'csv'],
      tree.root,
    )
    return [...stdout.matchAll(/,(R-\d+),/g)].map(([, code]) => code).sort()
  }
  const missing = ['R-81725', 'R-86285']
  expect((await codes()).filter((code) => missing.includes(code ?? ''))).toEqual([])
  unlinkSync(join(tree.root, 'base.env'))
  expect(await codes()).toContain('R-86285')
})

describe('check of some requirements', () => {
  const run = (...args: readonly string[]) => {
    const { root } = temporaryTree({ 'base.yaml': base, 'base.env': 'parameters: {}\n' })
    return inProcess(['check', '--profile', 'onap', '.', '--format', 'csv', ...args], root)
  }
  const codes = ({ stdout }: { stdout: string }) => [
    ...new Set([...stdout.matchAll(/,(R-\d+),/g)].map(([, code]) => code)),
  ]

  it('leaves the others aside', async () => {
    const all = codes(await run())
    const [first = '', ...others] = all
    expect(others.length).toBeGreaterThan(0)
    expect(codes(await run('--only', first))).toEqual([first])
    expect(codes(await run('--except', first))).toEqual(others)
    expect((await run('--except', all.join(','))).status).toBe(0)
  })

  it('refuses what is none, and a choice without a profile', async () => {
    expect((await run('--only', 'R-1')).status).toBe(64)
    expect((await inProcess(['check', '--only', 'R-90526'], temporaryTree({}).root)).status).toBe(64)
  })
})

describe('a waiver', () => {
  const waiver = (fields: Readonly<Record<string, string>>) =>
    JSON.stringify({
      waivers: [{ requirement: 'R-86285', reason: 'agreed by mail', expires: '2999-12-31', ...fields }],
    })
  function run(configuration: string, ...options: readonly string[]) {
    const tree = temporaryTree({ 'base.yaml': base, 'hotshift.config.json': configuration })
    return inProcess(['check', '--profile', 'onap', '--only', 'R-86285', ...options], tree.root)
  }

  it('sets aside what it names until its last day, and says why', async () => {
    const { status, stdout, stderr } = await run(waiver({}), '--format', 'json')
    expect(status).toBe(0)
    const [file] = JSON.parse(stdout).files
    expect(file.findings).toEqual([])
    expect(file.ignored).toMatchObject([
      { code: 'R-86285', ignoredBy: { kind: 'waiver', reason: 'agreed by mail (until 2999-12-31)' } },
    ])
    expect(stderr).toBe('')
    expect((await run(waiver({}))).stdout).toContain('1 finding ignored: 1 by a waiver')
  })

  it('counts no longer when its day is over', async () => {
    const { status, stdout } = await run(waiver({ expires: '2001-01-31' }))
    expect(status).toBe(1)
    expect(stdout).toContain('The waiver (agreed by mail) ended on 2001-01-31.')
    expect(stdout).toContain('1 waiver ended: R-86285 (hotshift.config.json:1:13)')
  })

  it('is for its files only, and said to be for nothing where there is no finding', async () => {
    expect((await run(waiver({ files: '/base.*' }))).status).toBe(0)
    const { status, stdout } = await run(waiver({ files: 'nested/' }))
    expect(status).toBe(1)
    expect(stdout).toContain('1 waiver without findings: R-86285 (hotshift.config.json:1:13)')
  })

  it.each([
    [{ requirement: 'R-1' }, 'ONAP has no such requirement'],
    [{ reason: ' ' }, 'a waiver needs one reason'],
    [{ expires: '2027-02-30' }, 'expires is a day'],
    [{ expire: '2027-02-28' }, 'unknown key "expire"'],
  ])('is refused as %j', async (fields, message) => {
    const { status, stderr } = await run(waiver(fields as unknown as Record<string, string>))
    expect(status).toBe(64)
    expect(stderr).toContain(message)
  })
})

describe('a path without a template', () => {
  it('is not a package that meets all requirements', async () => {
    const tree = temporaryTree({ 'vnf.zip': 'PK\u0003\u0004', 'notes.txt': 'x\n' })
    const named = await inProcess(['check', '--profile', 'onap', 'notes.txt'], tree.root)
    expect([named.status, named.stdout]).toEqual([2, expect.stringContaining('not-a-template')])
    const skipped = await inProcess(
      ['check', '--profile', 'onap', 'notes.txt', '--ignore-unknown'],
      tree.root,
    )
    expect([skipped.status, skipped.stderr]).toEqual([
      2,
      expect.stringContaining('no template found in notes.txt (1 other file)\n'),
    ])
    const archive = await inProcess(['check', '--profile', 'onap', 'vnf.zip'], tree.root)
    expect(archive.status).toBe(2)
    expect(archive.stdout).toContain('archive-not-read')
  })
})

describe('createProfileChecker', () => {
  const check = (files: Readonly<Record<string, string | Uint8Array>>) =>
    createProfileChecker(remediation).runTogether?.(
      Object.entries(files).map(([path, text]) => ({
        path,
        bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
      })),
    ) ?? []

  it('gives one outcome for each file, in order, and skips what is none of its business', () => {
    const outcomes = check({
      'z/readme.md': '# x\n',
      'a/base.yaml': base,
      'a/photo.png': new Uint8Array([0, 1]),
    })
    expect(
      outcomes.map(({ path, status, findings }) => [path, status, findings.map(({ code }) => code)]),
    ).toEqual([
      ['z/readme.md', 'skipped', []],
      ['a/base.yaml', 'unchanged', ['R-38474', 'R-86285', 'R-26124', 'R-90526', 'R-87004']],
      ['a/photo.png', 'skipped', []],
    ])
  })

  it('takes each directory for a package', () => {
    const outcomes = check({
      'a/base.yaml': base,
      'a/base.env': 'parameters: {size: 1}\n',
      'b/base.yaml': base,
      'b/base.env': 'parameters: {}\n',
    })
    expect(outcomes.map(({ findings }) => findings.map(({ code }) => code))).toEqual([
      ['R-90526', 'R-87004'],
      [],
      ['R-26124', 'R-90526', 'R-87004'],
      [],
    ])
  })

  it('says of a template that it cannot be read, once, and where', () => {
    const [outcome] = check({ 'base.yaml': 'heat_template_version: 2018-03-02\nresources: [\n' })
    expect(outcome?.status).toBe('blocked')
    expect(outcome?.findings.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['R-95303', 3, 1],
    ])
  })

  it('reports image files beside templates', () => {
    const outcomes = check({ 'base.yaml': base, 'disk.qcow2': new Uint8Array([81, 70, 73, 251, 0]) })
    expect(outcomes[1]?.findings.map(({ code }) => code)).toEqual(['R-348813'])
  })
})

describe('the last lines of a report', () => {
  const lastLines = async (...args: string[]) => {
    const tree = temporaryTree({ 'base.yaml': base, 'base.env': 'parameters: {vnf_id: 1}\n' })
    const { stdout, stderr } = await inProcess([...args, '--profile', 'onap'], tree.root)
    return (args[0] === 'check' ? stdout : stderr).split('\n\n').at(-1)
  }

  it('of a check say what remediate can do', async () => {
    expect(await lastLines('check', '--repairs')).toBe(
      '`hotshift remediate` repairs 2 locations\n--supplied repairs up to 2 more locations, for which ONAP supplies the value\n',
    )
    expect(await lastLines('check')).toBe('--repairs says which of these locations hotshift repairs\n')
  })

  it('of a repair say what --lossy could do, unless it did', async () => {
    expect(await lastLines('remediate')).toBe(
      '--supplied repairs up to 2 more locations, for which ONAP supplies the value\n' +
        'dry run: nothing was written; add --write to write\n',
    )
    expect(await lastLines('remediate', '--only', 'R-20856,R-26124')).toBe(
      '--supplied repairs up to 1 more location, for which ONAP supplies the value\n' +
        'dry run: nothing was written; add --write to write\n',
    )
    expect(await lastLines('remediate', '--except', 'R-20856,R-599443')).toBe(
      'dry run: nothing was written; add --write to write\n',
    )
    expect(await lastLines('remediate', '--lossy')).toBe(
      'dry run: nothing was written; add --write to write\n',
    )
  })
})
