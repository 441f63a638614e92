/** Asks people about changes, hunk by hunk, with the keys of `git add --patch`. */

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChangedOutcome, FileOutcome, LocatedFinding } from '../../../engine/outcome.ts'
import { splitLines } from '../../../run/diff/hunks.ts'
import { diffHunks } from '../../../run/diff/unified-diff.ts'
import { type ChoosableHunk, choosableHunks, choose, shownExtent } from '../../../run/plan/choose.ts'
import type { Decisions, HunkDecision } from '../../../run/plan/decisions.ts'
import type { PlanContext } from '../../../run/plan/judge.ts'
import type { OutcomeFacts, Outcomes } from '../../../run/plan/outcomes.ts'
import type { Selection } from '../../../run/plan/selection.ts'
import { systemMessage } from '../../../run/problem.ts'
import { oneLine } from '../../../show/report/style.ts'
import { colourDiff } from '../../../show/report/terminal.ts'
import type { Arguments } from '../command.ts'
import type { Asker, World } from '../world.ts'
import { styleOf } from './styles.ts'

const advice = [
  '# ---',
  "# To keep a line marked '-', change the '-' to a blank. To omit a line marked '+', delete it.",
  "# Lines marked '+' may be changed, and others added. Lines that begin with # are ignored.",
  '# If nothing is left, the hunk stays undecided.',
  '',
].join('\n')

/**
 * Opens a hunk in the editor of the environment, as git does.
 *
 * @param hunk as the diff shows it
 * @param before the lines of the original that it shows
 * @returns the lines that replace them, or why there are none
 */
