import { execFileSync, spawn } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const hotshift = (tree: Pick<TemporaryTree, 'root'>, line: string, answers: readonly string[] = []) =>
  commandLine(tree.root, line, answers)

const plain = 'heat_template_version: 2016-10-14\nresources:\n  r:\n    type: OS::Heat::None\n'
const lifted = plain.replace('2016-10-14', '2018-08-31')

describe('a plan', () => {
  it('is made by every command that rewrites, and changes nothing', async () => {
    const tree = temporaryTree({ 'a.yaml': plain })
    const lines = [
      'upgrade --to rocky',
      'migrate',
      'nativize',
      'extract-defaults',
      'run -t hot/target-version',
    ]
    for (const [index, line] of lines.entries())
      expect(await hotshift(tree, `${line} a.yaml --plan ${index}.json`)).toMatchObject({ code: 0 })
    expect(tree.read('a.yaml')).toBe(plain)
    const plans = lines.map((_, index) => JSON.parse(tree.read(`${index}.json`)))
    expect(plans.map(({ command, arguments: paths }) => [command, ...paths])).toEqual([
      ['upgrade', 'a.yaml'],
      ['migrate', 'a.yaml'],
      ['nativize', 'a.yaml'],
      ['extract-defaults', 'a.yaml'],
      ['run', 'a.yaml'],
    ])
    expect(plans[0].options).toEqual({ to: ['rocky'], plan: ['0.json'] })
  })

  it('replaces an older plan, and no other file', async () => {
    const tree = temporaryTree({ 'a.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    expect((await hotshift(tree, 'upgrade --to rocky --plan p.json')).code).toBe(0)
    const { code, err } = await hotshift(tree, 'upgrade --to rocky --plan a.yaml')
    expect({ code, err: err.split('\n')[0] }).toEqual({
      code: 64,
      err: 'hotshift: --plan a.yaml: the file exists and is not a plan',
    })
  })

  it('is shown as the run showed it', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': threeHunks, 'c.txt': '' })
    const run = await hotshift(tree, 'upgrade --to rocky --plan p.json')
    await hotshift(tree, 'apply p.json --write --quiet')
    const shown = await hotshift(tree, 'show p.json')
    expect(shown.out).toBe(run.out)
    const withoutEnd = (text: string) =>
      text.slice(0, text.indexOf('\ndry run') + 1 || text.lastIndexOf('hotshift apply'))
    // How long the run took the plan does not say.
    expect(withoutEnd(shown.err)).toBe(withoutEnd(run.err).replace(/^(3 files) in .*$/m, '$1'))
    expect(withoutEnd(run.err)).toContain('3 files in ')
    expect(shown.err.endsWith('\nhotshift apply p.json --write makes these changes\n')).toBe(true)
  })

  it('that changes nothing is shown as that', async () => {
    const tree = temporaryTree({
      'a.yaml': plain.replace(/^heat_template_version: .*$/m, 'heat_template_version: rocky'),
    })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    const shown = await hotshift(tree, 'show p.json')
    expect(shown.err.endsWith('\nthere is nothing to apply\n')).toBe(true)
  })

  it('may be laid out in another way, and come through a pipe', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': threeHunks })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    const { out } = await hotshift(tree, 'show p.json')
    tree.write('indented.json', JSON.stringify(JSON.parse(tree.read('p.json')), null, 4))
    expect((await hotshift(tree, 'show indented.json')).out).toBe(out)
    execFileSync('mkfifo', [join(tree.root, 'pipe')])
    const writer = spawn('sh', ['-c', 'cat indented.json > pipe'], { cwd: tree.root })
    expect((await hotshift(tree, 'show pipe')).out).toBe(out)
    expect(writer.exitCode ?? 0).toBe(0)
  })

  it('that is none is a mistake in the command line', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'p.json': '{}' })
    expect(await hotshift(tree, 'apply p.json')).toMatchObject({
      code: 64,
      err: expect.stringContaining('p.json is not a plan: at $schema: "urn:hotshift:plan:1" is expected'),
    })
    expect(await hotshift(tree, 'apply q.json')).toMatchObject({ code: 64 })
  })
})

