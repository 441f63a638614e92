/** What `graph` shows, held against the `Stack.dependencies` of Heat before anything is there (graph.py). */
import { graphOf } from '../../../src/engine/queries/resource-graph.ts'
import { answersOf } from './answers.ts'
import type { AskedStack } from './stacks.ts'

export interface GraphVerdict {
  readonly compared: number
  readonly refused: number
  /** All edges of Heat. */
  readonly edges: number
  /** The stacks of which both say something else. */
  readonly wrong: readonly string[]
}

type Answer = { readonly edges: readonly (readonly [string, string])[] } | { readonly refused: string }

function ownEdges({ input }: AskedStack): readonly string[] {
  const answer = graphOf(input)
  if ('problem' in answer) return [answer.problem.message]
  // What is there for some values only is said of values that nobody gave.
  const sure = answer.graph.edges.filter(({ isConditional }) => isConditional !== true)
  return sure.map(({ from, to }) => `${from} → ${to}`).sort()
}

/** @param script graph.py */
export function judgedGraphs(stacks: readonly AskedStack[], script: string): GraphVerdict {
  const answers = answersOf(script, `[${stacks.map(({ body }) => body).join(',\n')}]`, stacks.length)
  let [compared, edges] = [0, 0]
  const wrong: string[] = []
  stacks.forEach((stack, index) => {
    const answer = JSON.parse(answers[index] ?? '') as Answer
    if ('refused' in answer) return
    const [own, theirs] = [ownEdges(stack), answer.edges.map(([from, to]) => `${from} → ${to}`).sort()]
    compared += 1
    edges += theirs.length
    const extra = own.filter((one) => !theirs.includes(one))
    const missing = theirs.filter((one) => !own.includes(one))
    if (extra.length + missing.length > 0)
      wrong.push(`${stack.name}: not in Heat: ${extra.join(', ')}; not shown: ${missing.join(', ')}`)
  })
  return { compared, refused: stacks.length - compared, edges, wrong }
}
