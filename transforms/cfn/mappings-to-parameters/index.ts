import {
  addParameter,
  type Call,
  call,
  callOf,
  callRead,
  declarations,
  type Entry,
  entriesRead,
  freeName,
  isNull,
  listOf,
  type Mapping,
  mapEntries,
  mapOf,
  mapStanding,
  type NewParameter,
  type Node,
  nameOf,
  parsedNode,
  renamedCall,
  rewriteTemplate,
  type Site,
  sectionEntry,
  string,
  stringOf,
  type Template,
  type TemplateContext,
  type TemplateScope,
  withEntries,
  withItems,
  withoutEntry,
  withRoot,
  withValue,
} from '../../../src/engine/authoring/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { awsText, withKeysOfAws } from '../../../src/heat/reading.ts'
import { allOf, commentsOf, commentsWithin } from '../../../src/text/document/comments.ts'
import type { Document } from '../../../src/text/document/document.ts'
import { data, fromData } from '../../../src/text/document/from-data.ts'
import { withLostAnchors } from '../../../src/text/document/lost-anchors.ts'
import { mayMention } from '../../../src/text/document/mentions.ts'
import { type Comment, nodeStart, parsedEntry } from '../../../src/text/document/node.ts'
import { keyName, lookedUp } from '../mappings.ts'

/** HOT has no mappings: the table becomes the default of a `json` parameter. */
export const mappingsToParameters = rewriteTemplate(
  {
    title: 'Turn mappings into json parameters',
    description:
      'Turns each mapping that is looked up by a name known only when the stack is made into a `json` parameter, looks it up by `get_param`, and leaves out mappings that nothing uses.',
    references: ['heat/engine/cfn/functions.py: FindInMap', 'HOT specification, get_param with a path'],
    safety: 'review',
    keeps: 'meaning of the chain',
    kinds: 'cfn',
    reads: ['Fn::FindInMap'],
  },
  (scope) => {
    const names = new Map<string, string>()
    const left = new Set<Node | undefined>()
    const looked = scope.mapValues(
      (node, site) => {
        const find = callOf(node)
        if (find?.name !== 'Fn::FindInMap') return node
        const result = lookUp(find, site, scope, names)
        if (result === undefined) left.add(parsedNode(node))
        return result ?? node
      },
      ['Fn::FindInMap'],
    )
    return moveMappings(withRoot(scope.template, looked), names, left.size > 0, scope)
  },
)

function lookUp(find: Call, site: Site, scope: TemplateScope, names: Map<string, string>): Node | undefined {
  const { template, root, declared, report, change } = scope
  const path = listOf(find.argument)
  const [map, ...rest] = path?.items ?? []
  if (path === undefined || map === undefined || rest.length !== 2 || find.argument.kind === 'alias')
    return undefined
  const mapName = stringOf(map)
  if (mapName === undefined) {
    report('no-equivalent', find.node, 'the name of the mapping itself is only known when the stack is made')
    return undefined
  }
  const table = declared.mappings.get(mapName)
  if (table === undefined) return undefined
  const [key, name] = rest.map((one) => keyName(one, template))
  if (key !== undefined && name !== undefined && lookedUp(mapOf(table), key, name, template) === undefined) {
    report(
      'always-fails',
      find.node,
      `the lookup "${mapName}" → "${key}" → "${name}" finds nothing; Heat fails there`,
    )
    return undefined
  }
  const keys = rest.flatMap((one) => keyText(one, find, site, template, scope) ?? [])
  if (keys.length !== 2) return undefined
  const parameter = names.get(mapName) ?? freeName(root, mapName, [`${mapName}Map`, `${mapName}Mapping`])
  names.set(mapName, parameter)
  change(find.node, `Look "${mapName}" up by get_param`)
  const first = parameter === mapName ? map : string(parameter, { for: map })
  return renamedCall(find, 'get_param', withItems(path, [first, ...keys]))
}

