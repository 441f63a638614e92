import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { completions } from '../../src/apps/cli/completion.ts'
import { commands } from '../../src/apps/cli/main.ts'
import { type Vocabularies, vocabularies } from '../../src/apps/cli/options/vocabularies.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

let known: Vocabularies
beforeAll(async () => {
  known = await vocabularies()
})

const script = (shell: string) => completions[shell]?.(commands, known) ?? ''

/** What bash offers behind some words. */
function offered(cwd: string, ...words: readonly string[]): readonly string[] {
  const line = ['hotshift', ...words].map((word) => `'${word}'`).join(' ')
  const call = `COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _hotshift; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', `${script('bash')}\n${call}`], {
    cwd,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((word) => word !== '')
}

describe('completion', () => {
  it('offers commands, options, values and files to bash', () => {
    const tree = temporaryTree({ 'a b.yaml': '', 'c.json': '' })
    mkdirSync(join(tree.root, 'd'))
    expect(offered(tree.root, 'mi')).toEqual(['migrate'])
    expect(offered(tree.root, 'upgrade', '--mod')).toEqual(['--modernize'])
    expect(offered(tree.root, 'upgrade', '--format', 'js')).toEqual(['json', 'jsonl'])
    expect(offered(tree.root, 'upgrade', 'a')).toEqual(['a b.yaml'])
    expect([...offered(tree.root, 'upgrade', '--patch', '')].sort()).toEqual(['a b.yaml', 'c.json', 'd'])
  })

  it.each([
    [['upgrade', '--to', 'o'], ['ocata']],
    [['upgrade', '--to', '=', 'ro'], ['rocky']],
    [
      ['upgrade', '--format', '='],
      ['text', 'concise', 'json', 'jsonl'],
    ],
    [
      ['migrate', '--to', 'o'],
      ['ocata', 'oldest'],
    ],
    [
      ['migrate', '--from', ''],
      ['auto', 'heat', 'aws'],
    ],
    [
      ['check', '--profile', ''],
      ['onap', 'sdc'],
    ],
    [
      ['check', '--color', 'a'],
      ['always', 'auto'],
    ],
    [
      ['upgrade', '--accept', 'group-'],
      ['group-attribute-path', 'group-members'],
    ],
    [['run', '-t', 'cfn/json'], ['cfn/json-to-yaml']],
    [['run', '-t', 'mine'], ['mine.ts']],
    [['run', '--transform', 'env/mo'], ['env/move-defaults']],
    [['remediate', '--only', 'R-9052'], ['R-90526']],
    [['explain', 'unknown-f'], ['unknown-function']],
    [['explain', 'hot/target'], ['hot/target-version']],
    [['explain', 'R-9052'], ['R-90526']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['capabilities', 'r'], ['resolve']],
    [['capabilities', 'resolve', 'm'], ['mine.ts']],
    [['help', 'up'], ['upgrade']],
    [['upgrade', '--format', 'zzz'], []],
  ])('offers the values of options and arguments to bash: %j', (words, expected) => {
    const tree = temporaryTree({ 'mine.ts': '' })
    expect(offered(tree.root, ...words).slice(0, 4)).toEqual(expected)
  })

  it('names every command and every option to every shell', () => {
    for (const { name, options } of commands) {
      for (const shell of ['bash', 'zsh', 'fish']) expect(script(shell)).toContain(name)
      for (const option of options) {
        expect(script('bash')).toContain(`--${option.name}`)
        expect(script('zsh')).toContain(`--${option.name}[`)
        expect(script('fish')).toContain(`from ${name}' -l ${option.name}`)
      }
    }
  })

  it('keeps quotes and brackets of descriptions from the shells', () => {
    const option = {
      name: 'x',
      value: '<file>',
      group: '',
      description: "It's [one]",
    } as const
    const command = {
      ...(commands[0] as (typeof commands)[number]),
      name: 'c',
      summary: "Don't",
      options: [option],
    }
    expect(completions.zsh?.([command], known)).toContain("'c:Don'\\''t'")
    expect(completions.zsh?.([command], known)).toContain("'--x[It'\\''s \\[one\\]]:file:_files'")
    expect(completions.fish?.([command], known)).toContain("-l x -r -F -d 'It\\'s [one]'")
  })

  it('knows no other shell', async () => {
    const { code, err } = await commandLine('/', 'completion zhs')
    expect([code, err]).toEqual([
      64,
      'hotshift: completion zhs: no such shell\ndid you mean zsh?\nthe shells are bash, zsh, fish\n',
    ])
  })
})
