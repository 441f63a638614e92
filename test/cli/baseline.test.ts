import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryTree } from '../runner/temporary-tree.ts'
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
