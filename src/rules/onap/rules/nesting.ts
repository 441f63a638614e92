/** Calls of nested files. */

import { readValue } from '../../../heat/merge-keys.ts'
import { nearNames } from '../../../heat/near-names.ts'
import { isComputed } from '../../../stack/call-properties.ts'
import type { NestedCall } from '../../../stack/calls.ts'
import { passParameter } from '../../../stack/refactor/declare.ts'
import { fileName } from '../../../stack/source-file.ts'
import { effectiveDefault } from '../../../stack/values.ts'
import { isNull, mapOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofResource, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Step, Way } from '../step.ts'
import type { Parameter, VnfTemplate } from '../vnf/template.ts'
import { passedBy, type Vnf } from '../vnf/vnf.ts'
import { passedStep } from '../ways.ts'

export const nestingRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-11041', 'R-17528', 'R-60011']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    const levels = levelsOf(vnf)
    for (const call of vnf.calls) {
      const [caller, callee] = [vnf.template(call.caller), vnf.template(call.callee)]
      if (caller === undefined || callee === undefined) continue
      checkPassed(call, caller, callee, report)
      if (vnf.pkg.isCircular(call.callee)) checkCircle(vnf, call, report)
      else checkDepth(call, levels, report)
    }
    for (const template of vnf.templates)
      if (!vnf.pkg.isCircular(template.path)) checkContent(template, levels.get(template.path), report)
  },
})

/** How deep each file is called at most: 0 for modules. A circle is as deep as it is before it closes. */
function levelsOf(vnf: Vnf): ReadonlyMap<string, number> {
  const levels = new Map(vnf.modules.map(({ path }) => [path, 0]))
  let open = [...levels.keys()]
  // Heat allows five levels; what goes on for longer is a circle.
  for (let level = 1; open.length > 0 && level <= 6; level += 1) {
    const next = new Set(open.flatMap((path) => vnf.pkg.callsFrom(path).map(({ callee }) => callee)))
    for (const path of next) levels.set(path, level)
    open = [...next]
  }
  return levels
}

// --- R-11041

function checkPassed(call: NestedCall, caller: VnfTemplate, callee: VnfTemplate, report: Report): void {
  const properties = isComputed(call.properties) ? undefined : mapOf(call.properties)
  // What a function or another template gives is not known; nothing at all passes nothing.
  if (call.properties !== undefined && !isNull(call.properties) && properties === undefined) return
  const passed = new Set(passedBy(call).map(({ name }) => name))
  for (const parameter of callee.parameters.values()) {
    const { name } = parameter
    if (passed.has(name) || readValue(properties, name) !== undefined) continue
    const hasDefault = effectiveDefault(parameter) !== undefined
    // A list is not a string to Heat: what is passed must be of the type that is wanted.
    const canRead =
      !hasDefault && caller.parameters.get(name)?.type === parameter.type && caller.parameters.has(name)
    report({
      requirement: 'R-11041',
      path: call.caller,
      at: call.entry,
      item: name,
      message: `"${call.resource}" does not pass "${name}" to ${fileName(call.callee)}`,
      remedy: hasDefault
        ? { kind: 'default', path: callee.path, parameter: name }
        : canRead
          ? repairedBy(passing, `passes "${name}: {get_param: ${name}}"`)
          : byHand(adviceToPass(call, caller, parameter), () => passingWays(call, caller, parameter)),
      subject: { kind: 'call', call, parameter: name },
    })
  }
}

function adviceToPass(call: NestedCall, caller: VnfTemplate, { name, type }: Parameter): string {
  const own = caller.parameters.get(name)
  const file = fileName(call.caller)
  if (own !== undefined)
    return `Decide what is passed: "${name}" of ${file} is of type ${own.type ?? 'unknown'}, and ${fileName(call.callee)} takes a ${type ?? 'value of another type'}.`
  return `Decide what is passed: ${file} has no parameter of this name. Declare it there, with a value in the environment, and pass it, or pass what stands for it.`
}

