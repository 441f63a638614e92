import { call, entry, mapping, text, withEntries, withItems, withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node, Sequence } from '../../../src/document/node.ts'
import { nameOf, seqOf, textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { type Call, callOf } from '../../../src/heat/calls.ts'
import { addParameter, declaredType, freeName } from '../../../src/heat/parameters.ts'
import { declarations, section, sectionEntry } from '../../../src/heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'
import { rewriteValues } from '../../../src/heat/values.ts'

/** HOT has no mappings: the table becomes the default of a `json` parameter. */
export const mappingsToParameters: Transform = {
  id: 'cfn/mappings-to-parameters',
  title: 'Turn mappings into json parameters',
  description:
    'Turns each mapping that is looked up by a name known only when the stack is made into a `json` parameter, looks it up by `get_param`, and leaves out mappings that nothing uses.',
  references: ['heat/engine/cfn/functions.py: FindInMap', 'HOT specification, get_param with a path'],
  safety: 'review',
  appliesTo: isCfn,
  run(template, context) {
    const mappings = section(template.root, 'mappings')
    const names = new Map<string, string>()
    const unresolved: Node[] = []
    const looked = rewriteValues(template.root, template.document.syntax === 'yaml', (node) => {
      const find = callOf(node)
      if (find?.name !== 'Fn::FindInMap') return node
      const result = lookUp(find, template, context, names)
      if (result === undefined) unresolved.push(node)
      return result ?? node
    })
    if (mappings === undefined) return withRoot(template, looked)
    return withRoot(template, moveMappings(looked, mappings, names, unresolved.length > 0, context))
  },
}

function lookUp(find: Call, template: Template, context: TransformContext, names: Map<string, string>): Node | undefined {
  const path = seqOf(find.argument)
  const mapName = textOf(path?.items[0])
  if (path?.items.length !== 3 || find.argument.kind === 'alias') return undefined
  if (mapName === undefined) {
    context.report('no-equivalent', find.node, 'the name of the mapping itself is only known when the stack is made')
    return undefined
  }
  if (!declarations(template.root).mappings.has(mapName)) return undefined
  const keys = path.items.slice(1).map((key) => keyText(key, find, template, context))
  if (keys.includes(undefined)) return undefined
  const name = names.get(mapName) ?? freeName(template.root, mapName, [`${mapName}Map`, `${mapName}Mapping`])
  names.set(mapName, name)
  const first = name === mapName ? (path.items[0] as Node) : text(name, { for: path.items[0] })
  context.change(find.node, `Look "${mapName}" up by get_param`)
  const items = withItems(path, [first, ...(keys as Node[])]) as Sequence
  return withEntries(find.node, [withValue(withKey(find.entry, 'get_param'), items)])
}

/** A number is no key of a map: an error in Heat; AWS means its text. */
function keyText(key: Node, find: Call, template: Template, context: TransformContext): Node | undefined {
  const ref = callOf(key)
  const name = ref?.name === 'Ref' ? textOf(ref.argument) : undefined
  const type = declaredType(declarations(template.root).parameters.get(name ?? ''))
  const isNumber = type === 'number' || type === 'boolean' || (key.kind === 'scalar' && key.type !== 'str')
  if (!isNumber) return key
  if (template.reading === 'heat') {
    context.report('always-fails', find.node, 'a number is no key of a mapping; Heat fails at this look-up')
    return undefined
  }
  if (key.kind === 'scalar' && key.range !== undefined) {
    return text(template.document.text.slice(key.range.start, key.range.end), { for: key })
  }
  const argument = mapping([entry('template', text('__key__')), entry('params', mapping([entry('__key__', key)], { style: 'flow' }))], { style: 'flow' })
  return call('str_replace', argument, key)
}

function moveMappings(
  root: Mapping,
  mappings: Mapping,
  names: ReadonlyMap<string, string>,
  keepAll: boolean,
  context: TransformContext,
): Mapping {
  const stay: Entry[] = []
  let result = root
  for (const one of mappings.entries) {
    const mapName = nameOf(one) ?? ''
    const name = names.get(mapName)
    if (name !== undefined) {
      context.report('mapping-parameter', one, `the mapping "${mapName}" becomes the json parameter "${name}"`)
      context.change(one, `Turn the mapping "${mapName}" into a json parameter`)
      const description = `Values to look up, formerly the mapping ${mapName}`
      result = addParameter(result, { name, type: 'Json', description, default: one.value, for: one })
    } else if (keepAll) stay.push(one)
    else {
      context.report('unused-mapping', one, `nothing looks the mapping "${mapName}" up any more`)
      context.change(one, `Leave out the mapping "${mapName}"`)
    }
  }
  const old = sectionEntry(result, 'mappings') as Entry
  const entries = result.entries.flatMap((one) => {
    if (one !== old) return [one]
    return stay.length === 0 ? [] : [withValue(one, withEntries(mappings, stay))]
  })
  return withEntries(result, entries)
}

