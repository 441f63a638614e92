/** The property `name` of resources that are no servers. */

import { callOf, callRead } from '../../../heat/calls.ts'
import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { requireParameter } from '../../../stack/refactor/give-parameter.ts'
import { propertyEntry, withProperty } from '../../../stack/refactor/resource-property.ts'
import { moduleValue } from '../../../stack/value-of.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import {
  call,
  entry,
  mapping,
  string,
  withAppended,
  withEntries,
  withValue,
} from '../../../text/document/build.ts'
import { dataKey } from '../../../text/document/data.ts'
import type { Node } from '../../../text/document/node.ts'
import { entryOf, holdsAnchor, mapOf, nameOf, resolved, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofProperty, type Remedy, type Repair, type Report, repairedBy } from '../rule.ts'
import { forEachNode, parameterReadsIn } from '../vnf/parameter-reads.ts'
import type { Slot } from '../vnf/slots.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { withoutIdle } from './unused-parameters.ts'

export const otherNameRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-85734']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const seen = new Map<string, string>()
    for (const slot of vnf.slotsNamed('other-name')) {
      if (!isMadeOfVnfName(slot)) reportName(vnf, slot, report)
      else if (!slot.resource.isMember) checkUnique(slot, seen, report)
    }
  },
})

/** What a value is as a str_replace; undefined for anything else. */
function replacing(value: Node): Node | undefined {
  const call = callRead(value)
  return call !== undefined && /^str_replace(?:_v?strict)?$/.test(call.name) ? call.argument : undefined
}

/** Whether a name is a str_replace that puts vnf_name into its template. */
function isMadeOfVnfName({ value }: Slot): boolean {
  const argument = mapOf(replacing(value))
  const template = stringOf(readValue(argument, 'template'))
  return (mapOf(readValue(argument, 'params'))?.entries ?? []).some((entry) => {
    const mark = nameOf(entry)
    const isVnfName = parameterReadsIn(entry.value).some(({ name }) => name === 'vnf_name')
    return isVnfName && mark !== undefined && (template === undefined || template.includes(mark))
  })
}

function reportName(vnf: Vnf, slot: Slot, report: Report): void {
  const { resource } = slot
  report({
    requirement: 'R-85734',
    ...ofProperty(slot),
    message: `"name" of "${resource.id}" must use str_replace and contain vnf_name`,
    remedy: remedyOf(vnf, slot),
    subject: { kind: 'property', resource: resource.id, name: 'name', type: resource.type },
  })
}

function remedyOf(vnf: Vnf, slot: Slot): Remedy {
  const { value } = slot
  const literal = stringOf(value)
  if (literal !== undefined)
    return repairedBy(
      namingWithVnfName,
      `makes it "VNF_NAME_${literal}" with the value of vnf_name; the resource gets another name in OpenStack`,
    )
  if (replacedTemplate(value) !== undefined)
    return repairedBy(
      namingWithVnfName,
      'puts the value of vnf_name before it; the resource gets another name in OpenStack',
    )
  if (isOwnParameter(vnf, slot))
    return repairedBy(
      namingWithVnfName,
      `makes it "VNF_NAME_${slot.resource.id}" with the value of vnf_name; the resource gets another name in OpenStack, and the parameter is removed once nothing reads it`,
    )
  if (parameterRead(value) !== undefined)
    return byHand(
      'The parameter is also read elsewhere, where the resource may be looked up by this name: refer to the resource itself there, then put vnf_name into its name.',
    )
  return isComputed(value)
    ? repairedBy(
        namingWithVnfName,
        'puts the value of vnf_name before what it computes; the resource gets another name in OpenStack',
      )
    : byHand('Write the name as a str_replace with vnf_name among its params.')
}

/** Whether a function that is no str_replace makes the name. */
function isComputed(value: Node): boolean {
  return replacing(value) === undefined && parameterRead(value) === undefined && callRead(value) !== undefined
}

/** The literal template of a str_replace with params; undefined for anything else. */
function replacedTemplate(value: Node): string | undefined {
  const argument = replacing(value)
  if (argument?.kind !== 'map' || entryOf(argument, 'params')?.value.kind !== 'map') return undefined
  return stringOf(entryOf(argument, 'template')?.value)
}

/** Whether a name is a parameter that nothing but such names reads, of resources that are made once in a stack. */
function isOwnParameter(vnf: Vnf, slot: Slot): boolean {
  const { template } = slot.resource
  const name = nameParameter(slot)
  if (name === undefined || template.role === 'nested') return false
  const names = vnf.slots(template).filter((one) => nameParameter(one) === name)
  return (
    parameterReadsIn(template.root).filter((read) => read.name === name).length === names.length &&
    vnf.modules.every(({ outputs }) => outputs.every((one) => one.name !== name))
  )
}

/** The parameter that the name of a resource outside of groups is. */
function nameParameter({ name, resource, value }: Slot): string | undefined {
  const read = name === 'other-name' && !resource.isMember ? parameterRead(value) : undefined
  return read?.path.length === 0 ? read.name : undefined
}

/** Two resources of a kind, each made once, whose names come out the same. */
function checkUnique(slot: Slot, seen: Map<string, string>, report: Report): void {
  const { resource, value } = slot
  const key = `${resource.type} ${nameKey(resolved(value))}`
  const other = seen.get(key)
  seen.set(key, other ?? resource.id)
  if (other === undefined) return
  report({
    requirement: 'R-85734',
    ...ofProperty(slot),
    message: `the name of "${resource.id}" comes out as that of "${other}"`,
    remedy: byHand('Add to one of them what distinguishes the two.'),
  })
}