describe('apply', () => {
  it('makes what the run would have made, once', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'd/b.yaml': threeHunks })
    const same = temporaryTree({ 'a.yaml': plain, 'd/b.yaml': threeHunks })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    expect((await hotshift(tree, 'apply p.json')).err).toContain('dry run: nothing was written')
    expect(tree.read('a.yaml')).toBe(plain)
    expect(await hotshift(tree, 'apply p.json --write')).toMatchObject({ code: 0 })
    await hotshift(same, 'upgrade --to rocky --write')
    for (const path of same.list()) expect(tree.read(path)).toBe(same.read(path))
    const again = await hotshift(tree, 'apply p.json --write')
    expect(again).toMatchObject({ code: 0, out: '' })
    expect(again.err).toContain('2 files are as planned already\n')
    expect(again.err).toContain('0 files written\n')
  })

  it('renames and creates as the run does, once', async () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}'
    const tree = temporaryTree({ 'a.json': json })
    await hotshift(tree, 'migrate --plan p.json')
    await hotshift(tree, 'apply p.json --write')
    expect(tree.list()).toEqual(['a.yaml', 'p.json'])
    expect((await hotshift(tree, 'apply p.json --write')).err).toContain('1 file is as planned already\n')
    const defaults = `${plain}parameters:\n  x: {type: string, default: y}\n`
    const other = temporaryTree({ 'b.yaml': defaults })
    await hotshift(other, 'extract-defaults b.yaml --plan p.json')
    await hotshift(other, 'apply p.json --write')
    expect(other.list()).toEqual(['b.env', 'b.yaml', 'p.json'])
    expect((await hotshift(other, 'apply p.json --write')).err).toContain('2 files are as planned already\n')
  })

  it('refuses a file that has changed, with all that is changed together with it', async () => {
    const parent = `AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  s:\n    Type: child.json\n`
    const child = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}'
    const tree = temporaryTree({ 'child.json': child, 'parent.yaml': parent, 'other.json': child })
    await hotshift(tree, 'migrate --plan p.json')
    tree.write('child.json', `${child}\n`)
    const { code, err } = await hotshift(tree, 'apply p.json --write')
    expect(code).toBe(3)
    expect(err).toContain(
      'blocked    child.json\n  1:1  error    plan-outdated  has changed since the plan was made',
    )
    expect(err).toContain('belongs together with the change of child.json, which cannot be made')
    expect(tree.list()).toEqual(['child.json', 'other.yaml', 'p.json', 'parent.yaml'])
    expect(tree.read('parent.yaml')).toBe(parent)
  })

  it('refuses a group as a whole, however many files lie between', async () => {
    const parent = `AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  s:\n    Type: child.json\n`
    const child = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}'
    const between = Array.from({ length: 150 }, (_, index) => [`m${index}.json`, child])
    const tree = temporaryTree({ 'child.json': child, 'z.yaml': parent, ...Object.fromEntries(between) })
    await hotshift(tree, 'migrate --plan p.json')
    tree.write('z.yaml', `${parent}\n`)
    const { code, err } = await hotshift(tree, 'apply p.json --write')
    expect(code).toBe(3)
    expect(err).toContain('belongs together with the change of z.yaml, which cannot be made')
    expect(err).toContain('\n150 files written\n')
    expect(tree.read('child.json')).toBe(child)
    expect(tree.list().filter((path) => /^m\d+\.yaml$/.test(path))).toHaveLength(150)
  })

  it('refuses two files of a plan that are to have the same name, wherever they stand in it', async () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "AWS::EC2::EIP"}}}'
    const between = Array.from({ length: 150 }, (_, index) => [`m${index}.yaml`, plain])
    const tree = temporaryTree({ 'a.json': json, 'z.json': json, ...Object.fromEntries(between) })
    await hotshift(tree, 'migrate --plan p.json')
    tree.write('p.json', tree.read('p.json').replace('"newPath":"z.yaml"', '"newPath":"A.yaml"'))
    const { err } = await hotshift(tree, 'apply p.json --write --verbose')
    expect(err).toContain('the result belongs in a.yaml, which z.json claims too')
    expect(err).toContain('the result belongs in A.yaml, which a.json claims too')
    expect(tree.list().filter((path) => path.endsWith('.json'))).toEqual(['a.json', 'p.json', 'z.json'])
  })

  it('refuses files outside of the working directory, also behind links', async () => {
    const tree = temporaryTree({ 'in/a.yaml': plain, 'out/b.yaml': plain })
    symlinkSync('../out', join(tree.root, 'in/link'))
    await hotshift(tree, 'upgrade --to rocky in/a.yaml in/link/b.yaml --plan p.json')
    const below = { ...tree, root: join(tree.root, 'in') }
    const moved = tree.read('p.json').replaceAll('"path":"in/', '"path":"')
    tree.write('in/p.json', moved)
    const { code, err } = await hotshift(below, 'apply p.json --write')
    expect(code).toBe(3)
    expect(err).toContain(
      'blocked    link/b.yaml\n  1:1  error    plan-leads-outside  lies outside of the working directory',
    )
    expect([tree.read('in/a.yaml'), tree.read('out/b.yaml')]).toEqual([lifted, plain])
    expect((await hotshift(below, 'apply p.json --write --allow-outside')).code).toBe(0)
    expect(tree.read('out/b.yaml')).toBe(lifted)
  })

  it('takes what is chosen', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'd/b.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    expect((await hotshift(tree, 'apply p.json --write --except path:d/')).code).toBe(0)
    expect([tree.read('a.yaml'), tree.read('d/b.yaml')]).toEqual([lifted, plain])
    expect(await hotshift(tree, 'apply p.json --only finding:no-such-code')).toMatchObject({ code: 64 })
    expect((await hotshift(tree, 'apply p.json --only proff:equal')).err).toContain('did you mean proof:?')
    expect((await hotshift(tree, 'apply p.json --only status:chanced')).err).toContain(
      'did you mean changed?',
    )
  })
})

