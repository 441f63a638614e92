/** Indexes at the end of names and IDs: from 0, and without gaps. */

import { entriesRead } from '../../../heat/merge-keys.ts'
import { section } from '../../../heat/sections.ts'
import { Stuck } from '../../../stack/refactor/edit.ts'
import { renameResource } from '../../../stack/refactor/rename-resource.ts'
import { isEnvironment } from '../../../stack/source-file.ts'
import { declaredParameters } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { grow, push } from '../../../text/document/multimap.ts'
import { nameOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { addressSlots, namingRulesOf } from '../naming/parameter-names.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, ofResource, orStuck, type Remedy, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Resource, VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { Numbered } from './name-rule.ts'
import { withNewName } from './parameter-renaming.ts'

/** A name with an index behind it. */
const indexed = /^(.*_)(\d+)$/
const serverStem = /_server_$/

/** Those of which the index says nothing else: that of a server's name is the server's. */
const countedRequirements: readonly RequirementId[] = namingRulesOf('server-zone', ...addressSlots).map(
  ({ naming }) => naming,
)

/**
 * Reports the first parameter behind each gap. All declared parameters of a name count, because the
 * index numbers the members of a VNF, not the uses of one property.
 */
export function checkSequence(template: VnfTemplate, numbered: readonly Numbered[], report: Report): void {
  const stems = new Map<string, RequirementId>()
  for (const { requirement, name } of numbered) {
    const stem = indexed.exec(name)?.[1]
    if (stem !== undefined && !stems.has(stem)) stems.set(stem, requirement)
  }
  if (stems.size === 0) return
  for (const [stem, found] of sequencesIn([...template.parameters.keys()])) {
    const { at, one: { name } = {} } = firstBehindGap(found) ?? {}
    const requirement = stems.get(stem)
    if (name === undefined || requirement === undefined) continue
    const wanted = countedRequirements.includes(requirement) ? `${stem}${at}` : undefined
    report({
      requirement,
      path: template.path,
      at: template.parameters.get(name)?.entry,
      message: `"${name}" without a "${stem}${at}": indexes must start at 0 and have no gaps`,
      remedy: remedyOf(parameterNumbering, wanted, 'Decide which parameter is missing, or number them anew.'),
      subject: { kind: 'parameter', name, ...(wanted === undefined ? {} : { wanted }) },
    })
  }
}

function remedyOf(by: Repair, wanted: string | undefined, advice: string): Remedy {
  return wanted === undefined
    ? byHand(advice)
    : repairedBy(by, `numbers them anew: this one becomes "${wanted}", and what follows it comes next`)
}

interface Indexed {
  readonly index: number
  readonly name: string
}

/** The names that end in an index, by what stands before it. */
function sequencesIn(names: readonly string[]): ReadonlyMap<string, readonly Indexed[]> {
  const found = new Map<string, Indexed[]>()
  for (const name of names) {
    const [, stem, index] = indexed.exec(name) ?? []
    if (stem !== undefined) push(found, stem, { index: Number(index), name })
  }
  return found
}

function inOrder<One extends { readonly index: number }>(found: Iterable<One>): readonly One[] {
  return [...found].sort((a, b) => a.index - b.index)
}

/** The first that has a larger index than its position, and that position. */
function firstBehindGap<One extends { readonly index: number }>(
  found: Iterable<One>,
): { readonly at: number; readonly one: One } | undefined {
  const sorted = inOrder(found)
  const at = sorted.findIndex(({ index }, position) => index > position)
  const one = sorted[at]
  return one === undefined ? undefined : { at, one }
}

export const parameterNumbering: Repair = {
  id: 'onap/renumber-parameters',
  title: 'Number parameters without gaps',
  description:
    'Gives the parameters of addresses and availability zones the indexes from 0 in the order that they have, in all files that mean the same one.',
  safety: 'lossy',
  loses: 'new name',
  requirements: countedRequirements,
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'parameter' || subject.wanted === undefined) return pkg
    const stem = subject.wanted.replace(/\d+$/, '')
    const names = declaredParameters(pkg.fileAt(path).root).flatMap(({ entry }) => nameOf(entry) ?? [])
    const sorted = inOrder(sequencesIn(names).get(stem) ?? [])
    return sorted.reduce(
      (next, { index, name }, at) => (index > at ? withNewName(next, path, name, `${stem}${at}`) : next),
      pkg,
    )
  },
}

// R-11690: indexes in resource IDs, over all files of a VNF.

export const resourceIndexRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-11690']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const rows = sequences(vnf, rowOf)
    for (const [stem, members] of sequences(vnf, (one) => one)) {
      const gap = behindGapOf(members)
      const inRow = behindGapOf(rows.get(rowOf(stem)) ?? members)
      if (gap !== undefined) reportGap(gap.at, gap.one, inRow?.at === gap.at, report)
    }
  },
})

