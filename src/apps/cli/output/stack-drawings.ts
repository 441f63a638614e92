import { resolve } from 'node:path'
import { TooLarge } from '../../../meaning/budget.ts'
import type { DrawingOf } from '../../../show/report/reporter.ts'
import type { World } from '../world.ts'

/** No template that anybody looks at as a picture is longer. */
const LONGEST = 200_000

/**
 * Draws what the resources of a template wait for, by the template alone: what a run has made of it, or the file as it is, whose source
 * a check does not hold in memory.
 */
export async function stackDrawings({ cwd, fileSystem }: World): Promise<DrawingOf> {
  const { readInput } = await import('../../../run/read-file.ts')
  const { graphOf } = await import('../../../engine/queries/resource-graph.ts')
  const { circleLines, graphPicture } = await import('../../../show/report/graph-picture.ts')
  return (outcome) => {
    const { path } = outcome
    const text = outcome.status === 'changed' ? outcome.after : outcome.before
    const read = text === undefined ? readInput(resolve(cwd, path), fileSystem) : encoded(text)
    if ('problem' in read || read.bytes.length > LONGEST) return undefined
    const answer = orTooLarge(() => graphOf({ path, bytes: read.bytes }))
    if (answer === undefined || 'problem' in answer) return undefined
    const picture = graphPicture(answer)
    return picture && { picture, circles: answer.circles.flatMap(circleLines) }
  }
}

const encoded = (text: string) => ({ bytes: new TextEncoder().encode(text) })

function orTooLarge<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof TooLarge) return undefined
    throw error
  }
}
