import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hotshift } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}\n'
const old = 'heat_template_version: 2016-10-14 # ours\r\nresources:\r\n  r: {type: OS::Heat::None}\r\n'
const upgraded = old.replace('2016-10-14', '2018-08-31')

/** Runs a command line in the tree with a text on standard input. */
function piped(tree: { readonly root: string }, line: string, input: string | Uint8Array) {
  return inProcess(line.split(' '), tree.root, {}, input)
}

describe('a template on standard input', () => {
  it('goes to standard output as it would be written, and the report to standard error', async () => {
    const tree = temporaryTree({ 'd/a.yaml': 'in the way\n' })
    const { status, stdout, stderr } = await piped(tree, 'migrate - --stdin-path d/a.json', json)
    expect(status).toBe(0)
    expect(stdout).toBe('heat_template_version: 2018-08-31\nresources:\n  r: {type: AWS::EC2::EIP}\n')
    expect(stderr).toContain('changed    d/a.json -> d/a.yaml  ')
    expect(stderr.split('\n').at(-2)).toBe('the result is on standard output')
    expect(tree.list()).toEqual(['d/a.yaml'])
  })

  it('keeps what need not change, byte for byte', async () => {
    const tree = temporaryTree()
    expect(await piped(tree, 'upgrade - --to rocky', old)).toMatchObject({ status: 0, stdout: upgraded })
    expect(await piped(tree, 'upgrade - --to rocky --check', old)).toMatchObject({
      status: 1,
      stdout: upgraded,
    })
    expect(await piped(tree, 'upgrade - --to rocky', upgraded)).toMatchObject({ status: 0, stdout: upgraded })
    // Through a real pipe.
    const latin = hotshift(['migrate', '-'], tree.root, {}, Buffer.from('caf\xe9\n', 'latin1'))
    expect(latin.stdout).toBe('caf\uFFFD\n')
    expect(tree.list()).toEqual([])
  })

  it('passes through when it is blocked, and the exit code says so', async () => {
    const blocked = json.replace('{"AWS', '{"Transform": "T", "AWS')
    expect(await piped(temporaryTree(), 'migrate -', blocked)).toMatchObject({ status: 3, stdout: blocked })
  })

  it('has its report in other formats where it does not mix with the result', async () => {
    const tree = temporaryTree()
    const { stdout, stderr } = await piped(tree, 'upgrade - --to rocky --format json', old)
    expect(stdout).toBe(upgraded)
    expect(JSON.parse(stderr)).toMatchObject({ files: [{ path: 'stdin', status: 'changed' }] })
  })

  it('is left alone where a pattern leaves its name out', async () => {
    const line = 'upgrade - --to rocky --stdin-path d/a.yaml --ignore d'
    expect((await piped(temporaryTree(), line, old)).stdout).toBe(old)
  })

  it('is checked beside the files that it names', async () => {
    const tree = temporaryTree({ 'd/child.yaml': old })
    const caller =
      'heat_template_version: 2018-08-31\nresources:\n  c:\n    type: child.yaml\n    properties: {absent: 1}\n'
    const { status, stdout, stderr } = await piped(tree, 'check - --stdin-path d/a.yaml', caller)
    expect(status).toBe(1)
    expect(stderr + (await piped(tree, 'check -', caller)).stderr).toBe('')
    expect(stdout).toContain('d/a.yaml\n  5:')
  })

  it('is refused where files are needed', async () => {
    const tree = temporaryTree()
    const message = async (line: string) => (await piped(tree, line, old)).stderr.split('\n')[0]
    expect(await message('migrate - --write')).toBe(
      'hotshift: --write is for files, and not for standard input',
    )
    expect(await message('migrate - a.yaml')).toBe(
      'hotshift: -: standard input is one template; leave out the other paths',
    )
    expect(await message('extract-defaults -')).toBe(
      'hotshift: -: the files of a package cannot come on standard input',
    )
    expect(await message('check - --profile onap')).toBe(
      'hotshift: -: the files of a package cannot come on standard input',
    )
    expect(await message('migrate --stdin-path a.yaml')).toBe(
      'hotshift: --stdin-path a.yaml: nothing is read from standard input',
    )
    writeFileSync(join(tree.root, '-'), old)
    expect(await piped(tree, 'upgrade ./- --to rocky --write', '')).toMatchObject({ status: 0, stdout: '' })
    expect(tree.read('-')).toBe(upgraded)
  })
})

it('that holds no template is an error, as a named file is', async () => {
  for (const command of ['check', 'migrate']) {
    const { status, stderr, stdout } = await inProcess([command, '-'], undefined, {}, 'resources: [')
    expect([command, status]).toEqual([command, 2])
    expect(stdout + stderr).toContain('not-a-template')
  }
})

describe('one of two templates on standard input', () => {
  const lower = (length: number) =>
    `heat_template_version: 2018-08-31\nresources: {r: {type: OS::Heat::RandomString, properties: {length: ${length}}}}\n`
  const upper = 'heat_template_version: 2018-08-31\nresources: {n: {type: lower.yaml}}\n'
  const files = { 'd/upper.yaml': upper, 'd/lower.yaml': lower(3), 'e/lower.yaml': lower(4) }

  it('stands where the other does', async () => {
    const tree = temporaryTree(files)
    expect(await piped(tree, 'verify - d/upper.yaml', upper)).toMatchObject({
      status: 0,
      stdout: "equal (Heat's reading)\n",
    })
    expect((await piped(tree, 'diff d/lower.yaml -', lower(9))).stdout).toContain(
      'openstack stack update --template TEMPLATE STACK',
    )
  })

  it('or where --stdin-path says', async () => {
    const { status, stdout } = await piped(
      temporaryTree(files),
      'verify - d/upper.yaml --stdin-path e/upper.yaml',
      upper,
    )
    expect([status, stdout]).toEqual([1, expect.stringContaining('properties.length')])
  })

  it('is named by what is wrong with it', async () => {
    const line = 'verify - d/upper.yaml --stdin-path piped.yaml'
    expect((await piped(temporaryTree(files), line, 'a: [')).stderr).toContain('piped.yaml:1:')
  })

  it('is not both of them', async () => {
    const { status, stderr } = await piped(temporaryTree(files), 'diff - -', upper)
    expect([status, stderr]).toEqual([64, expect.stringContaining('name the other')])
  })
})
