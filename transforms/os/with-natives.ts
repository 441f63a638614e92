/** Puts native resources into a template. */

import {
  call,
  callOf,
  type Entry,
  list,
  listOf,
  type Mapping,
  mapSection,
  type Node,
  nameOf,
  replacedRead,
  rewriteValues,
  sectionEntry,
  string,
  stringOf,
  type TemplateScope,
  withEntries,
  withItems,
  withValue,
} from '../../src/engine/authoring/authoring.ts'
import { type NativeType, nativeAttribute } from '../../src/heat/native-types.ts'
import type { Document } from '../../src/text/document/document.ts'
import { fromData } from '../../src/text/document/from-data.ts'
import type { Native } from './native.ts'
import { stringFor } from './resources.ts'

/** The template with native resources, and with what refers to them following. */
export function withNatives(
  { root, template: { document } }: TemplateScope,
  made: ReadonlyMap<string, Native | 'removed'>,
  factsOf: (name: string) => NativeType | undefined,
): Mapping {
  const resources = mapSection(root, 'resources', (one) => {
    const native = made.get(nameOf(one) ?? '')
    if (native === 'removed') return undefined
    return native === undefined ? one : withValue(one, native.definition)
  })
  const beside = new Map(
    [...made].flatMap(([name, native]) =>
      native === 'removed' || native.beside === undefined ? [] : [[name, native.beside] as const],
    ),
  )
  const complete = beside.size === 0 ? resources : withBeside(resources, beside)
  return rewriteValues(complete, true, (node) => {
    const called = callOf(node)
    if (called === undefined) return node
    if (called.name === 'get_resource') {
      const facts = made.has(stringOf(called.argument) ?? '')
        ? factsOf(stringOf(called.argument) ?? '')
        : undefined
      if (facts?.reference === undefined || facts.reference === 'none') return node
      const path = facts.reference.map((step) => string(step))
      return call('get_attr', list([called.argument, ...path], { style: 'flow' }), node)
    }
    const asked = called.name === 'get_attr' ? listOf(called.argument) : undefined
    const [name, attribute, ...rest] = asked?.items ?? []
    if (asked === undefined || name === undefined || attribute === undefined) return node
    const facts = made.has(stringOf(name) ?? '') ? factsOf(stringOf(name) ?? '') : undefined
    const path = facts === undefined ? undefined : nativeAttribute(stringOf(attribute) ?? '', facts)
    if (path === undefined || path === 'property' || path === 'expression') return node
    if (path === 'reference') return call('get_resource', name, node)
    const steps = path.map((step, index) =>
      fromStep(step, index === 0 && attribute.kind === 'scalar' ? attribute : undefined, document),
    )
    return call('get_attr', withItems(asked, [name, ...steps, ...rest]), node)
  })
}

function fromStep(step: string | number, old: Node | undefined, document: Document): Node {
  if (typeof step === 'number') return fromData(step)
  return old?.kind === 'scalar' ? stringFor(old, step, document) : string(step, { for: old })
}

function withBeside(root: Mapping, beside: ReadonlyMap<string, readonly Entry[]>): Mapping {
  const section = sectionEntry(root, 'resources')
  if (section?.value.kind !== 'map') return root
  const entries = section.value.entries.flatMap((one) => [one, ...(beside.get(nameOf(one) ?? '') ?? [])])
  return replacedRead(root, section, withValue(section, withEntries(section.value, entries))) ?? root
}
