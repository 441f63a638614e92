/** R-708564: names of parameters on their way into nested files. */

import { readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { attempt } from '../../../stack/refactor/edit.ts'
import { listPassedTo, passList } from '../../../stack/refactor/pass-list.ts'
import { renameParameters } from '../../../stack/refactor/rename-parameter.ts'
import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { fileName } from '../../../stack/source-file.ts'
import { declaredParameter, passedValue } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { plainData } from '../../../text/document/data.ts'
import { rule } from '../../rule.ts'
import { keyRules, type MetadataKey, metadataKeys } from '../naming/metadata-keys.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, type Remedy, type Repair, type Report, repairedBy, type Violation } from '../rule.ts'
import type { Step, Way } from '../step.ts'
import { sourceParameters } from '../vnf/parameter-reads.ts'
import type { Slot, SlotName } from '../vnf/slots.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import { passedBy, type Vnf } from '../vnf/vnf.ts'
import { parameterRenaming } from './parameter-renaming.ts'

export const nestedNameRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-708564']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    /** Of a parameter of a nested file, whoever passes it. */
    const remedies = new Map<string, Remedy>()
    for (const call of vnf.calls) {
      const callee = vnf.template(call.callee)
      if (callee === undefined || vnf.template(call.caller) === undefined) continue
      const feeds = vnf.feeds(callee)
      for (const { name, value, entry } of passedBy(call)) {
        const slot = feeds.get(name)?.find((feed) => namesPassedAlike.has(feed.slot.name))?.slot
        const other = slot && sourceParameters(value)?.find((read) => read.name !== name)
        if (slot === undefined || other === undefined) continue
        const key = `${callee.path}\n${name}`
        const remedy = remedies.get(key) ?? remedyFor(vnf, callee, name, slot)
        remedies.set(key, remedy)
        report({
          requirement: 'R-708564',
          path: call.caller,
          at: entry,
          message: `"${other.name}" is passed to ${fileName(call.callee)} as "${name}"; it sets the ${slot.property} of "${slot.resource.id}" and must keep its name`,
          remedy,
          subject: { kind: 'call', call, parameter: name },
          related: [
            {
              path: slot.resource.template.path,
              at: slot.value,
              message: `${slot.property} of "${slot.resource.id}"`,
            },
          ],
        })
      }
    }
  },
})

const namesPassedAlike: ReadonlySet<SlotName> = new Set<SlotName>([
  'server-flavor',
  'server-image',
  'server-name',
  'metadata-vnf_id',
  'metadata-vf_module_id',
  'metadata-vnf_name',
  'metadata-vf_module_name',
  'metadata-vm_role',
  'metadata-vf_module_index',
  'metadata-workload_context',
  'metadata-environment_context',
  'port-address',
  'port-subnet',
  'port-pair',
  'port-network',
  'interface-network',
  'interface-pair',
  'instance-address',
])

function remedyFor(vnf: Vnf, callee: VnfTemplate, name: string, slot: Slot): Remedy {
  const { pkg } = vnf
  const file = fileName(callee.path)
  const source = wholePassedTo(pkg, callee.path, name)
  const key = prescribedKey(slot.name)
  // Under any other name it would be no more what the server needs than it is now.
  if (key !== undefined && source !== key)
    return byHand(`Pass the parameter "${key}" under this name, and read it in ${file}.`, () =>
      readInstead(slot, key),
    )
  if (source !== undefined) {
    if (callee.parameters.has(source))
      return byHand(
        `${file} has a parameter "${source}" for something else: give that one another name, then rename "${name}" to "${source}".`,
      )
    return repairedBy(nestedRenaming, `renames "${name}" to "${source}" in the nested file and its callers`)
  }
  if (!passesItem(pkg, callee.path, name))
    return byHand(
      `Its callers pass different parameters for "${name}" of ${file}, or a value that is made of several: let all of them pass one parameter of one name, or make a nested file for each.`,
      () => passedAlike(vnf, callee, name),
    )
  const made = attempt(() => listPassedTo(pkg, callee.path, name))
  if ('done' in made) {
    const isConstrained = readValue(callee.parameters.get(name)?.map, 'constraints') !== undefined
    const without = isConstrained ? '; its constraints, which are those of an item, are deleted' : ''
    return repairedBy(
      listPassing,
      `passes the list "${made.done}" and an index instead of the item "${name}", which the nested file looks up${without}`,
    )
  }
  return byHand(
    `Pass the list under its own name, and an index beside it, which ${file} reads it by; that is not done here: ${made.blocker.why}.`,
  )
}

