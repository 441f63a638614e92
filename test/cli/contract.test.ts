/** What scripts rely on: where things are written, in which form, and how a run ends. */

import { formats } from '../../src/apps/cli/options/report-formats.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = (body: string) => `heat_template_version: 2018-08-31\nresources:\n${body}`
const clean = template('  a: {type: OS::Heat::None}\n')
const wrong = template('  a: {type: OS::Heat::None, depends_on: x}\n')
const blocked = template('  a: {type: OS::Heat::None}\n').replace('2018-08-31', '2013-05-23')

/** A command line for each exit code that comes with a report. */
const runs = [
  [0, 'check clean.yaml'],
  [0, 'check others'],
  [1, 'check wrong.yaml clean.yaml'],
  [1, 'upgrade --to rocky old.yaml --check'],
  [2, 'check gone.yaml clean.yaml'],
  [2, 'check others/a.txt'],
  [2, 'check --profile onap others/a.txt'],
  [3, 'migrate --to rocky blocked.template'],
] as const

const tree = () =>
  temporaryTree({
    'clean.yaml': clean,
    'wrong.yaml': wrong,
    'old.yaml': blocked,
    'blocked.template':
      '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"A": {"Type": "OS::Heat::None", "Metadata": {"x": {"Fn::ImportValue": "y"}}}}}\n',
    'others/a.txt': 'x\n',
  })

/** The same with what reads a command line, which `commandLine` leaves out. */
async function program(root: string, line: string) {
  const { status, stdout, stderr } = await inProcess(line.split(' '), root)
  return { code: status, out: stdout, err: stderr }
}

/** Reads a report as whoever asked for it does. @throws for one that is not whole */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  json: (text) => JSON.parse(text).totals,
  jsonl: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  sarif: (text) => JSON.parse(text).runs[0].results.length,
  gitlab: (text) => JSON.parse(text),
  csv: (text) => expect(text).toMatch(/^path,line,column,.*\r?\n(?:.+\r?\n)*$/),
  concise: (text) => expect(text).toMatch(/^(?:\S+:\d+:\d+: (?:error|warning|info) [\w-]+ .+\n)*$/),
  github: (text) => expect(text).toMatch(/^(?:::(?:error|warning|notice) ?\S*.*\n)*$/),
  markdown: (text) => expect(text).toMatch(/^# hotshift report\n[\s\S]*\n$/),
  html: (text) => expect(text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/),
  junit: (text) => expect(text).toMatch(/^<\?xml [\s\S]*<\/testsuites>\n$/),
}

describe('the output of a command', () => {
  it.each(runs)('is whole in every format where the exit code is %i: %s', async (code, line) => {
    const { root } = tree()
    for (const format of formats) {
      const read = readers[format]
      if (read === undefined) continue
      const { code: ended, out } = await commandLine(root, `${line} --format ${format}`)
      expect([format, ended]).toEqual([format, code])
      read(out)
    }
    expect(Object.keys(readers).sort()).toEqual(
      formats.filter((one) => !['text', 'xlsx'].includes(one)).sort(),
    )
  })

  it('is nothing where the command line is wrong', async () => {
    const { root } = tree()
    for (const line of [
      'check --only R-27078',
      'check --profile mine',
      'upgrade',
      'check clean.yaml --nonsense',
    ])
      for (const format of ['json', 'sarif', 'html']) {
        const { code, out } = await program(root, `${line} --format ${format}`)
        expect([line, format, code, out]).toEqual([line, format, 64, ''])
      }
  })

  it('has one line for each finding in the concise format', async () => {
    const { root } = tree()
    const { out } = await commandLine(root, 'check wrong.yaml clean.yaml --format concise')
    expect(out).toBe('wrong.yaml:3:41: error unknown-reference there is no resource "x" in this template\n')
    const refused = await commandLine(root, 'check wrong.yaml --format concise --output findings.txt')
    expect([refused.code, refused.err]).toEqual([64, expect.stringContaining('goes to standard output')])
  })
})

describe('what there is no template in', () => {
  it('is said so, also quietly, and is no error where it is a folder', async () => {
    const { root } = tree()
    for (const line of ['check others', 'check others --quiet', 'upgrade --to rocky others --quiet']) {
      const { code, err } = await commandLine(root, line)
      expect([line, code, err]).toEqual([
        line,
        0,
        expect.stringContaining('no template found in others (1 other file)\n'),
      ])
    }
    expect((await commandLine(root, 'check clean.yaml')).err).not.toContain('no template')
  })

  it('is an error where it is named, unless whoever names files names all of them', async () => {
    const { root } = tree()
    for (const line of [
      'check',
      'upgrade --to rocky',
      'migrate --to rocky',
      'run -t hot/target-version --to rocky',
    ]) {
      const named = await commandLine(root, `${line} clean.yaml others/a.txt --format concise`)
      expect([line, named.code, named.out]).toEqual([
        line,
        2,
        expect.stringContaining('others/a.txt:1:1: error not-a-template is not a template, and was named\n'),
      ])
      expect((await commandLine(root, `${line} clean.yaml others/a.txt --ignore-unknown`)).code).toBe(0)
    }
  })

  it('meets no requirement of a profile', async () => {
    const { root } = tree()
    const { code, out } = await commandLine(root, 'check --profile onap others')
    expect([code, out]).toEqual([1, expect.stringContaining('R-37028  the package has no base module')])
  })
})

describe('what other tools have', () => {
  it.each([
    ['upgrade --dry-run', 'every run without --write is a dry run'],
    ['upgrade --fix', '--write makes the changes'],
    ['check --exclude x', '--ignore <glob> excludes files'],
  ])('is answered: %s', async (line, answer) => {
    const { code, err } = await program(tree().root, line)
    expect([code, err]).toEqual([64, expect.stringContaining(answer)])
  })

  it('is understood where it can be', async () => {
    const { root } = tree()
    const { out } = await program(root, '--version')
    for (const one of ['-V', '-v']) expect((await program(root, one)).out).toBe(out)
    const verbose = await program(root, 'check wrong.yaml --verbose --format json')
    expect((await program(root, 'check wrong.yaml -v --format json')).out).toBe(verbose.out)
  })

  it('is guessed of paths and of numbers of requirements', async () => {
    const { root } = tree()
    const { out } = await program(root, 'check claen.yaml --format concise')
    expect(out).toBe(
      'claen.yaml:1:1: error path-not-found no such file or directory; did you mean "clean.yaml"?\n',
    )
    expect((await program(root, 'explain R-2707')).err).toContain('did you mean R-27078')
  })
})
