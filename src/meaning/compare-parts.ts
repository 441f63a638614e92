/** Compares the parts of two templates: conditions, resources, outputs. */
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { Failure, type Value } from '../heat/values/value.ts'
import type { Premises } from './compare-parameters.ts'
import { absent, type Circumstances, type Differences } from './differences.ts'
import type { Program } from './program.ts'
import type { DeclarationChange } from './side.ts'
import { newerType } from './terms/translations.ts'
import type { Untouched } from './untouched.ts'

/** What does not depend on any sample: sections, descriptions, and which parts there are. */
export function comparePlans(
  before: Program,
  after: Program,
  found: Differences,
  premises: Premises,
  untouched: Untouched,
): void {
  const circumstances: Circumstances = { world: 'declaration', notReady: false, renamed: premises.renamed }
  compareSections(before, after, found, premises, circumstances)
  const { natives } = premises
  onlyOnOneSide(
    'resources',
    without(before.resources, natives?.absorbed),
    without(after.resources, natives?.beside),
    found,
  )
  onlyOnOneSide('outputs', before.outputs, after.outputs, found)
  for (const [name, one] of before.resources) {
    const other = after.resources.get(name)
    if (other === undefined || untouched.resources.has(name)) continue
    const path = `resources.${name}`
    compareTypes(path, [one.type, other.type], found, premises, natives?.retyped.get(name))
    found.compare(`${path}.description`, one.description, other.description, circumstances)
    found.compare(path, one.whole ?? 'accepted', other.whole ?? 'accepted', circumstances)
  }
  for (const [name, one] of before.outputs) {
    const other = after.outputs.get(name)
    if (other !== undefined && !untouched.outputs.has(name))
      found.compare(`outputs.${name}.description`, one.description, other.description, circumstances)
  }
}

/** Which sections there are, the description, and the groups of parameters. */
function compareSections(
  before: Program,
  after: Program,
  found: Differences,
  { declared }: Premises,
  circumstances: Circumstances,
): void {
  const isMeant = (change: DeclarationChange) => declared.get(change)?.has(undefined) === true
  const isAdded = isMeant('capabilities-added') && isCapabilities(after.sections)
  const isRemoved = isMeant('capabilities-removed') && isCapabilities(before.sections)
  if (isAdded || (isRemoved && !(after.sections instanceof Failure)))
    found.add('accepted', 'sections', before.sections, after.sections, circumstances.world)
  else found.compare('sections', before.sections, after.sections, circumstances)
  const isDescribed = declared.get('description-added')?.has(undefined) === true
  if (isDescribed && before.description === null && after.description !== null)
    found.add('accepted', 'description', absent, after.description, circumstances.world)
  else found.compare('description', before.description, after.description, circumstances)
  if (before.dialect.kind === 'hot')
    found.compare('parameter_groups', before.parameterGroups, after.parameterGroups, circumstances)
}

/** @param native what a resource of AWS has become */
function compareTypes(
  resource: string,
  [before, after]: readonly [Value, Value],
  found: Differences,
  { renamed, names, registered }: Premises,
  native: { readonly from: Value; readonly type: Value } | undefined,
): void {
  const path = `${resource}.type`
  const isOwn = [before, after].some((type) => registered.has(String(type)))
  const isTranslated = names === 'as Heat translates' && before !== after && !isOwn && isKnown(after)
  if (native !== undefined) found.add('accepted', path, native.from, native.type, 'declaration')
  else if (isTranslated && newerType(before) === newerType(after)) {
    const kind = isKnown(before) ? 'translated' : 'known-by-another-name'
    found.add(kind, path, before, after, 'declaration')
  } else found.compare(path, before, after, { world: 'declaration', notReady: false, renamed })
}

/** Whether Heat still takes a type by this name. */
const isKnown = (type: Value): boolean => resourceTypeFacts(String(type)) !== undefined

function isCapabilities(sections: Value): boolean {
  return sections instanceof Failure && sections.message.endsWith(': capabilities')
}

function without(
  all: ReadonlyMap<string, unknown>,
  others: ReadonlyMap<string, unknown> = new Map(),
): ReadonlyMap<string, unknown> {
  return new Map([...all].filter(([name]) => !others.has(name)))
}

function onlyOnOneSide(
  path: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  found: Differences,
): void {
  for (const name of before.keys())
    if (!after.has(name)) found.add('value', `${path}.${name}`, 'declared', absent, 'declaration')
  for (const name of after.keys())
    if (!before.has(name)) found.add('value', `${path}.${name}`, absent, 'declared', 'declaration')
}
