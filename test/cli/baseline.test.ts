import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

const template = (...names: string[]) =>
  `heat_template_version: 2018-08-31\noutputs:\n${names.map((name) => `  ${name}: {value: {get_param: ${name}}}\n`).join('')}`

describe('a baseline', () => {
  const { root } = temporaryTree({ 'sub/a.yaml': template('p', 'q') })
  const file = join(root, 'base.json')
  const check = (...args: string[]) => inProcess(['check', '--baseline', file, ...args], root)

  it('has to be there', async () => {
    const { status, stderr } = await check()
    expect(status).toBe(64)
    expect(stderr).toContain('--update-baseline writes one')
  })

  it('is no file that is looked at, where it lies among them', async () => {
    const own = temporaryTree({ 'd/a.yaml': 'heat_template_version: 2016-10-14\nresources: {}\n' })
    for (const more of [['--update-baseline'], []]) {
      const { stdout } = await inProcess(['check', 'd', '--baseline', 'd/base.json', ...more], own.root)
      expect(stdout).toContain('1 file in ')
    }
    expect((await inProcess(['check', 'd'], own.root)).stdout).toContain('2 files in ')
  })

  it('is written by --update-baseline, which has nothing to complain of then', async () => {
    const { status, stdout } = await check('--update-baseline')
    expect(status).toBe(0)
    expect(stdout).toContain('holds 2 findings now')
    expect(JSON.parse(readFileSync(file, 'utf8')).findings).toEqual([
      expect.objectContaining({ path: 'sub/a.yaml', code: 'unknown-reference', count: 1 }),
      expect.objectContaining({ path: 'sub/a.yaml', code: 'unknown-reference', count: 1 }),
    ])
  })

  it('makes only what is new count, wherever the lines are now, and from any folder', async () => {
    expect((await check()).status).toBe(0)
    expect((await check()).stdout).toContain('2 findings ignored: 2 by the baseline')
    writeFileSync(join(root, 'sub/a.yaml'), `# a line more\n${template('r', 'p', 'q')}`)
    expect((await check()).status).toBe(1)
    const { stdout, status } = await inProcess(
      ['check', '--baseline', '../base.json', '--format', 'json'],
      join(root, 'sub'),
    )
    expect(status).toBe(1)
    const [{ findings, ignored }] = JSON.parse(stdout).files
    expect(findings.map(({ message }: { message: string }) => message)).toEqual([
      expect.stringContaining('"r"'),
    ])
    expect(ignored).toHaveLength(2)
    expect(ignored[0].ignoredBy).toEqual({ kind: 'baseline' })
  })

  it('knows findings whose messages have other words now, and those of an earlier version by theirs', async () => {
    const { findings } = JSON.parse(readFileSync(file, 'utf8'))
    const rewritten = (change: (one: object) => object) =>
      writeFileSync(
        join(root, 'other.json'),
        JSON.stringify({ hotshiftBaseline: 1, findings: findings.map(change) }),
      )
    const against = () => inProcess(['check', '--baseline', 'other.json'], root)
    writeFileSync(join(root, 'sub/a.yaml'), template('p', 'q'))
    rewritten((one) => ({ ...one, message: 'in other words' }))
    expect((await against()).status).toBe(0)
    rewritten(({ about: _about, ...one }: { about?: object }) => one)
    expect((await against()).status).toBe(0)
    rewritten(({ about: _about, ...one }: { about?: object }) => ({ ...one, message: 'in other words' }))
    expect((await against()).status).toBe(1)
  })

  it('tells what is gone', async () => {
    writeFileSync(join(root, 'sub/a.yaml'), template('p'))
    expect((await check()).stdout).toMatch(
      /1 finding of the baseline \S+ is gone; --update-baseline removes it\n/,
    )
    expect((await check()).status).toBe(0)
  })

  it('replaces no file that is none', async () => {
    writeFileSync(join(root, 'other.json'), '{}')
    const { status, stderr } = await inProcess(
      ['check', '--baseline', 'other.json', '--update-baseline'],
      root,
    )
    expect(status).toBe(64)
    expect(stderr).toContain('the file exists and is not a baseline')
    expect((await inProcess(['check', '--baseline', 'other.json'], root)).stderr).toContain(
      'the file is not a baseline',
    )
    expect(readFileSync(join(root, 'other.json'), 'utf8')).toBe('{}')
  })
})

describe('a baseline of a package whose names change', () => {
  const oven = (more = '') => `heat_template_version: 2018-03-02
description: An oven
parameters:
  pipe: {type: string, description: Where the heat comes from}
  title: {type: string, description: Title}
  oven_image_name: {type: string, description: Image}
  oven_flavor_name: {type: string, description: Size}
resources:
  inlet:
    type: OS::Neutron::Port
    properties: {network: {get_param: pipe}}
  stove:
    type: OS::Nova::Server
    properties:
      name: {get_param: title}
      image: {get_param: oven_image_name}
      flavor: {get_param: oven_flavor_name}
      networks: [{port: {get_resource: inlet}}]
${more}`
  const values = 'parameters: {oven_image_name: brick, oven_flavor_name: hot}\n'
  const asked = ['check', '--profile', 'onap', 'p', '--baseline', 'base.json']

  async function begun() {
    const tree = temporaryTree({ 'p/main.yaml': oven(), 'p/main.env': values })
    await inProcess([...asked, '--update-baseline'], tree.root)
    return tree
  }
  const checked = async (root: string) => {
    const { stdout } = await inProcess([...asked, '--format', 'json'], root)
    const { files, since } = JSON.parse(stdout)
    const findings: { code: string; message: string }[] = files.flatMap(
      ({ findings }: { findings: unknown }) => findings,
    )
    return { news: findings.map(({ message }) => message), gone: since.gone }
  }

  it('follows names that a repair gives', async () => {
    const { root, list } = await begun()
    await inProcess(['remediate', '--profile', 'onap', '--lossy', '--write', 'p'], root)
    const { stdout, status } = await inProcess(asked, root)
    expect(list()).toContain('p/base_main.yaml')
    expect(stdout).toContain(
      'of the baseline base.json have other names now; --update-baseline writes the new\n',
    )
    expect(status).toBe(0)
  })

  it('follows a file that was renamed, with all that is found in it', async () => {
    const { root } = await begun()
    renameSync(join(root, 'p/main.yaml'), join(root, 'p/x.yaml'))
    renameSync(join(root, 'p/main.env'), join(root, 'p/x.env'))
    expect(await checked(root)).toEqual({ news: [], gone: [] })
  })

  it('takes nothing for a new name of what is still there', async () => {
    const { root, write } = await begun()
    write(
      'p/main.yaml',
      oven('  drain:\n    type: OS::Neutron::Port\n    properties: {network: {get_param: pipe}}\n'),
    )
    const { news, gone } = await checked(root)
    expect(gone).toEqual([])
    expect(news).toContainEqual(
      expect.stringMatching(/_port_\{index\} for OS::Neutron::Port "drain" on an external network$/),
    )
    expect(news.filter((message) => /"(?:inlet|stove)"/.test(message))).toEqual([])
  })
})
