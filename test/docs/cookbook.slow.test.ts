/** The recipes of the cookbook, each from its first command to its last in one folder. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Decisions } from '../../src/run/plan/decisions.ts'
import { EXECUTABLE } from '../cli/hotshift.ts'
import { fences, ROOT } from './handbook.ts'

const page = readFileSync(join(ROOT, 'docs/cookbook.md'), 'utf8')
const recipes = page
  .split(/^## /m)
  .slice(1)
  .map((text) => [text.slice(0, text.indexOf('\n')), text] as const)

const example = (name: string) => join(ROOT, 'docs/examples', name)
const hot = readFileSync(example('server.yaml'), 'utf8')

/** What the reader of a recipe has before he begins. */
const beginnings: Readonly<Record<string, (folder: string) => void>> = {
  'My AWS repository in an hour': (folder) => {
    for (const name of ['volume.yaml', 'blocked.yaml', 'web-server.json'])
      cpSync(example(name), join(folder, 'templates', name))
    cpSync(example('volume.yaml'), join(folder, 'old.template'))
    cpSync(example('volume.yaml'), join(folder, 'new.yaml'))
    writeFileSync(join(folder, 'cloud.yaml'), 'flavors: {m1.small: s1}\n')
  },
  'A thousand HOT templates in CI': (folder) => {
    for (let number = 0; number < 20; number++)
      writeFileSync(join(folder, 'templates', `server-${number}.yaml`), hot)
    cpSync(example('faulty.yaml'), join(folder, 'templates/faulty.yaml'))
    writeFileSync(join(folder, 'hotshift.config.yaml'), fences(page, 'yaml config').join(''))
  },
  'My ONAP package through VVP': (folder) => {
    for (const name of ['base_lamp.yaml', 'base_lamp.env'])
      cpSync(example(name), join(folder, 'my-vnf', name))
  },
  'From review to merge requests in 200 repositories': (folder) => {
    cpSync(example('server.yaml'), join(folder, 'templates/server.yaml'))
    writeFileSync(join(folder, 'decisions.json'), Decisions.none().text())
  },
}

function shell(folder: string, script: string) {
  return spawnSync('sh', ['-c', `hotshift() { node '${EXECUTABLE}' "$@"; }\n${script}`], {
    cwd: folder,
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      GIT_AUTHOR_NAME: 'A',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'A',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    },
  })
}

describe('the cookbook', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'hotshift-cookbook-'))
    for (const name of ['templates', 'my-vnf']) mkdirSync(join(folder, name))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('has a beginning for each recipe', () => {
    expect(recipes.map(([name]) => name)).toEqual(Object.keys(beginnings))
  })

  it.each(recipes)(
    '%s',
    (name, text) => {
      beginnings[name]?.(folder)
      shell(folder, 'git init -q && git add -A && git commit -qm first')
      const commands = fences(text, 'sh').flatMap((block) => block.trimEnd().split('\n'))
      expect(commands.length).toBeGreaterThan(3)
      const done = commands.map((command) => {
        const { status, stderr } = shell(folder, command)
        // 1: --check found something; 3: the examples hold something that blocks.
        const isFine = command.startsWith('hotshift') ? [0, 1, 3].includes(status ?? 2) : status === 0
        return isFine ? 'fine' : `${command}: ${status} ${stderr}`
      })
      expect(done.filter((one) => one !== 'fine')).toEqual([])
    },
    120_000,
  )

  it('ends with what it promises', () => {
    const run = (name: string) => {
      beginnings[name]?.(folder)
      const [, text = ''] = recipes.find(([one]) => one === name) ?? []
      shell(folder, 'git init -q && git add -A && git commit -qm first')
      for (const command of fences(text, 'sh').flatMap((block) => block.trimEnd().split('\n')))
        shell(folder, command)
    }
    run('My AWS repository in an hour')
    expect(existsSync(join(folder, 'templates/web-server.yaml'))).toBe(true)
    expect(readFileSync(join(folder, 'templates/blocked.yaml'), 'utf8')).toMatch(/^heat_template_version/)
    run('From review to merge requests in 200 repositories')
    expect(readFileSync(join(folder, 'templates/server.yaml'), 'utf8')).toMatch(
      /^heat_template_version: 2018-08-31/,
    )
  }, 120_000)
})
