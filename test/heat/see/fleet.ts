/** Release notes about templates: each is found in a template that has what it is about, and in none that has not. */
import { readFileSync } from 'node:fs'
import { fleetOf } from '../../../src/engine/queries/fleet.ts'
import { heatReleases } from '../../../src/heat/facts/facts.ts'
import notes from '../../../src/heat/facts/release-notes.json' with { type: 'json' }

export type NoteRow = (typeof notes.rows)[number] & {
  readonly property?: string
  readonly attribute?: string
  readonly reference?: boolean
  readonly constraint?: string
}

export const noteRows = notes.rows as readonly NoteRow[]
const input = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
const releases = [...new Set(Object.values(heatReleases))]
export const releaseBefore = (release: string) => releases[releases.indexOf(release) - 1] ?? ''
export const releaseAfter = (release: string) => releases[releases.indexOf(release) + 1] ?? ''

/** A template with one resource of each type that a note is about, which has what the note is about. */
export function exampleOf(
  { types, property, attribute, reference, constraint }: NoteRow,
  aside: 'with' | 'without' = 'with',
): string {
  if (constraint !== undefined && aside === 'with')
    return `heat_template_version: 2018-08-31\nparameters: {p: {type: string, constraints: [{custom_constraint: ${constraint}}]}}\n`
  const given = property === undefined || aside === 'without' ? '' : `, properties: {${property}: x}`
  const resources = types.map((type, n) => `  r${n}: {type: ${type}${given}}\n`)
  const read =
    attribute !== undefined ? `{get_attr: [r0, ${attribute}]}` : reference ? '{get_resource: r0}' : undefined
  const outputs = read === undefined || aside === 'without' ? '' : `outputs: {o: {value: ${read}}}\n`
  return `heat_template_version: 2018-08-31\nresources:\n${resources.join('')}${outputs}`
}

/** The notes that an upgrade to a release, from the one before, has for a template. */
export function notesIn(text: string, release: string): readonly string[] {
  const span = { from: releaseBefore(release), to: release }
  return fleetOf([input('a.yaml', text)], span).changes.flatMap(({ note }) => note ?? [])
}

/** Whether a note is about all resources of its types. */
export const isOfTypes = ({ property, attribute, reference, constraint }: NoteRow) =>
  (property ?? attribute ?? reference ?? constraint) === undefined

/** Whether what a note is about is in what a resource does not give. */
export const isOfAbsent = ({ note }: NoteRow) => note === 'remove-default-domain-from-templates'

/** Notes of all releases that are found in a template without a type of theirs. */
export function strayNotes(text: string): readonly string[] {
  const { changes } = fleetOf([input('a.yaml', text)], { from: '7.0.0', to: releases.at(-1) ?? '' })
  return changes
    .flatMap(({ note }) => note ?? [])
    .filter((note) => {
      const own = noteRows.filter((row) => row.note === note)
      const types = own.flatMap(({ types: all, constraint }) => [
        ...all,
        ...(constraint === undefined ? [] : [constraint]),
      ])
      return !types.some((type) => text.includes(type.replace(/^.*::/, '')))
    })
}

export interface FleetVerdict {
  readonly notes: number
  readonly found: number
  readonly templates: number
  readonly wrong: readonly string[]
}

/** @param paths templates that somebody else has written */
export function judgedNotes(paths: readonly string[]): FleetVerdict {
  const wrong: string[] = []
  const all = new Set(noteRows.map(({ note }) => note))
  const found = new Set<string>()
  for (const row of noteRows) {
    const { note, in: release } = row
    const example = exampleOf(row, isOfAbsent(row) ? 'without' : 'with')
    if (notesIn(example, release).includes(note)) found.add(note)
    else wrong.push(`${note}: not found in Heat ${release}`)
    const others = [releaseBefore(release), releaseAfter(release)]
    if (others.some((other) => notesIn(example, other).includes(note)))
      wrong.push(`${note}: found in ${others.join(' or ')}`)
    const isOfType = isOfTypes(row)
    if (!isOfType && !isOfAbsent(row) && notesIn(exampleOf(row, 'without'), release).includes(note))
      wrong.push(`${note}: found in a template that only has the type`)
  }
  const texts = [...paths.map((path) => readFileSync(path, 'utf8')), ...noteRows.map((row) => exampleOf(row))]
  for (const text of texts) for (const note of strayNotes(text)) wrong.push(`${note}: found in ${text}`)
  return { notes: all.size, found: found.size, templates: texts.length, wrong }
}
