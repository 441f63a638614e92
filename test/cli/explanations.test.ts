/** What `explain` shows is what happens: each example is run. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ruleExplanations } from '../../bin/rule-explanations.mjs'
import {
  allExplanations,
  canBeIgnored,
  type Example,
  explainedFinding,
  explanationOf,
} from '../../src/apps/cli/explain/explained.ts'
import { catalogueEntry, findingCodes } from '../../src/engine/findings/catalogue.ts'
import type { RuleCode } from '../../src/heat/code-facts.ts'
import { blueprints } from '../../src/rules/blueprint/rules.ts'
import { capabilitiesOfEnvironments } from '../../src/rules/capabilities/rules.ts'
import { templateCodes } from '../../src/rules/rules.ts'
import { sdcCodes } from '../../src/rules/sdc/codes.ts'
import { plainData } from '../../src/text/document/data.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'
import { cases, correctedFiles, givenFiles, needsShell, reports } from './examples.ts'

const ruleCodes: Readonly<Record<string, RuleCode>> = {
  ...templateCodes,
  ...blueprints.codes,
  ...capabilitiesOfEnvironments.codes,
  ...sdcCodes,
}

const projectRoot = join(import.meta.dirname, '../..')

afterEach(removeTemporaryTrees)

const run = async ({ command }: Example, files: Readonly<Record<string, string>>, more = '') => {
  const { code, out, err } = await commandLine(
    temporaryTree(files).root,
    `${command}${/^(?:verify|bundle) /.test(command) ? '' : ' --verbose'}${more}`,
  )
  const isReported = command.includes('--format') || command.startsWith('check')
  return { code, text: `${err}\n${isReported ? out : err}` }
}

const inProcess = cases.filter(([, example]) => !needsShell(example))

it('every code has an explanation, and nothing else has', () => {
  expect(Object.keys(allExplanations()).sort()).toEqual([...findingCodes].sort())
})

it('an explanation has no other keys than are read', () => {
  const known = ['why', 'page', 'partial', 'to', 'example']
  const inExample = ['setup', 'command', 'at', 'before', 'after']
  for (const [code, one] of Object.entries(allExplanations())) {
    expect([code, Object.keys(one).filter((key) => !known.includes(key))]).toEqual([code, []])
    expect([code, Object.keys(one.example ?? {}).filter((key) => !inExample.includes(key))]).toEqual([
      code,
      [],
    ])
    expect([code, one.why.length > 20]).toEqual([code, true])
  }
})

it('what rules explain is collected for the bundle, which does not hold it', () => {
  const reading = readDocument(ruleExplanations(projectRoot), 'yaml')
  const collected = plainData('document' in reading ? reading.document.root : undefined)
  const inRules = Object.keys(ruleCodes).map((code) => [code, explanationOf(code)])
  expect(collected).toEqual(Object.fromEntries(inRules))
  const bundle = readFileSync(join(projectRoot, 'dist/hotshift.cjs'), 'utf8')
  for (const { title, why } of Object.values(ruleCodes))
    expect([bundle.includes(title), bundle.includes(why)]).toEqual([true, false])
})

it('but for these every code has an example', () => {
  const without = findingCodes.filter((code) => explanationOf(code)?.example === undefined)
  // Damaged disks and archives, other programs, signals, limits, and defects of hotshift.
  expect(without).toEqual([
    'proof-over-budget',
    'output-differs',
    'internal-error',
    'package-too-large',
    'default-assigned',
    'unreadable-file',
    'unreadable-directory',
    'file-too-large',
    'document-too-large',
    'neighbour-not-read',
    'archive-unsafe',
    'archive-encrypted',
    'archive-duplicate',
    'archive-too-large',
    'archive-not-written',
    'link-in-target',
    'changed-on-disk',
    'read-only-directory',
    'disk-full',
    'write-failed',
    'unfinished-run',
    'leftover-file',
    'decisions-outdated',
    'choice-not-proved',
    'interrupted',
  ])
})

/** The line of a report that is about a code, without what depends on the machine. */
const reportIn = (text: string, code: string) =>
  (text.split('\n').find((line) => reports(line, code)) ?? '')
    .trim()
    .replace(/\S*\/hotshift-test-\w+\//, '')
    .replace(/ {2,}/g, '  ')

describe('the file before', () => {
  const made: Record<string, string> = {}
  const path = join(projectRoot, 'src/apps/cli/explain/example-reports.json')

  it.each(inProcess)('has %s', async (code, example) => {
    const { text } = await run(example, givenFiles(example))
    expect(reports(text, code)).toBe(true)
    made[code] = reportIn(text, code)
  })

  it('is reported as explain shows it', () => {
    const shown = Object.fromEntries(Object.entries(made).sort(([one], [other]) => (one < other ? -1 : 1)))
    if (process.env.UPDATE_EXAMPLES === '1') writeFileSync(path, `${JSON.stringify(shown, null, 2)}\n`)
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(shown)
  })
})

describe('the file after', () => {
  it.each(inProcess.filter(([, example]) => example.after !== undefined))(
    'does not have %s',
    async (code, example) => {
      const { code: exit, text } = await run(example, correctedFiles(example))
      expect(reports(text, code)).toBe(false)
      // A single step may leave what Heat refuses until the others are made.
      expect(example.command.startsWith('run -t') ? [0, 1, 3] : [0, 1]).toContain(exit)
    },
  )
})

describe('ways out', () => {
  const shown = inProcess.flatMap(([code, example]) =>
    (explainedFinding(code, catalogueEntry(code)!, explanationOf(code)!).ways ?? []).map(
      ({ what }) => [what, code, example] as const,
    ),
  )

  it.each(shown.filter(([what]) => what.startsWith('--')))(
    '%s lets %s through',
    async (what, code, example) => {
      const own = example.command.replace(/ --to \S+/, '')
      const command = what.startsWith('--to') ? own : example.command
      const { text } = await run({ ...example, command }, givenFiles(example), ` ${what}`)
      expect(text).toMatch(/^(?:un)?changed +[\w.]+/m)
      if (what !== '--partial') expect(text).not.toMatch(new RegExp(`error +${code} `))
    },
  )

  it.each(shown.filter(([what]) => what.startsWith('#')))('%s', async (_what, code, example) => {
    expect(canBeIgnored(code)).toBe(true)
    const files = Object.fromEntries(
      Object.entries(givenFiles(example)).map(([path, text]) => [
        path,
        `# hotshift-ignore-file ${code}: shown\n${text}`,
      ]),
    )
    expect((await run(example, files)).text).not.toMatch(new RegExp(`(?:error|warning|info) +${code} `))
  })
})
