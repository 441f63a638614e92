/** What an update does to a live stack, as a tree with marks. */
import type { Effect, ResourceImpact, StackImpact } from '../../meaning/impact/model.ts'
import { quantity } from './counts.ts'
import { alike, type DeclarationGroup, sections, shownNotes } from './impact-groups.ts'
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
import type { ImpactRow } from './page-data.ts'
import { oneLine, plainStyle, type Style } from './style.ts'

const MARK_WIDTH = 3

/** The whole as a tree; nested stacks stand below the resources that call them. */
export function impactText(impact: StackImpact, command: string, style: Style): string {
  const lines = [style.bold(headline(impact))]
  for (const one of refusalTexts(impact)) lines.push(`  ${style.red(oneLine(one))}`)
  for (const one of [...openTexts(impact), ...(impact.remarks ?? [])]) lines.push(`  ${oneLine(one)}`)
  let isApart = true
  for (const resource of alike(impact.resources)) {
    const own = resourceLines(resource, style)
    // Resources of which there is nothing more to say stand line by line.
    const needsRoom = own.length > 1
    lines.push(...(isApart || needsRoom ? [''] : []), ...own)
    isApart = needsRoom
  }
  for (const [title, declared] of sections(impact))
    lines.push('', style.bold(title), ...declared.flatMap((one) => declarationLines(one, style)))
  lines.push('', style.dim(`assumes: ${oneLine(command)}`))
  return `${lines.join('\n')}\n`
}

/** The first resources of a stack, as a part of a longer report. @param most how many of them, and of their changes */
export function impactExcerpt(
  impact: StackImpact,
  style: Style,
  most: { readonly resources: number; readonly changes: number },
): readonly string[] {
  const resources = alike(impact.resources)
  const shown = resources.slice(0, most.resources)
  const left = resources.slice(most.resources).reduce((sum, { count = 1 }) => sum + count, 0)
  return [
    ...refusalTexts(impact).map(oneLine),
    ...openTexts(impact).map(oneLine),
    ...shown.flatMap((one) => {
      const all = changesOf(one)
      const changes = all.slice(0, most.changes)
      const more = all.length - changes.length
      const depth = depthOf(one)
      return [
        ...resourceLines({ ...one, changes }, style),
        ...(more > 0 ? [style.dim(`${' '.repeat(depth)}      and ${quantity(more, 'more change')}`)] : []),
      ]
    }),
    ...(left > 0 ? [style.dim(`and ${quantity(left, 'more resource')}; --verbose shows all`)] : []),
  ]
}

/** How deep in nested stacks a resource stands, in columns. */
function depthOf({ name }: ResourceImpact): number {
  return 2 * (name.split('/').length - 1)
}

function resourceLines(resource: ResourceImpact, style: Style): readonly string[] {
  const { type, typeBefore, effects } = resource
  const indent = ' '.repeat(depthOf(resource))
  const colour = colourOf(effects[0], style)
  const types = typeBefore === undefined ? type : `${typeBefore} -> ${type}`
  return [
    `${indent}${colour(markOf(resource).padStart(MARK_WIDTH))} ${style.bold(oneLine(shownName(resource)))}  ${oneLine(types)}  ${colour(effectTexts(resource).join('; '))}`,
    ...notesOf(resource).map((note) => `${indent}      ${style.dim(oneLine(note))}`),
    ...changesOf(resource).flatMap((change) => [
      `${indent}      ${changeText(change, style)}`,
      ...(change.lines ?? []).map((line) => `${indent}        ${lineText(line, style)}`),
    ]),
  ]
}

function lineText(line: string, style: Style): string {
  const text = oneLine(line)
  return line.startsWith('-') ? style.red(text) : line.startsWith('+') ? style.green(text) : style.dim(text)
}

function colourOf(effect: Effect | undefined, style: Style): (text: string) => string {
  if (effect === undefined || effect.certainty !== 'sure') return style.yellow
  if (effect.action === 'create') return style.green
  return effect.action === 'update' ? style.cyan : style.red
}

function changeText(change: ShownChange, style: Style): string {
  const { path, before, after, said, effect, remarks } = changeParts(change)
  const values = said === undefined ? `${before} -> ${after}` : said
  const line = Object.hasOwn(insides, path) ? values : `${path}: ${values}`
  const remark = remarks.length === 0 ? '' : style.dim(`  (${oneLine(remarks.join(', '))})`)
  return `${oneLine(line)}${effect === '' ? '' : style.red(`  ${effect}`)}${remark}`
}

/** From so many characters on, what is to be said of a declaration has a line for each part. */
const LONG_NOTES = 120
const declared = { added: '+', removed: '-', changed: '~' } as const

function declarationLines({ names, change, notes }: DeclarationGroup, style: Style): readonly string[] {
  const colour = change === 'added' ? style.green : change === 'removed' ? style.red : style.cyan
  const text = oneLine(notes.join('; '))
  const head = `${colour(declared[change].padStart(MARK_WIDTH))} ${oneLine(names.join(', '))}`
  if (notes.length < 2 || text.length <= LONG_NOTES) return [text === '' ? head : `${head}  ${text}`]
  const shown = shownNotes(notes)
  return [head, ...shown.map((one) => `      ${oneLine(one)}`)]
}

/** Resources in plain words, for reports that lay out themselves. */
export function impactRows({ resources }: StackImpact): readonly ImpactRow[] {
  return alike(resources).map(impactRow)
}

function impactRow(resource: ResourceImpact): ImpactRow {
  const { type, typeBefore } = resource
  return {
    mark: markOf(resource),
    name: shownName(resource),
    types: typeBefore === undefined ? [type] : [typeBefore, type],
    effects: effectTexts(resource),
    why: [
      ...notesOf(resource),
      ...changesOf(resource).flatMap((change) => [changeText(change, plainStyle), ...(change.lines ?? [])]),
    ],
  }
}

/** What changes in the declarations, in plain words. */
export function declarationTexts(impact: StackImpact): readonly string[] {
  return sections(impact).flatMap(([title, all]) =>
    all.map(
      ({ names, change, notes }) =>
        `${title} ${change}: ${names.join(', ')}${notes.length === 0 ? '' : ` (${shownNotes(notes).join('; ')})`}`,
    ),
  )
}
