import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { rewrite } from '../../src/apps/cli/rewrite.ts'
import type { World } from '../../src/apps/cli/world.ts'
import { fakeEngine } from '../run/fake-engine.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { args, testWorld } from './test-world.ts'

afterEach(removeTemporaryTrees)

/** Runs with the fake engine in the tree. */
async function start(
  tree: TemporaryTree,
  options = args(),
  fields: Partial<World> & { isTTY?: boolean } = {},
) {
  const world = testWorld(tree.root, fields)
  const code = await rewrite(options, fakeEngine, world)
  return { code, out: world.text('out'), err: world.text('err') }
}

const diffOfA = 'diff --git a/a.yaml b/a.yaml\n--- a/a.yaml\n+++ b/a.yaml\n@@ -1 +1 @@\n-upper\n+UPPER\n'

describe('the dry run', () => {
  it('prints diff and summary, and writes nothing', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.txt': '' })
    expect(await start(tree)).toEqual({
      code: 0,
      out: diffOfA,
      err: [
        'changed    a.yaml  1 change by 1 transform',
        '',
        '2 files in 0.00 s',
        '  changed  1',
        '  skipped  1  not a template',
        '',
        'dry run: nothing was written; add --write to write',
        '',
      ].join('\n'),
    })
    expect(tree.list().map(tree.read)).toEqual(['upper\n', ''])
  })

  it('says whether there is anything to write, and how', async () => {
    const last = async (files: Record<string, string>, options = args()) =>
      (await start(temporaryTree(files), options)).err.split('\n').at(-2)
    expect(await last({ 'a.yaml': 'same\n' })).toBe('dry run: there is nothing to write')
    expect(await last({ 'a.yaml': 'block\n' })).toBe('dry run: there is nothing to write')
    expect(await last({ 'a.yaml': 'upper\n' }, args({ check: true }))).toBe('dry run: nothing was written')
    expect(await last({ 'a.yaml': 'same\n' }, args({ write: true }))).toBe('0 files written')
  })

  it('of the working directory when no path is given, else of the paths', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'd/b.yaml': 'upper\n' })
    expect((await start(tree)).out).toContain('a/d/b.yaml')
    expect((await start(tree, args({}, 'a.yaml'))).out).toBe(diffOfA)
    expect((await start(tree, args({ ignore: ['d'] }))).out).toBe(diffOfA)
  })

  it('names files from the root of the repository, as git apply wants them', async () => {
    const tree = temporaryTree({ 'sub/dir/a.json': 'rename\n', 'sub/dir/p': '' })
    execFileSync('git', ['init', '-q'], { cwd: tree.root })
    const cwd = join(tree.root, 'sub/dir')
    const { out, err } = await start(tree, args(), { cwd })
    expect(out.split('\n')[0]).toBe('diff --git a/sub/dir/a.json b/sub/dir/a.yaml')
    expect(err).toContain('changed    a.json -> a.yaml  ')
    tree.write('sub/dir/p', out)
    execFileSync('git', ['apply', 'p'], { cwd })
    expect(tree.list().filter((path) => path.startsWith('sub'))).toEqual(['sub/dir/a.yaml', 'sub/dir/p'])
    expect(tree.read('sub/dir/a.yaml')).toBe('RENAME\n')
  })

  it('names the real file behind a link', async () => {
    const tree = temporaryTree({ 'real/a.yaml': 'upper\n' })
    symlinkSync('real', join(tree.root, 'link'))
    symlinkSync('real/a.yaml', join(tree.root, 'a-link'))
    expect((await start(tree, args({}, 'link'))).out).toContain('+++ b/real/a.yaml\n')
    expect((await start(tree, args({}, 'a-link'))).out).toContain('+++ b/real/a.yaml\n')
  })
})

describe('--write', () => {
  it('writes, and prints no diff', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.json': 'rename\n' })
    const { code, out, err } = await start(tree, args({ write: true }))
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/\n2 files written\n$/)
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml'])
  })
})

describe('exit codes', () => {
  it.each<[string, Record<string, string>, Record<string, true>, number]>([
    ['nothing found', {}, {}, 2],
    ['nothing to do', { 'a.yaml': 'same' }, { check: true }, 0],
    ['changes', { 'a.yaml': 'upper' }, {}, 0],
    ['changes with --check', { 'a.yaml': 'upper' }, { check: true }, 1],
    ['blocked files', { 'a.yaml': 'upper', 'b.yaml': 'block' }, {}, 3],
    ['blocked files with --check', { 'a.yaml': 'upper', 'b.yaml': 'block' }, { check: true }, 3],
    ['failed files', { 'a.yaml': 'crash', 'b.yaml': 'block' }, {}, 2],
  ])('%s', async (_, files, options, code) => {
    expect((await start(temporaryTree(files), args(options))).code).toBe(code)
  })

  it('errors left in a file that was changed all the same', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper' })
    const engine: typeof fakeEngine = {
      ...fakeEngine,
      run: (input) => ({
        ...fakeEngine.run(input),
        findings: [{ code: 'yaml-syntax', severity: 'error', message: '', line: 1, column: 1 }],
      }),
    }
    expect(await rewrite(args({ partial: true }), engine, testWorld(tree.root))).toBe(3)
  })
})

