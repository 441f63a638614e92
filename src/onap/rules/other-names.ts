/** The property `name` of resources that are no servers. */
import { call, entry, mapping, text } from '../../document/build.ts'
import { dataKey } from '../../document/data.ts'
import type { Node } from '../../document/node.ts'
import { mapOf, nameOf, resolved, textOf } from '../../document/read.ts'
import { callOf } from '../../heat/calls.ts'
import { readValue } from '../../heat/merge-keys.ts'
import type { Package } from '../../package/package.ts'
import { requireParameter } from '../../refactor/declare.ts'
import { Stuck } from '../../refactor/edit.ts'
import { withProperty } from '../../refactor/resource-property.ts'
import { byHand, type Repair, type Report, type RuleFamily, repairedBy } from '../rule.ts'
import { forEachNode, parameterRead, parameterReadsIn } from '../vnf/parameter-reads.ts'
import type { Slot } from '../vnf/slots.ts'

export const otherNameRules: RuleFamily = {
  requirements: ['R-85734'],
  find(vnf, report) {
    const seen = new Map<string, string>()
    for (const template of vnf.templates) {
      for (const slot of vnf.slots(template)) {
        if (slot.name !== 'other-name') continue
        if (!isMadeOfVnfName(slot)) reportName(slot, report)
        else if (!slot.resource.isMember) checkUnique(slot, seen, report)
      }
    }
  },
}

/** Whether a name is a str_replace that puts vnf_name into its text. */
function isMadeOfVnfName({ value }: Slot): boolean {
  const call = callOf(resolved(value))
  if (call === undefined || !/^str_replace(?:_v?strict)?$/.test(call.name)) return false
  const argument = mapOf(call.argument)
  const template = textOf(readValue(argument, 'template'))
  return (mapOf(readValue(argument, 'params'))?.entries ?? []).some((entry) => {
    const mark = nameOf(entry)
    const isVnfName = parameterReadsIn(entry.value).some(({ name }) => name === 'vnf_name')
    return isVnfName && mark !== undefined && (template === undefined || template.includes(mark))
  })
}

function reportName({ resource, value }: Slot, report: Report): void {
  const literal = textOf(value)
  const isParameter = parameterRead(value) !== undefined
  report({
    requirement: 'R-85734',
    path: resource.template.path,
    at: value,
    message: `the name of "${resource.id}" must be a str_replace that puts vnf_name into it`,
    remedy:
      literal === undefined
        ? byHand(
            isParameter
              ? 'Choose what stands beside vnf_name in the name; the parameter is then not needed.'
              : 'Write the name as a str_replace with vnf_name among its params.',
          )
        : repairedBy(
            namingWithVnfName,
            `makes it "VNF_NAME_${literal}" with the value of vnf_name; the physical name changes`,
          ),
    subject: { kind: 'property', resource: resource.id, name: 'name', type: resource.type },
  })
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
    path: resource.template.path,
    at: value,
    message: `the name of "${resource.id}" comes out as that of "${other}"`,
    remedy: byHand('Add to one of them what tells the two apart.'),
    subject: { kind: 'property', resource: resource.id, name: 'name' },
  })
}

/** The same for names that come out the same, whatever stands for the name of the VNF in them. */
function nameKey(value: Node): string {
  const argument = mapOf(callOf(value)?.argument)
  const template = textOf(readValue(argument, 'template'))
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
    'Makes a literal `name` of a resource that is no server a `str_replace` with `vnf_name` before it, and declares that parameter where it is missing.',
  references: ['ONAP VNF Requirements, chapter 5: Heat', 'HOT specification, str_replace'],
  safety: 'lossy',
  requirements: ['R-85734'],
  apply(pkg, { path, subject }) {
    if (subject.kind !== 'property' || subject.type === undefined) return pkg
    const { resource, type, name } = subject
    const named = withProperty(pkg, { path, resource, type, keys: [name] }, (value) => {
      const literal = textOf(value)
      if (value === undefined || literal === undefined || literal.includes(mark))
        throw new Stuck({ path, at: value, why: 'the name is no plain text' })
      if (isReferredTo(pkg, literal))
        throw new Stuck({
          path,
          at: value,
          why: `the text "${literal}" stands elsewhere, perhaps for the resource`,
        })
      const params = mapping([entry(mark, call('get_param', text('vnf_name')))], { style: 'block' })
      const argument = mapping([entry('template', text(`${mark}_${literal}`)), entry('params', params)], {
        style: 'block',
      })
      return mapping([entry('str_replace', argument)], { for: value, style: 'block' })
    })
    const wanted = { name: 'vnf_name', type: 'string', description: 'Name of the VNF, given by ONAP' }
    return requireParameter(named, path, wanted)
  },
}

/** Stands for the name of the VNF in a template of `str_replace`. */
const mark = 'VNF_NAME'

/** Whether a value somewhere in the package is the same text; other resources of the same name do not count. */
function isReferredTo(pkg: Package, name: string): boolean {
  let found = 0
  for (const { root } of pkg.files.values()) {
    forEachNode(root, (node) => {
      if (textOf(node) === name) found += 1
      if (node.kind !== 'map') return
      for (const one of node.entries) if (nameOf(one) === 'name' && textOf(one.value) === name) found -= 1
    })
  }
  return found > 0
}