function editHunk(
  hunk: string,
  before: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string } | { readonly problem: string } {
  const folder = fs.mkdtempSync(join(tmpdir(), 'hotshift-edit-'))
  try {
    const file = join(folder, 'hunk.diff')
    fs.writeFileSync(file, hunk + advice)
    const editor = env.GIT_EDITOR || env.VISUAL || env.EDITOR || 'vi'
    const { error, status, signal } = runEditor(editor, file)
    if (error !== undefined) return { problem: `${editor} cannot be run: ${systemMessage(error)}` }
    if (status !== 0) return { problem: `${editor} ended with ${signal ?? status}; the hunk is as it was` }
    if (!fs.existsSync(file)) return { problem: `${editor} removed the file; the hunk is as it was` }
    return hunkText(fs.readFileSync(file, 'utf8'), before)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** As git does: a shell reads the name of an editor, which may have quotes and options. */
function runEditor(editor: string, file: string) {
  if (process.platform !== 'win32')
    return spawnSync('/bin/sh', ['-c', `${editor} "$@"`, editor, file], { stdio: 'inherit' })
  const [program = '', ...args] = editor.split(' ')
  return spawnSync(program, [...args, file], { stdio: 'inherit' })
}

/** The new lines of an edited hunk, whose old lines must match the original. */
function hunkText(edited: string, before: string): { readonly text: string } | { readonly problem: string } {
  const [old, next]: [string[], string[]] = [[], []]
  let last: string[][] = []
  for (const line of edited.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [mark, rest] = [line[0], line.slice(1)]
    if (mark === '#' || line.startsWith('@@ ')) continue
    if (mark === '\\') {
      // "No newline at end of file" is about the line before.
      for (const lines of last) lines.push((lines.pop() ?? '').replace(/\n$/, ''))
      continue
    }
    // Editors take blanks away at the ends of lines.
    const isEmpty = line === '\n' || line === '\r\n'
    if (isEmpty || mark === ' ') last = [old, next]
    else if (mark === '-') last = [old]
    else if (mark === '+') last = [next]
    else return { problem: `a line of a hunk begins with a blank, - or +, and not with ${mark}` }
    for (const lines of last) lines.push(isEmpty ? line : rest)
  }
  if (old.length + next.length === 0) return { problem: 'nothing is left of the hunk; it is as it was' }
  if (old.join('') !== before)
    return { problem: 'the edited hunk does not fit: its old lines are not those of the file' }
  return { text: next.join('') }
}

interface InterviewOptions {
  readonly selection: Selection
  /** What is decided already is not asked again; what is answered is added. */
  readonly decisions: Decisions
  /** Called after every answer. */
  readonly save: () => void
  readonly around: Omit<PlanContext, 'outcomes'>
  readonly args: Arguments
  readonly world: World
}

const help = [
  'y - make this hunk',
  'n - do not make this hunk',
  'a - make this hunk and all later ones of the file',
  'd - do not make this hunk, nor any later one of the file',
  'q - stop here; your decisions are saved, and the rest stays as it is',
  'e - edit this hunk',
  '? - print help',
]

/** @returns the files about which not everything was decided */
export async function interview(outcomes: Outcomes, options: InterviewOptions): Promise<ReadonlySet<string>> {
  const { selection, decisions, world } = options
  const changed = outcomes.where(
    ({ status }, one) => status === 'changed' && (selection.isEmpty || selection.hasFile(one())),
  )
  const asker = world.asker()
  try {
    for (let index = 0; index < changed.length; index++) {
      const outcome = changed.at(index)
      if (outcome.status !== 'changed') continue
      const end = await decideFile(outcome, `${index + 1} of ${changed.length}`, outcomes, options, asker)
      if (end === 'done') continue
      const isOpen = (one: FileOutcome) => one.status === 'changed' && !isDecided(one, decisions)
      const later = new Set(changed.facts.slice(index))
      const rest = changed.where((facts, one) => later.has(facts) && isOpen(one()))
      return new Set(rest.facts.map(({ path }) => path))
    }
    return new Set()
  } finally {
    asker.close()
  }
}

function isDecided(outcome: ChangedOutcome, decisions: Decisions): boolean {
  const known = decisions.of(outcome)
  if (known?.decision !== undefined) return true
  return choosableHunks(outcome).every(({ number }) => known?.hunks?.[number] !== undefined)
}

/** Asks about a file, again where what was chosen cannot be made. */
async function decideFile(
  outcome: ChangedOutcome,
  position: string,
  outcomes: Outcomes,
  options: InterviewOptions,
  asker: Asker,
): Promise<'done' | 'stopped'> {
  for (;;) {
    const inquiry = new Inquiry(outcome, options, asker)
    if ((await inquiry.run(position)) === 'stopped') return 'stopped'
    if (!inquiry.hasAsked || (await tellVerdict(outcome, outcomes, options)) === 'made') return 'done'
    const again = await oneOf(['y', 'n', 'q'], 'Decide about this file again [y,n,q]? ', asker)
    if (again !== 'y') return again === 'n' ? 'done' : 'stopped'
    options.decisions.forget(outcome)
    options.save()
  }
}

/** Asks until an answer is one of those that there are; undefined where nobody answers. */
async function oneOf(keys: readonly string[], question: string, asker: Asker): Promise<string | undefined> {
  for (;;) {
    const key = (await asker.ask(question))?.trim()
    if (key === undefined || keys.includes(key)) return key
  }
}

/** Says what becomes of a file of which hunks were left out. */
async function tellVerdict(
  outcome: ChangedOutcome,
  outcomes: Outcomes,
  { selection, decisions, around, world }: InterviewOptions,
): Promise<'made' | 'refused'> {
  const known = Object.values(decisions.of(outcome)?.hunks ?? {})
  if (known.every((one) => one === 'accept') || known.every((one) => one === 'reject')) return 'made'
  const related = new Set([outcome.path, outcomes.environmentOf(outcome.path)])
  const isRelated = ({ path, group }: OutcomeFacts) =>
    related.has(path) || (group !== undefined && group === outcome.group)
  const choice = { selection, decisions }
  const made = choose(outcomes.where(isRelated), choice, around).of(outcome.path)
  const isMade = made?.status === 'changed'
  const says = isMade ? `read, checked and proved again: ${made.proof}` : `cannot be made: ${made?.reason}`
  await world.err.write(`${oneLine(outcome.path)}: ${oneLine(says)}\n\n`)
  return isMade ? 'made' : 'refused'
}

/** The questions about one file. */
class Inquiry {
  hasAsked = false
  readonly #outcome: ChangedOutcome
  readonly #hunks: readonly ChoosableHunk[]
  readonly #options: InterviewOptions
  readonly #asker: Asker
  readonly #answers: Record<string, HunkDecision>

  constructor(outcome: ChangedOutcome, options: InterviewOptions, asker: Asker) {
    this.#outcome = outcome
    this.#options = options
    this.#asker = asker
    const { selection, decisions } = options
    this.#hunks = choosableHunks(outcome).filter(({ transforms }) => selection.hasHunk(transforms))
    this.#answers = { ...decisions.of(outcome)?.hunks }
  }

  async run(position: string): Promise<'done' | 'stopped'> {
    if (isDecided(this.#outcome, this.#options.decisions)) return 'done'
    this.hasAsked = true
    await this.#say(this.#heading(position))
    if (this.#hunks.length === 0) return this.#askAboutFile()
    const texts = diffHunks(this.#outcome.before ?? '', this.#outcome.after)
    for (const [index, hunk] of this.#hunks.entries()) {
      if (this.#answers[hunk.number] !== undefined) continue
      const text = texts[hunk.number - 1] ?? ''
      await this.#say(`${colourDiff(text, this.#style)}${this.#findingsIn(hunk, index === 0)}`)
      const answer = await this.#askAboutHunk(hunk, text)
      if (answer === 'stopped') return 'stopped'
      if (answer === 'rest') break
    }
    return 'done'
  }

  /** A new name alone has no hunk. */
  async #askAboutFile(): Promise<'done' | 'stopped'> {
    for (;;) {
      const key = (await this.#asker.ask('Make this change [y,n,q,?]? '))?.trim()
      if (key === undefined || key === 'q') return 'stopped'
      if (key === 'y' || key === 'a') return this.#decideFile('accept')
      if (key === 'n' || key === 'd') return this.#decideFile('reject')
      await this.#say(`${help.filter((line) => /^[ynq?]/.test(line)).join('\n')}\n`)
    }
  }

  #decideFile(decision: 'accept' | 'reject'): 'done' {
    this.#options.decisions.decide(this.#outcome, { decision })
    this.#options.save()
    return 'done'
  }

  async #askAboutHunk(hunk: ChoosableHunk, text: string): Promise<'next' | 'rest' | 'stopped'> {
    const question = `(${hunk.number}/${this.#hunks.at(-1)?.number}) Apply this hunk [y,n,a,d,q,e,?]? `
    for (;;) {
      const key = (await this.#asker.ask(question))?.trim()
      switch (key) {
        case 'y':
        case 'n':
          return this.#decide([hunk], key === 'y' ? 'accept' : 'reject', 'next')
        case 'a':
        case 'd':
          return this.#decide(this.#from(hunk), key === 'a' ? 'accept' : 'reject', 'rest')
        case undefined:
        case 'q':
          return 'stopped'
        case 'e': {
          const edit = await this.#edited(hunk, text)
          if (edit !== undefined) return this.#decide([hunk], { edit }, 'next')
          break
        }
        default:
          await this.#say(`${help.join('\n')}\n`)
      }
    }
  }

  /** The hunk and all later ones that are not decided. */
  #from({ number }: ChoosableHunk): readonly ChoosableHunk[] {
    return this.#hunks.filter((one) => one.number >= number && this.#answers[one.number] === undefined)
  }

  #decide<End>(hunks: readonly ChoosableHunk[], decision: HunkDecision, end: End): End {
    for (const { number } of hunks) this.#answers[number] = decision
    // Hunks that the selection leaves out are nobody's to decide here.
    const others = choosableHunks(this.#outcome).filter(
      ({ transforms }) => !this.#options.selection.hasHunk(transforms),
    )
    const left = Object.fromEntries(others.map(({ number }) => [number, 'reject' as const]))
    this.#options.decisions.decide(this.#outcome, { hunks: { ...left, ...this.#answers } })
    this.#options.save()
    return end
  }

  async #edited({ edits }: ChoosableHunk, text: string): Promise<string | undefined> {
    const lines = splitLines(this.#outcome.before ?? '')
    const { start, end } = shownExtent(edits, lines.length)
    const result = editHunk(text, lines.slice(start, end).join(''), this.#options.world.env)
    if ('text' in result) return result.text
    await this.#say(`${result.problem}\n`)
    return undefined
  }

  #heading(position: string): string {
    const { path, newPath, isNew, proof, transforms, group } = this.#outcome
    const style = this.#style
    const name = newPath === undefined ? oneLine(path) : `${oneLine(path)} -> ${oneLine(newPath)}`
    const facts = [
      ...(isNew === true ? ['new file'] : []),
      `proof: ${proof}`,
      transforms.map(({ id }) => id).join(', '),
      ...(group === undefined ? [] : ['is changed together with others']),
    ]
    return `${style.bold(name)} ${style.dim(`(${position}; ${facts.filter((one) => one !== '').join('; ')})`)}\n`
  }

  /** Findings at the lines of a hunk; those about the whole file stand with the first. */
  #findingsIn({ edits, transforms }: ChoosableHunk, isFirst: boolean): string {
    const lines = splitLines(this.#outcome.before ?? '').length
    const { start, end } = shownExtent(edits, lines)
    const isHere = ({ line, range }: LocatedFinding) =>
      range === undefined ? isFirst : line > start && line <= end
    const found = this.#outcome.findings.filter(isHere).map(({ line, column, severity, code, message }) => {
      return `  ${line}:${column} ${severity} ${code} ${oneLine(message)}\n`
    })
    const by = transforms.length === 0 ? '' : `  by ${transforms.join(', ')}\n`
    return this.#style.dim(by) + found.join('')
  }

  get #style() {
    return styleOf(this.#options.world.err, this.#options.args, this.#options.world)
  }

  async #say(text: string): Promise<void> {
    await this.#options.world.err.write(text)
  }
}
