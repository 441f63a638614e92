/** Parameters that must not be constrained. */

import { entryRead, readValue } from '../../../heat/merge-keys.ts'
import { parameterRead } from '../../../heat/reads.ts'
import { section } from '../../../heat/sections.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { fileName } from '../../../stack/source-file.ts'
import { changeAt, isShared } from '../../../stack/trail.ts'
import { declaredParameter, passedValue } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { withEntries, withoutEntry } from '../../../text/document/build.ts'
import { commentsOf } from '../../../text/document/comments.ts'
import { sameData } from '../../../text/document/data.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { entryOf, isNull, listOf, mapOf, stringOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { transplantedEntry } from '../../../text/document/transplant.ts'
import { rule } from '../../rule.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import {
  type Found,
  ofParameter,
  type Proposal,
  type Repair,
  type Report,
  requirementsIn,
  withDeclaration,
} from '../rule.ts'
import { outputModuleOf } from '../vnf/assigned.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** Parameters of server metadata, by name. */
const byName = {
  vf_module_id: 'R-98374',
  vf_module_index: 'R-09811',
  vf_module_name: 'R-15480',
  vm_role: 'R-67597',
  vnf_id: 'R-55218',
  vnf_name: 'R-44318',
  environment_context: 'R-56183',
  workload_context: 'R-34055',
} as const satisfies Readonly<Record<string, RequirementId>>

export const constraintRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-00011', 'R-20547', 'R-22608', ...Object.values(byName)]),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values()) {
        const entry = entryRead(parameter.map, 'constraints')
        if (entry === undefined) continue
        const { name } = parameter
        for (const one of broken(vnf, template, name)) {
          const proposals = one.requirement === 'R-00011' ? [lifting, removal] : [removal]
          const remedy = { kind: 'repairs', proposals } as const
          report({ ...one, ...ofParameter(template.path, name, entry), remedy })
        }
      }
    }
  },
})

type Broken = Pick<Found, 'requirement' | 'message' | 'related'>

function broken(vnf: Vnf, template: VnfTemplate, name: string): readonly Broken[] {
  const found: Broken[] = []
  const own = ownValue<RequirementId>(byName, name)
  if (own !== undefined)
    found.push({ requirement: own, message: `the parameter "${name}" must not have constraints` })
  if (template.role === 'nested') {
    const message = `the parameter "${name}" of a nested file should not have constraints`
    found.push({ requirement: 'R-00011', message })
  }
  const source = outputModuleOf(vnf, template, name)
  if (source !== undefined) {
    const { path, role, outputs } = source
    const message = `the parameter "${name}", an output of ${fileName(path)}, should not have constraints`
    const at = outputs.find((output) => output.name === name)?.entry
    const related = [{ path, at, message: 'the output' }]
    found.push({ requirement: role === 'volume' ? 'R-20547' : 'R-22608', message, related })
  }
  return found
}

export const constraintLifting: Repair = {
  id: 'onap/lift-constraints',
  title: 'Move constraints of nested templates to their callers',
  description:
    'Moves the constraints of a parameter of a nested template to the parameters that every caller passes for it. The same values are rejected as before.',
  references: ['HOT specification, Parameter Constraints'],
  safety: 'exact',
  requirements: ['R-00011'],
  // The caller may be nested as well.
  isRepeated: 'with new ones',
  repair: (pkg, { path, subject }) => (subject.kind === 'parameter' ? lifted(pkg, path, subject.name) : pkg),
}

const lifting: Proposal = {
  by: constraintLifting,
  does: 'moves the constraints to the parameters that are passed',
}

/**
 * Safe when all callers pass a parameter of theirs, of the same type, with the same constraints or none: where they have none,
 * every stack must make one of the resources that pass it, or values would be refused that were not.
 */
