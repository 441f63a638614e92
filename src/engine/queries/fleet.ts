/** What an upgrade of the cloud means for all templates of a repository: for `hotshift fleet` and the library. */

import { memberDefinitionOf } from '../../heat/group-types.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { resourceRead } from '../../heat/reads.ts'
import {
  attributeChanges,
  constraintChanges,
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
import { type Entry, type Mapping, type Node, rangeOf } from '../../text/document/node.ts'
import { itemsOf, mapOf, stringOf } from '../../text/document/read.ts'
import { LineIndex } from '../../text/yaml/position.ts'

export type { ReleaseChange, ReleaseSpan } from '../../heat/release-changes.ts'

/** Where something stands that a newer Heat treats differently, from 1. */
interface FleetLocation {
  readonly path: string
  readonly line: number
  readonly column: number
  /** The name of the resource, or of the parameter. */
  readonly resource: string
  /** It is the definition of the members of this resource, a group. */
  readonly isMember?: true
}

/** A change with all that it meets. */
export interface FleetRow extends ReleaseChange {
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

function changesIn(file: SourceFile, around: Around, span: ReleaseSpan): readonly Located[] {
  const { path, root } = file
  const { resources } = declarations(root)
  const at = locatorIn(file)
  const types = new Map<string, string>()
  const own = [...resources].flatMap(([name, node]) =>
    definitionsIn(node, (written) => classOf(path, written, name, around)).flatMap((one) => {
      if (!one.isMember) types.set(name, one.type)
      const located = (change: ReleaseChange, where: Node | Entry): Located => [
        change,
        at(where, name, one.isMember),
      ]
      return [
        ...typeChanges(one.type, span).map((change) => located(change, one.at)),
        ...propertyChanges(one.type, one.given, span).map((change) =>
          located(change, one.given?.get(change.about.split('.').at(-1) ?? '') ?? one.at),
        ),
      ]
    }),
  )
  return [...own, ...changesOfReads(root, types, at, span), ...changesOfConstraints(root, at, span)]
}

type Locator = (node: Node | Entry, resource: string, isMember?: boolean) => FleetLocation

function locatorIn({ path, document }: SourceFile): Locator {
  const lines = new LineIndex(document.text)
  return (node, resource, isMember = false) => ({
    path,
    resource,
    ...lines.position(rangeOf(node)?.start ?? 0),
    ...(isMember ? { isMember } : {}),
  })
}

/** Of what functions read of resources, whose types are given by name. */
function changesOfReads(
  root: Mapping,
  types: ReadonlyMap<string, string>,
  at: Locator,
  span: ReleaseSpan,
): readonly Located[] {
  return callSites(root).flatMap(({ at: node }) => {
    const one = resourceRead(node)
    const type = one?.name === undefined ? undefined : types.get(one.name)
    if (one?.name === undefined || type === undefined) return []
    const { name } = one
    const attribute = stringOf(one.path?.[0])
    const changes =
      attribute === undefined ? referenceChanges(type, span) : attributeChanges(type, attribute, span)
    return changes.map((change): Located => [change, at(node, name)])
  })
}

function changesOfConstraints(root: Mapping, at: Locator, span: ReleaseSpan): readonly Located[] {
  return [...declarations(root).parameters].flatMap(([name, node]) =>
    customConstraints(node).flatMap((constraint) =>
      constraintChanges(stringOf(constraint) ?? '', span).map(
        (change): Located => [change, at(constraint, name)],
      ),
    ),
  )
}

function customConstraints(parameter: Node): readonly Node[] {
  return itemsOf(readValue(mapOf(parameter), 'constraints')).flatMap(
    (one) => readValue(mapOf(one), 'custom_constraint') ?? [],
  )
}

/** A resource, or what the members of a group are made from. */
interface Defined {
  readonly type: string
  readonly at: Node
  /** Undefined where a function gives the properties. */
  readonly given: ReadonlyMap<string, Node> | undefined
  readonly isMember: boolean
}

/** The definition of a resource, and those inside of it where it is a group. */
function definitionsIn(
  definition: Node,
  classNamed: (written: string) => string | undefined,
  isMember = false,
): readonly Defined[] {
  const map = mapOf(definition)
  const typeNode = readValue(map, 'type', 'Type')
  const written = stringOf(typeNode)
  const type = written === undefined ? undefined : classNamed(written)
  if (type === undefined) return []
  const given = givenProperties(readValue(map, 'properties', 'Properties'))
  const property = memberDefinitionOf(type)
  const inner = property === undefined ? undefined : given?.get(property)
  return [
    { type, at: typeNode ?? definition, given, isMember },
    ...(inner === undefined ? [] : definitionsIn(inner, classNamed, true)),
  ]
}

/** The type of Heat that a name stands for; undefined for a template. */
function classOf(path: string, written: string, resource: string, around: Around): string | undefined {
  const named = around.namesFor(path).type(path, written, resource)
  return named.is === 'class' ? named.type : undefined
}
