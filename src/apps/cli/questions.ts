/** `--ask` and `--answers`: what a person has to decide about packages, as a file to be filled in. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Answer } from '../../engine/authoring/answers-transform.ts'
import { linesOf, spotOf } from '../../engine/file-outcome.ts'
import type { ReportedQuestion } from '../../engine/packages/reported-question.ts'
import type { Became } from '../../rules/onap/became.ts'
import { isRename, laterFileNames, type Rename } from '../../rules/onap/later-names.ts'
import { questionsInRounds } from '../../rules/onap/questions.ts'
import { type Nameable, nameables, readStep, type Step } from '../../rules/onap/step.ts'
import { quantity } from '../../show/report/counts.ts'
import { questionsFile, questionsStart } from '../../show/report/questions.ts'
import { directoryOf, fileName } from '../../stack/source-file.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { plainData } from '../../text/document/data.ts'
import { rangeOf } from '../../text/document/node.ts'
import type { Arguments, Waiver } from './command.ts'
import { writeTogether } from './output/output-file.ts'
import { givenDocument } from './text-file.ts'
import { UsageError } from './usage-error.ts'
import type { World } from './world.ts'

/** Collects the questions of a run. */
export class Questions {
  readonly #all: ReportedQuestion[] = []

  get all(): readonly ReportedQuestion[] {
    return this.#all
  }

  /** @param answered what following answers before all repairs would give */
  add(before: Workspace, became: readonly Became[], answered: Parameters<typeof questionsInRounds>[2]): void {
    for (const { at, ...question } of questionsInRounds(before, became, answered)) {
      const file = before.files.get(question.asked.path)
      const range = at === undefined ? undefined : rangeOf(at)
      const spot =
        file === undefined || range === undefined ? undefined : spotOf(range, linesOf(file.document))
      this.#all.push({ ...question, ...spot })
    }
  }

  /** @returns what the run says of it */
  write(path: string, { cwd }: Pick<World, 'cwd'>): string {
    const target = { option: 'ask', kind: 'file of questions', path, start: questionsStart }
    writeTogether([{ ...target, parts: [questionsFile(this.#all)] }], cwd)
    return `${quantity(this.#all.length, 'question')} in ${path}`
  }
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
  const all = questions.map((one, index) => answerOf(one, `--answers ${path}: question ${index + 1}`))
  const answers = all.flatMap((one) => (one !== undefined && 'steps' in one ? [one.steps] : []))
  const waived = all.flatMap((one) => (one !== undefined && 'waived' in one ? one.waived : []))
  const renames = answers.flat().filter(isRename)
  return { answers, waivers: waived.map((one) => waiverFor(one, renames, world)) }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

/** What somebody has answered that a requirement is not asked for in a file. */
interface WaivedIn extends Pick<Waiver, 'requirement' | 'where'> {
  readonly path: string
}

function answerOf(
  entry: unknown,
  where: string,
): { readonly steps: Answer } | { readonly waived: readonly WaivedIn[] } | undefined {
  const { answer, about, proposals } = fieldsOf(entry)
  if (answer === undefined || answer === null || answer === '') return undefined
  const { kind, path, name } = fieldsOf(about)
  if (typeof kind !== 'string' || typeof path !== 'string')
    throw new UsageError(`${where}: "about" must say the kind and the path`)
  const all = fieldsOf(proposals)
  const chosen = Object.hasOwn(all, String(answer)) ? fieldsOf(all[String(answer)]) : undefined
  if (typeof chosen?.waive === 'object') return { waived: waivedBy(chosen.waive, where) }
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

function waivedBy(waive: unknown, where: string): readonly WaivedIn[] {
  return Object.entries(fieldsOf(waive)).flatMap(([requirement, paths]) =>
    (Array.isArray(paths) ? paths : []).map((path) => ({ requirement, path: String(path), where })),
  )
}

/** A file that is not there has been given another name by then, or the run is in another directory. */
function waiverFor(
  { requirement, path, where }: WaivedIn,
  renames: readonly Rename[],
  { cwd }: World,
): Waiver {
  const names = existsSync(resolve(cwd, path))
    ? [fileName(path)]
    : [fileName(path), ...laterFileNames(path, renames)]
  const directory = resolve(cwd, directoryOf(path))
  const isThere = existsSync(directory)
  return {
    requirement,
    files: names.map((name) => (isThere ? `/${name}` : name)),
    reason: 'answered so',
    expires: '9999-12-31',
    root: isThere ? directory : cwd,
    where,
  }
}
