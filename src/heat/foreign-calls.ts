/** Calls of CloudFormation functions in HOT templates whose version does not have them. */

import { type Mapping, type Node, parsedNode } from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import type { Call } from './calls.ts'
import { isCfnName } from './cfn-dialects.ts'
import { type HotVersion, hasFunction, removedFunctionsOf } from './versions.ts'

/** Whether a name is that of a CloudFormation function, real or not, that a version has not. */
export function isForeign(name: string, version: HotVersion): boolean {
  return isCfnName(name) && !hasFunction(version, name)
}

/** What Heat makes of such a call: a phrase for a finding. */
export function foreignMeaning(name: string, version: HotVersion): string {
  return removedFunctionsOf(version).has(name)
    ? `Heat refuses ${name} in ${version}`
    : `${name} is no function in HOT; Heat passes it on as data`
}

/** The keys that make a mapping a CloudFormation template, whose calls are not for the template around it. */
const versionKeys: ReadonlySet<string | undefined> = new Set([
  'AWSTemplateFormatVersion',
  'HeatTemplateFormatVersion',
])

/** Tells which calls stand inside of a CloudFormation template that is itself a mapping in the template. */
export function embeddedTest(root: Mapping): (call: Call) => boolean {
  const embedded = embeddedNodes(root)
  return ({ node }) => embedded.has(parsedNode(node))
}

/** Whether a version passes on the embedded calls of a function; it refuses the names of removed ones even there. */
export function passesOn(name: string, version: HotVersion): boolean {
  return !removedFunctionsOf(version).has(name)
}

function embeddedNodes(root: Mapping): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  const visit = (node: Node, inside: boolean): void => {
    if (inside) found.add(parsedNode(node))
    if (node.kind === 'seq') for (const item of node.items) visit(item, inside)
    if (node.kind !== 'map') return
    const isTemplate = inside || node.entries.some((one) => versionKeys.has(nameOf(one)))
    for (const one of node.entries) visit(one.value, isTemplate)
  }
  visit(root, false)
  return found
}
