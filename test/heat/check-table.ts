/** `npm run corpus:check`: check and Heat about real templates and damaged copies of them, as a confusion matrix. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { damaged } from './damaged-templates.ts'
import { type Answer, askHeat, isTaken } from './refusal.ts'

interface Asked {
  readonly path: string
  readonly text?: string
}

const checker = createChecker({
  readFile: (path) => (existsSync(path) ? readFileSync(path) : undefined),
})

function errorsOf({ path, text }: Asked): readonly string[] {
  const { findings } = checker.run({
    path,
    bytes: text === undefined ? readFileSync(path) : Buffer.from(text),
  })
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code} ${message}`)
}

/** Heat refuses it, and names none of the values that it was given to try. */
function isRefused({ refused }: Answer): boolean {
  return refused.some((text) => !text.includes('sample-'))
}

/** A message without what is particular to one template. */
function causeOf(text: string): string {
  return text
    .replaceAll(/"[^"]*"|'[^']*'|\{[^}]*\}|\[[^\]]*\]/g, '…')
    .replaceAll(/\b[\w-]+(?:\.[\w-]+)+/g, '…')
    .replaceAll(/\d+/g, 'N')
    .slice(0, 110)
}

function counted(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([text, count]) => `  ${String(count).padStart(5)}  ${text}`)
}

function report(title: string, asked: readonly Asked[]): string {
  const both = askHeat(asked).map((answer, index) => ({ answer, errors: errorsOf(asked[index] as Asked) }))
  const refused = both.filter(({ answer }) => isRefused(answer))
  const taken = both.filter(({ answer }) => isTaken(answer))
  const silent = refused.filter(({ errors }) => errors.length === 0)
  const harsh = taken.filter(({ errors }) => errors.length > 0)
  return [
    `${title}: ${both.length} templates`,
    '',
    '|              | error | silent |',
    '|--------------|------:|-------:|',
    `| Heat refuses | ${refused.length - silent.length} | ${silent.length} |`,
    `| Heat takes   | ${harsh.length} | ${taken.length - harsh.length} |`,
    '',
    'refused and silent, by cause:',
    ...counted(silent.map(({ answer }) => causeOf(answer.refused[0] ?? ''))),
    'taken and an error:',
    ...counted(harsh.map(({ errors }) => causeOf(errors[0] ?? ''))),
    '',
  ].join('\n')
}

/** Damaged copies of a template; none of one that is not read as data without anchors. */
function damagedCopies(path: string, count: number): readonly Asked[] {
  const text = readFileSync(path, 'utf8')
  if (!text.includes('heat_template_version') || /[&*]\w|<<:|!\w/.test(text)) return []
  try {
    return damaged(text, count, text.length).map((one) => ({
      path: join(path, '..', 'damaged.yaml'),
      text: one.text,
    }))
  } catch (error) {
    if (error instanceof Error && error.message === 'no template') return []
    throw error
  }
}

function main(corpus: string, copies: number): void {
  const folders = ['hot', 'onap', 'cfn-json', 'cfn-yaml', 'other'].map((name) => join(corpus, name))
  const paths = folders
    .flatMap((folder) => filesBelow(folder).map((name) => join(folder, name)))
    .filter((path) => /\.(?:ya?ml|json|template)$/.test(path))
  const isTemplate = (path: string) => {
    const { kind, status } = checker.run({ path, bytes: readFileSync(path) })
    return status !== 'skipped' && !['blueprint', 'environment', 'not-a-template'].includes(kind)
  }
  const templates = paths.filter(isTemplate)
  process.stdout.write(
    `${report(
      'real templates',
      templates.map((path) => ({ path })),
    )}\n`,
  )
  process.stdout.write(
    `${report(
      'damaged copies',
      templates.flatMap((path) => damagedCopies(path, copies)),
    )}\n`,
  )
}

const corpus = join(process.argv[2] ?? '.', '../shared/corpus')
if (existsSync(corpus)) main(corpus, Number(process.argv[3] ?? 3))
else {
  process.stderr.write('hotshift: the real templates belong into ../shared/corpus, beside the project\n')
  process.exitCode = 1
}
