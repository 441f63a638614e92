/** The entries of a JSON object, or the items of a list, as they come and go. */
import type { TextEdit } from './text-edit.ts'

/** An entry or item of the changed object or list. */
export interface Member {
  /** Which of the old ones it was; undefined for a new one. */
  readonly index: number | undefined
  /** A new one as JSON. */
  readonly text: () => string
  /** Edits an old one in its place. */
  readonly edit: () => void
}

/** The old members by their text, and the members as they are to be. */
export interface Members {
  readonly olds: readonly { readonly start: number; readonly end: number }[]
  readonly members: readonly Member[]
}

/**
 * Adds the edits that turn the old members into the new ones: those that stay keep their text and the layout
 * between them, one that goes takes its comma along, one that comes is set apart as the others are.
 * @returns whether that can be done: something stays, in its old order
 */
export function editMembers(
  { olds, members }: Members,
  { text, edits }: { readonly text: string; readonly edits: TextEdit[] },
): boolean {
  const staying = members.flatMap(({ index }) => index ?? [])
  if (staying.some((index, at) => at > 0 && index <= (staying[at - 1] as number))) return false
  const [first] = staying
  if (first === undefined) return false
  const gap = gapOf(olds, text)
  const leading = members.slice(
    0,
    members.findIndex(({ index }) => index !== undefined),
  )
  const start = olds[first]?.start ?? 0
  if (first > 0 || leading.length > 0) {
    const inserted = leading.map((one) => `${one.text()},${gap}`).join('')
    edits.push({ start: olds[0]?.start ?? start, end: start, text: inserted })
  }
  let last = first
  let come = ''
  const close = (next: number): void => {
    const end = olds[last]?.end ?? 0
    const until = next - 1 > last ? (olds[next - 1]?.end ?? end) : end
    if (come !== '' || until > end) edits.push({ start: end, end: until, text: come })
    come = ''
    last = next
  }
  for (const member of members.slice(leading.length)) {
    if (member.index === undefined) come += `,${gap}${member.text()}`
    else {
      if (member.index !== last) close(member.index)
      member.edit()
    }
  }
  close(olds.length)
  return true
}

/** What stands between a comma and the next member: a blank, or a line break and the indentation. */
function gapOf(olds: Members['olds'], text: string): string {
  const [first, second] = olds
  if (first === undefined) return ' '
  if (second !== undefined) return blanksBefore(text, second.start)
  const blanks = blanksBefore(text, first.start)
  return blanks.includes('\n') ? blanks : ' '
}

function blanksBefore(text: string, at: number): string {
  let start = at
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start -= 1
  return text.slice(start, at)
}