interface ResourceAt {
  readonly index: number
  readonly resource: Resource
}

function behindGapOf(members: ReadonlyMap<number, Resource>) {
  return firstBehindGap([...members].map(([index, resource]): ResourceAt => ({ index, resource })))
}

/** The first resource of each index, by what is made of what stands before the index, in any case. */
function sequences(
  { templates }: Vnf,
  keyOf: (stem: string) => string,
): ReadonlyMap<string, ReadonlyMap<number, Resource>> {
  const found = new Map<string, Map<number, Resource>>()
  for (const resource of templates.flatMap(({ resources }) => resources)) {
    const [, stem, index] = indexed.exec(resource.id) ?? []
    if (stem === undefined || resource.isMember) continue
    const key = keyOf(stem.toLowerCase())
    const members = found.get(key) ?? new Map<number, Resource>()
    if (!members.has(Number(index))) members.set(Number(index), resource)
    found.set(key, members)
  }
  return found
}

/** Servers are numbered in one row, whether they are called `lamp_0` or `lamp_server_1`. */
function rowOf(stem: string): string {
  return stem.toLowerCase().replace(serverStem, '_')
}

/** @param isFree whether no server that is called otherwise has the index */
function reportGap(at: number, { index, resource }: ResourceAt, isFree: boolean, report: Report): void {
  const wanted = isFree ? idAt(resource.id, at) : undefined
  report({
    requirement: 'R-11690',
    ...ofResource(resource),
    message: `index ${index} of "${resource.id}" without an index ${at} in the VNF: indexes must start at 0 and have no gaps`,
    remedy:
      wanted === undefined
        ? byHand('Call it {vm-type}_server_{index} like those before it.')
        : repairedBy(
            resourceNumbering,
            `numbers them anew: this one becomes "${wanted}", and what follows it comes next; existing stacks would replace the resources`,
          ),
    subject: { kind: 'resource', id: resource.id, ...(wanted === undefined ? {} : { wanted }) },
  })
}

/** An ID with another index of as many digits. */
function idAt(id: string, index: number): string {
  return id.replace(/\d+$/, (digits) => String(index).padStart(digits.length, '0'))
}

export const resourceNumbering: Repair = {
  id: 'onap/renumber-resources',
  title: 'Number resources without gaps',
  description:
    'Gives the resources whose IDs differ in their index only the indexes from 0 in the order that they have, over all templates; what is named after a server follows it.',
  section: 'Resource IDs',
  safety: 'lossy',
  loses: 'new name',
  requirements: ['R-11690'],
  repair(pkg, { path, subject }) {
    if (subject.kind !== 'resource' || subject.wanted === undefined) return pkg
    const row = rowOf(subject.wanted.replace(/\d+$/, ''))
    const holders = inOrder(
      idsIn(pkg).flatMap((one) => {
        const [, own, index] = indexed.exec(one.id) ?? []
        return own !== undefined && rowOf(own) === row ? [{ ...one, index: Number(index) }] : []
      }),
    )
    const counts = new Map<number, number>()
    for (const { index } of holders) grow(counts, index)
    if (holders.some(({ index }) => (counts.get(index) ?? 0) > 1))
      throw new Stuck({ path, at: undefined, why: 'several resources have one of the indexes' })
    return holders.reduce(
      (next, { path: where, id, index }, at) => (index > at ? renumbered(next, where, id, at) : next),
      pkg,
    )
  },
}

function idsIn(pkg: Workspace): readonly { readonly path: string; readonly id: string }[] {
  return [...pkg.files.values()].flatMap((file) =>
    isEnvironment(file)
      ? []
      : entriesRead(section(file.root, 'resources')).flatMap((one) => {
          const id = nameOf(one)
          return id === undefined ? [] : [{ path: file.path, id }]
        }),
  )
}

/** With what is named after it: `lamp_1_harbor_port_0` after `lamp_server_1`, or after `lamp_1`. */
function renumbered(pkg: Workspace, path: string, id: string, at: number): Workspace {
  const wanted = idAt(id, at)
  const prefixOf = (one: string) => `${one.replace(/_server(?=_\d+$)/, '')}_`
  const after = idsIn(pkg).filter((one) => one.path === path && one.id.startsWith(prefixOf(id)))
  return after.reduce(
    (next, one) =>
      orStuck(renameResource(next, path, one.id, prefixOf(wanted) + one.id.slice(prefixOf(id).length))),
    orStuck(renameResource(pkg, path, id, wanted)),
  )
}