/** What is passed may be a parameter of the caller that is named like it, an item of one of its name, or a new one. */
function passingWays(
  call: NestedCall,
  caller: VnfTemplate,
  { name, type = 'string' }: Parameter,
): readonly Way[] {
  const { path, parameters } = caller
  const passing = (value: unknown): Step => passedStep(call, name, value)
  const own = parameters.get(name)
  const alike = [...parameters.values()].filter((one) => (one.type ?? 'string') === type)
  const near = nearNames(
    name,
    alike.map((one) => one.name),
  )
  const read = near.filter((one) => one !== name).map((one) => ({ steps: [passing({ get_param: one })] }))
  if (own === undefined)
    return [...read, { steps: [passing({ get_param: name }), { file: path, declare: name, type }] }]
  const other = `${name}_${type}`
  const item =
    own.type === 'comma_delimited_list' && type === 'string'
      ? [{ steps: [passing({ get_param: [name, 0] })] }]
      : []
  return [...item, ...read, { steps: [passing({ get_param: other }), { file: path, declare: other, type }] }]
}

// --- R-60011, R-17528

function checkDepth(call: NestedCall, levels: ReadonlyMap<string, number>, report: Report): void {
  if ((levels.get(call.caller) ?? 0) < 2) return
  report({
    requirement: 'R-60011',
    path: call.caller,
    at: call.entry,
    message: `"${call.resource}" calls ${fileName(call.callee)} on a third level of nesting`,
    remedy: byHand('Bring the resources of the file up by one level.'),
    subject: { kind: 'resource', id: call.resource },
  })
}

/** A circle has no last level: it is reported once, where the first of its files calls the next. */
function checkCircle({ pkg }: Vnf, { caller, callee, resource, entry }: NestedCall, report: Report): void {
  const reached = pkg.reachableFrom(callee)
  const members = [callee, ...reached].filter((one) => one === callee || pkg.reachableFrom(one).has(callee))
  if (!members.includes(caller) || members.some((one) => one < caller)) return
  report({
    requirement: 'R-60011',
    path: caller,
    at: entry,
    message: `"${resource}" calls ${fileName(callee)}, which leads back to ${fileName(caller)}`,
    remedy: byHand('Remove one of the calls of the circle.'),
    subject: { kind: 'resource', id: resource },
  })
}

function checkContent({ role, resources }: VnfTemplate, level: number | undefined, report: Report): void {
  if (role !== 'nested' || level === undefined || level === 0) return
  const servers = resources.filter(({ type }) => type === 'OS::Nova::Server')
  const [excess] = level === 1 ? servers.slice(1) : resources
  if (excess === undefined) return
  report({
    requirement: 'R-17528',
    ...ofResource(excess),
    message:
      level === 1
        ? `a nested file must have one server at most, and this one has ${servers.length}`
        : 'a nested file on the second level must have no resources',
    remedy: byHand(
      level === 1 ? 'Make a nested file of each server.' : 'Bring the resources up by one level.',
    ),
  })
}

export const passing: Repair = {
  id: 'onap/pass-parameters',
  title: 'Pass to nested templates what they take',
  description:
    'Passes a parameter without default to a nested template, if the caller has a parameter of this name.',
  references: ['HOT specification, Template composition'],
  safety: 'lossy',
  loses: 'added parameter',
  requirements: ['R-11041'],
  repair(pkg, { subject }) {
    if (subject.kind !== 'call') return pkg
    const { call, parameter } = subject
    // An earlier repair may have changed the caller: what it passes is looked up as it stands now.
    const now = pkg
      .callsFrom(call.caller)
      .find(
        (one) =>
          one.resource === call.resource && one.name === call.name && one.trail.join() === call.trail.join(),
      )
    return now === undefined ? pkg : passParameter(pkg, now, parameter)
  },
}
