import { entryRead, mapStanding } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import { mapSections } from '../../heat/walk.ts'
import { withKey } from '../../text/document/build.ts'
import { duplicateEntries } from '../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { countOf, nameOf } from '../../text/document/read.ts'
import type { SourceFile } from '../source-file.ts'
import type { Workspace } from '../workspace.ts'
import { withHeadings } from './headings.ts'

/** What blocks a rewrite of several locations: one of them that cannot be changed. */
export interface Blocker {
  readonly path: string
  /** A node or entry of that file's tree; undefined for the file as a whole. */
  readonly at: Node | Entry | undefined
  /** A clause without a full stop. */
  readonly why: string
}

/** Stops a rewrite from inside; `attempt` turns it into a value. Nothing was changed by then: trees are persistent. */
export class Stuck extends Error {
  readonly blocker: Blocker

  constructor(blocker: Blocker) {
    super(blocker.why)
    this.blocker = blocker
  }
}

/** What keeps a file as a whole from being changed. */
export function stuckAt(path: string, why: string): Stuck {
  return new Stuck({ path, at: undefined, why })
}

/** The result of a rewrite that is made at all locations or at none. */
export type Attempt<Result> = { readonly done: Result } | { readonly blocker: Blocker }

/** Runs a rewrite that may throw `Stuck`. */
export function attempt<Result>(rewrite: () => Result): Attempt<Result> {
  try {
    return { done: rewrite() }
  } catch (error) {
    if (error instanceof Stuck) return { blocker: error.blocker }
    throw error
  }
}

/**
 * An entry without effect, because its key is given again further down, which a step from one state of a package to
 * the next has changed, deleted or brought to life: which of the two was meant is for a person to say (R-92635).
 */
export function shadowedChange(
  before: Workspace,
  after: Workspace,
): { readonly path: string; readonly name: string } | undefined {
  for (const [path, { document, root }] of after.files) {
    const old = before.files.get(path)?.root
    if (old === undefined || old === root || document.shadowed().length === 0) continue
    const still = new Set(duplicateEntries(root))
    const changed = duplicateEntries(old).find((one) => !still.has(one))
    if (changed !== undefined) return { path, name: nameOf(changed) ?? 'a key' }
  }
  return undefined
}

/**
 * A mapping of a file without the entry of a name. Its comments are removed, except for headings of the entries below.
 * @throws Stuck when the name is a duplicate key: which of the two is meant is for a person to say (R-92635); or when a
 * merge key would bring it in again
 */
export function withoutName({ path, document }: SourceFile, map: Mapping, name: string): Mapping {
  const own = entryRead(map, name)
  if (countOf(map, name) > 1) throw new Stuck({ path, at: own, why: `"${name}" is a duplicate key` })
  if (own === undefined) return map
  const rest = mapStanding(map, (entry) => (entry === own ? undefined : entry))
  if (entryRead(rest, name) !== undefined)
    throw new Stuck({ path, at: own, why: `a merge key supplies "${name}"` })
  return withHeadings(document, rest)
}

/** New names by old ones, none of which is an old one, too. */
export type NewNames = ReadonlyMap<string, string>

/**
 * A mapping of a file under other names.
 * @throws Stuck when a merged alias brings in one of the old names: its anchor is shared with other mappings
 */
export function renamedKeys(map: Mapping, names: NewNames, path: string): Mapping {
  const made = mapStanding(map, (one) => {
    const to = names.get(nameOf(one) ?? '')
    return to === undefined ? one : withKey(one, to)
  })
  for (const from of names.keys()) {
    const merged = entryRead(made, from)
    if (merged !== undefined) throw new Stuck({ path, at: merged, why: `a merge key supplies ${from}` })
  }
  return made
}

/** The template with other names in a section. */
export function withNames(root: Mapping, section: string, names: NewNames, path: string): Mapping {
  return mapSections(root, (name, map) => (name === section ? renamedKeys(map, names, path) : map))
}

/** The template with other names of outputs; @throws Stuck when one of them is taken, too. */
export function withOutputNames(root: Mapping, names: NewNames, path: string): Mapping {
  for (const to of names.values()) {
    const taken = entryRead(section(root, 'outputs'), to)
    if (taken !== undefined) throw new Stuck({ path, at: taken, why: `there is an output ${to} already` })
  }
  return withNames(root, 'outputs', names, path)
}
