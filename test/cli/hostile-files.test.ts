/** Files that somebody planted where hotshift reads or writes something of its own: configurations, plans, reports. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { findConfiguration } from '../../src/apps/cli/configuration/find-configuration.ts'
import { startReview } from '../../src/apps/cli/output/review-server.ts'
import type { PlannedEdit } from '../../src/run/plan/plan.ts'
import { edited } from '../../src/run/plan/planned-file.ts'
import { sha256 } from '../../src/text/document/sha256.ts'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'
import { hotshift } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const old = 'heat_template_version: 2016-10-14\nresources: {r: {type: OS::Heat::None}}\n'
const fifo = (tree: TemporaryTree, name: string) => execFileSync('mkfifo', [join(tree.root, name)])

describe('a path that is given', () => {
  it('and is a link that leads to itself has a finding, and the other paths theirs', async () => {
    const tree = temporaryTree({ 'a.yaml': old })
    symlinkSync('loop', join(tree.root, 'loop'))
    for (const command of ['check loop a.yaml', 'upgrade loop a.yaml --to latest', 'extract-defaults loop']) {
      const { out, err, code } = await commandLine(tree.root, command)
      expect(`${out}${err}`).toContain('broken-link  is a link that leads back to itself')
      expect(code).toBe(2)
    }
  })

  it('as an environment and is a template is read as an environment', async () => {
    const tree = temporaryTree({ 'a.yaml': old, 'b.yaml': old })
    for (const name of ['a.yaml', 'b.yaml']) {
      const { out, code } = await commandLine(tree.root, `check a.yaml -e ${name}`)
      expect(out).toContain('an environment has no section "heat_template_version"')
      expect(code).toBe(1)
    }
  })
})

describe('a configuration', () => {
  it('that is a pipe is not waited for', () => {
    const tree = temporaryTree({ 'a.yaml': old })
    fifo(tree, 'hotshift.config.yaml')
    expect(hotshift(['check'], tree.root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('hotshift.config.yaml: the configuration is not a regular file'),
    })
  })

  it('is looked for beside a package.json that is a pipe, without an end, or leads to itself', () => {
    const tree = temporaryTree({ 'hotshift.config.yaml': '{}', 'a/b/c/x': '' })
    fifo(tree, 'a/package.json')
    symlinkSync('/dev/zero', join(tree.root, 'a/b/package.json'))
    symlinkSync('package.json', join(tree.root, 'a/b/c/package.json'))
    expect(hotshift(['config'], join(tree.root, 'a/b/c'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(join(tree.root, 'hotshift.config.yaml')),
    })
  })

  const configurations = ['hotshift.config.mjs', 'hotshift.config.yaml', 'package.json']
  const asRoot = process.getuid?.() === 0 ? it.each(configurations) : it.skip.each(configurations)

  function configured(name: string) {
    const tree = temporaryTree({ 'in/a.yaml': old, [name]: '{"hotshift": {}}' })
    const words = () => {
      try {
        return findConfiguration(join(tree.root, 'in'))
      } catch (error) {
        return (error as Error).message
      }
    }
    return { tree, words }
  }

  it.each(configurations)(
    'that everybody can write in a folder above does not count by being there: %s',
    (name) => {
      const { tree, words } = configured(name)
      expect(words()).toBe(join(tree.root, name))
      chmodSync(join(tree.root, name), 0o666)
      expect(words()).toBe(`../${name}: the configuration can be written by everybody`)
    },
  )

  asRoot('of somebody else in a folder above does not count by being there: %s', (name) => {
    const { tree, words } = configured(name)
    expect(words()).toBe(join(tree.root, name))
    chownSync(join(tree.root, name), 12_345, 12_345)
    expect(words()).toBe(`../${name}: the configuration belongs to another user`)
  })

  it('of somebody else counts when it is named, and is not run otherwise', () => {
    const tree = temporaryTree({
      'in/a.yaml': old,
      'hotshift.config.mjs':
        'import { writeFileSync } from "node:fs"\nwriteFileSync("ran", "")\nexport default {}\n',
    })
    chmodSync(join(tree.root, 'hotshift.config.mjs'), 0o666)
    const inside = join(tree.root, 'in')
    expect(hotshift(['check', '--quiet'], inside).status).toBe(64)
    expect(hotshift(['check', '--quiet', '--no-config'], inside).status).toBe(0)
    expect(existsSync(join(inside, 'ran'))).toBe(false)
    expect(hotshift(['check', '--quiet', '--config', '../hotshift.config.mjs'], inside).status).toBe(0)
    expect(existsSync(join(inside, 'ran'))).toBe(true)
  })
})

describe('a baseline', () => {
  it.each([
    ['[]', 'the file is not a baseline'],
    ['null', 'the file is not a baseline'],
    ['{"hotshiftBaseline": 1, "findings": [null]}', 'entry 1 is not a finding'],
    ['{"hotshiftBaseline": 1, "findings": {"length": 1}}', 'the file is not a baseline'],
    [
      '{"hotshiftBaseline": 1, "findings": [{"path": "a", "code": "b", "message": "c", "count": 1e999}]}',
      'entry 1 is not a finding',
    ],
    ['{', 'it cannot be read: Expected property name', ':1:2'],
    ['[1,\n]', "it cannot be read: Unexpected token ']'", ':2:1'],
    ['a: 1', 'it cannot be read: Unexpected token', ':1:1'],
  ])('that is none is a mistake in the command line: %s', async (text, message, place = '') => {
    const tree = temporaryTree({ 'a.yaml': old, 'b.json': text })
    const { code, err } = await commandLine(tree.root, 'check a.yaml --baseline b.json')
    expect({ code, err: err.split('\n')[0] }).toEqual({
      code: 64,
      err: expect.stringContaining(`hotshift: --baseline b.json${place}: ${message}`),
    })
  })
})

describe('a plan', () => {
  /** A plan of one file, with other paths. */
  const planned = async (tree: TemporaryTree, change: (file: Record<string, unknown>) => void) => {
    await commandLine(tree.root, 'upgrade a.yaml --to rocky --plan p.json')
    const plan = JSON.parse(tree.read('p.json'))
    change(plan.files[0])
    tree.write('p.json', JSON.stringify(plan))
  }
  const asNew = (path: string) => (file: Record<string, unknown>) => {
    const text = '#!/bin/sh\n'
    delete file.before
    Object.assign(file, {
      path,
      isNew: true,
      edits: [{ line: 1, lines: 0, text }],
      after: { sha256: sha256(text) },
      steps: [],
    })
  }

  it.each([
    '.git/hooks/pre-commit',
    'sub/.GIT/config',
    '.git./x',
    'git~1/x',
    '.git/../.git/x',
    '.git::$INDEX_ALLOCATION/x',
    '.g\u200cit/x',
  ])('changes nothing of git: %s', async (path) => {
    const tree = temporaryTree({
      'a.yaml': old,
      '.git/hooks/x': '',
      'sub/.GIT/x': '',
      '.git./y': '',
      'git~1/y': '',
    })
    await planned(tree, asNew(path))
    for (const leave of ['', ' --allow-outside']) {
      const { code, err } = await commandLine(tree.root, `apply p.json --write --allow-dirty${leave}`)
      expect(code).toBe(3)
      expect(err).toContain('belongs to git, which may run it')
    }
    expect(existsSync(join(tree.root, path))).toBe(false)
  })

  it('changes no file of git that is there', async () => {
    const config = '[core]\n'
    const tree = temporaryTree({ 'a.yaml': old, '.git/config': config })
    await planned(tree, (file) => {
      const text = '[core]\n\tfsmonitor = ./evil\n'
      Object.assign(file, {
        path: '.git/config',
        before: { sha256: sha256(config), text: config },
        edits: [{ line: 2, lines: 0, text: '\tfsmonitor = ./evil\n' }],
        after: { sha256: sha256(text) },
        steps: [],
      })
    })
    expect((await commandLine(tree.root, 'apply p.json --write --allow-dirty')).code).toBe(3)
    expect(tree.read('.git/config')).toBe(config)
  })

  describe('of which somebody changed the steps', () => {
    const git = (tree: TemporaryTree, ...args: string[]) =>
      execFileSync('git', args, { cwd: tree.root, encoding: 'utf8' })
    /** A plan in a repository, and what becomes of its steps. */
    const stepped = async (change: (steps: { edits: object[] }[], result: string) => void) => {
      const tree = temporaryTree({ 'a.yaml': threeHunks })
      git(tree, 'init', '--quiet')
      for (const name of ['user.name', 'user.email']) git(tree, 'config', name, 'x@example.org')
      git(tree, 'add', '.')
      git(tree, 'commit', '--quiet', '-m', 'first')
      await planned(tree, (file) => {
        const { steps, edits } = file as { steps: { edits: object[] }[]; edits: PlannedEdit[] }
        expect(steps).toHaveLength(3)
        change(steps, edited(threeHunks, edits))
      })
      return tree
    }
    /** Makes another text in the first step, and the result in the second. */
    const byWayOf = (text: string) => (steps: { edits: object[] }[], result: string) => {
      let before = threeHunks
      for (const [index, after] of [text, result, result].entries()) {
        const lines = before.trimEnd().split('\n').length
        Object.assign(steps[index] ?? {}, { edits: [{ line: 1, lines, text: after }] })
        before = after
      }
    }

    it('is refused where the last one is not the result', async () => {
      const tree = await stepped((steps) => steps.at(-1)?.edits.push({ line: 999, lines: 0, text: '#\n' }))
      const other = await stepped((steps) => steps.pop())
      for (const line of ['show p.json', 'apply p.json --commit', 'apply p.json --patches out']) {
        expect((await commandLine(tree.root, line)).code).toBe(64)
        expect(await commandLine(other.root, line)).toMatchObject({
          code: 64,
          err: expect.stringContaining('a.yaml: the last of its steps gives another result than the plan'),
        })
        expect(git(other, 'log', '--format=%s')).toBe('first\n')
      }
    })

    it('commits no text on the way that is no template', async () => {
      const tree = await stepped(byWayOf('#!/bin/sh\ncurl evil\n'))
      expect((await commandLine(tree.root, 'apply p.json --commit')).code).toBe(0)
      expect(git(tree, 'log', '-p')).toContain('2018-08-31')
      expect(git(tree, 'log', '-p')).not.toContain('evil')
    })

    it('commits and writes what `show --steps` prints, and nothing else', async () => {
      const odd = `${threeHunks}# nobody asked for this\n`
      const tree = await stepped(byWayOf(odd))
      const { out, code } = await commandLine(tree.root, 'show p.json --steps')
      expect([code, out.includes('# nobody asked for this')]).toEqual([0, true])
      expect((await commandLine(tree.root, 'apply p.json --commit')).code).toBe(0)
      const added = (text: string) => text.split('\n').filter((line) => /^[+-](?![+-])/.test(line))
      const committed = git(tree, 'log', '-p', '--reverse', '--format=', 'HEAD', '--not', ':/first')
      expect(added(committed)).toEqual(added(out))
    })

    it('says in one line of a commit what somebody wrote into several', async () => {
      const tree = await stepped((steps) => {
        for (const one of steps) Object.assign(one, { transform: 'x\n\nSigned-off-by: the boss' })
      })
      await commandLine(tree.root, 'apply p.json --commit')
      expect(git(tree, 'log', '--format=%B')).not.toMatch(/^Signed-off-by/m)
    })
  })

  it.each(['/', '/etc', '../other', 'way/new.yaml', 'way/sub/new.yaml'])(
    'does not lead out, by a name or a planted link: %s',
    async (path) => {
      const outside = temporaryTree({ 'sub/x': '' })
      const tree = temporaryTree({ 'a.yaml': old })
      symlinkSync(outside.root, join(tree.root, 'way'))
      await planned(tree, asNew(path))
      const { code, err } = await commandLine(tree.root, 'apply p.json --write')
      expect(code).toBe(3)
      expect(err).toMatch(/plan-leads-outside/)
      expect(outside.list()).toEqual(['sub/x'])
    },
  )

  it.each([`.hotshift-1-2-${'0'.repeat(32)}.journal`, '.hotshift-0a.tmp'])(
    'makes no file that the next run would take for its own: %s',
    async (name) => {
      const tree = temporaryTree({ 'a.yaml': old })
      await planned(tree, asNew(name))
      const { code, err } = await commandLine(tree.root, 'apply p.json --write')
      expect([code, existsSync(join(tree.root, name))]).toEqual([3, false])
      expect(err).toContain('has a name that only files of hotshift have')
    },
  )

  it('replaces a planted link, and not what that leads to', () => {
    const outside = temporaryTree({ 'precious.json': '' })
    const tree = temporaryTree({ 'a.yaml': old })
    for (const name of ['p.json', 'r.json', 'b.json'])
      symlinkSync(join(outside.root, 'precious.json'), join(tree.root, name))
    hotshift(['upgrade', 'a.yaml', '--to', 'rocky', '--plan', 'p.json', '--quiet'], tree.root)
    hotshift(['check', 'a.yaml', '--output', 'r.json', '--quiet'], tree.root)
    hotshift(['check', 'a.yaml', '--baseline', 'b.json', '--update-baseline', '--quiet'], tree.root)
    expect(outside.read('precious.json')).toBe('')
    expect(tree.list().map((name) => tree.read(name).length > 0)).toEqual([true, true, true, true])
  })
})

