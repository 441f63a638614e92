/** The dependencies of the resources of a stack, from files: for `hotshift graph` and the library. */

import { callOf } from '../../heat/calls.ts'
import { functionRow } from '../../heat/functions/table.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { dependenciesOf } from '../../heat/reads.ts'
import { section } from '../../heat/sections.ts'
import type { Value } from '../../heat/values/value.ts'
import { type GraphEdge, type ResourceGraph, resourceGraph } from '../../meaning/resource-graph.ts'
import { emptyEnvironment } from '../../meaning/sample.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import type { Circle } from '../../text/document/circles.ts'
import { type Mapping, type Node, rangeOf } from '../../text/document/node.ts'
import { itemsOf, listOf, mapOf, resolved, stringOf } from '../../text/document/read.ts'
import { extended } from '../../text/document/records.ts'
import { LineIndex } from '../../text/yaml/position.ts'
import { type ReadFile, sideOf, type VerifyInput, type VerifyProblem } from '../proof/verify-side.ts'

export type { GraphEdge, GraphResource, ResourceGraph } from '../../meaning/resource-graph.ts'

export interface GraphRequest {
  /** Values of parameters of the stack; they count before the environments. */
  readonly values?: ReadonlyMap<string, Value>
  /** How many levels of nested templates are followed; 1 is the template alone. */
  readonly depth?: number
}

/** A reference on the way of a circle, with its location (from 1). */
interface CircleStep {
  readonly from: string
  readonly to: string
  readonly by: GraphEdge['by']
  readonly line: number
  readonly column: number
}

export interface GraphAnswer {
  readonly graph: ResourceGraph
  /** The circles of the outermost template, with the references that make them. */
  readonly circles: readonly { readonly names: readonly string[]; readonly steps: readonly CircleStep[] }[]
  /** What the names in the templates lead to that was not read. */
  readonly open: readonly string[]
}

/**
 * What the resources of a stack wait for, as Heat 19 computes it before anything is there.
 *
 * @param read gives the files that the templates name
 * @throws TooLarge where a template takes more than any real one does
 */
export function graphOf(
  input: VerifyInput,
  { values = new Map(), depth = 1 }: GraphRequest = {},
  read: ReadFile = () => undefined,
): GraphAnswer | { readonly problem: VerifyProblem } {
  const made = sideOf(input, input.read ?? read)
  if ('problem' in made) return made
  const { side, stack } = made
  const given = side.environment ?? emptyEnvironment
  const environment = extended(given, { parameters: new Map([...given.parameters, ...values]) })
  const graph = resourceGraph(extended(side, { path: input.path }), { environment, depth })
  const circles = graph.circles.map((one) => ({
    names: one.names,
    steps: stepsOf(one, stack.template.file),
  }))
  return { graph, circles, open: (side.open ?? []).map(({ why }) => why) }
}

function stepsOf(circle: Circle<GraphEdge>, { root, document }: SourceFile): readonly CircleStep[] {
  const lines = new LineIndex(document.text)
  return [...circle.others, circle.closing].map(({ from, to, by }) => {
    const at = referenceAt(root, from, to)
    return { from, to, by, ...lines.position((at && rangeOf(at)?.start) ?? 0) }
  })
}

/** Where the definition of a resource names another one. */
function referenceAt(root: Mapping, from: string, to: string): Node | undefined {
  const definition = mapOf(readValue(section(root, 'resources'), from))
  const named = dependenciesOf(definition).find(({ name }) => name === to)
  if (named !== undefined || definition === undefined) return named?.at
  const seen = new Set<Node>()
  const open: Node[] = [definition]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const target = resolved(node)
    if (seen.has(target)) continue
    seen.add(target)
    if (isReference(target, to)) return node
    const parts = target.kind === 'map' ? target.entries.map(({ value }) => value) : itemsOf(target)
    for (const one of parts.toReversed()) open.push(one)
  }
  return undefined
}

function isReference(node: Node, to: string): boolean {
  const call = callOf(node)
  const kind = call === undefined ? undefined : functionRow(call.name)?.refersTo
  if (call === undefined || kind === undefined) return false
  const name = listOf(call.argument)?.items[0] ?? call.argument
  const text = stringOf(name)
  // AWS writes the attribute behind the name.
  return text === to || (kind === 'attribute' && text?.startsWith(`${to}.`) === true)
}