/** @param names of the parameters to make of mappings, by their names */
function moveMappings(
  template: Template,
  names: ReadonlyMap<string, string>,
  isNeeded: boolean,
  context: TemplateContext,
): Mapping {
  const { root } = template
  const old = sectionEntry(root, 'mappings')
  if (old === undefined) return root
  if (old.value.kind !== 'map' && !isNull(old.value)) {
    context.report('unread-key', old, 'the section Mappings is not a mapping; nothing is found in it')
  }
  const mappings = entriesRead(old.value)
  const unused = mappings.filter((one) => !names.has(nameOf(one) ?? ''))
  if (!isNeeded) for (const one of unused) leaveOut(one, context)
  const kept =
    isNeeded && unused.length > 0 ? withValue(old, withEntries(old.value as Mapping, unused)) : undefined
  // What was said of the tables goes with the first of them; a banner goes with its section.
  let comment = kept === undefined ? saidOfSection(old, template.document) : []
  let moved = root
  for (const one of mappings) {
    const name = names.get(nameOf(one) ?? '')
    if (name === undefined) continue
    moved = addParameter(moved, parameterFor(one, name, comment, template, context))
    comment = []
  }
  // Comments on values that were written into the lookups remain here.
  const said = kept === undefined && names.size === 0 ? saidOfValues(old, template) : []
  const isOwn = said.length > 0 && moved.entries.includes(old)
  const rest = isOwn
    ? withoutEntry(moved, old, said)
    : mapStanding(moved, (one) => (one === old ? kept : one))
  return kept === undefined ? withoutShadowed(rest, template) : rest
}

/** Without sections that the removed one shadowed, which have no effect. */
function withoutShadowed(root: Mapping, { document }: Template): Mapping {
  const only = mapEntries(root, (one) => (nameOf(one) === 'Mappings' ? undefined : one))
  return document.hasAnchors ? withLostAnchors(only) : only
}

/** The comments of a section of mappings, in some of which the template looks values up by known names. */
function saidOfValues(section: Entry, { document }: Template): readonly Comment[] {
  if (document.syntax === 'json' || !mayMention(document, 'FindInMap')) return []
  const own = parsedEntry(section)
  const outer = own === undefined ? [] : allOf(commentsOf(document, own))
  return [...new Set([...outer, ...commentsWithin(document, section.value)])].sort(
    (a, b) => a.start - b.start,
  )
}

/** The comments above a section and on its first line, without marks; in JSON the writer preserves them. */
function saidOfSection(section: Entry, document: Document): readonly string[] {
  const begin = nodeStart(section.value)
  if (document.syntax === 'json' || begin === undefined) return []
  const { above, beside } = commentsOf(document, section)
  const lines = above.map(({ text }) => text.trimEnd())
  const ofLine = beside.filter((one) => one.start < begin && !one.ownLine).map(({ text }) => text.trimEnd())
  return [...lines.slice(lines.findLastIndex(isRuler) + 1), ...ofLine]
}

/** `-----` or `#####`, also around a word. */
function isRuler(comment: string): boolean {
  return /([-=#*~_])\1{2}/.test(comment)
}

function parameterFor(
  mapping: Entry,
  name: string,
  comment: readonly string[],
  template: Template,
  context: TemplateContext,
): NewParameter {
  const was = nameOf(mapping)
  context.report('mapping-parameter', mapping, `the mapping "${was}" becomes the json parameter "${name}"`)
  context.change(mapping, `Turn the mapping "${was}" into a json parameter`)
  const description = `Values to look up, formerly the mapping ${was}`
  const { reading, document } = template
  const table = reading === 'aws' ? withKeysOfAws(mapping.value, document) : mapping.value
  return { name, type: 'Json', description, default: table, for: mapping, comment }
}

function leaveOut(one: Entry, context: TemplateContext): void {
  context.report('unused-mapping', one, `mapping "${nameOf(one)}" is no longer used`)
  context.change(one, `Leave out the mapping "${nameOf(one)}"`)
}

/** A map has no numbers as keys: an error in Heat, while AWS means the string. Undefined after a finding. */
function keyText(
  key: Node,
  find: Call,
  site: Site,
  template: Template,
  context: TemplateContext,
): Node | undefined {
  const ref = callRead(key)
  const name = ref?.name === 'Ref' ? stringOf(ref.argument) : undefined
  const type = declaredType(declarations(template.root).parameters.get(name ?? ''))
  const isNumber = type === 'number' || type === 'boolean' || (key.kind === 'scalar' && key.type !== 'str')
  if (!isNumber) return key
  if (template.reading === 'heat') {
    context.report('always-fails', find.node, 'a number is not a key of a mapping; Heat fails at this lookup')
    return undefined
  }
  if (key.kind === 'scalar') return string(awsText(key, template.document), { for: key })
  if (site.role === 'condition') {
    context.report(
      'no-equivalent',
      find.node,
      `a condition cannot turn the number "${name}" into a key; make it a String parameter`,
    )
    return undefined
  }
  const params = fromData(data({ __key__: key }), { style: 'flow' })
  return call('str_replace', fromData(data({ template: '__key__', params }), { style: 'flow' }), key)
}
