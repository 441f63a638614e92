import { NearNames } from '../../../heat/near-names.ts'
import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { passedValue } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Node } from '../../../text/document/node.ts'
import { rule } from '../../rule.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofParameter, type Remedy, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Way } from '../step.ts'
import { isReadIn, namesReadBy, sourceParameters } from '../vnf/parameter-reads.ts'
import { entriesOf, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { outputStep } from '../ways.ts'
import { isFedByOutput, withoutUnused } from './idle-outputs.ts'
import { requirementOfText, wantedName } from './server-parameters.ts'

export const unusedParameterRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-90279']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) checkUse(vnf, template, report)
  },
})

/** R-91273 and R-01359: availability zones may be declared in vain. */
function checkUse(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, root, parameters } = template
  const used = new Set<string>()
  for (const { name, entry } of entriesOf(root)) {
    if (name === 'parameters' || name === 'parameter_groups') continue
    for (const read of namesReadBy(entry.value)) used.add(read)
  }
  const idle = [...parameters.values()].filter(
    ({ name }) => !used.has(name) && !name.startsWith('availability_zone'),
  )
  const undeclared = idle.length === 0 ? [] : [...used].filter((name) => !parameters.has(name))
  const near = new NearNames(() => undeclared)
  const locations = idle.length === 0 ? undefined : locationsIn(vnf, template)
  for (const { name, entry } of idle) {
    const isLast = parameters.size === idle.length
    const location = locations?.(name)
    const undeclaredName = near.of(name)
    report({
      requirement: 'R-90279',
      ...ofParameter(path, name, entry),
      message: `the parameter "${name}" is used by no resource and no output`,
      remedy: remedyOf({
        near: undeclaredName,
        ways: () => useWays(template, name, location, undeclaredName),
        isLast,
        isIdle: template.resources.length + template.outputs.length === 0,
        location: location?.text,
        isFed: isFedByOutput(vnf, template, name),
      }),
    })
  }
}

/** For each parameter the property that it is meant for by its name, where something else stands. */
function locationsIn(vnf: Vnf, template: VnfTemplate): (name: string) => Location | undefined {
  const byName = new Map<string, Location>()
  let ofCount: Location | undefined
  for (const one of vnf.slots(template)) {
    const location = { text: `${one.property} of "${one.resource.id}" by its name`, value: one.value }
    const wanted = requirementOfText(one) === undefined ? undefined : wantedName(vnf, one)
    if (wanted !== undefined && !byName.has(wanted)) byName.set(wanted, location)
    if (one.name === 'group-count' && sourceParameters(one.value) === undefined) ofCount ??= location
  }
  return (name) => {
    const isCount = /(?:^|_)count$/i.test(name) && template.parameters.get(name)?.type === 'number'
    return byName.get(name) ?? (isCount ? ofCount : undefined)
  }
}

/** What a parameter is meant for by its name, and what is there instead. */
interface Location {
  readonly text: string
  readonly value: Node
}

/** It is read where it belongs, or declared under the name that is read, or given out; removed it is by the repair. */
function useWays(
  template: VnfTemplate,
  name: string,
  location: Location | undefined,
  undeclared: string | undefined,
): readonly Way[] {
  const { path, root } = template
  const ways: Way[] = []
  const write = location && trailTo(root, location.value)
  if (location !== undefined && write !== undefined)
    ways.push({
      steps: [{ file: path, write, value: { get_param: name }, was: plainData(location.value) }],
      isClear: true,
    })
  if (undeclared !== undefined) {
    ways.push({ steps: [{ file: path, rename: 'parameter', name, to: undeclared }] })
    ways.push({
      steps: [
        { file: path, declare: undeclared, type: 'string' },
        { file: path, drop: name },
      ],
    })
  }
  return [
    ...ways,
    { steps: [{ file: path, drop: name }] },
    { steps: [outputStep(template, name, { get_param: name })] },
  ]
}

interface Idle {
  readonly ways: () => readonly Way[]
  /** An undeclared name that is read. */
  readonly near: string | undefined
  readonly isLast: boolean
  /** Whether the template has neither resources nor outputs. */
  readonly isIdle: boolean
  readonly location: string | undefined
  readonly isFed: boolean
}

function remedyOf({ near, isLast, isIdle, location, isFed, ways }: Idle): Remedy {
  if (location !== undefined) return byHand(`Read it where it belongs: it is ${location}.`, ways)
  if (near !== undefined)
    return byHand(
      `"${near}" is read, and not declared: read this parameter there if it is meant, else declare "${near}" and remove this one.`,
      ways,
    )
  if (isLast)
    return byHand(
      isIdle
        ? 'The template makes nothing: decide what it should make of its parameters, or remove the file and what calls it.'
        : 'Nothing reads any parameter of the template, and it must keep one (R-35414): decide which it should read, and where, and remove the others.',
      ways,
    )
  const given = isFed
    ? 'the values and properties that are given to it, and the output of the base module once it feeds no other one'
    : 'and the values and properties that are given to it'
  return repairedBy(unusedParameterRemoval, `deletes it with its comments, ${given}`)
}

export const unusedParameterRemoval: Repair = {
  id: 'onap/remove-unused-parameters',
  title: 'Remove parameters that nothing uses',
  description:
    'Removes declarations that no resource and no output uses, with their values in environment files, their lines in parameter groups, the properties of callers and outputs of the base module that fed only them.',
  references: ['HOT specification, Parameters section'],
  safety: 'lossy',
  loses: 'deleted parameter',
  requirements: ['R-90279'],
  // What a caller no longer passes may be all that its own parameter was used for.
  isRepeated: 'with new ones',
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter') return pkg
    return withoutUnused(pkg, path, subject.name)
  },
}

/**
 * The package without a parameter that a repair has taken the last use of, and without those of the callers that
 * were only there to be passed to it; the very same package when it is used (R-90279).
 * @throws Stuck when it cannot be removed
 */
export function withoutIdle(pkg: Workspace, path: string, name: string): Workspace {
  if (isReadIn(pkg.files.get(path)?.root, name)) return pkg
  const sources = pkg.callsOf(path).flatMap((call) => {
    const value = passedValue(call, name)
    const reads = value === undefined ? [] : (sourceParameters(value) ?? [])
    return reads.map((read) => ({ caller: call.caller, name: read.name }))
  })
  const without = withoutUnused(pkg, path, name)
  return sources.reduce((next, source) => withoutIdle(next, source.caller, source.name), without)
}
