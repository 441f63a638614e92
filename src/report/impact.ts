/** What an update does to a live stack, for people: as a tree with marks, and as Markdown for a merge request. */
import {
  type Action,
  type DeclarationImpact,
  type Effect,
  type ResourceImpact,
  type StackImpact,
  type ValueChange,
  verdictOf,
} from '../impact/model.ts'
import { quantity } from './counts.ts'
import { code, prose } from './markdown.ts'
import { oneLine, type Style } from './style.ts'

const marks: Readonly<Record<Action, string>> = {
  refuse: '!',
  replace: '-/+',
  delete: '-',
  create: '+',
  update: '~',
}
const done: Readonly<Record<Action, string>> = {
  refuse: 'refused by Heat',
  replace: 'replaced',
  delete: 'deleted',
  create: 'created',
  update: 'updated in place',
}
const MARK_WIDTH = 3

/** The whole as a tree; nested stacks stand below the resources that call them. */
export function impactText(impact: StackImpact, style: Style): string {
  const lines = [style.bold(headline(impact))]
  for (const one of impact.open) lines.push(`  ${oneLine(one)}`)
  for (const resource of impact.resources) lines.push('', ...resourceLines(resource, style))
  for (const [title, declared] of sections(impact))
    if (declared.length > 0)
      lines.push('', style.bold(title), ...declared.map((one) => declarationLine(one, style)))
  return `${lines.join('\n')}\n`
}

/** `2 replaced, 1 may be replaced, 3 updated in place`. */
export function headline(impact: StackImpact): string {
  const counts = new Map<string, number>()
  for (const { effects } of impact.resources) {
    const words = effects.length === 0 ? ['cannot be told'] : effects.slice(0, 1).map(effectWord)
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  if (verdictOf(impact) === 'nothing') return 'nothing happens to the stack'
  const parts = [...counts].map(([word, count]) => `${count} ${word}`)
  return parts.length === 0
    ? 'no resource changes'
    : `${quantity(impact.resources.length, 'resource')}: ${parts.join(', ')}`
}

function effectWord({ action, certainty }: Effect): string {
  return certainty === 'sure' ? done[action] : `may be ${done[action]}`
}

function effectText({ action, certainty, when }: Effect): string {
  if (certainty === 'sure') return done[action]
  if (certainty === 'if') return `${done[action]} if ${oneLine(when ?? '')}`
  return `may be ${done[action]}${when === undefined ? '' : ` if ${oneLine(when)}`}`
}

function resourceLines(resource: ResourceImpact, style: Style): readonly string[] {
  const { name, type, typeBefore, effects, changes, survives, renamed, unknown } = resource
  const [worst] = effects
  const depth = name.split('/').length - 1
  const indent = ' '.repeat(2 * depth)
  const mark = worst === undefined ? '?' : marks[worst.action]
  const colour = colourOf(worst, style)
  const types = typeBefore === undefined ? type : `${typeBefore} -> ${type}`
  const said = effects.length === 0 ? ['cannot be told'] : effects.map(effectText)
  const notes = [
    ...(survives === undefined ? [] : [survivalText(survives)]),
    ...(renamed === undefined ? [] : [renamedText(resource, renamed)]),
    ...(unknown === undefined ? [] : [unknown]),
  ]
  return [
    `${indent}${colour(mark.padStart(MARK_WIDTH))} ${style.bold(oneLine(name))}  ${oneLine(types)}  ${colour(said.join('; '))}`,
    ...notes.map((note) => `${indent}      ${style.dim(oneLine(note))}`),
    ...changes.map((change) => `${indent}      ${changeText(change, style)}`),
  ]
}

function colourOf(effect: Effect | undefined, style: Style): (text: string) => string {
  if (effect === undefined || effect.certainty !== 'sure') return style.yellow
  if (effect.action === 'create') return style.green
  return effect.action === 'update' ? style.cyan : style.red
}

function survivalText(survives: string): string {
  if (survives === 'Retain') return 'what it stands for stays in the cloud (deletion_policy Retain)'
  if (survives === 'Snapshot') return 'a snapshot stays (deletion_policy Snapshot)'
  return `whether it stays in the cloud ${survives}`
}

function renamedText({ effects }: ResourceImpact, renamed: string): string {
  return effects[0]?.action === 'delete'
    ? `is defined under the name ${renamed} now: Heat makes a new one`
    : `was defined under the name ${renamed}: Heat deletes that one`
}

function changeText(change: ValueChange, style: Style): string {
  const { path, before, after, when, action, by, certainty } = change
  const values =
    by === undefined
      ? `${oneLine(before ?? '(none)')} -> ${oneLine(after ?? '(none)')}`
      : `reads ${oneLine(by)}, which is another one`
  const effect = action === 'update' ? '' : action === 'replace' ? '  replaces' : '  may not change'
  const doubt = certainty === 'may' ? 'perhaps' : ''
  const remarks = [doubt, when === undefined ? '' : `if ${oneLine(when)}`].filter((one) => one !== '')
  return `${oneLine(path)}: ${values}${style.red(effect)}${remarks.length === 0 ? '' : style.dim(`  (${remarks.join(', ')})`)}`
}

function sections(impact: StackImpact): readonly (readonly [string, readonly DeclarationImpact[]])[] {
  return [
    ['parameters', impact.parameters],
    ['outputs', impact.outputs],
    ['conditions', impact.conditions],
  ]
}

const declared = { added: '+', removed: '-', changed: '~' } as const

function declarationLine({ name, change, notes }: DeclarationImpact, style: Style): string {
  const colour = change === 'added' ? style.green : change === 'removed' ? style.red : style.cyan
  const text = notes.length === 0 ? '' : `  ${oneLine(notes.join('; '))}`
  return `${colour(declared[change].padStart(MARK_WIDTH))} ${oneLine(name)}${text}`
}

/** The same for a merge request. */
export function impactMarkdown(impact: StackImpact): string {
  const lines = ['### What the stack will feel', '', `**${headline(impact)}**`]
  for (const one of impact.open) lines.push('', prose(one))
  if (impact.resources.length > 0)
    lines.push('', '| | resource | type | what happens | why |', '|---|---|---|---|---|')
  for (const { name, type, typeBefore, effects, changes, survives, renamed, unknown } of impact.resources) {
    const mark = effects[0] === undefined ? '?' : marks[effects[0].action]
    const types = typeBefore === undefined ? code(type) : `${code(typeBefore)} → ${code(type)}`
    const said = effects.length === 0 ? 'cannot be told' : effects.map(effectText).map(prose).join('<br>')
    const why = [
      ...(survives === undefined ? [] : [prose(survivalText(survives))]),
      ...(renamed === undefined ? [] : [`also ${code(renamed)}`]),
      ...(unknown === undefined ? [] : [prose(unknown)]),
      ...changes.map(changeMarkdown),
    ]
    lines.push(`| ${code(mark)} | ${code(name)} | ${types} | ${said} | ${why.join('<br>')} |`)
  }
  for (const [title, all] of sections(impact)) {
    if (all.length === 0) continue
    lines.push('', `**${title}**`, '')
    for (const { name, change, notes } of all)
      lines.push(`- ${change}: ${code(name)}${notes.length === 0 ? '' : ` (${prose(notes.join('; '))})`}`)
  }
  return `${lines.join('\n')}\n`
}

function changeMarkdown({ path, before, after, by, when }: ValueChange): string {
  const values =
    by === undefined ? `${code(before ?? '(none)')} → ${code(after ?? '(none)')}` : `${code(by)} changes`
  return `${code(path)}: ${values}${when === undefined ? '' : ` if ${prose(when)}`}`
}
