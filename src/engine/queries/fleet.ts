/** What an upgrade of the cloud means for all templates of a repository: for `hotshift fleet` and the library. */

import { readValue } from '../../heat/merge-keys.ts'
import { resourceRead } from '../../heat/reads.ts'
import {
  attributeChanges,
  givenProperties,
  propertyChanges,
  type ReleaseChange,
  type ReleaseSpan,
  referenceChanges,
  releaseEffects,
  typeChanges,
} from '../../heat/release-changes.ts'
import { declarations } from '../../heat/sections.ts'
import { callSites } from '../../heat/walk.ts'
import { Around } from '../../stack/around.ts'
import type { FileInput } from '../../stack/load.ts'
import { isEnvironment, type SourceFile } from '../../stack/source-file.ts'
import { type Entry, type Node, rangeOf } from '../../text/document/node.ts'
import { mapOf, stringOf } from '../../text/document/read.ts'
import { LineIndex } from '../../text/yaml/position.ts'

export type { ReleaseChange, ReleaseSpan } from '../../heat/release-changes.ts'

/** Where something stands that a newer Heat treats differently, from 1. */
interface FleetLocation {
  readonly path: string
  readonly line: number
  readonly column: number
  /** The name of the resource. */
  readonly resource: string
}

/** A change with all that it meets. */
interface FleetRow extends ReleaseChange {
  readonly locations: readonly FleetLocation[]
}

export interface FleetAnswer extends ReleaseSpan {
  /** The worst first. */
  readonly changes: readonly FleetRow[]
  /** How many templates were read, and how many of them are concerned. */
  readonly templates: number
  readonly concerned: number
  /** Files that are to be templates and cannot be read. */
  readonly unread: readonly string[]
}

/** @param files all templates and environments of a repository: a type that one of these registers is not Heat's */
export function fleetOf(files: readonly FileInput[], span: ReleaseSpan): FleetAnswer {
  const byPath = new Map(files.map((one) => [one.path, one] as const))
  const around = new Around({ read: (path) => byPath.get(path)?.bytes, files: [...byPath.keys()] })
  const found = new Map<string, FleetRow>()
  const unread: string[] = []
  let templates = 0
  for (const { path } of files) {
    const loaded = around.loaded(path)
    if (loaded?.is === 'unreadable') unread.push(path)
    if (loaded?.is !== 'file' || isEnvironment(loaded.file)) continue
    templates += 1
    for (const [change, location] of changesIn(loaded.file, around, span)) {
      const key = JSON.stringify([change.about, change.release, change.says])
      const known = found.get(key)
      found.set(key, { ...change, locations: [...(known?.locations ?? []), location] })
    }
  }
  const changes = [...found.values()].sort(
    (a, b) =>
      releaseEffects.indexOf(a.effect) - releaseEffects.indexOf(b.effect) ||
      b.locations.length - a.locations.length ||
      (a.about < b.about ? -1 : 1),
  )
  const concerned = new Set(changes.flatMap(({ locations }) => locations.map(({ path }) => path))).size
  return { ...span, changes, templates, concerned, unread }
}

type Located = readonly [ReleaseChange, FleetLocation]

function changesIn(
  { path, root, document }: SourceFile,
  around: Around,
  span: ReleaseSpan,
): readonly Located[] {
  const lines = new LineIndex(document.text)
  const { resources } = declarations(root)
  const located = (changes: readonly ReleaseChange[], at: Node | Entry, resource: string) =>
    changes.map((change): Located => [change, { path, resource, ...lines.position(rangeOf(at)?.start ?? 0) }])
  const types = new Map<string, string>()
  const own = [...resources].flatMap(([name, node]) => {
    const definition = mapOf(node)
    const typeNode = readValue(definition, 'type', 'Type')
    const written = stringOf(typeNode)
    const type = written === undefined ? undefined : classOf(path, written, name, around)
    if (type === undefined) return []
    types.set(name, type)
    const properties = readValue(definition, 'properties', 'Properties')
    const given = givenProperties(properties)
    return [
      ...located(typeChanges(type, span), typeNode ?? node, name),
      ...propertyChanges(type, given, span).flatMap((change) =>
        located([change], given?.get(change.about.split('.').at(-1) ?? '') ?? typeNode ?? node, name),
      ),
    ]
  })
  const read = callSites(root).flatMap(({ at }) => {
    const one = resourceRead(at)
    const type = one?.name === undefined ? undefined : types.get(one.name)
    if (one?.name === undefined || type === undefined) return []
    const attribute = stringOf(one.path?.[0])
    const changes =
      attribute === undefined ? referenceChanges(type, span) : attributeChanges(type, attribute, span)
    return located(changes, at, one.name)
  })
  return [...own, ...read]
}

/** The type of Heat that a name stands for; undefined for a template. */
function classOf(path: string, written: string, resource: string, around: Around): string | undefined {
  const named = around.namesFor(path).type(path, written, resource)
  return named.is === 'class' ? named.type : undefined
}