function lifted(pkg: Workspace, path: string, name: string): Workspace {
  const file = pkg.files.get(path)
  const own = file === undefined ? undefined : declaredParameter(file.root, name)
  const constraints = entryRead(own?.map, 'constraints')
  if (file === undefined || constraints === undefined) return pkg
  const calls = pkg.callsOf(path)
  if (calls.length === 0) throw new Stuck({ path, at: own?.entry, why: 'no template calls this one' })
  let next = pkg
  for (const call of calls) {
    const stuck = (why: string): Stuck => new Stuck({ path: call.caller, at: call.at, why })
    const read = parameterRead(passedValue(call, name))
    const caller = next.files.get(call.caller)
    if (read === undefined || read.path.length > 0 || caller === undefined)
      throw stuck(`it does not pass "${name}" as one parameter`)
    const source = read.name
    const declared = declaredParameter(caller.root, source)
    if (stringOf(readValue(declared?.map, 'type')) !== stringOf(readValue(own?.map, 'type')))
      throw stuck(`"${source}" is of another type`)
    if (call.indexVariable !== undefined && mayContain(own?.map, call.indexVariable))
      throw stuck(`the group "${call.resource}" puts an index into what it passes`)
    const there = entryRead(declared?.map, 'constraints')
    if (there !== undefined && sameData(there.value, constraints.value)) continue
    if (there !== undefined)
      throw new Stuck({ path: call.caller, at: there, why: `"${source}" has other constraints` })
    if (
      !calls.some((one) => one.caller === call.caller && isAlwaysMade(one, next) && reads(one, name, source))
    )
      throw stuck(`it does not pass "${source}" in every stack`)
    const preset = readValue(declared?.map, 'default')
    if (preset !== undefined && !isNull(preset))
      throw stuck(`"${source}" has a default, which Heat would hold against them`)
    const added = transplantedEntry(constraints, file.document)
    const changed = changeAt(caller.root, ['parameters', source], (map) =>
      withEntries(map, [...map.entries, added]),
    )
    if ('problem' in changed) throw stuck(`aliases elsewhere share "${source}"`)
    next = next.withRoot(call.caller, changed)
  }
  // The comments of what moved went along; where every caller has it already, nobody takes them.
  return withoutConstraints(next, path, name, next === pkg ? 'preserved' : 'removed')
}

/** Whether a value of a parameter may contain the variable that a group replaces by the index, in strings only. */
function mayContain(declaration: Mapping | undefined, variable: string): boolean {
  const type = stringOf(readValue(declaration, 'type'))
  if (type === 'number' || type === 'boolean') return false
  const constraints = listOf(readValue(declaration, 'constraints'))?.items ?? []
  const allowed = constraints.flatMap((one) => listOf(readValue(mapOf(one), 'allowed_values')) ?? [])
  const isFree = (value: Node) => stringOf(value)?.includes(variable) === false
  return type !== 'string' || !allowed.some(({ items }) => items.every(isFree))
}

/** A condition may leave a resource out, and a group may have no members. */
function isAlwaysMade({ how, caller, resource }: NestedCall, pkg: Workspace): boolean {
  const definition = readValue(section(pkg.fileAt(caller).root, 'resources'), resource)
  return how === 'type' && readValue(mapOf(definition), 'condition') === undefined
}

function reads(call: NestedCall, name: string, source: string): boolean {
  const read = parameterRead(passedValue(call, name))
  return read?.name === source && read.path.length === 0
}

export const constraintRemoval: Repair = {
  id: 'onap/drop-constraints',
  title: 'Delete constraints that parameters must not have',
  description: 'Deletes the constraints of parameters whose values come from ONAP or from another template.',
  references: ['HOT specification, Parameter Constraints'],
  safety: 'lossy',
  loses: 'deleted constraint',
  requirements: requirementsIn(constraintRules),
  repair: (pkg, { path, subject }) =>
    subject.kind === 'parameter' ? withoutConstraints(pkg, path, subject.name) : pkg,
}

const removal: Proposal = {
  by: constraintRemoval,
  does: 'deletes the constraints with their comments, and the check of the value',
}

/**
 * @param comments whether those that explain the constraints go with them
 * @throws Stuck when aliases share the constraints or the parameter
 */
function withoutConstraints(
  pkg: Workspace,
  path: string,
  name: string,
  comments: 'removed' | 'preserved' = 'removed',
): Workspace {
  const file = pkg.files.get(path)
  if (file === undefined) return pkg
  // As the file is by now: an earlier removal may have taken the alias.
  const shared = file.document.hasAnchors ? file.root : undefined
  return withDeclaration(pkg, path, name, (map) => {
    const one = entryOf(map, 'constraints')
    if (one === undefined) return map
    if (shared !== undefined && isShared(one.value, shared))
      throw new Stuck({
        path,
        at: one,
        why: 'an alias elsewhere refers to the constraints or a part of them',
      })
    const { above, beside } = commentsOf(file.document, one)
    return withoutEntry(map, one, comments === 'preserved' ? [...above, ...beside] : [])
  })
}
