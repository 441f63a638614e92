import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXECUTABLE } from '../cli/hotshift.ts'
import { fences, ROOT } from '../docs/handbook.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'

const page = readFileSync(join(ROOT, 'docs/scripts.md'), 'utf8')
const example = (name: string) => readFileSync(join(ROOT, 'docs/examples', name), 'utf8')

/** What the page shows under the name of a file. */
function shown(name: string): string {
  const [text] = fences(page, `${name.endsWith('.py') ? 'python' : 'yaml'} ${name}`)
  if (text === undefined) throw new Error(`docs/scripts.md does not show ${name}`)
  return text
}

const has = (program: string) => spawnSync(program, ['--version']).status === 0
const withPython = has('python3') ? it : it.skip
const withAnsible = has('ansible-playbook') ? it : it.skip
if (!has('ansible-playbook')) process.stderr.write('the playbook does not run: there is no Ansible\n')

let tree: TemporaryTree

/** Runs a program that finds `hotshift`. */
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, {
    cwd: tree.root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${tree.root}/bin:${process.env.PATH}` },
  })

beforeEach(() => {
  tree = temporaryTree({
    'bin/hotshift': `#!/bin/sh\nexec '${process.execPath}' '${EXECUTABLE}' "$@"\n`,
    'check.py': shown('check.py'),
    'update.yml': shown('update.yml'),
    'stack.json': example('web-server.json'),
    'live.yaml': example('live.yaml'),
    'new.yaml': example('new.yaml'),
  })
  chmodSync(join(tree.root, 'bin/hotshift'), 0o755)
})
afterEach(removeTemporaryTrees)

withPython('a program in Python reads findings, converts and asks for effects', () => {
  tree.write('templates/faulty.yaml', example('faulty.yaml'))
  const { status, stdout, stderr } = run('python3', 'check.py')
  expect([status, stderr]).toEqual([0, ''])
  const lines = stdout.split('\n')
  expect(lines.filter((line) => line.startsWith('templates/faulty.yaml:'))).toHaveLength(5)
  expect(lines[2]).toMatch(/^templates\/faulty\.yaml:14: unknown-reference: there is no parameter "sise"/)
  expect(lines).toContain('heat_template_version: 2018-08-31')
  expect(lines.at(-2)).toBe("{'data': 'replace', 'server': 'replace', 'attachment': 'update'}")
})

withPython('and hears of a folder that is not there', () => {
  const { stdout } = run('python3', 'check.py')
  expect(stdout).toMatch(/^templates:1: path-not-found: /)
  tree.write('new.yaml', 'a: [')
  expect(run('python3', 'check.py').stderr).toMatch(/RuntimeError:.*new\.yaml/)
})

withPython('and stops where a template cannot be converted', () => {
  tree.write('templates/disk.yaml', example('disk.yaml'))
  tree.write('stack.json', example('blocked.yaml'))
  const { status, stderr } = run('python3', 'check.py')
  expect(status).toBe(1)
  expect(stderr).toMatch(/ValueError:[\s\S]*import-value/)
})

withAnsible('a playbook upgrades, checks, and stops before something is lost', () => {
  tree.write('templates/stack.yaml', example('new.yaml').replace('2018-08-31', '2016-10-14'))
  const lost = run('ansible-playbook', 'update.yml')
  expect(lost.stdout).toMatch(/TASK \[Stop where Heat would refuse one\] \*+\nok/)
  expect([lost.status, lost.stdout]).toEqual([2, expect.stringContaining('replaced')])
  tree.write('templates/stack.yaml', example('live.yaml'))
  const kept = run('ansible-playbook', 'update.yml')
  expect([kept.status, kept.stdout]).toEqual([0, expect.stringMatching(/ok=4 +changed=0 .* failed=0/)])
  tree.write('templates/stack.yaml', example('faulty.yaml').replace('2018-02-01', '2018-08-31'))
  const refused = run('ansible-playbook', 'update.yml')
  expect([refused.status, refused.stdout]).toEqual([2, expect.stringContaining('no property')])
})
