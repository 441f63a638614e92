import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { EXECUTABLE } from './hotshift.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const yaml = `# kept
HeatTemplateFormatVersion: '2012-12-12'
Parameters:
  Size: {Type: Number}
Outputs:
  Size:
    Value: {Ref: Size}   # kept too
`
const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Parameters": {"Size": {"Type": "Number"}}}\n'
const unfit = `AWSTemplateFormatVersion: '2010-09-09'
Outputs:
  A:
    Value: {'Fn::Frobnicate': x}
`

describe('the whole way', () => {
  it('dry run, write, and nothing left to do', async () => {
    const tree = temporaryTree({ 'a.yaml': yaml, 'b.json': json, 'c.txt': 'x\n' })
    const dry = await inProcess(['migrate'], tree.root)
    expect(dry.status).toBe(0)
    expect(dry.stdout).toContain(
      '-    Value: {Ref: Size}   # kept too\n+    value: {get_param: Size}   # kept too\n',
    )
    expect(dry.stdout).toContain('rename from b.json\nrename to b.yaml\n')
    expect(dry.stderr).toMatch(/\ndry run: nothing was written; add --write to write\n$/)
    expect(tree.list()).toEqual(['a.yaml', 'b.json', 'c.txt'])

    const written = await inProcess(['migrate', '--write'], tree.root)
    expect([written.status, written.stdout]).toEqual([0, ''])
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml', 'c.txt'])
    expect(tree.read('a.yaml')).toBe(`# kept
heat_template_version: 2018-08-31
parameters:
  Size: {type: number}
outputs:
  Size:
    value: {get_param: Size}   # kept too
`)

    const again = await inProcess(['migrate', '--check'], tree.root)
    expect([again.status, again.stdout]).toEqual([0, ''])
    expect(again.stderr).toContain(' s\n  unchanged  2\n')
  })

  it('the diff of the dry run applies with git and gives what --write gives', async () => {
    const files = { 'a.yaml': yaml, 'my d\u00efr/b c.json': json }
    const patched = temporaryTree(files)
    const written = temporaryTree(files)
    const { stdout } = await inProcess(['migrate'], patched.root)
    execFileSync('git', ['init', '-q'], { cwd: patched.root })
    execFileSync('git', ['apply'], { cwd: patched.root, input: stdout })
    await inProcess(['migrate', '--write'], written.root)
    const contents = (tree: typeof patched) =>
      tree.list().flatMap((path) => (path.startsWith('.git/') ? [] : [[path, tree.read(path)]]))
    expect(contents(patched)).toEqual(contents(written))
  })

  it('what blocks a file is named with its place', async () => {
    const tree = temporaryTree({ 'a.yaml': unfit, 'b.yaml': yaml })
    const { status, stdout, stderr } = await inProcess(['migrate', '--format', 'json'], tree.root)
    expect([status, stderr]).toEqual([3, ''])
    const { files, totals } = JSON.parse(stdout)
    expect(totals).toMatchObject({
      changed: 1,
      unchanged: 0,
      skipped: 0,
      blocked: 1,
      failed: 0,
      errors: 1,
      warnings: 1,
    })
    expect(files[0]).toMatchObject({
      path: 'a.yaml',
      kind: 'cfn-yaml',
      status: 'blocked',
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'unknown-function', severity: 'error', path: 'a.yaml', line: 4 }),
      ]),
    })
    expect((await inProcess(['migrate', '--check', '--quiet'], tree.root)).status).toBe(3)
    expect((await inProcess(['migrate', '--check', '--quiet', 'b.yaml'], tree.root)).status).toBe(1)
  })

  it('a single transform', async () => {
    const tree = temporaryTree({ 'b.json': json })
    expect((await inProcess(['run', '-t', 'cfn/json-to-yaml', '--write'], tree.root)).status).toBe(0)
    expect(tree.read('b.yaml')).toContain('AWSTemplateFormatVersion: 2010-09-09\n')
  })
})

describe('bad surroundings', () => {
  it('a path that does not exist fails, and the others go on', async () => {
    const tree = temporaryTree({ 'a.yaml': yaml })
    const { status, stderr } = await inProcess(
      ['migrate', 'gone.yaml', 'no/*.json', 'a.yaml', '--write'],
      tree.root,
    )
    expect(status).toBe(2)
    expect(stderr).toContain('failed     gone.yaml  path-not-found  no such file or directory\n')
    expect(stderr).toContain('  1:1  error    glob-without-match  no file matches no/*.json\n')
    expect(tree.read('a.yaml')).toContain('heat_template_version')
  })

  it('a working directory that has gone', () => {
    const tree = temporaryTree()
    mkdirSync(join(tree.root, 'd'))
    const script = `rmdir ../d && exec "${process.execPath}" "${EXECUTABLE}" migrate 2>&1`
    const run = () => execFileSync('sh', ['-c', script], { cwd: join(tree.root, 'd'), encoding: 'utf8' })
    expect(run).toThrow(
      expect.objectContaining({ status: 64, stdout: expect.stringContaining('working directory') }),
    )
  })

  it('a reader that has seen enough', () => {
    const tree = temporaryTree(Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.json`, json])))
    const script = `"${process.execPath}" "${EXECUTABLE}" migrate --write --format jsonl | grep -m 1 '"type":"file"'; test -z "$(ls *.json 2>/dev/null)" && echo all`
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { cwd: tree.root, encoding: 'utf8' })
    expect(stdout).toMatch(/^\{"type":"(?:progress|file)".*\}\nall\n$/)
    expect(stderr).toBe('')
  })
})