describe('--only and --except of a command', () => {
  it('write and report nothing but what is chosen, and say how much that leaves out', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'd/b.yaml': plain, 'x.txt': 'x\n' })
    const run = await hotshift(tree, 'upgrade --to rocky --write --except path:d/ --only status:changed')
    expect([tree.read('a.yaml'), tree.read('d/b.yaml')]).toEqual([lifted, plain])
    expect(run.code).toBe(0)
    expect(run.err).toContain('2 files left out by --only and --except\n')
    expect(run.err).not.toContain('d/b.yaml')
  })

  it('leave out what blocks, and its exit code', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': 'heat_template_version: 2013-05-23\na: [\n' })
    expect((await hotshift(tree, 'upgrade --to rocky')).code).not.toBe(0)
    expect((await hotshift(tree, 'upgrade --to rocky --except status:blocked')).code).toBe(0)
    const chosen = await hotshift(tree, 'upgrade --to rocky --only status:blocked --format json')
    expect(JSON.parse(chosen.out).files.map(({ path }: { readonly path: string }) => path)).toEqual([
      'b.yaml',
    ])
    expect(chosen.code).not.toBe(0)
  })

  it('leave out hunks by transform, and prove the rest again', async () => {
    const tree = temporaryTree({ 'a.yaml': threeHunks })
    const whole = await hotshift(tree, 'upgrade --to rocky --format json')
    const { transforms } = JSON.parse(whole.out).files[0]
    expect(transforms.length).toBeGreaterThan(1)
    const run = await hotshift(tree, `upgrade --to rocky --write --only transform:${transforms[1]}`)
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('1 proved equal')])
    expect(tree.read('a.yaml')).toContain('heat_template_version: 2013-05-23')
    expect(tree.read('a.yaml')).not.toBe(threeHunks)
  })

  it('keep together what changes together', async () => {
    const caller = 'heat_template_version: 2013-05-23\nresources:\n  r: {type: n.json}\n'
    const nested = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}\n'
    const tree = temporaryTree({ 'a.yaml': caller, 'n.json': nested })
    const run = await hotshift(tree, 'migrate --write --only path:n.json')
    expect([tree.read('a.yaml'), tree.read('n.json')]).toEqual([caller, nested])
    expect(run.err).toContain('belongs together with the change of a.yaml, which is left out')
    expect((await hotshift(tree, 'migrate --write --only path:n.json --only path:a.yaml')).code).toBe(0)
    expect(tree.list()).toEqual(['a.yaml', 'n.yaml'])
  })

  it('hold for the plan, the copy, and standard input', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky --plan p.json --only path:a.yaml')
    expect(JSON.parse(tree.read('p.json')).files).toHaveLength(1)
    await hotshift(tree, 'upgrade --to rocky --out copy --only path:b.yaml')
    expect(tree.list().filter((path) => path.startsWith('copy'))).toEqual([
      'copy/.hotshift-copy',
      'copy/b.yaml',
    ])
  })

  it.each([
    ['upgrade --to rocky --only finding:no-such', 'finding:no-such: there is no such finding'],
    ['upgrade --to rocky --except transform:hot/target-versoin', 'did you mean'],
    ['upgrade --to rocky --only R-90526', 'a selector is missing'],
    ['remediate --profile onap --only R-00000', 'ONAP has no such requirement'],
    ['remediate --profile onap --only proff:equal', 'did you mean proof:?'],
  ])('refuse what nothing can match: %s', async (line, message) => {
    const tree = temporaryTree({ 'a.yaml': plain })
    const { code, err } = await hotshift(tree, line)
    expect([code, err]).toEqual([64, expect.stringContaining(message)])
  })

  it('of remediate take requirements and files', async () => {
    const tree = temporaryTree({ 'a/base.yaml': plain, 'b/base.yaml': plain })
    const line = 'remediate --profile onap --only R-90526 --only path:a/ --format json'
    const { out, err } = await hotshift(tree, line)
    expect(err).toBe('')
    const { files } = JSON.parse(out)
    expect(files.map(({ path }: { readonly path: string }) => path.split('/')[0])).toContain('a')
    expect(files.map(({ path }: { readonly path: string }) => path.split('/')[0])).not.toContain('b')
  })
})

