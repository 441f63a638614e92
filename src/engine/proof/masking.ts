/** What a report may show of a comparison: neither values of hidden parameters nor contents of files. */

import { flattenedTree, readValue } from '../../heat/merge-keys.ts'
import { hiddenValue, isHidden } from '../../heat/parameters.ts'
import type { Verdict } from '../../meaning/compare.ts'
import type { EnvironmentValues } from '../../meaning/sample.ts'
import { type FileContent, type NestedTemplate, type Side, typeIn } from '../../meaning/side.ts'
import { type Declaration, declaredParameters } from '../../stack/values.ts'
import { list, string, withEntries, withItems, withValue } from '../../text/document/build.ts'
import type { Entry, Mapping, Node } from '../../text/document/node.ts'
import { itemsOf, mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { sha256 } from '../../text/document/sha256.ts'

/**
 * The verdict without anything secret. Both sides are compared a second time with other values substituted for hidden
 * values and file contents: what that comparison shows cannot depend on them.
 *
 * @param compare how the verdict was computed
 */
export function masked<One extends Side>(
  verdict: Verdict,
  before: One,
  after: One,
  compare: (before: One, after: One) => Verdict,
): Verdict {
  const found = [...verdict.differences, ...verdict.tolerated, ...verdict.reasons]
  const names = new Set([...hiddenNames(before), ...hiddenNames(after)])
  const hasContents = [before, after].some((side) =>
    [...templatesOf(side)].some(({ files }) => files !== undefined && files.size > 0),
  )
  const isBare = found.length === 0 && verdict.assumptions.length === 0
  if (isBare || (names.size === 0 && !hasContents)) return verdict
  const open = compare(maskedSide(before, names), maskedSide(after, names))
  const differences = new Map([...open.differences, ...open.tolerated].map((one) => [locationKey(one), one]))
  const reasons = new Map(open.reasons.map((one) => [locationKey(one), one]))
  const shown = (one: Verdict['differences'][number]) => {
    const known = differences.get(locationKey(one))
    return known === undefined
      ? { ...one, path: outerPath(one.path), before: hiddenValue, after: hiddenValue, world: 'hidden values' }
      : { ...one, before: known.before, after: known.after, world: known.world }
  }
  const why = 'depends on a hidden value, or on the content of a file'
  const tolerated = verdict.tolerated.map((one) => [one, shown(one)] as const)
  return {
    ...verdict,
    assumptions: open.assumptions,
    differences: verdict.differences.map(shown),
    tolerated: tolerated.map(([, one]) => one),
    refined: tolerated.flatMap(([was, one]) => (verdict.refined.includes(was) ? [one] : [])),
    // About the template as a whole: names of files and limits, which hold no values.
    reasons: verdict.reasons.map((one) =>
      one.path === '' ? one : (reasons.get(locationKey(one)) ?? { ...one, path: outerPath(one.path), why }),
    ),
  }
}

function locationKey({ path, template }: { readonly path: string; readonly template?: string }): string {
  return JSON.stringify([template ?? null, path])
}

/** As far as the template itself says it: what lies deeper may be a key out of a value. */
function outerPath(path: string): string {
  const [outer = ''] = /^[^.[]*(?:\.[^.[]*){0,3}/.exec(path) ?? []
  return outer
}

/** Every template of a stack, the outermost first; one that is called several times is one. */
function templatesOf(side: Side): ReadonlySet<NestedTemplate> {
  const found = new Set<NestedTemplate>([side])
  for (const one of found) for (const callee of one.nested?.values() ?? []) found.add(callee)
  return found
}

/** Names that some template of a side hides; the environment gives values by name. */
function hiddenNames(side: Side): ReadonlySet<string> {
  const roots = [...templatesOf(side)].map(({ root }) => root)
  return new Set(roots.flatMap((one) => hiddenIn(one).map(({ name }) => name)))
}

function maskedSide<One extends Side>(side: One, names: ReadonlySet<string>): One {
  const { environment } = side
  const masked = new Map<NestedTemplate, NestedTemplate>()
  const template = maskedTemplate(side, side.nested, masked)
  return {
    ...side,
    ...template,
    ...(environment === undefined ? {} : { environment: maskedValues(environment, names) }),
  }
}

/**
 * @param outer what counts where a template does not say what it calls
 * @param known what has been masked, or is being: templates may call themselves
 */
function maskedTemplate(
  template: NestedTemplate,
  outer: Side['nested'],
  known: Map<NestedTemplate, NestedTemplate>,
): NestedTemplate {
  const before = known.get(template)
  if (before !== undefined) return before
  const { files, nested } = template
  const callees = new Map<string, NestedTemplate>()
  const made: NestedTemplate = {
    ...template,
    root: withoutValues(template.root, hiddenByName(nested ?? outer)),
    ...(files === undefined
      ? {}
      : { files: new Map([...files].map(([name, content]) => [name, summaryOf(content)])) }),
    ...(nested === undefined ? {} : { nested: callees }),
  }
  known.set(template, made)
  for (const [name, callee] of nested ?? []) callees.set(name, maskedTemplate(callee, outer, known))
  return made
}

function maskedValues(
  { parameters, defaults, ...others }: EnvironmentValues,
  names: ReadonlySet<string>,
): EnvironmentValues {
  const open = (values: EnvironmentValues['parameters']) =>
    new Map([...values].map(([name, value]) => [name, names.has(name) ? hiddenValue : value]))
  return { ...others, parameters: open(parameters), defaults: open(defaults) }
}

function summaryOf(content: FileContent): FileContent {
  if (typeof content !== 'string') return content
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0)
  const hash = sha256(content).slice(0, 16)
  return `file of ${lines} ${lines === 1 ? 'line' : 'lines'}, SHA-256 ${hash}`
}

/** A template with other values for its hidden parameters, and for those of the templates that it calls. */
function withoutValues(given: Mapping, callees: HiddenByName): Mapping {
  const isCallee = callees.size > 0
  const isOpen = hiddenIn(given).length === 0
  if (isOpen && !isCallee) return given
  // The result is compared, and never written: it may say in place what merge keys bring in.
  const root = flattenedTree(given)
  const hidden = new Set(hiddenIn(root).map(({ entry }) => entry))
  const declaration = (one: Entry) => (hidden.has(one) ? withEach(one, withoutChoices) : one)
  const section = (one: Entry) => {
    const name = nameOf(one) ?? ''
    if (/^parameters$/i.test(name)) return withEach(one, declaration)
    if (!isCallee || !/^resources$/i.test(name)) return one
    return withValue(one, withoutPassed(one.value, callees))
  }
  return withEntries(root, root.entries.map(section))
}

function hiddenIn(root: Mapping): readonly Declaration[] {
  return declaredParameters(root).filter(({ map }) => isHidden(map))
}

/** An attribute of a hidden parameter without the values that it names. */
function withoutChoices(one: Entry): Entry {
  const name = nameOf(one) ?? ''
  if (/^default$/i.test(name)) return withValue(one, string(hiddenValue))
  if (/^allowed_?values$/i.test(name)) return withValue(one, list([string(hiddenValue)]))
  if (name !== 'constraints' || one.value.kind !== 'seq') return one
  const { value } = one
  const items = value.items.map((item) =>
    item.kind === 'map' ? withEntries(item, item.entries.map(withoutChoices)) : item,
  )
  return withValue(one, withItems(value, items))
}

/** By the name under which a template is called, its hidden parameters, where it has some. */
type HiddenByName = ReadonlyMap<string, ReadonlySet<string>>

function hiddenByName(callees: Side['nested']): HiddenByName {
  const byName = new Map<string, Set<string>>()
  for (const [key, { root }] of callees ?? []) {
    const hidden = hiddenIn(root).map((one) => one.name)
    if (hidden.length === 0) continue
    const name = typeIn(key)
    byName.set(name, new Set([...(byName.get(name) ?? []), ...hidden]))
  }
  return byName
}

/** Below which keys a resource, or a property of a group, a chain or a stack, gives values. */
const givesValues: ReadonlySet<string> = new Set([
  'properties',
  'Properties',
  'resource_properties',
  'parameters',
])

/** The names of templates beside such a key: the type of a resource, those of a chain, the file of a stack. */
function calleesOf(map: Mapping): readonly string[] {
  const file = readValue(readValue(map, 'template'), 'get_file')
  const types = itemsOf(readValue(map, 'resources'))
  return [readValue(map, 'type', 'Type'), file, ...types].flatMap((node) => stringOf(node) ?? [])
}

/** Resources without what they pass for hidden parameters, wherever the definition of one stands. */
function withoutPassed(section: Node, hidden: HiddenByName): Node {
  const made = new Map<Node, Node>()
  const ofTarget = (target: Node): Node => {
    const known = made.get(target) ?? openPart(target)
    made.set(target, known)
    return known
  }
  const openPart = (node: Node): Node => {
    if (node.kind === 'alias') return ofTarget(resolved(node))
    if (node.kind === 'seq') return withItems(node, node.items.map(openPart))
    if (node.kind !== 'map') return node
    const names = new Set(calleesOf(node).flatMap((callee) => [...(hidden.get(callee) ?? [])]))
    const passed = (one: Entry) => (names.has(nameOf(one) ?? '') ? withValue(one, string(hiddenValue)) : one)
    return withEntries(
      node,
      node.entries.map((one) => {
        const isPassed = names.size > 0 && givesValues.has(nameOf(one) ?? '')
        const inner = withValue(one, openPart(one.value))
        return isPassed ? withEach(inner, passed) : inner
      }),
    )
  }
  return openPart(section)
}

/** The entry, whose value is a mapping, with other entries in it. */
function withEach(one: Entry, change: (inner: Entry) => Entry): Entry {
  const map = mapOf(one.value)
  return map === undefined ? one : withValue(one, withEntries(map, map.entries.map(change)))
}