/** A property reads another parameter, which all callers pass. */
function readInstead({ resource, value }: Slot, name: string): readonly Way[] {
  const { path: file, root } = resource.template
  const write = trailTo(root, value)
  return write === undefined
    ? []
    : [
        {
          steps: [
            { file, write, value: { get_param: name }, was: plainData(value) },
            { file, declare: name, type: 'string' },
          ],
        },
      ]
}

/** Each caller passes a parameter of the name that the nested file has, with the value of what it passes today. */
function passedAlike(vnf: Vnf, callee: VnfTemplate, name: string): readonly Way[] {
  const type = callee.parameters.get(name)?.type ?? 'string'
  const steps = vnf.passedTo(callee, name).flatMap(({ call, value }): readonly Step[] => {
    const caller = vnf.template(call.caller)
    const write = caller && trailTo(caller.root, value)
    if (caller === undefined || write === undefined) return []
    const { path: file } = caller
    const [read] = sourceParameters(value) ?? []
    const [given] = read === undefined || read.path.length > 0 ? [] : vnf.valuesOf(caller, read.name)
    const was = plainData(value)
    const own: readonly Step[] = [
      { file, write, value: { get_param: name }, was },
      { file, declare: name, type },
    ]
    const isModule = caller.role !== 'nested' && given !== undefined
    return isModule ? [...own, { file, give: name, value: plainData(given.entry.value) }] : own
  })
  return [{ steps }]
}

/** The one name that the parameter of a key of metadata may have. */
function prescribedKey(slot: SlotName): MetadataKey | undefined {
  return metadataKeys.find((key) => slot === `metadata-${key}` && keyRules[key].parameter !== undefined)
}

/** The parameter that all callers pass as it is; undefined when they do not agree. */
function wholePassedTo(pkg: Workspace, callee: string, name: string): string | undefined {
  const sources = new Set(
    valuesPassed(pkg, callee, name).map((value) => {
      const read = parameterRead(value)
      return read?.path.length === 0 ? read.name : undefined
    }),
  )
  const [only] = sources
  return sources.size === 1 ? only : undefined
}

/** Whether some caller passes an item of a list. */
function passesItem(pkg: Workspace, callee: string, name: string): boolean {
  return valuesPassed(pkg, callee, name).some((value) => (parameterRead(value)?.path.length ?? 0) > 0)
}

function valuesPassed(pkg: Workspace, callee: string, name: string) {
  return pkg.callsOf(callee).flatMap((call) => passedValue(call, name) ?? [])
}

/** All callers of a nested file follow one change of its parameter. */
function parameterPassed({ id, subject }: Violation): string {
  return subject.kind === 'call' ? `${subject.call.callee}\n${subject.parameter}` : id
}

export const nestedRenaming: Repair = {
  id: 'onap/keep-names-in-nested',
  title: 'Call parameters the same in nested templates',
  description:
    'Renames a parameter of a nested template to the one that every caller passes for it, there and in the callers.',
  safety: 'lossy',
  loses: 'new name',
  requirements: ['R-708564'],
  // The next level below has another name then.
  isRepeated: 'with new ones',
  changeOf: parameterPassed,
  repair(pkg, { subject }) {
    if (subject.kind !== 'call' || !isDeclared(pkg, subject)) return pkg
    const { callee } = subject.call
    const source = wholePassedTo(pkg, callee, subject.parameter)
    if (source === undefined) return pkg
    const names = new Map([[subject.parameter, source]])
    return renameParameters(pkg, { names, templates: [callee], withOutputs: false })
  },
}

export const listPassing: Repair = {
  id: 'onap/pass-lists',
  title: 'Pass lists and an index to nested templates',
  description:
    'Passes a list under its name, and an index beside it, where every caller passes an item of the list under another name; the nested template looks the item up.',
  references: ['HOT specification, get_param'],
  safety: 'lossy',
  loses: 'changed type',
  requirements: ['R-708564'],
  // The next level below gets an item of the list then.
  isRepeated: 'with new ones',
  changeOf: parameterPassed,
  // The name of a list is another one than that of an item.
  completedBy: parameterRenaming,
  repair(pkg, { subject }) {
    if (subject.kind !== 'call' || !isDeclared(pkg, subject)) return pkg
    return passList(pkg, subject.call.callee, subject.parameter)
  },
}

/** Whether no other caller of the same nested file has been the reason to change it already. */
function isDeclared(
  pkg: Workspace,
  { call, parameter }: { readonly call: NestedCall; readonly parameter: string },
): boolean {
  const root = pkg.files.get(call.callee)?.root
  return root !== undefined && declaredParameter(root, parameter) !== undefined
}
