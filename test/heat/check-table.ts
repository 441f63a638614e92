/**
 * `npm run corpus:check`: check and Heat about real templates and damaged copies of them, as a confusion matrix with
 * the causes. With a file as last argument, every template on which they part is written there.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { type Damage, damaged } from './damaged-templates.ts'
import { type Answer, askHeat, isTaken } from './refusal.ts'

interface Asked {
  readonly path: string
  readonly text?: string
  readonly damage?: Damage
}

interface Both extends Asked {
  readonly answer: Answer
  readonly errors: readonly { readonly what: string; readonly line: number }[]
  /** What is said of parameters of nested templates without a value. */
  readonly nested: readonly string[]
}

const checker = createChecker({
  readFile: (path) => (existsSync(path) ? readFileSync(path) : undefined),
})

/** Undefined for what is no template to us: environments, manifests, and what Jinja has to fill in first. */
function foundIn({ path, text }: Asked): Pick<Both, 'errors' | 'nested'> | undefined {
  const bytes = text === undefined ? readFileSync(path) : Buffer.from(text)
  const { findings, kind, status } = checker.run({ path, bytes })
  if (text === undefined && (status === 'skipped' || /^(?:blueprint|environment|not-a-template)$/.test(kind)))
    return undefined
  return {
    errors: findings
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message, line }) => ({ what: `${code} ${message}`, line: line ?? 0 })),
    nested: findings.filter(({ code }) => code === 'nested-parameter').map(({ message }) => message),
  }
}

/** What lies elsewhere: files that are not there, and types that only an environment has. */
const outside =
  /Could not fetch remote template|Resource Type \(.*\) could not be found|Template format version not found/

/** Heat refuses it, whatever the values of parameters are, and whatever environments give. */
function isRefused({ answer: { refused, always }, nested }: Both): boolean {
  return (
    always &&
    refused.some((text) => !text.includes('sample-') && !outside.test(text) && !isNested(text, nested))
  )
}

/** A parameter of a nested template has no value: `parameter_defaults` may give it one, and check warns. */
function isNested(text: string, nested: readonly string[]): boolean {
  const [, name] = /Property (\S+) not assigned/.exec(text) ?? []
  return name !== undefined && nested.some((message) => message.endsWith(` needs the property "${name}"`))
}

/** A message without what is particular to one template. */
function causeOf(text: string): string {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]/g, '…')
    .replaceAll(/\b[\w-]+(?:\.[\w-]+)+/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 120)
}

function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([text, count]) => `  ${String(count).padStart(5)}  ${text}`)
}

/** Whether an error is reported where the damage is, or where something refers to what was there. */
function isAtDamage({ damage, errors }: Both): boolean {
  if (damage === undefined) return true
  const [first, last] = damage.lines
  const isThere = (line: number) => line >= first && line <= last
  return errors.some(({ line, what }) => isThere(line) || damage.names.some((name) => what.includes(name)))
}

function matrix(both: readonly Both[]): readonly string[] {
  const refused = both.filter(isRefused)
  const taken = both.filter(({ answer }) => isTaken(answer))
  const found = refused.filter(({ errors }) => errors.length > 0)
  const harsh = taken.filter(({ errors }) => errors.length > 0)
  const percent = ((100 * found.length) / Math.max(1, refused.length)).toFixed(1)
  return [
    '|              | error | silent |',
    '|--------------|------:|-------:|',
    `| Heat rejects | ${found.length} | ${refused.length - found.length} |`,
    `| Heat takes   | ${harsh.length} | ${taken.length - harsh.length} |`,
    '',
    `${percent} % of what Heat rejects is an error; ${found.filter(isAtDamage).length} of these ${found.length} in the right line.`,
    `${both.length - refused.length - taken.length} more depend on values or on what lies elsewhere.`,
  ]
}

function report(title: string, both: readonly Both[]): string {
  const silent = both.filter((one) => isRefused(one) && one.errors.length === 0)
  const harsh = both.filter(({ answer, errors }) => isTaken(answer) && errors.length > 0)
  return [
    `## ${title}: ${both.length} templates`,
    '',
    ...matrix(both),
    '',
    'Refused and silent, by cause:',
    ...counted(silent.map(({ answer }) => causeOf(answer.refused[0] ?? ''))),
    'Taken and an error:',
    ...counted(harsh.map(({ errors }) => causeOf(errors[0]?.what ?? ''))),
    '',
    '',
  ].join('\n')
}

function byKind(both: readonly Both[]): string {
  const kinds = [...new Set(both.map(({ damage }) => damage?.kind ?? ''))].sort()
  const rows = kinds.map((kind) => {
    const refused = both.filter((one) => one.damage?.kind === kind && isRefused(one))
    const found = refused.filter(({ errors }) => errors.length > 0)
    return `| ${kind} | ${refused.length} | ${found.length} | ${found.filter(isAtDamage).length} |`
  })
  return ['| damage | Heat rejects | error | in its line |', '|---|--:|--:|--:|', ...rows, '', ''].join('\n')
}

/** Damaged copies of a template; none of one that is not read as data without anchors. */
function damagedCopies(path: string, count: number): readonly Asked[] {
  const text = readFileSync(path, 'utf8')
  if (/[&*]\w|<<:|!\w/.test(text)) return []
  return damaged(text, count, text.length).map((damage) => ({
    path: join(dirname(path), 'damaged.yaml'),
    text: damage.text,
    damage,
  }))
}

function compared(asked: readonly Asked[], folder: string): readonly Both[] {
  const known = asked.flatMap((one) => {
    const found = foundIn(one)
    return found === undefined ? [] : [{ ...one, ...found }]
  })
  return askHeat(known, folder).map((answer, index) => ({
    ...(known[index] as (typeof known)[number]),
    answer,
  }))
}

/** The templates on which check and Heat part, with what both say. */
function parted(both: readonly Both[]): string {
  const unlike = both.filter(
    (one) => (isRefused(one) && one.errors.length === 0) || (isTaken(one.answer) && one.errors.length > 0),
  )
  const shown = unlike.map(({ path, damage, answer, errors }) => ({
    path,
    damage: damage?.what,
    heat: answer.refused,
    check: errors,
  }))
  return `${shown.map((one) => JSON.stringify(one)).join('\n')}\n`
}

function main(project: string, corpus: string, copies: number, file: string | undefined): void {
  const folder = join(project, 'test/heat')
  const paths = ['hot', 'onap', 'cfn-json', 'cfn-yaml', 'other']
    .map((name) => join(corpus, name))
    .flatMap((each) => filesBelow(each).map((name) => join(each, name)))
    .filter((path) => /\.(?:ya?ml|json|template)$/.test(path))
  const real = compared(
    paths.map((path) => ({ path })),
    folder,
  )
  process.stdout.write(report('Real templates', real))
  const sound = real.filter(({ answer }) => answer.refused.length === 0)
  const copied = compared(
    sound.flatMap(({ path }) => damagedCopies(path, copies)),
    folder,
  )
  process.stdout.write(report('Damaged copies', copied))
  process.stdout.write(byKind(copied))
  if (file !== undefined) writeFileSync(file, parted([...real, ...copied]))
}

const [, , project = '.', copies = '4', file] = process.argv
const corpus = join(project, '../shared/corpus')
if (existsSync(corpus)) main(project, corpus, Number(copies), file)
else {
  process.stderr.write('hotshift: the real templates belong into ../shared/corpus, beside the project\n')
  process.exitCode = 1
}
