/** What an upgrade of the cloud means for a repository, in all formats. */

import type { FleetAnswer, FleetRow, ReleaseChange } from '../../engine/queries/fleet.ts'
import { capitalized } from '../../text/document/listed.ts'
import { quantity } from './counts.ts'
import { row as csvRow } from './csv.ts'
import { badge, code, columns, stylesheet, table, text } from './html-markup.ts'
import { code as markdownCode, table as markdownTable, prose } from './markdown-text.ts'
import { oneLine, type Style } from './style.ts'

/** What was asked, as people name it, and which live stacks have resources of a type. */
export interface FleetReport extends FleetAnswer {
  /** `2023.1`. */
  readonly names: { readonly from: string; readonly to: string }
  /** The live resources by type. Empty without `--live`. */
  readonly live: ReadonlyMap<string, readonly { readonly stack?: string; readonly name: string }[]>
}

type Effect = ReleaseChange['effect']

const titles: Readonly<Record<Effect, string>> = {
  breaks: 'breaks',
  changes: 'different',
  deprecated: 'deprecated',
}
const tones: Readonly<Record<Effect, 'bad' | 'warn' | 'plain'>> = {
  breaks: 'bad',
  changes: 'warn',
  deprecated: 'plain',
}

function totalsText({ changes, templates, concerned, unread, names }: FleetReport): string {
  const count = (effect: Effect) => changes.filter((one) => one.effect === effect).length
  const parts = [
    `${count('breaks')} breaking`,
    `${count('changes')} different`,
    `${count('deprecated')} deprecated`,
  ]
  const rest = unread.length === 0 ? '' : `; ${quantity(unread.length, 'file')} cannot be read`
  return `${names.from} → ${names.to}: ${quantity(changes.length, 'change')} (${parts.join(', ')}) in ${concerned} of ${quantity(templates, 'template')}${rest}`
}

/**
 * The live resources that a change is about: all of a type, where that changes; otherwise those that the templates name at the
 * locations, whose properties are known. The members of a group are in a stack with its name (heat/engine/resource.py,
 * `physical_resource_name`).
 */
function liveOf({ live }: FleetReport, { about, kind, locations }: FleetRow): readonly string[] {
  const named = new Set(locations.flatMap(({ resource, isMember }) => (isMember ? [] : [resource])))
  const groups = locations.flatMap(({ resource, isMember }) => (isMember ? [`-${resource}-`] : []))
  return (live.get(about.split('.')[0] ?? '') ?? [])
    .filter(
      ({ stack = '', name }) =>
        kind === 'type' || named.has(name) || groups.some((group) => stack.includes(group)),
    )
    .map(({ stack, name }) => (stack === undefined ? name : `${stack}/${name}`))
}

/** What to write instead, where the sentence does not say it already. */
const insteadOf = ({ says, successor = '' }: ReleaseChange) => (says.includes(successor) ? '' : successor)

const sentenceOf = ({ about, says }: ReleaseChange) => `${about} ${says}`

export function fleetText(report: FleetReport, style: Style): string {
  const colour: Readonly<Record<Effect, (one: string) => string>> = {
    breaks: style.red,
    changes: style.yellow,
    deprecated: style.dim,
  }
  const lines = [style.bold(totalsText(report))]
  for (const change of report.changes) {
    const { effect, locations, note, command, release } = change
    const instead = insteadOf(change)
    lines.push('', `${colour[effect](titles[effect])}  ${oneLine(sentenceOf(change))}`)
    lines.push(style.dim(`  since Heat ${release}${note === undefined ? '' : ` (release note ${note})`}`))
    if (instead !== '') lines.push(`  instead: ${oneLine(instead)}`)
    if (command !== undefined) lines.push(`  rewritten by: ${oneLine(command)}`)
    const live = liveOf(report, change)
    if (live.length > 0) lines.push(`  live: ${oneLine(live.join(', '))}`)
    for (const { path, line, column, resource } of locations)
      lines.push(oneLine(`  ${path}:${line}:${column}  ${resource}`))
  }
  for (const path of report.unread) lines.push('', oneLine(`cannot be read: ${path}`))
  return `${lines.join('\n')}\n`
}

export function fleetJson(report: FleetReport): string {
  const { names, from, to, templates, concerned, changes, unread } = report
  const count = (effect: Effect) => changes.filter((one) => one.effect === effect).length
  const made = {
    from: { release: names.from, heat: from },
    to: { release: names.to, heat: to },
    totals: {
      templates,
      concerned,
      breaks: count('breaks'),
      changes: count('changes'),
      deprecated: count('deprecated'),
    },
    changes: changes.map((one) => ({ ...one, live: liveOf(report, one) })),
    unread,
  }
  return `${JSON.stringify(made, null, 2)}\n`
}

const head = ['effect', 'about', 'says', 'Heat', 'release note', 'instead', 'command'] as const

function cellsOf({
  effect,
  about,
  says,
  release,
  note = '',
  successor = '',
  command = '',
}: ReleaseChange): readonly string[] {
  return [effect, about, says, release, note, successor, command]
}

/** One row for each location. */
export function fleetCsv(report: FleetReport): string {
  const rows = report.changes.flatMap((change) =>
    change.locations.map(({ path, line, column, resource }) =>
      csvRow([path, `${line}`, `${column}`, resource, ...cellsOf(change), liveOf(report, change).join(' ')]),
    ),
  )
  return [csvRow(['path', 'line', 'column', 'resource', ...head, 'live']), ...rows].join('')
}

export function fleetMarkdown(report: FleetReport): string {
  const rows = report.changes.map((change) => {
    const [effect = '', about = '', says = '', release = '', note = '', successor = '', command = ''] =
      cellsOf(change)
    const where = change.locations.map(({ path, line }) => markdownCode(`${path}:${line}`)).join(', ')
    return [
      prose(titles[effect as Effect]),
      markdownCode(about),
      prose(says),
      prose(note === '' ? release : `${release}, ${note}`),
      prose(successor),
      command === '' ? '' : markdownCode(command),
      where,
      prose(liveOf(report, change).join(', ')),
    ]
  })
  const header = ['', 'about', 'what', 'Heat', 'instead', 'command', 'where', 'live']
  return `# hotshift fleet\n\n${prose(totalsText(report))}\n\n${rows.length === 0 ? '' : `${markdownTable(header, rows)}\n`}`
}

export function fleetHtml(report: FleetReport): string {
  const rows = report.changes.map((change) => {
    const { effect, about, says, release, note, successor = '', command, locations } = change
    return [
      badge(titles[effect], tones[effect]),
      code(about),
      text(says),
      text(note === undefined ? release : `${release}, ${note}`),
      text(successor) + (command === undefined ? '' : `<br>${code(command)}`),
      locations.map(({ path, line }) => code(`${path}:${line}`)).join('<br>'),
      text(liveOf(report, change).join(', ')),
    ]
  })
  const names = ['effect', 'about', 'what', 'Heat', 'instead', 'where', 'live']
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>hotshift fleet</title>
<style>${stylesheet}</style>
</head>
<body>
<main>
<h1>${text(capitalized(totalsText(report)))}</h1>
${rows.length === 0 ? '' : table('What the newer release does differently', columns(...names), rows)}
</main>
</body>
</html>
`
}
