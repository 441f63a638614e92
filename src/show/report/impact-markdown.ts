/** What an update does to a live stack, for a merge request. */
import type { StackImpact } from '../../meaning/impact/model.ts'
import { alike, sections, shownNotes } from './impact-groups.ts'
import { openTexts, refusalTexts } from './impact-reasons.ts'
import { headline } from './impact-tally.ts'
import {
  changeParts,
  changesOf,
  effectTexts,
  insides,
  markOf,
  notesOf,
  type ShownChange,
  shownName,
} from './impact-words.ts'
import { code, prose } from './markdown-text.ts'

/** With a heading, and the assumed command. */
export function impactMarkdown(impact: StackImpact, command: string): string {
  const lines = ['### Effect on the stack', '', ...impactBlocks(impact), '', `Assumes ${code(command)}`]
  return `${lines.join('\n')}\n`
}

/** Without its heading, as lines. */
export function impactBlocks(impact: StackImpact): readonly string[] {
  const lines = [`**${headline(impact)}**`]
  if (impact.refusals.length > 0) lines.push('', ...refusalTexts(impact).map((one) => `- ${prose(one)}`))
  for (const one of [...openTexts(impact), ...(impact.remarks ?? [])]) lines.push('', prose(one))
  if (impact.resources.length > 0)
    lines.push('', '| | resource | type | what happens | why |', '|---|---|---|---|---|')
  for (const resource of alike(impact.resources)) {
    const { type, typeBefore } = resource
    const name = shownName(resource)
    const types = typeBefore === undefined ? code(type) : `${code(typeBefore)} → ${code(type)}`
    const said = effectTexts(resource).map(prose).join('<br>')
    const why = [...notesOf(resource).map(prose), ...changesOf(resource).map(changeMarkdown)]
    lines.push(`| ${code(markOf(resource))} | ${code(name)} | ${types} | ${said} | ${why.join('<br>')} |`)
  }
  for (const [title, all] of sections(impact)) {
    lines.push('', `**${title}**`, '')
    for (const { names, change, notes } of all)
      lines.push(
        `- ${change}: ${names.map(code).join(', ')}${notes.length === 0 ? '' : ` (${prose(shownNotes(notes).join('; '))})`}`,
      )
  }
  return lines
}

/** A change, with the values before and after it. */
export function changeMarkdown(change: ShownChange): string {
  const { path, before, after, said, effect, remarks } = changeParts(change)
  const values = said === undefined ? `${code(before)} → ${code(after)}` : prose(said)
  const line = Object.hasOwn(insides, path) ? values : `${code(path)}: ${values}`
  const remark = [...(effect === '' ? [] : [effect]), ...remarks]
  const lines = (change.lines ?? []).map((one) => `<br>${code(one)}`).join('')
  return `${line}${remark.length === 0 ? '' : ` (${prose(remark.join(', '))})`}${lines}`
}
