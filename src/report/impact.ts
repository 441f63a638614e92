/** What an update does to a live stack, for people: as a tree with marks, and as Markdown for a merge request. */
import { groupedBy } from '../document/multimap.ts'
import { defined } from '../document/records.ts'
import {
  type Action,
  actions,
  type Consequence,
  type DeclarationImpact,
  type Effect,
  type Interruption,
  interruptionIn,
  isOpen,
  knownAfterText,
  type ResourceImpact,
  readText,
  type StackImpact,
  type ValueChange,
  verdictOf,
  whenText,
} from '../impact/model.ts'
import { quantity } from './counts.ts'
import { countOfReasons, openTexts, refusalTexts } from './impact-reasons.ts'
import { code, prose } from './markdown-text.ts'
import type { ImpactRow } from './page-data.ts'
import { oneLine, plainStyle, type Style } from './style.ts'

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
  lines.push('', style.dim(`the answer is for: ${oneLine(command)}`))
  return `${lines.join('\n')}\n`
}

/** The first resources of a stack, as a part of a longer report. @param most how many of them, and of their changes */
export function impactExcerpt(
  impact: StackImpact,
  style: Style,
  most: { readonly resources: number; readonly changes: number },
): readonly string[] {
  const { resources } = impact
  const shown = resources.slice(0, most.resources)
  const left = resources.length - shown.length
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

/** `2 replaced, 1 may be replaced, 3 updated in place`: the worst first. */
export function headline(impact: StackImpact): string {
  const verdict = verdictOf(impact)
  if (verdict === 'nothing') return 'nothing happens to the stack'
  const { refusals } = impact
  if (refusals.some(({ certainty }) => certainty === 'sure')) {
    const refused = `Heat refuses this update: ${quantity(countOfReasons(impact), 'reason')}`
    return impact.resources.length === 0 ? refused : `${refused}; otherwise: ${countedText(impact, verdict)}`
  }
  const counted = countedText(impact, verdict)
  return refusals.length === 0 ? counted : `Heat may refuse this update; otherwise: ${counted}`
}

function countedText(impact: StackImpact, verdict: ReturnType<typeof verdictOf>): string {
  const tally = new ImpactTally()
  tally.add(impact)
  const counted = tally.resources()
  const { unchanged = 0 } = impact
  const rest = unchanged === 0 ? [] : [`${unchanged} unchanged`]
  if (counted.length > 0)
    return `${quantity(countOf(impact) + unchanged, 'resource')}: ${[...counted, ...rest].join(', ')}`
  return verdict === 'untold' ? untold : 'no resource changes'
}

/** How many resources something happens to. */
function countOf({ resources }: StackImpact): number {
  return resources.reduce((sum, { count = 1 }) => sum + count, 0)
}

/** Counts effects on stacks. */
export class ImpactTally {
  readonly stacks = { nothing: 0, something: 0, untold: 0 }
  readonly #words = new Map<string, number>()

  add(impact: StackImpact): void {
    this.stacks[verdictOf(impact)] += 1
    for (const resource of impact.resources) {
      const { effects, count = 1 } = resource
      const [worst] = effects
      const isInterrupted = worst?.action === 'update' && interruptionIn(resource) !== undefined
      const word =
        worst === undefined || isOpen(resource)
          ? untold
          : isInterrupted
            ? interruptedWord(worst)
            : effectWord(worst)
      this.#words.set(word, (this.#words.get(word) ?? 0) + count)
    }
  }

  /** How many resources have which effect, by the worst that each has: `2 replaced`; the worst first. */
  resources(): readonly string[] {
    const words = actions.flatMap((action) => [
      ...(action === 'update' ? certainties.map((certainty) => interruptedWord({ certainty })) : []),
      ...certainties.map((certainty) => effectWord({ action, certainty })),
    ])
    return [...words, untold].flatMap((word) => {
      const count = this.#words.get(word)
      return count === undefined ? [] : [`${count} ${word}`]
    })
  }

  /** One sentence about all stacks, without its full stop; empty where there are none. */
  sentence(): string {
    const { nothing, something, untold: open } = this.stacks
    const all = nothing + something + open
    if (all === 0) return ''
    const subject = all === 1 ? 'effect on a live stack' : 'effect on live stacks'
    const counted = this.resources()
    if (nothing === all) return `${subject}: none`
    if (open === all && counted.length === 0) return `${subject}: ${untold}`
    const stacks = [
      ...(nothing > 0 ? [`${nothing} without effect`] : []),
      ...(something > 0 ? [`${something} with effects`] : []),
      ...(open > 0 ? [`${open} unknown`] : []),
    ]
    const parts = [
      ...(all > 1 ? [stacks.join(', ')] : []),
      ...(counted.length > 0 ? [`resources: ${counted.join(', ')}`] : []),
      ...(counted.length === 0 && open === 0 ? ['no resource changes'] : []),
    ]
    return `${subject}: ${parts.join('; ')}`
  }
}

const untold = 'unknown'

const certainties = ['sure', 'may'] as const

function interruptedWord({ certainty }: Pick<Effect, 'certainty'>): string {
  return certainty === 'sure' ? 'interrupted' : 'may be interrupted'
}

function effectWord({ action, certainty }: Effect): string {
  return certainty === 'sure' ? done[action] : `may be ${done[action]}`
}

function effectText({ action, certainty, when }: Effect): string {
  const condition = when === undefined ? '' : ` ${oneLine(whenText(when))}`
  return `${certainty === 'may' ? 'may be ' : ''}${done[action]}${condition}`
}

/** What happens to a resource, each in words. */
function effectTexts({ effects }: ResourceImpact): readonly string[] {
  return effects.length === 0 ? [untold] : effects.map(effectText)
}

/** The mark of the worst that happens to a resource. */
function markOf({ effects: [worst] }: ResourceImpact): string {
  return worst === undefined ? '?' : marks[worst.action]
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

/** With how many there are where the name does not say so: `group/* (3)`. */
function shownName({ name, count = 1 }: ResourceImpact): string {
  return count > 1 && name.includes('*') ? `${name} (${count})` : name
}

function lineText(line: string, style: Style): string {
  const text = oneLine(line)
  return line.startsWith('-') ? style.red(text) : line.startsWith('+') ? style.green(text) : style.dim(text)
}

/** So many resources of which the same is to be said are named. */
const MOST_NAMED = 5

/** Resources of one stack of which the same is to be said as one. */
function alike(resources: readonly ResourceImpact[]): readonly ResourceImpact[] {
  const hasInside = new Set(resources.map(({ name }) => scopeOf(name)))
  const groups = groupedBy(resources, (one) => {
    const { name, id: _id, count: _count, ...rest } = one
    return JSON.stringify(
      hasInside.has(`${name}/`) || one.renamed !== undefined ? [name] : [scopeOf(name), rest],
    )
  })
  return [...groups.values()].map((some) => {
    const [first] = some as [ResourceImpact, ...ResourceImpact[]]
    if (some.length === 1) return first
    const { id: _id, ...rest } = first
    const names = some.map(({ name }) => name.slice(scopeOf(name).length))
    const more = names.length - MOST_NAMED
    const named = more > 0 ? `${names.slice(0, MOST_NAMED).join(', ')} and ${more} more` : names.join(', ')
    return { ...rest, name: scopeOf(first.name) + named }
  })
}

function scopeOf(name: string): string {
  return name.slice(0, name.lastIndexOf('/') + 1)
}

function colourOf(effect: Effect | undefined, style: Style): (text: string) => string {
  if (effect === undefined || effect.certainty !== 'sure') return style.yellow
  if (effect.action === 'create') return style.green
  return effect.action === 'update' ? style.cyan : style.red
}

/** Without what the types say already, or what is unknown; what may be refused as well is one change. */
function changesOf({ changes, typeBefore, unknown }: ResourceImpact): readonly ShownChange[] {
  const key = ({ path, before, after, by }: ValueChange) => JSON.stringify([path, before, after, by])
  const refused = new Map(
    changes
      .filter(({ action, certainty }) => action === 'refuse' && certainty === 'may')
      .map((one) => [key(one), one]),
  )
  const otherwise = new Set(changes.filter(({ action }) => action !== 'refuse').map(key))
  return changes.flatMap((one): readonly ShownChange[] => {
    const { path, action, certainty } = one
    const refusal = refused.get(key(one))
    if (path === 'type' && typeBefore !== undefined) return []
    if (path === 'size' && certainty === 'may' && unknown !== undefined) return []
    if (refusal === one && otherwise.has(key(one))) return []
    return [action === 'refuse' || refusal === undefined ? one : { ...one, orRefused: refusedText(refusal) }]
  })
}

/** A change with what Heat may do instead of it. */
interface ShownChange extends ValueChange {
  readonly orRefused?: string
}

function refusedText({ why }: ValueChange): string {
  return why === undefined ? 'may not change' : `refused: ${why}`
}

/** What else is reported of a resource: what survives, another name, what cannot be known. */
function notesOf(resource: ResourceImpact): readonly string[] {
  const { survives, renamed, remedy, always, unknown, note, id, lost, follow } = resource
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...(survives === undefined ? [] : [survivalText(survives)]),
    ...(lost === undefined ? [] : [`lost with it: ${lost}`]),
    ...(renamed === undefined ? [] : [renamedText(resource, renamed)]),
    ...(remedy === undefined ? [] : [`to preserve it: ${remedy}`]),
    ...(always === undefined ? [] : ['every update replaces it, changed or not']),
    ...(unknown === undefined ? [] : [unknown]),
    ...(note === undefined ? [] : [note]),
    ...(follow === undefined ? [] : [followText(follow)]),
  ]
}

function followText(follow: readonly Consequence[]): string {
  const counted = follow.map(
    ({ action, certainty, count }) => `${count} ${effectWord({ action, certainty })}`,
  )
  return `because of it: ${counted.join(', ')}`
}

function survivalText(survives: string): string {
  if (survives === 'Retain') return 'what it stands for stays in the cloud (deletion_policy Retain)'
  if (survives === 'Snapshot') return 'a snapshot stays (deletion_policy Snapshot)'
  return `whether it stays in the cloud ${survives}`
}

function renamedText({ effects, moved }: ResourceImpact, renamed: string): string {
  const isGone = effects[0]?.action === 'delete'
  if (moved !== undefined)
    return isGone
      ? `moves ${moved}, as ${renamed}: Heat deletes this one and makes a new one`
      : `moves ${moved}, was ${renamed}: Heat makes a new one and deletes that one`
  return isGone
    ? `is defined under the name ${renamed} now: Heat makes a new one`
    : `was defined under the name ${renamed}: Heat deletes that one`
}

const interruptionTexts: Readonly<Record<Interruption, string>> = {
  'data-loss': 'overwrites its data',
  rebuild: 'rebuilds it: its root disk is made anew',
  restart: 'restarts it',
  detach: 'detaches it for some time',
}

/** What a change of the whole inside of a resource is, by its path. */
const insides: Readonly<Record<string, string>> = {
  members: 'the definition of its members changes',
  resources: 'resources inside change',
  size: 'members come or go',
  passed: 'what it passes to its members changes',
  stack: 'the stack that it is in is made anew',
}

/** A change in words: where, which values, and what is to be said of it. */
function changeParts(change: ShownChange): {
  readonly path: string
  readonly before: string
  readonly after: string
  /** Where it is no change from one value to another. */
  readonly said?: string
  readonly effect: string
  readonly remarks: readonly string[]
} {
  const { path, before, after, when, action, by, certainty, knownAfter, interrupts, lines, orRefused } =
    change
  const isInside = before === undefined && after === undefined && by === undefined
  const isText = lines === undefined ? undefined : 'these lines'
  const said =
    by === undefined ? (isInside ? insides[path] : isText) : readText(defined({ by, knownAfter }), certainty)
  return {
    path,
    before: before ?? '(none)',
    after: after ?? '(none)',
    ...defined({ said }),
    effect:
      action === 'replace'
        ? 'replaces'
        : action === 'refuse'
          ? refusedText(change)
          : interrupts === undefined
            ? ''
            : interruptionTexts[interrupts],
    remarks: [
      ...(orRefused === undefined ? [] : [`or ${orRefused}`]),
      ...(by === undefined ? valueRemarks(certainty, knownAfter) : []),
      ...(when === undefined ? [] : [whenText(when)]),
    ],
  }
}

/** What a new value that is not only read from elsewhere needs: what the cloud decides is no doubt of the plan. */
function valueRemarks(certainty: Effect['certainty'], knownAfter: string | undefined): readonly string[] {
  if (knownAfter !== undefined) return [knownAfterText(knownAfter)]
  return certainty === 'may' ? ['perhaps'] : []
}

function changeText(change: ShownChange, style: Style): string {
  const { path, before, after, said, effect, remarks } = changeParts(change)
  const values = said === undefined ? `${before} -> ${after}` : said
  const line = Object.hasOwn(insides, path) ? values : `${path}: ${values}`
  const remark = remarks.length === 0 ? '' : style.dim(`  (${oneLine(remarks.join(', '))})`)
  return `${oneLine(line)}${effect === '' ? '' : style.red(`  ${effect}`)}${remark}`
}

/** What changes in the declarations; those of which the same is said stand together. */
function sections(impact: StackImpact): readonly (readonly [title: string, all: readonly Declared[]])[] {
  return (['parameters', 'outputs', 'conditions'] as const).flatMap((title) => {
    const alike = groupedBy(impact[title], ({ change, notes }) => JSON.stringify([change, notes]))
    const all = [...alike.values()].map((some) => ({
      ...(some[0] as DeclarationImpact),
      names: some.map(({ name }) => name),
    }))
    return all.length === 0 ? [] : [[title, all] as const]
  })
}

/** From so many characters on, what is to be said of a declaration has a line for each part. */
const LONG_NOTES = 120
/** So many of them are shown. */
const MOST_NOTES = 8

function shownNotes(notes: readonly string[]): readonly string[] {
  const more = notes.length - MOST_NOTES
  return more > 1 ? [...notes.slice(0, MOST_NOTES), `and ${more} more changes`] : notes
}

type Declared = Omit<DeclarationImpact, 'name'> & { readonly names: readonly string[] }

const declared = { added: '+', removed: '-', changed: '~' } as const

function declarationLines({ names, change, notes }: Declared, style: Style): readonly string[] {
  const colour = change === 'added' ? style.green : change === 'removed' ? style.red : style.cyan
  const text = oneLine(notes.join('; '))
  const head = `${colour(declared[change].padStart(MARK_WIDTH))} ${oneLine(names.join(', '))}`
  if (notes.length < 2 || text.length <= LONG_NOTES) return [text === '' ? head : `${head}  ${text}`]
  const shown = shownNotes(notes)
  return [head, ...shown.map((one) => `      ${oneLine(one)}`)]
}

/** The same for a merge request. */
export function impactMarkdown(impact: StackImpact, command: string): string {
  const lines = [
    '### Effect on the stack',
    '',
    ...impactBlocks(impact),
    '',
    `The answer is for ${code(command)}`,
  ]
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

function changeMarkdown(change: ShownChange): string {
  const { path, before, after, said, effect, remarks } = changeParts(change)
  const values = said === undefined ? `${code(before)} → ${code(after)}` : prose(said)
  const line = Object.hasOwn(insides, path) ? values : `${code(path)}: ${values}`
  const remark = [...(effect === '' ? [] : [effect]), ...remarks]
  const lines = (change.lines ?? []).map((one) => `<br>${code(one)}`).join('')
  return `${line}${remark.length === 0 ? '' : ` (${prose(remark.join(', '))})`}${lines}`
}

/** A resource in plain words, for reports that lay out themselves. */
export function impactRow(resource: ResourceImpact): ImpactRow {
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
