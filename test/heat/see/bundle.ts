/** The request that `bundle` makes, held against that of python-heatclient (bundle.py), and proved to be the stack of the files. */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { verify } from '../../../src/engine/proof/verify.ts'
import { requestText, sidesOf, stackRequest } from '../../../src/engine/queries/request-body.ts'
import { selfContained } from '../../../src/engine/queries/self-contained.ts'
import { answersOf } from './answers.ts'
import { bytesAt, type StackInFiles } from './stacks.ts'

/** What becomes of stacks in one template and one environment. */
export interface SelfContainedVerdict {
  readonly proved: number
  readonly notProved: number
  /** Those with nested templates. */
  readonly nested: number
  readonly wrong: readonly string[]
}

/** The stack of one template with the contents of files is proved to be that of the files. */
export function judgedSelfContained(stacks: readonly StackInFiles[]): SelfContainedVerdict {
  let [isProved, notProved, nested] = [0, 0, 0]
  const wrong: string[] = []
  for (const stack of stacks) {
    const mine = own(stack)
    if (mine.body === undefined) continue
    const one = selfContained(mine.input, mine.made, { folder: mine.folder })
    if ('problem' in one) {
      nested += 1
      continue
    }
    const [files] = sidesOf(mine.made, mine.input, mine)
    const result = verify(files, one.input)
    const verdict = 'verdict' in result ? result.verdict.verdict : 'unproved'
    if (verdict === 'equal') isProved += 1
    else if (verdict === 'differs') wrong.push(`${stack.name}: ${JSON.stringify(result)}`)
    else notProved += 1
  }
  return { proved: isProved, notProved, nested, wrong }
}

export interface BundleVerdict {
  readonly same: number
  /** By both. */
  readonly refused: number
  readonly proved: number
  /** Where both make another request, or the proof finds another stack. */
  readonly wrong: readonly string[]
}

type Answer = { readonly body: object } | { readonly refused: string }

function own({ template, environments }: StackInFiles) {
  const folder = dirname(template)
  const fileAt = (path: string) => ({ path: relative(folder, path), bytes: readFileSync(path) })
  const readThere = (path: string) => bytesAt(path.startsWith('/') ? path : join(folder, path))
  const input = { ...fileAt(template), environments: environments.map(fileAt), read: readThere }
  const made = stackRequest(input, folder, readThere)
  if ('problem' in made) return { refused: made.problem.message, body: undefined }
  const sent: object = { environment_files: [], ...JSON.parse(requestText(made)) }
  return { body: sent, made, input, folder, read: readThere }
}

/** @param script bundle.py */
export function judgedRequests(stacks: readonly StackInFiles[], script: string): BundleVerdict {
  const questions = stacks.map(({ template, environments }) => ({ template, environments }))
  const answers = answersOf(script, JSON.stringify(questions), stacks.length)
  let [same, refused, proved] = [0, 0, 0]
  const wrong: string[] = []
  stacks.forEach((stack, index) => {
    const [answer, mine] = [JSON.parse(answers[index] ?? '') as Answer, own(stack)]
    if ('refused' in answer && mine.body === undefined) {
      refused += 1
      return
    }
    const parts = partsOf('body' in answer ? answer.body : answer, mine.body ?? mine)
    if (parts.length > 0) wrong.push(`${stack.name}: ${parts.join('; ')}`)
    if (parts.length > 0 || mine.body === undefined) return
    same += 1
    const result = verify(...sidesOf(mine.made, mine.input, mine))
    const verdict = 'verdict' in result ? result.verdict.verdict : undefined
    if (verdict === 'equal') proved += 1
    if (verdict === 'differs') wrong.push(`${stack.name}: ${JSON.stringify(result)}`)
  })
  return { same, refused, proved, wrong }
}

/** What differs of two requests, as far as it is shown. */
function partsOf(one: object, other: object): readonly string[] {
  const of = (value: object, key: string) => JSON.stringify(sorted(Object(value)[key])) ?? 'none'
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const [client, mine] = [of(one, key), of(other, key)]
    let same = 0
    while (same < client.length && client[same] === mine[same]) same += 1
    const shown = (text: string) => text.slice(Math.max(0, same - 80), same + 120)
    return client === mine ? [] : [`${key}: client ${shown(client)}\n own ${shown(mine)}`]
  })
}

/** Objects are mappings, whatever their order; strings with JSON in them are compared as they are. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}