describe('--patch', () => {
  const files = { 'a.yaml': 'upper\n', 'b.json': 'rename\n', 'c.txt': 'x\n' }

  it('puts the diff into a file that git applies, instead of printing it', async () => {
    const tree = temporaryTree(files)
    const { code, out, err } = await start(tree, args({ patch: 'my.patch' }))
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(
      /\nthe patch of 2 files is in my\.patch\n1 original will be removed\ndry run: nothing else was written\n$/,
    )
    execFileSync('git', ['init', '-q'], { cwd: tree.root })
    execFileSync('git', ['apply', 'my.patch'], { cwd: tree.root })
    expect([tree.read('a.yaml'), tree.read('b.yaml')]).toEqual(['UPPER\n', 'RENAME\n'])
  })

  it('is of what was written with --write', async () => {
    const tree = temporaryTree({ ...files, 'd.yaml': 'upper\n' })
    execFileSync('chmod', ['444', join(tree.root, 'd.yaml')])
    const { code } = await start(tree, args({ patch: 'my.patch', write: true }))
    expect(code).toBe(2)
    expect(tree.read('my.patch').match(/^diff .*$/gm)).toEqual([
      'diff --git a/a.yaml b/a.yaml',
      'diff --git a/b.json b/b.yaml',
    ])
  })

  it('replaces an older patch, also by an empty one', async () => {
    const tree = temporaryTree({ 'a.yaml': 'same\n', 'my.patch': diffOfA })
    await start(tree, args({ patch: 'my.patch' }))
    expect(tree.read('my.patch')).toBe('')
    await start(tree, args({ patch: 'my.patch' }))
    expect(tree.list()).toEqual(['a.yaml', 'my.patch'])
  })

  it('replaces no file that is not a patch, and no directory', async () => {
    const tree = temporaryTree(files)
    mkdirSync(join(tree.root, 'dir'))
    for (const patch of ['a.yaml', 'dir']) {
      await expect(start(tree, args({ patch }))).rejects.toThrow(
        `--patch ${patch}: the file exists and is not a patch`,
      )
    }
    expect(tree.read('a.yaml')).toBe('upper\n')
  })

  it('that cannot be written is known before anything else happens', async () => {
    const tree = temporaryTree(files)
    await expect(start(tree, args({ patch: 'no/my.patch', write: true }))).rejects.toThrow(
      '--patch no/my.patch: cannot be written: no such file or directory',
    )
    expect(tree.list()).toEqual(['a.yaml', 'b.json', 'c.txt'])
  })
})

