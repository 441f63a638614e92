import { entryRead, readValue } from '../../../heat/merge-keys.ts'
import { isEnvironment, type SourceFile } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import {
  boolean,
  entry,
  integer,
  list,
  mapping,
  nothing,
  number,
  string,
  withEntries,
  withValue,
} from '../../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { mapOf, nameOf, resolved, stringOf } from '../../../text/document/read.ts'
import { plainValue } from '../plain-value.ts'
import { type Changed, sdcRepair } from './repair.ts'

/** Values that Heat reads out of a string, and SDC does not. */
export const plainValues = sdcRepair({
  repairs: 'values',
  id: 'onap/write-plain-values',
  title: 'Write values without the strings around them',
  description:
    'Writes defaults and values of environments that are JSON in a string as the data itself, "0" and "1" of booleans as false and true, and numbers without leading zeros.',
  references: [
    'SDC, HeatValidator (HOT4, HOT5)',
    'heat.engine.parameters: JsonParam, BooleanParam, NumberParam',
  ],
  keeps: 'meaning',
  rewrite(file, pkg, changed) {
    return isEnvironment(file) ? inEnvironment(file, pkg, changed) : inDeclarations(file, changed)
  },
})

function inDeclarations({ root }: SourceFile, changed: Changed): Mapping {
  return withSection(root, (one) => {
    const map = one.value.kind === 'map' ? one.value : undefined
    const own = entryRead(map, 'default')
    const type = stringOf(readValue(map, 'type'))
    if (map === undefined || own === undefined || type === undefined || !map.entries.includes(own)) return one
    const value = plain(own.value, type)
    if (value === undefined) return one
    changed(own)
    return withValue(
      one,
      withEntries(
        map,
        map.entries.map((each) => (each === own ? withValue(own, value) : each)),
      ),
    )
  })
}

function inEnvironment({ path, root }: SourceFile, pkg: Workspace, changed: Changed): Mapping {
  const [template, other] = pkg.templatesOf(path)
  if (template === undefined || other !== undefined) return root
  const declared = mapOf(readValue(template.root, 'parameters'))
  return withSection(root, (one) => {
    const type = stringOf(readValue(readValue(declared, nameOf(one) ?? ''), 'type'))
    const value = type === undefined ? undefined : plain(one.value, type)
    if (value === undefined) return one
    changed(one)
    return withValue(one, value)
  })
}

function withSection(root: Mapping, change: (one: Entry) => Entry): Mapping {
  const section = entryRead(root, 'parameters')
  const map = section?.value.kind === 'map' ? section.value : undefined
  if (section === undefined || map === undefined || !root.entries.includes(section)) return root
  const entries = map.entries.map(change)
  if (entries.every((one, index) => one === map.entries[index])) return root
  const next = withValue(section, withEntries(map, entries))
  return withEntries(
    root,
    root.entries.map((one) => (one === section ? next : one)),
  )
}

function plain(value: Node, type: string): Node | undefined {
  if (value.kind !== 'scalar' || value.anchor !== undefined) return undefined
  const made = plainValue(value, type)
  return made === undefined ? undefined : copied(made, value)
}

/** Data of another source as new nodes: in JSON there are neither comments nor aliases. */
function copied(value: Node, old?: Node): Node {
  const node = resolved(value)
  // Short data remains on the line on which the string stood.
  const made = { for: old }
  const short = { ...made, style: 'flow' } as const
  if (node.kind === 'map')
    return mapping(
      node.entries.map((one) => entry(string(nameOf(one) ?? ''), copied(one.value))),
      short,
    )
  if (node.kind === 'seq')
    return list(
      node.items.map((item) => copied(item)),
      short,
    )
  switch (node.type) {
    case 'str':
      return string(node.value as string, made)
    case 'bool':
      return boolean(node.value === true, made)
    case 'null':
      return nothing(made)
    case 'int':
      return typeof node.value === 'number' || typeof node.value === 'bigint'
        ? integer(node.value, made)
        : number(node, made)
    case 'float':
      return number(node, made)
  }
}