describe('a file that an option names', () => {
  it.each([
    ['rename a.yaml --rename-file zero'],
    ['diff a.yaml a.yaml --parameters zero'],
    ['nativize a.yaml --map zero'],
    ['check a.yaml --baseline zero'],
  ])('is not read without an end: %s', (line) => {
    const tree = temporaryTree({ 'a.yaml': old })
    symlinkSync('/dev/zero', join(tree.root, 'zero'))
    expect(hotshift(line.split(' '), tree.root)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('has more than 64 MB'),
    })
  })
})

describe('a folder of patches', () => {
  it('with a pipe or a link that is named like a patch is one of other files', () => {
    for (const plant of [
      (tree: TemporaryTree) => fifo(tree, 'out/0001-x.patch'),
      (tree: TemporaryTree) => symlinkSync('/dev/zero', join(tree.root, 'out/0001-x.patch')),
    ]) {
      const tree = temporaryTree({ 'a.yaml': old })
      mkdirSync(join(tree.root, 'out'))
      plant(tree)
      expect(hotshift(['upgrade', 'a.yaml', '--to', 'rocky', '--patches', 'out'], tree.root)).toMatchObject({
        status: 64,
        stderr: expect.stringContaining('--patches out: the folder holds other files'),
      })
    }
  })
})

