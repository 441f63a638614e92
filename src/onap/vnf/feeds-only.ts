/** Whether the type of a parameter can change without changing anything else. */
import { isNull, resolved, valueOf } from '../../document/read.ts'
import { parameterReadsIn } from './parameter-reads.ts'
import type { SlotName } from './slots.ts'
import type { VnfTemplate } from './template.ts'
import { passedBy, type Vnf } from './vnf.ts'

/**
 * Whether all uses of a parameter feed properties of one kind, and all its values are scalars: then a
 * string means the same there as another type does.
 */
export function feedsOnly(
  vnf: Vnf,
  template: VnfTemplate,
  name: string,
  slots: readonly SlotName[],
): boolean {
  const feeds = vnf.feeds(template).get(name) ?? []
  if (feeds.some(({ slot, read }) => !slots.includes(slot.name) || read.path.length > 0)) return false
  // A use that feeds no known property would not be among the feeds.
  const own = vnf
    .slots(template)
    .filter(({ value }) => parameterReadsIn(value).some((read) => read.name === name))
  const passed = vnf.pkg
    .callsFrom(template.path)
    .flatMap(passedBy)
    .filter(({ value }) => parameterReadsIn(value).some((read) => read.name === name))
  const reads = parameterReadsIn(template.root).filter((read) => read.name === name)
  return reads.length === own.length + passed.length && hasScalarValues(vnf, template, name)
}

export function hasScalarValues(vnf: Vnf, template: VnfTemplate, name: string): boolean {
  const values = [
    valueOf(template.parameters.get(name)?.map, 'default'),
    ...vnf.valuesOf(template, name).map(({ entry }) => entry.value),
  ]
  return values.every((value) => value === undefined || isNull(value) || resolved(value).kind === 'scalar')
}
