/** What there is to do about the requirements of a profile: one entry for each thing, with all that it is about. */

import type { Repair, Task } from '../../engine/findings/finding.ts'
import { groupedBy } from '../../text/document/multimap.ts'
import { byKey, compareTexts } from '../../text/document/sorted.ts'
import { quantity } from './counts.ts'
import type { LocationGroup, RequirementLocation, RequirementTally } from './requirements.ts'

/** One thing to do, or done. */
export interface TaskEntry {
  readonly task: Task | undefined
  /** The requirements that it is about, in the order of their numbers. */
  readonly requirements: readonly RequirementTally[]
  readonly lines: readonly TaskLine[]
  /** What it takes: one word, where all locations take the same. */
  readonly repairs: readonly Repair[]
  readonly count: number
}

/** Locations of which the same is said. */
interface TaskLine {
  readonly code: string
  readonly message: string
  readonly note: string
  readonly locations: readonly RequirementLocation[]
}

interface Listed {
  readonly tally: RequirementTally
  readonly location: RequirementLocation
}

/** The locations under one heading by what is to be done, in the order of the files. */
export function taskEntries({ tallies }: LocationGroup): readonly TaskEntry[] {
  const listed = tallies.flatMap(({ tally, locations }) =>
    locations.rows.map((location): Listed => ({ tally, location })),
  )
  const groups = groupedBy(listed, keyOf)
  return [...groups.values()]
    .map((all) => [firstOf(all), all] as const)
    .sort(byKey)
    .map(([, all]) => entryOf(all))
}

/** What else is said at one location is the same thing where the same is to be done. */
function keyOf({ tally: { code }, location: { task, note, path, line, column } }: Listed): string {
  if (task !== undefined) return `${task.kind} ${task.path} ${task.name}`
  return `${path}:${line}:${column} ${note === '' ? code : note}`
}

/** Where the first location of a task is, as a string that sorts like it. */
function firstOf(all: readonly Listed[]): string {
  const keys = all.map(({ location: { path, line } }) => `${path}\0${`${line}`.padStart(9, '0')}`)
  return keys.sort(compareTexts)[0] ?? ''
}

function entryOf(all: readonly Listed[]): TaskEntry {
  const requirements = [...new Set(all.map(({ tally }) => tally))]
  const lines = groupedBy(
    all,
    ({ tally, location: { message, note } }) => `${tally.code}\0${message}\0${note}`,
  )
  const task = all.map(({ location }) => location.task).find((one) => one?.becomes ?? one?.proposed)
  return {
    task: task ?? all[0]?.location.task,
    requirements,
    repairs: [...new Set(all.map(({ location }) => location.repair))],
    count: all.length,
    lines: [...lines.values()].flatMap((same) => {
      const [first] = same
      if (first === undefined) return []
      const { message, note } = first.location
      return [{ code: first.tally.code, message, note, locations: same.map(({ location }) => location) }]
    }),
  }
}

/** What is to be done, the old and the new name side by side; nothing where no name or property is concerned. */
export function taskTitle(task: Task | undefined, code: (name: string) => string): readonly string[] {
  if (task === undefined) return []
  const { kind, name, becomes, proposed } = task
  const to = becomes ?? proposed
  if (to === undefined || to === name) return [`${kind} ${code(name)}`]
  return [`${kind} ${code(name)} → ${code(to)}${becomes === undefined ? ' (proposed)' : ''}`]
}

/** What something to do takes, and at how many locations: `supplied, 3 locations`. */
export function taskCounts({ repairs, count }: TaskEntry): string {
  const known = repairs.filter((repair) => repair !== 'untried').map((repair) => repair.replace('-', ' '))
  return [...known, quantity(count, 'location')].join(', ')
}

/** So many locations of one thing are listed before the rest is counted. */
const MOST_LOCATIONS = 20

/** Where a line of a task is about, as a cell of a table. */
export function taskLocations({ locations }: TaskLine, code: (location: string) => string): string {
  const more = locations.length - MOST_LOCATIONS
  const first = locations
    .slice(0, MOST_LOCATIONS)
    .map(({ path, line, column }) => code(`${path}:${line}:${column}`))
  return [...first, ...(more > 0 ? [`and ${more} more`] : [])].join('<br>')
}
