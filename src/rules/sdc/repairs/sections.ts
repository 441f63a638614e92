import { entriesRead, entryRead, readValue } from '../../../heat/merge-keys.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { isEnvironment } from '../../../stack/source-file.ts'
import { entry, mapping, withEntries, withValue } from '../../../text/document/build.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { isNull, mapOf, nameOf, stringOf } from '../../../text/document/read.ts'
import { typesWithProperties } from '../rules/internal-errors.ts'
import { type Changed, rewrittenRoot, sdcRepair } from './repair.ts'

/** Sections that may be empty for Heat, and must be there for SDC. */
export const emptySections = sdcRepair({
  repairs: 'sections',
  id: 'onap/add-empty-sections',
  title: 'Write sections that SDC asks for',
  description:
    'Writes `parameters: {}` where a nested file is called with properties and one side has no parameters, and in environments without any content.',
  references: ['SDC, NestedResourceValidator (SDC-C4), YamlValidator (YML1)'],
  keeps: 'meaning',
  rewrite(file, pkg, changed) {
    const { path, root } = file
    if (isEnvironment(file)) return root.entries.length === 0 ? withParameters(root, changed) : root
    const called = [...pkg.callsFrom(path), ...pkg.callsOf(path)]
    return called.some(isConcerned) ? withParameters(root, changed) : root
  },
})

/** Properties that may be empty for Heat's parser, and must be there for SDC. */
export const emptyProperties = sdcRepair({
  repairs: 'properties',
  id: 'onap/add-empty-properties',
  title: 'Write empty properties that SDC asks for',
  description: 'Writes `properties: {}` for servers, ports and interfaces of Contrail that have none.',
  references: ['SDC, NovaServerResourceValidator (SDC-C3)', 'heat/engine/rsrc_defn.py'],
  // Heat reads no properties as empty ones; the proof tells the two apart.
  keeps: 'nothing',
  rewrite(file, _pkg, changed) {
    return isEnvironment(file) ? file.root : withProperties(file.root, changed)
  },
})

/** Whether something is passed, which SDC looks up among the parameters of both. */
function isConcerned({ properties, how }: NestedCall): boolean {
  return (how === 'type' || how === 'resource_def') && entriesRead(mapOf(properties)).length > 0
}

function withParameters(root: Mapping, changed: Changed): Mapping {
  const own = entryRead(root, 'parameters')
  if (own !== undefined && !isNull(own.value)) return root
  if (own !== undefined) {
    if (!root.entries.includes(own)) return root
    changed(own)
    return withEntries(
      root,
      root.entries.map((one) => (one === own ? withValue(one, empty(one.value)) : one)),
    )
  }
  changed(undefined)
  const at = root.entries.findIndex((one) => nameOf(one) === 'resources')
  const index = at === -1 ? root.entries.length : at
  return withEntries(root, root.entries.toSpliced(index, 0, entry('parameters', empty())))
}

function empty(old?: Node): Mapping {
  return mapping([], { for: old, style: 'flow' })
}

function withProperties(root: Mapping, changed: Changed): Mapping {
  const resources = new Set(entriesRead(mapOf(readValue(root, 'resources'))).map(({ value }) => value))
  return rewrittenRoot(root, (node) => {
    const map = node.kind === 'map' ? node : undefined
    if (map === undefined || !resources.has(node)) return node
    if (!typesWithProperties.has(stringOf(readValue(map, 'type')) ?? '')) return node
    const own = entryRead(map, 'properties')
    if (own !== undefined && (!isNull(own.value) || !map.entries.includes(own))) return node
    changed(map)
    return own === undefined
      ? withEntries(map, [...map.entries, entry('properties', empty())])
      : withEntries(
          map,
          map.entries.map((one) => (one === own ? withValue(one, empty(one.value)) : one)),
        )
  })
}
