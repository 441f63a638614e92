/** The characters of `vm_role` in the metadata of servers. */

import { readValue } from '../../../heat/merge-keys.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { inPlaceOf, string, withEntries, withItems, withValue } from '../../../text/document/build.ts'
import type { Mapping, Node, Scalar } from '../../../text/document/node.ts'
import { oneOrAll, scalarOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofProperty, type Repair, type Report, repairedBy } from '../rule.ts'
import { formOf } from '../vnf/names.ts'
import { parameterReadsIn, sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot } from '../vnf/slots.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const vmRoleRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-86476']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const slot of vnf.slotsNamed('metadata-vm_role')) checkRole(vnf, slot, report)
  },
})

/** R-86476: the string of a role, here or in the environment. */
function checkRole(vnf: Vnf, slot: Slot, report: Report): void {
  const { resource, value } = slot
  const { template, id } = resource
  const check = (path: string, node: Node, isList: boolean, isFree: boolean): void => {
    for (const item of oneOrAll(node)) {
      const scalar = scalarOf(item)
      if (scalar === undefined || scalar.type === 'null') continue
      const text = String(scalar.value)
      // A list may be written as one string.
      const wanted = plainRole(text, isList)
      const isEmpty = (isList ? text.split(',') : [text]).some((part) => part.trim() === '')
      if (wanted === text && !isEmpty) continue
      const canWrite = isFree && !isEmpty
      report({
        requirement: 'R-86476',
        ...ofProperty(slot, canWrite ? wanted : undefined),
        path,
        at: item,
        item: id,
        message: `vm_role "${text}" of server "${id}" must contain only letters, digits and underscores`,
        remedy: canWrite
          ? repairedBy(roleCleaning, `writes "${wanted}"`)
          : byHand('Choose the value; check what else uses it.'),
      })
    }
  }
  const reads = sourceParameters(value)
  if (reads === undefined) {
    if (scalarOf(value) !== undefined) check(template.path, value, false, true)
    return
  }
  for (const { name } of reads) {
    const own = readValue(template.parameters.get(name)?.map, 'default')
    const isList = formOf(template, name) === 'list'
    const isFree = isOnlyRole(vnf, template, name)
    if (own !== undefined) check(template.path, own, isList, isFree)
    for (const given of vnf.valuesOf(template, name)) check(given.path, given.entry.value, isList, isFree)
  }
}

/** Blanks around the parts of a list are not part of them. */
function plainRole(text: string, isList: boolean): string {
  const plain = (part: string) => part.replace(/[^A-Za-z0-9_]/g, '_')
  return isList ? text.replace(/[^,\s](?:[^,]*[^,\s])?/g, plain) : plain(text)
}

/** Whether a value that feeds a role feeds nothing else. */
function isOnlyRole(vnf: Vnf, template: VnfTemplate, name: string): boolean {
  const reads = parameterReadsIn(template.root).filter((read) => read.name === name)
  const own = vnf.slots(template).filter((slot) => {
    return (
      slot.name === 'metadata-vm_role' && sourceParameters(slot.value)?.some((read) => read.name === name)
    )
  })
  const callers = vnf.passedTo(template, name).flatMap(({ call, value }) => {
    const caller = vnf.template(call.caller)
    return (sourceParameters(value) ?? []).map((read) => ({ caller, name: read.name }))
  })
  return (
    reads.length === own.length &&
    callers.every(
      ({ caller, name: source }) =>
        caller !== undefined &&
        (vnf.feeds(caller).get(source) ?? []).every(({ slot }) => slot.name === 'metadata-vm_role') &&
        !vnf.slots(caller).some(({ value }) => parameterReadsIn(value).some((read) => read.name === source)),
    )
  )
}

export const roleCleaning: Repair = {
  id: 'onap/clean-roles',
  title: 'Replace characters that roles of VMs must not have',
  description:
    'Replaces each character of a `vm_role` that is not a letter, digit or underscore, in the template or where the environment gives the value.',
  section: 'Nova Server metadata parameters',
  safety: 'lossy',
  loses: 'new name',
  requirements: ['R-86476'],
  repair(pkg, { path, at, subject }) {
    const root = pkg.files.get(path)?.root
    if (subject.kind !== 'property' || subject.wanted === undefined || root === undefined) return pkg
    if (at === undefined || !('kind' in at) || at.kind !== 'scalar')
      throw new Stuck({ path, at, why: 'the role is an alias' })
    const next = withScalar(root, at, string(subject.wanted, { for: at, style: at.style }))
    if (next === root) throw new Stuck({ path, at, why: 'the role is given by way of an alias' })
    return next.kind === 'map' ? pkg.withRoot(path, next) : pkg
  },
}

/** The tree with another scalar instead of one of its own; the very same tree when it is not there. */
function withScalar<Tree extends Node>(tree: Tree, old: Scalar, made: Scalar): Node {
  if (tree.kind === 'scalar') return tree === old ? inPlaceOf(made, old) : tree
  if (tree.kind === 'seq') {
    const items = tree.items.map((item) => withScalar(item, old, made))
    return items.every((item, at) => item === tree.items[at]) ? tree : withItems(tree, items)
  }
  return tree.kind === 'map' ? withScalarBelow(tree, old, made) : tree
}

function withScalarBelow(map: Mapping, old: Scalar, made: Scalar): Mapping {
  const entries = map.entries.map((one) => {
    const value = withScalar(one.value, old, made)
    return value === one.value ? one : withValue(one, value)
  })
  return entries.every((one, at) => one === map.entries[at]) ? map : withEntries(map, entries)
}
