/** The property `name` of resources that are no servers. */
import { dataKey } from '../../document/data.ts'
import { mapOf, nameOf, resolved, textOf } from '../../document/read.ts'
import { callOf } from '../../heat/calls.ts'
import { readValue } from '../../heat/merge-keys.ts'
import type { Report } from '../violation.ts'
import { parameterRead, parameterReadsIn } from '../vnf/parameter-reads.ts'
import type { Slot } from '../vnf/slots.ts'
import type { RuleFamily } from './rule-family.ts'

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
    repair: literal === undefined ? 'by-hand' : 'lossy',
    advice:
      literal === undefined
        ? isParameter
          ? 'Choose what stands beside vnf_name in the name; the parameter is then not needed.'
          : 'Write the name as a str_replace with vnf_name among its params.'
        : `makes it "VNF_NAME_${literal}" with the value of vnf_name; the physical name changes`,
    subject: { kind: 'property', resource: resource.id, name: 'name', type: resource.type },
  })
}

/** Two resources of a kind, each made once, whose names come out the same. */
function checkUnique(slot: Slot, seen: Map<string, string>, report: Report): void {
  const { resource, value } = slot
  if (resource.template.role === 'nested') return
  const key = `${resource.type} ${dataKey(resolved(value))}`
  const other = seen.get(key)
  seen.set(key, other ?? resource.id)
  if (other === undefined) return
  report({
    requirement: 'R-85734',
    path: resource.template.path,
    at: value,
    message: `the name of "${resource.id}" comes out as that of "${other}"`,
    repair: 'by-hand',
    advice: 'Add to one of them what tells the two apart.',
    subject: { kind: 'property', resource: resource.id, name: 'name' },
  })
}
