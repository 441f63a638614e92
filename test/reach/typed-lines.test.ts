/** Command lines that hotshift shows for copying: files and links of strangers choose no command and no option. */
import { spawnSync } from 'node:child_process'
import { commandAccepting } from '../../src/apps/cli/output/reporters.ts'
import { lineToType } from '../../src/apps/playground/line.ts'
import { shellWord, typedLine } from '../../src/show/report/shell-word.ts'
import { commandLine } from '../../src/show/report/written.ts'
import { args } from '../cli/test-world.ts'

const hostile = [
  '; touch x #',
  '$(touch x)',
  '`touch x`',
  "a'; touch x; '",
  'a b.yaml',
  'a\nb.yaml',
  '~root',
  '=ls',
  '*',
  '{a,b}',
  '!!',
  '> x',
  '\\',
  '"',
  'é&',
]

/** What a shell makes of a line: its words. */
function wordsOf(line: string): readonly string[] {
  const { stdout, status } = spawnSync('/bin/sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
  expect(status).toBe(0)
  return stdout.split('\0').slice(0, -1)
}

it.each(hostile)('a word stays one: %j', (word) => {
  expect(wordsOf(shellWord(word))).toEqual([word])
})

it('a path is never an option', () => {
  for (const path of ['--write', '-', '-rf', '--to=x'])
    expect(wordsOf(typedLine(['hotshift', 'check'], [path, 'b'], ['--fix']))).toEqual([
      'hotshift',
      'check',
      '--fix',
      '--',
      path,
      'b',
    ])
  expect(typedLine(['hotshift', 'check'], ['a.yaml'], ['--fix'])).toBe('hotshift check a.yaml --fix')
})

it('of options in a link, the page shows those that it knows, each as one word', () => {
  const line = (options: string, path = 'a.yaml', name: 'migrate' | 'check' = 'migrate') =>
    wordsOf(lineToType(name, { target: undefined, options, paths: [path] }))
  for (const options of hostile) {
    expect(line(options)).toEqual(['hotshift', 'migrate', 'a.yaml'])
    expect(line(`--accept ${options} --partial`).filter((one) => one === 'touch')).toEqual([])
  }
  expect(line('--accept ;touch\t--partial')).toEqual([
    'hotshift',
    'migrate',
    'a.yaml',
    '--accept',
    ';touch',
    '--partial',
  ])
  expect(line('--accept=$(x)')).toEqual(['hotshift', 'migrate', 'a.yaml', '--accept', '$(x)'])
  expect(line('--write --out=/ --from heat')).toEqual(['hotshift', 'migrate', 'a.yaml', '--from', 'heat'])
  expect(line('--accept a', 'a.yaml', 'check')).toEqual(['hotshift', 'check', 'a.yaml'])
  expect(line('', '--write')).toEqual(['hotshift', 'migrate', '--', '--write'])
})

it('what a report says was typed is quoted', () => {
  for (const word of hostile) {
    const options = { accept: [word], to: [word] }
    const line = commandLine({ command: 'migrate', options, exitCode: 0 })
    expect(wordsOf(line)).toEqual(['hotshift', 'migrate', '--accept', word, '--to', word])
    expect(wordsOf(commandAccepting(args({ to: word }, word), ['code']))).toContain(word)
  }
})
