/** What the cloud lacks in which the stack is to be made: by the release of its Heat, and by the names that it has. */

import { type Cloud, type CloudRelease, isBefore, missingIn, shownRelease } from '../heat/cloud.ts'
import { namedThing, sectionOfConstraint } from '../heat/cloud-names.ts'
import { movedPropertiesOf, renamedSince } from '../heat/deprecations.ts'
import type { PropertySchema, Support } from '../heat/facts/resource-types.ts'
import { deadSince, deadType } from '../heat/instead.ts'
import { nearNames } from '../heat/near-names.ts'
import { resourceTypeFacts } from '../heat/resource-types.ts'
import { type Entry, type Node, replacedNode } from '../text/document/node.ts'
import { stringOf } from '../text/document/read.ts'
import type { CheckScope } from './scope.ts'

const guide = 'Template Guide, OpenStack Resource Types'

/**
 * Whether a type is as good as any in the cloud. Reports one that its Heat does not have yet, or that cannot be created
 * there any more.
 */
export function checkTypeInCloud(
  type: string,
  at: Node,
  release: CloudRelease,
  { report }: Pick<CheckScope, 'report'>,
): void {
  const ended = deadSince(type)
  if (ended !== undefined && !isBefore(release, ended)) {
    report('not-in-cloud', at, `${type} ${deadType(type)}`, { source: guide })
    return
  }
  const since = missingType(type, release)
  if (since !== undefined) report('not-in-cloud', at, lacks(type, since, release), { source: guide })
}

/** The Heat that first had a type, where the cloud is older than that. */
function missingType(type: string, release: CloudRelease): string | undefined {
  return missingIn(release, ownSupport(type)) ?? missingName(type, release)
}

/** Whether the cloud has a type at all, so that it can lack some property of it. */
export function hasType(type: string, { release }: Cloud): boolean {
  return release === undefined || missingType(type, release) === undefined
}

/** The support status of a type under its own name: what an alias of it had before nobody says. */
function ownSupport(type: string): Support | undefined {
  const facts = resourceTypeFacts(type)
  return facts?.name === type ? facts.schema.support : undefined
}

/** The Heat that first had a type under this name, having had it under another one before. */
function missingName(type: string, release: CloudRelease): string | undefined {
  const since = renamedSince(type)
  return since !== undefined && isBefore(release, since) ? since : undefined
}

/** Why the cloud has no such property or attribute, as a sentence; undefined where it has, or nobody says. */
export function absentInCloud(
  what: string,
  support: Support | undefined,
  cloud: Cloud | undefined,
): string | undefined {
  const release = cloud?.release
  const since = release === undefined ? undefined : missingIn(release, support)
  return release === undefined || since === undefined ? undefined : lacks(what, since, release)
}

/** Whether the cloud has the newer name of a property, so that the older one need not be. */
export function hasNewerName(type: string, path: string, cloud: Cloud | undefined): boolean {
  const release = cloud?.release
  if (release === undefined) return true
  const move = movedPropertiesOf(type).find(({ from }) => from === path)
  return move === undefined || !isBefore(release, move.since)
}

/** Reports the literal name of a flavor, an image, a network or a zone that the cloud does not have. */
export function checkNameInCloud(
  value: Node,
  property: string,
  schema: PropertySchema,
  { words, report }: Pick<CheckScope, 'words' | 'report'>,
): void {
  const thing = words.cloud?.inventory === undefined ? undefined : namedThing(property, schema)
  if (thing !== undefined) reportName(value, thing.section, thing.constraint, { words, report })
}

/** The same of a value of a parameter whose constraint says what it names. */
export function checkValueInCloud(
  value: Node | Entry,
  name: string | undefined,
  constraint: string,
  { words, report }: Pick<CheckScope, 'words' | 'report'>,
): void {
  const section = sectionOfConstraint(constraint)
  if (section === undefined || name === undefined) return
  const problem = nameProblem(name, section, constraint, words.cloud)
  if (problem !== undefined)
    report('not-in-cloud', value, problem.message, { source: inventoryRule, help: problem.help })
}

const inventoryRule = 'the configuration, cloud'

function reportName(
  value: Node,
  section: NonNullable<ReturnType<typeof sectionOfConstraint>>,
  constraint: string | undefined,
  { words, report }: Pick<CheckScope, 'words' | 'report'>,
): void {
  const name = stringOf(value)
  const problem = name === undefined ? undefined : nameProblem(name, section, constraint, words.cloud)
  if (problem === undefined) return
  const details = { source: inventoryRule, help: problem.help }
  report('not-in-cloud', replacedNode(value) ?? value, problem.message, details)
}

/** An id is as good as a name, and subnets are not listed. */
const ids = /^[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}$/i

function nameProblem(
  name: string,
  section: NonNullable<ReturnType<typeof sectionOfConstraint>>,
  constraint: string | undefined,
  cloud: Cloud | undefined,
): { readonly message: string; readonly help: string } | undefined {
  const known = cloud?.inventory?.[section]
  if (known === undefined || name === '' || constraint === 'neutron.subnet') return undefined
  if (known.includes(name) || ids.test(name)) return undefined
  const [near] = nearNames(name, known, 1)
  const hint = near === undefined ? '' : `; did you mean "${near}"?`
  const message = `the cloud has no ${section.slice(0, -1)} "${name}"${hint}`
  return { message, help: near === undefined ? inventoryHelp(section, known) : `Write ${near}.` }
}

/** So many names of a cloud are listed. */
const LISTED = 10

/** Names that could be written instead. */
function inventoryHelp(section: string, known: readonly string[]): string {
  const extra = known.length > LISTED ? ` and ${known.length - LISTED} more` : ''
  return known.length === 0
    ? `The configuration lists no ${section} of the cloud.`
    : `Write one of the ${section} of the cloud: ${known.slice(0, LISTED).join(', ')}${extra}.`
}

export function lacks(what: string, since: string, release: CloudRelease): string {
  return `${what} is in Heat since ${shownRelease(since)}; ${ofCloud(release)} does not have it`
}

export function ofCloud({ name, heat }: CloudRelease): string {
  return `${name} (Heat ${heat})`
}