describe('the report', () => {
  const files = { 'a.yaml': 'upper\n', 'b.yaml': 'block\n' }

  it.each(['json', 'jsonl', 'sarif'])('%s stands alone on standard output', async (format) => {
    const { code, out, err } = await start(temporaryTree(files), args({ format }))
    expect([code, err]).toEqual([3, ''])
    const documents = format === 'jsonl' ? out.trimEnd().split('\n') : [out]
    for (const document of documents) JSON.parse(document)
    expect(out).not.toContain('diff --git')
    expect(out).toContain('unknown-function')
  })

  it('json gives help from the catalogue', async () => {
    const { out } = await start(temporaryTree(files), args({ format: 'json' }))
    expect(JSON.parse(out).files[1].findings).toEqual([
      {
        code: 'unknown-function',
        severity: 'error',
        message: 'Fn::Foo is unknown',
        path: 'b.yaml',
        line: 2,
        column: 3,
        help: 'Replace the function with its value.',
      },
    ])
  })

  it('an unknown format is a usage error', async () => {
    await expect(start(temporaryTree(), args({ format: 'jsno' }))).rejects.toMatchObject({
      name: 'UsageError',
      message: '--format jsno: no such format',
      hints: [
        'did you mean json or jsonl?',
        'the formats are text, concise, json, jsonl, sarif, csv, markdown, html, xlsx, github, gitlab, junit',
      ],
    })
  })

  it('goes into a file beside the one on the terminal, in the format that its name says', async () => {
    const tree = temporaryTree(files)
    const { code, out, err } = await start(tree, args({ output: 'report.json' }))
    expect([code, out]).toEqual([3, diffOfA])
    expect(err).toMatch(/add --write to write\nthe report is in report\.json\n$/)
    expect(JSON.parse(tree.read('report.json')).totals.changed).toBe(1)
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml', 'report.json'])
  })

  it.each([
    ['r.csv', 'path,line,column,'],
    ['r.md', '# hotshift report\n'],
    ['r.HTML', '<!doctype html>\n'],
    ['r.sarif', '{\n  "$schema"'],
    ['r.sarif.json', '{\n  "$schema"'],
    ['r.jsonl', '{"type":"file"'],
  ])('%s is written, and again', async (output, begin) => {
    const tree = temporaryTree(files)
    const again = () => start(tree, args({ output, quiet: true, ignore: ['r.*'] }))
    await again()
    const first = tree.read(output)
    expect(first.slice(0, begin.length)).toBe(begin)
    await again()
    expect(tree.read(output)).toBe(first)
  })

  it('takes the place of nothing else', async () => {
    const tree = temporaryTree({ ...files, 'c.json': '{}' })
    await expect(start(tree, args({ output: 'c.json' }))).rejects.toMatchObject({
      name: 'UsageError',
      message: '--output c.json: the file exists and is not a report as json',
      hints: ['give the report as json a name of its own'],
    })
    await expect(start(tree, args({ output: 'a.yaml', format: 'html' }))).rejects.toThrow(
      'is not a report as html',
    )
    expect(tree.list().map(tree.read)).toEqual(['upper\n', 'block\n', '{}'])
  })

  it.each<[Record<string, string>, string]>([
    [{ output: 'x.txt' }, '--output x.txt: the ending names no format'],
    [{ output: 'x.html', format: 'text' }, '--output is for the other formats; text goes to the terminal'],
    [{ output: 'no/x.html' }, '--output no/x.html: cannot be written: no such file or directory'],
  ])('%j is a usage error', async (options, message) => {
    const tree = temporaryTree(files)
    await expect(start(tree, args(options))).rejects.toMatchObject({ name: 'UsageError', message })
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('leaves no file behind when the run does not come to its end', async () => {
    const tree = temporaryTree(files)
    const engine: typeof fakeEngine = {
      ...fakeEngine,
      run: () => ({ ...fakeEngine.run({ path: '', bytes: new Uint8Array() }), path: '' }),
    }
    const broken = {
      ...testWorld(tree.root),
      err: {
        isTTY: false,
        write: () => {
          throw new Error('gone')
        },
      },
    }
    await expect(rewrite(args({ output: 'r.html' }), engine, broken)).rejects.toThrow('gone')
    expect(tree.list()).toEqual(['a.yaml', 'b.yaml'])
  })

  it('ends when nobody reads on', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'upper\n', 'c.yaml': 'block\n' })
    let written = ''
    const out = {
      isTTY: false,
      isGone: () => written !== '',
      write: (text: string) => {
        written += text
      },
    }
    expect(await start(tree, args(), { out })).toMatchObject({
      code: 3,
      err: 'changed    a.yaml  1 change by 1 transform\n\n',
    })
    expect(written).toBe(diffOfA)
  })

  it('quiet leaves only what failed or is blocked', async () => {
    const { out, err } = await start(temporaryTree(files), args({ quiet: true }))
    expect(out).toBe('')
    expect(err).toBe(
      'blocked    b.yaml\n  2:3  error    unknown-function  Fn::Foo is unknown\n' +
        '2 files: 1 changed, 1 blocked\nexit code 3: 1 file is blocked\n',
    )
  })

  it('quiet says why a check ends with 1', async () => {
    const tree = temporaryTree({ 'a.yaml': 'upper\n', 'b.yaml': 'same\n' })
    const { code, out, err } = await start(tree, args({ quiet: true, check: true }))
    expect({ code, out, err }).toEqual({
      code: 1,
      out: '',
      err: '2 files: 1 changed, 1 unchanged\nexit code 1: 1 file would change\n',
    })
  })

  it('is coloured on a terminal', async () => {
    const tree = temporaryTree(files)
    expect((await start(tree, args(), { isTTY: true })).out).toContain('\x1b[32m+UPPER\x1b[39m\n')
    expect((await start(tree, args({ 'no-color': true }), { isTTY: true })).out).toBe(diffOfA)
    expect((await start(tree, args({ color: 'never' }), { isTTY: true })).out).toBe(diffOfA)
    expect((await start(tree, args({ color: 'always' }))).out).toContain('\x1b[32m+UPPER\x1b[39m\n')
    await expect(start(tree, args({ color: 'yes' }))).rejects.toThrow('--color yes: no such choice')
    await expect(start(tree, args({ color: 'always', 'no-color': true }))).rejects.toThrow(
      '--color always and --no-color cannot be combined',
    )
  })

  it('counts on a terminal while a long run lasts', async () => {
    let time = 0
    const now = () => (time += 400)
    const tree = temporaryTree({
      'a.yaml': 'same\n',
      'b.yaml': 'same\n',
      'c.yaml': 'same\n',
      'd.yaml': 'same\n',
    })
    const { err } = await start(tree, args(), { isTTY: true, now })
    expect(err.split('\r\x1b[2K').slice(0, -1)).toEqual([
      '',
      ...['finding 3 files', 'finding 4 files'],
      ...[1, 2, 3, 4].map((one) => `preparing ${one} of 4 files (${one * 25} %)`),
      ...[1, 2, 3, 4].map((one) => `reading ${one} of 4 files (${one * 25} %)`),
    ])
    expect(err).toContain('\r\x1b[2K\x1b[1m4 files in')
    expect((await start(tree, args({ quiet: true }), { isTTY: true, now })).err).toBe(
      '4 files: 4 unchanged\n',
    )
    expect((await start(tree, args(), { now })).err).not.toContain('\r')
  })
})
