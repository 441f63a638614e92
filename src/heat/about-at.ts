/** Finds out what a location of a template or an environment belongs to. */
import { childEnd, childStart, childValue, type Entry, type Node } from '../text/document/node.ts'
import { mapOf, nameOf, resolved, scalarOf, stringOf } from '../text/document/read.ts'
import { countFirst } from '../text/document/sorted.ts'
import { type About, ofFile, pointerStep, type SubjectKind } from './about.ts'
import { readValue } from './merge-keys.ts'

/** The parts of sections, under the names that sections have in HOT, in CloudFormation and in environments. */
const partKinds: Readonly<Record<string, SubjectKind>> = {
  parameters: 'parameter',
  Parameters: 'parameter',
  parameter_defaults: 'parameter',
  parameter_merge_strategies: 'parameter',
  encrypted_parameters: 'parameter',
  resources: 'resource',
  Resources: 'resource',
  outputs: 'output',
  Outputs: 'output',
  conditions: 'condition',
  Conditions: 'condition',
  mappings: 'mapping',
  Mappings: 'mapping',
  resource_registry: 'registry entry',
}

/**
 * What the source at an offset is about.
 * @param root as it was read, so that entries and items are in the order of the source
 * @param offset where the finding begins; undefined for the file as a whole
 */
export function aboutAt(root: Node | undefined, offset: number | undefined): About {
  if (root === undefined || offset === undefined) return ofFile
  const steps = stepsTo(root, offset)
  const [first, second] = steps
  if (first === undefined) return ofFile
  const location = steps.map(({ step }) => pointerStep(step)).join('')
  const section = String(first.step)
  const kind = partKinds[section]
  if (kind === undefined || second === undefined) return { kind: 'section', name: section, location }
  const name = String(second.step)
  const type = kind === 'resource' ? typeOf(second.value) : undefined
  return type === undefined ? { kind, name, location } : { kind, name, type, location }
}

function typeOf(resource: Node): string | undefined {
  return stringOf(readValue(mapOf(resource), 'type', 'Type'))
}

interface Step {
  readonly step: string | number
  readonly value: Node
}

/** From the root to the innermost entry or item at an offset; what is behind an alias is where its anchor is. */
function stepsTo(root: Node, offset: number): readonly Step[] {
  const steps: Step[] = []
  let node: Node | undefined = root
  while (node !== undefined && (node.kind === 'map' || node.kind === 'seq')) {
    const found = childAt(node.kind === 'map' ? node.entries : node.items, offset)
    if (found === undefined) break
    const value = childValue(found.child)
    steps.push({ step: 'key' in found.child ? keyOf(found.child) : found.index, value })
    node = value
  }
  return steps
}

function childAt(children: readonly (Entry | Node)[], offset: number) {
  const index = countFirst(children, (child) => childEnd(child) < offset)
  const child = children[index]
  return child === undefined || childStart(child) > offset ? undefined : { child, index }
}

function keyOf(entry: Entry): string {
  return nameOf(entry) ?? String(scalarOf(resolved(entry.key))?.value ?? '?')
}