describe('a converted copy', () => {
  it('does not go through a link that was planted in its folder', () => {
    const outside = temporaryTree()
    const tree = temporaryTree({ 'in/a.yaml': old, 'in/sub/b.yaml': old, 'out/x': '' })
    symlinkSync(outside.root, join(tree.root, 'out/sub'))
    symlinkSync(join(outside.root, 'new'), join(tree.root, 'out/a.yaml'))
    const { status, stderr } = hotshift(
      ['upgrade', '--to', 'rocky', '--out', '../out'],
      join(tree.root, 'in'),
    )
    expect(status).toBe(2)
    expect(stderr).toContain('lies behind a symbolic link')
    expect(outside.list()).toEqual([])
  })
})

describe('a repository', () => {
  it('does not have a program of its own run that watches over its files', () => {
    const tree = temporaryTree({ 'a.yaml': old })
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: tree.root })
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '-m', 'x')
    writeFileSync(join(tree.root, 'evil'), '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n', { mode: 0o755 })
    git('config', 'core.fsmonitor', './evil')
    expect(hotshift(['upgrade', '--to', 'rocky', '--write', '--quiet', 'a.yaml'], tree.root).status).toBe(0)
    expect(readFileSync(join(tree.root, 'a.yaml'), 'utf8')).toContain('2018-08-31')
    expect(hotshift(['check', '--since', 'HEAD', '--quiet'], tree.root).status).toBe(0)
    expect(existsSync(join(tree.root, 'ran'))).toBe(false)
  })
})

describe('a review', () => {
  it('goes on after what could not be made', async () => {
    let asked = 0
    const server = await startReview({
      opening: '',
      page: (session, write) => write(session),
      make: async () => {
        asked++
        if (asked === 1) throw new Error('the first one fails')
        return { text: 'made', isDone: true }
      },
      done: () => {},
    })
    try {
      const { origin } = new URL(server.url)
      const token = { 'x-hotshift-token': new URL(server.url).hash.slice(1) }
      const session = await (await fetch(`${origin}/open`, { method: 'POST', headers: token })).text()
      const post = async () => {
        const headers = { 'x-hotshift-session': session }
        const response = await fetch(`${origin}/preview`, { method: 'POST', headers, body: '{}' })
        return [response.status, await response.text()]
      }
      expect(await post()).toEqual([500, 'the first one fails'])
      expect(await post()).toEqual([200, 'made'])
    } finally {
      await server.close()
    }
  })
})
