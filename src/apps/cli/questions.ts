/** `--ask` and `--answers`: what a person has to decide about packages, as a file to be filled in. */

import type { Answer } from '../../engine/authoring/answers-transform.ts'
import { linesOf, spotOf } from '../../engine/file-outcome.ts'
import type { Became } from '../../rules/onap/became.ts'
import { type Proposal, type Question, questionsOf } from '../../rules/onap/questions.ts'
import { type Nameable, nameables, readStep, type Step } from '../../rules/onap/step.ts'
import { quantity } from '../../show/report/counts.ts'
import { fileName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { plainData } from '../../text/document/data.ts'
import { rangeOf } from '../../text/document/node.ts'
import type { Arguments, Waiver } from './command.ts'
import { writeTogether } from './output/output-file.ts'
import { givenDocument } from './text-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

const start = '# What a person has to decide'

const heading = `${start} about the package, for \`hotshift remediate --answers\`.
# Write after each "answer:" the number of a proposal, or a name of your own where one is asked for. What has no answer stays open.
`

/** Collects the questions of a run, and writes them. */
export class Questions {
  readonly #path: string
  readonly #cwd: string
  readonly #entries: string[] = []

  constructor(path: string, { cwd }: Pick<World, 'cwd'>) {
    this.#path = path
    this.#cwd = cwd
  }

  add(before: Workspace, became: readonly Became[]): void {
    this.#entries.push(...questionsOf(before, became).map((one) => entryOf(one, before)))
  }

  /** @returns what the run says of it */
  write(): string {
    const questions = this.#entries.length === 0 ? 'questions: []\n' : `questions:\n${this.#entries.join('')}`
    const target = { option: 'ask', kind: 'file of questions', path: this.#path, start }
    writeTogether([{ ...target, parts: [heading, questions] }], this.#cwd)
    return `${quantity(this.#entries.length, 'question')} in ${this.#path}`
  }
}

/** One question in YAML; strings are written as JSON, which YAML reads alike. */
function entryOf(
  { asked, question, at, requirements, proposals, isClear }: Question,
  pkg: Workspace,
): string {
  const file = pkg.files.get(asked.path)
  const range = at === undefined ? undefined : rangeOf(at)
  const spot = file === undefined || range === undefined ? undefined : spotOf(range, linesOf(file.document))
  const where = spot === undefined ? asked.path : `${asked.path}:${spot.line}:${spot.column}`
  const lines = [
    `  - question: ${JSON.stringify(question)}`,
    `    where: ${JSON.stringify(where)}`,
    `    requirements: [${requirements.join(', ')}]`,
    `    about: {kind: ${asked.kind}, path: ${JSON.stringify(asked.path)}, name: ${JSON.stringify(asked.name)}}`,
    '    proposals:',
    ...proposals.map((one, index) => `      ${index + 1}: ${proposalText(one)}`),
    `    answer:${isClear ? ' 1' : ''}`,
  ]
  return `${lines.join('\n')}\n`
}

function proposalText(proposal: Proposal): string {
  const changes = JSON.stringify(proposal.changes)
  if (proposal.do === 'waive') return `{waive: true, changes: ${changes}}`
  if (proposal.do === 'steps') return `{steps: ${JSON.stringify(proposal.steps)}, changes: ${changes}}`
  const file = proposal.file === undefined ? '' : `file: ${JSON.stringify(proposal.file)}, `
  return `{${file}name: ${JSON.stringify(proposal.to)}, changes: ${changes}}`
}

/** What answers ask for. */
export interface Answers {
  readonly answers: readonly Answer[]
  readonly waivers: readonly Waiver[]
}

/** The answers that a command line names. @throws UsageError for what is no file of questions */
export function answersOf(args: Arguments, world: World): Answers {
  const path = args.value('answers')
  if (path === undefined) return { answers: [], waivers: [] }
  const data = plainData(givenDocument(path, 'answers', world.cwd).root)
  const questions = (data as { readonly questions?: unknown } | null)?.questions
  if (!Array.isArray(questions))
    throw new UsageError(`--answers ${path}: there is no list "questions"`, ['--ask writes such a file'])
  const all = questions.map((one, index) => answerOf(one, `--answers ${path}: question ${index + 1}`, world))
  return {
    answers: all.flatMap((one) => (one !== undefined && 'steps' in one ? [one.steps] : [])),
    waivers: all.flatMap((one) => (one !== undefined && 'waivers' in one ? one.waivers : [])),
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function answerOf(
  entry: unknown,
  where: string,
  { cwd }: World,
): { readonly steps: Answer } | { readonly waivers: readonly Waiver[] } | undefined {
  const { answer, about, proposals, requirements } = fieldsOf(entry)
  if (answer === undefined || answer === null || answer === '') return undefined
  const { kind, path, name } = fieldsOf(about)
  if (typeof kind !== 'string' || typeof path !== 'string')
    throw new UsageError(`${where}: "about" must say the kind and the path`)
  const all = fieldsOf(proposals)
  const chosen = Object.hasOwn(all, String(answer)) ? fieldsOf(all[String(answer)]) : undefined
  if (chosen?.waive === true) return { waivers: waiversFor(path, requirements, where, cwd) }
  const asked = nameables.find((one) => one === kind)
  const steps =
    chosen === undefined
      ? ownAnswer(answer, { asked, path, name: String(name) }, Object.values(all).map(fieldsOf))
      : stepsOf(chosen, asked, { path, name: String(name) })
  if (steps === undefined)
    throw new UsageError(`${where}: "${String(answer)}" is no proposal`, [
      `write one of the numbers ${Object.keys(all).join(', ')}${asked === undefined ? '' : ', or a name'}`,
    ])
  return { steps }
}

/** What a proposal that was written down does; undefined for what is none. */
function stepsOf(
  { name: to, file, steps }: Fields,
  rename: Nameable | undefined,
  { path, name }: { readonly path: string; readonly name: string },
): Answer | undefined {
  if (Array.isArray(steps)) {
    const read = steps.map((one) => readStep(fieldsOf(one)))
    return read.every((one): one is Step => one !== undefined) ? read : undefined
  }
  if (rename === undefined || typeof to !== 'string') return undefined
  return [{ file: typeof file === 'string' ? file : path, rename, name, to }]
}

/** A value of one's own where a proposal gives one to an environment, else a name of one's own. */
function ownAnswer(
  answer: unknown,
  {
    asked,
    path,
    name,
  }: { readonly asked: Nameable | undefined; readonly path: string; readonly name: string },
  proposals: readonly Fields[],
): Answer | undefined {
  if (typeof answer === 'boolean') return undefined
  for (const one of proposals) {
    const steps = stepsOf(one, undefined, { path, name })
    if (steps?.some((step) => 'give' in step) === true)
      return steps.map((step) => ('give' in step ? { ...step, value: answer } : step))
  }
  return typeof answer === 'string' ? stepsOf({ name: answer }, asked, { path, name }) : undefined
}

function waiversFor(path: string, requirements: unknown, where: string, cwd: string): readonly Waiver[] {
  const all = Array.isArray(requirements) ? requirements.map(String) : []
  return all.map((requirement) => ({
    requirement,
    files: [`**/${fileName(path)}`, fileName(path)],
    reason: 'answered so',
    expires: '9999-12-31',
    root: cwd,
    where,
  }))
}
