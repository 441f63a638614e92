import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemMessage } from '../runner/problem.ts'

const advice = [
  '# ---',
  "# To take a line marked '-' back, make the '-' a blank. To leave a line marked '+' out, delete it.",
  "# Lines marked '+' may be changed, and others added. Lines that begin with # are left away.",
  '# If nothing is left, the hunk stays undecided.',
  '',
].join('\n')

/**
 * Lets somebody edit a hunk in the editor of the environment, as git does.
 *
 * @param hunk as the diff shows it
 * @param before the lines that it shows of the text before
 * @returns the lines that are to stand there instead, or why there are none
 */
export function editHunk(
  hunk: string,
  before: string,
  env: Readonly<Record<string, string | undefined>>,
): { readonly text: string } | { readonly problem: string } {
  const folder = fs.mkdtempSync(join(tmpdir(), 'hotshift-edit-'))
  try {
    const file = join(folder, 'hunk.diff')
    fs.writeFileSync(file, hunk + advice)
    const [program = 'vi', ...args] = (env.GIT_EDITOR ?? env.VISUAL ?? env.EDITOR ?? 'vi').split(' ')
    const { error, status } = spawnSync(program, [...args, file], { stdio: 'inherit' })
    if (error !== undefined) return { problem: `${program} cannot be run: ${systemMessage(error)}` }
    if (status !== 0) return { problem: `${program} ended with ${status}; the hunk is as it was` }
    return hunkText(fs.readFileSync(file, 'utf8'), before)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** The new lines of an edited hunk, whose old lines must be those of the text before. */
export function hunkText(
  edited: string,
  before: string,
): { readonly text: string } | { readonly problem: string } {
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
    if (line === '\n' || mark === ' ') last = [old, next]
    else if (mark === '-') last = [old]
    else if (mark === '+') last = [next]
    else return { problem: `a line of a hunk begins with a blank, - or +, and not with ${mark}` }
    for (const lines of last) lines.push(line === '\n' ? line : rest)
  }
  if (old.length + next.length === 0) return { problem: 'nothing is left of the hunk; it is as it was' }
  if (old.join('') !== before)
    return { problem: 'the edited hunk does not fit: its old lines are not those of the file' }
  return { text: next.join('') }
}
