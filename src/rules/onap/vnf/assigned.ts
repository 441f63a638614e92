/** Parameters whose value is not the environment's to give: ONAP assigns them, or another module's output. */

import { baseName, directoryOf } from '../../../stack/source-file.ts'
import facts from '../facts/suppliers.json' with { type: 'json' }
import type { Supplier } from '../losses.ts'
import { networkOf } from './networks.ts'
import type { VnfTemplate } from './template.ts'
import type { Feed, Vnf } from './vnf.ts'

/** `{number}` stands for digits, `{name}` for any string. */
function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replace('{number}', '\\d+').replace('{name}', '.+')}$`)
}

/** Names that ONAP gives a value wherever they are declared, by the component that does. */
const assignedNames = facts.names.map(({ supplier, names }) => ({
  supplier: supplier as Supplier,
  patterns: names.map(patternOf),
}))

function assignedName(name: string): Supplier | undefined {
  return assignedNames.find(({ patterns }) => patterns.some((one) => one.test(name)))?.supplier
}

/** Whether ONAP gives a value to every parameter of a name. */
export function isAssignedName(name: string): boolean {
  return assignedName(name) !== undefined
}

/** Which component of ONAP gives a parameter its value, if ONAP does: by its name, else what gives properties theirs. */
export function supplierOf(name: string): Supplier {
  return assignedName(name) ?? (facts.properties.supplier as Supplier)
}

/** Why ONAP gives a parameter its value; undefined for those that it does not. */
export function assignedBy(vnf: Vnf, template: VnfTemplate, name: string): string | undefined {
  if (isAssignedName(name)) return 'ONAP assigns the parameters of this name'
  for (const feed of vnf.feeds(template).get(name) ?? []) {
    if (isAssigned(vnf, feed, name))
      return `ONAP assigns "${feed.slot.property}" of "${feed.slot.resource.id}"`
  }
  return undefined
}

const isAlwaysAssigned: ReadonlySet<string> = new Set(facts.properties.always)
const isAssignedOutside: ReadonlySet<string> = new Set(facts.properties['of external networks'])

function isAssigned(vnf: Vnf, { slot: { name: slot, resource } }: Feed, name: string): boolean {
  if (isAlwaysAssigned.has(slot)) return true
  // What a port of an internal network is given by name is the VNF's own.
  const isInternal = slot.startsWith('port-') && name.includes('_int_')
  return isAssignedOutside.has(slot) && !isInternal && networkOf(vnf, resource).kind === 'external'
}

/** The volume module of a module: the same name with `_volume` appended. */
function volumeModuleOf(vnf: Vnf, { path }: VnfTemplate): VnfTemplate | undefined {
  const name = `${directoryOf(path)}${baseName(path)}_volume`
  return vnf.template(`${name}.yaml`) ?? vnf.template(`${name}.yml`)
}

/** The module whose output a parameter has its value from: the base module, or the volume module that belongs to it. */
export function outputModuleOf(vnf: Vnf, template: VnfTemplate, name: string): VnfTemplate | undefined {
  if (template.role === 'nested') return undefined
  const sources =
    template.role === 'incremental' ? vnf.whole.modules.filter(({ role }) => role === 'base') : []
  const volume = volumeModuleOf(vnf, template)
  const all = volume === undefined || volume === template ? sources : [...sources, volume]
  return all.find(({ outputs }) => outputs.some((output) => output.name === name))
}