/** The same for names that come out the same, whatever stands for the name of the VNF in them. */
function nameKey(value: Node): string {
  const argument = mapOf(callRead(value)?.argument)
  const template = stringOf(readValue(argument, 'template'))
  const params = mapOf(readValue(argument, 'params'))?.entries ?? []
  const marks = params.flatMap((one) => nameOf(one) ?? [])
  const isPlain = params.every((one) => {
    const read = parameterRead(one.value)
    return read?.name === 'vnf_name' && read.path.length === 0
  })
  if (template === undefined || !isPlain || marks.length !== 1) return dataKey(value)
  return `text ${template.split(marks[0] as string).join('\0')}`
}

export const namingWithVnfName: Repair = {
  id: 'onap/name-with-vnf-name',
  title: 'Put the name of the VNF into the names of resources',
  description:
    'Makes the `name` of a resource that is not a server a `str_replace` with `vnf_name` before it, or puts that before the text of one or before what another function computes, and declares the parameter where it is missing. A parameter that gives the name and nothing else gives way to the ID of the resource.',
  references: ['HOT specification, str_replace'],
  safety: 'lossy',
  loses: 'new name',
  requirements: ['R-85734'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'property' || subject.type === undefined) return pkg
    const { resource, type, name } = subject
    const named = withProperty(pkg, { path, resource, type, keys: [name] }, (value) => {
      if (value === undefined) throw new Stuck({ path, at: value, why: 'there is no name' })
      const literal = stringOf(value)
      const old = replacedTemplate(value)
      if (old !== undefined) return withVnfName(value, old, path)
      refuseReferred(pkg, path, value, literal === undefined ? givenFor(pkg, path, value) : value)
      if (literal?.includes(mark) === true)
        throw new Stuck({ path, at: value, why: `the name has ${mark} in it` })
      const vnfName = entry(mark, call('get_param', string('vnf_name')))
      const computed = isComputed(value) ? [entry(suffixMark, value)] : []
      if (computed.length > 0 && (value.kind === 'alias' || holdsAnchor(value)))
        throw new Stuck({ path, at: value, why: 'the name is an alias, or one refers to it' })
      const params = mapping([vnfName, ...computed], { style: 'block' })
      const made = string(`${mark}_${computed.length > 0 ? suffixMark : (literal ?? resource)}`)
      const argument = mapping([entry('template', made), entry('params', params)], { style: 'block' })
      return mapping([entry('str_replace', argument)], { for: value, style: 'block' })
    })
    const read = parameterRead(propertyEntry(pkg, { path, resource, type, keys: [name] })?.value)
    const wanted = { name: 'vnf_name', type: 'string', description: 'Name of the VNF, given by ONAP' }
    const declared = requireParameter(named, path, wanted)
    // Then the parameter of the name is not the last one of the template, which Heat wants to have one.
    return read === undefined ? declared : withoutIdle(declared, path, read.name)
  },
}

/** What the environment or the default gives for a name that is a parameter. */
function givenFor(pkg: Workspace, path: string, value: Node): Node | undefined {
  const file = pkg.files.get(path)
  const read = parameterRead(value)
  return file === undefined || read === undefined
    ? undefined
    : moduleValue(file, pkg.environmentOf(path), read.name).node
}

/** A str_replace with the name of the VNF before its template. */
function withVnfName(value: Node, old: string, path: string): Node {
  const { argument, entry: own } = callOf(value) ?? {}
  const params = argument === undefined ? undefined : entryOf(mapOf(argument), 'params')
  if (value.kind !== 'map' || argument?.kind !== 'map' || own === undefined || params?.value.kind !== 'map')
    throw new Stuck({ path, at: value, why: 'the name is an alias' })
  const { entries } = params.value
  const before = `${mark}_`
  // Heat replaces longer marks first; none may reach from the old string into the new one.
  const isDisturbed = entries.some((one) => {
    const other = nameOf(one) ?? ''
    return other === mark || countIn(`${before}${old}`, other) !== countIn(old, other)
  })
  if (isDisturbed || old.includes(mark))
    throw new Stuck({ path, at: value, why: `the template or its params already contain a part of ${mark}` })
  const made = argument.entries.map((one) => {
    if (one === params) {
      const added = entry(mark, call('get_param', string('vnf_name')))
      return params.value.kind === 'map' ? withValue(one, withAppended(params.value, added)) : one
    }
    if (nameOf(one) !== 'template' || one.value.kind !== 'scalar') return one
    return withValue(one, string(`${before}${old}`, { for: one.value, style: one.value.style }))
  })
  return withEntries(value, [withValue(own, withEntries(argument, made))])
}

function countIn(whole: string, part: string): number {
  return part === '' ? 0 : whole.split(part).length - 1
}

/** @throws Stuck when the name of a resource is also written elsewhere in the package, perhaps to find the resource by it */
function refuseReferred(pkg: Workspace, path: string, at: Node, given: Node | undefined): void {
  const name = stringOf(given)
  if (given !== undefined && name !== undefined && isReferredTo(pkg, name, given))
    throw new Stuck({
      path,
      at,
      why: `the string "${name}" also stands elsewhere, and may refer to the resource`,
    })
}

/** Stands for the name of the VNF in a template of `str_replace`. */
const mark = 'VNF_NAME'

/** Stands there for what a function computes. */
const suffixMark = 'SUFFIX'

/** Whether another value in the package is the same string; other resources of the same name do not count. */
function isReferredTo(pkg: Workspace, name: string, own: Node): boolean {
  const names = new Set<Node>([own])
  const same = new Set<Node>()
  for (const { root } of pkg.files.values()) {
    forEachNode(root, (node) => {
      if (stringOf(node) === name) same.add(node)
      if (node.kind !== 'map') return
      for (const one of node.entries) if (nameOf(one) === 'name') names.add(one.value)
    })
  }
  return [...same].some((node) => !names.has(node))
}