describe('--interactive', () => {
  it('asks hunk by hunk, says what the rest is worth, and asks again where that is nothing', async () => {
    const tree = temporaryTree({ 'a.yaml': threeHunks })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    const asked = await hotshift(tree, 'apply p.json -i --write', ['y', 'n', 'y', 'y', 'n', 'n', 'a'])
    expect(asked).toMatchObject({ code: 0, unasked: 0 })
    expect(asked.err).toContain(
      'a.yaml: cannot be made: without what is left out the file is not valid: line 9',
    )
    expect(asked.err).toContain('a.yaml: read, checked and proved again: equal\n')
    expect(tree.read('a.yaml')).toBe(threeHunks.replace('{"Fn::Select": [0, [p, q]]}', 'p'))
  })

  it('stops, and goes on from there', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': plain, 'c.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    const first = await hotshift(tree, 'apply p.json -i --write', ['y', 'q'])
    expect(first.err).toContain(
      'your decisions are in p.decisions.json; the same command continues from there\n',
    )
    expect([tree.read('a.yaml'), tree.read('b.yaml'), tree.read('c.yaml')]).toEqual([lifted, plain, plain])
    const second = await hotshift(tree, 'apply p.json -i --write', ['n', '?', 'y'])
    expect(second).toMatchObject({ code: 0, unasked: 0 })
    expect([tree.read('b.yaml'), tree.read('c.yaml')]).toEqual([plain, lifted])
    expect(second.err).toContain('q - stop here')
    // The same decisions hold without anybody who is asked.
    const third = await hotshift(tree, 'apply p.json --decisions p.decisions.json --write')
    expect(third.err).toContain('2 files are as planned already\n')
  })

  it('of a command needs no plan', async () => {
    const tree = temporaryTree({ 'a.yaml': plain, 'b.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky -i --write --decisions d.json', ['n', 'y'])
    expect([tree.read('a.yaml'), tree.read('b.yaml')]).toEqual([plain, lifted])
  })

  it('of a command goes on after a file of which hunks were left out', async () => {
    const tree = temporaryTree({ 'a.yaml': threeHunks, 'b.yaml': plain })
    const line = 'upgrade --to rocky -i --write --decisions d.json'
    await hotshift(tree, line, ['n', 'n', 'y', 'q'])
    const partly = tree.read('a.yaml')
    expect(partly).toBe(threeHunks.replace('{"Fn::Select": [0, [p, q]]}', 'p'))
    const second = await hotshift(tree, line, ['y'])
    expect(second).toMatchObject({ code: 0, unasked: 0 })
    expect(second.err).not.toContain('for another change')
    expect([tree.read('a.yaml'), tree.read('b.yaml')]).toEqual([partly, lifted])
    // Another change of the same file is asked about.
    const other = await hotshift(tree, line.replace('rocky', 'newton'), ['n', 'n'])
    expect(other.err).toContain('a.yaml: the decisions are for another change of the file, and do not count')
  })

  it('that stops among files that change together blocks none of them', async () => {
    const caller = `${plain}resources:\n  c: {type: n.json}\n`
    const nested =
      '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"R": {"Type": "OS::Heat::None"}}}\n'
    const tree = temporaryTree({ 'n.json': nested, 'u.yaml': caller })
    await hotshift(tree, 'migrate --plan p.json')
    const asked = await hotshift(tree, 'apply p.json -i --write', ['y', 'q'])
    expect(asked).toMatchObject({ code: 0, unasked: 0 })
    expect(asked.err).toContain('skipped  2  not decided yet\n')
    expect([tree.read('n.json'), tree.read('u.yaml')]).toEqual([nested, caller])
  })
})

describe('--decisions', () => {
  it('of files and transforms that the plan does not change are named', async () => {
    const tree = temporaryTree({ 'a.yaml': plain })
    await hotshift(tree, 'upgrade --to rocky --plan p.json')
    const hash = 'a'.repeat(64)
    tree.write(
      'd.json',
      JSON.stringify({
        $schema: 'urn:hotshift:decisions:1',
        files: [{ path: 'A.yaml', before: hash, after: hash, decision: 'reject' }],
        transforms: { 'cfn/join': 'reject' },
      }),
    )
    const { err } = await hotshift(tree, 'apply p.json --decisions d.json')
    expect(err).toContain('d.json: there is no file A.yaml to decide about\n')
    expect(err).toContain('d.json: the transform cfn/join changes no file\n')
  })
})
