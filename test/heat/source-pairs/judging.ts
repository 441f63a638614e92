/** What Heat and the proof say of pairs. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { verify } from '../../../src/engine/proof/verify.ts'
import { python } from '../installed.ts'
import type { SourcePair } from './pairs.ts'
import { surroundings, type World, worldsFor, worldsOf } from './worlds.ts'

/** What Heat makes of the second wherever it accepts the first; `refused`: it never does. */
export type Said = 'same' | 'refines' | 'differs' | 'refused'
export type Proof = 'equal' | 'refines' | 'differs' | 'unproved'

export interface Judged {
  readonly pair: SourcePair
  readonly heat: Said
  /** The first world in which Heat makes something else of the second, and both results. */
  readonly shown: readonly string[]
  readonly proof: Proof
  readonly why: string
}

/** What Heat makes of the values of pairs, each in the worlds that concern it; all in one process. */
function heatOf(folder: string, pairs: readonly SourcePair[]): readonly Pick<Judged, 'heat' | 'shown'>[] {
  const worlds = { hot: worldsOf('hot'), cfn: worldsOf('cfn') }
  const inWorlds = pairs.map(({ values, dialect }) => worldsFor(values.join(' '), worlds[dialect]))
  const values = pairs.flatMap((pair, index) =>
    pair.values.map((value) => ({
      of: pair.dialect,
      value,
      in: inWorlds[index],
      needs: pair.context === 'property',
    })),
  )
  const { stdout, stderr } = spawnSync(python, [join(folder, 'judge.py')], {
    input: JSON.stringify({ templates: surroundings, worlds, values }),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const lines = stdout.split('\n').filter((line) => line.startsWith('['))
  if (lines.length !== values.length)
    throw new Error(`${lines.length} of ${values.length} answered: ${stderr}`)
  return pairs.map(({ dialect }, index) => {
    const [before, after] = [lines[2 * index], lines[2 * index + 1]].map(
      (line) => JSON.parse(line ?? '') as string[],
    ) as [string[], string[]]
    return compared(
      before,
      after,
      (inWorlds[index] ?? []).map((at) => worlds[dialect][at] as World),
    )
  })
}

function compared(
  before: readonly string[],
  after: readonly string[],
  worlds: readonly World[],
): Pick<Judged, 'heat' | 'shown'> {
  const isRefused = (one: string) => one.startsWith('["refused"')
  let heat: Said = before.every(isRefused) ? 'refused' : 'same'
  for (const [index, one] of before.entries()) {
    const other = after[index] as string
    if (one === other || (isRefused(one) && isRefused(other))) continue
    if (!isRefused(one)) {
      const shown = [JSON.stringify(worlds[index]), one, other].map((text) => text.slice(0, 300))
      return { heat: 'differs', shown }
    }
    if (heat === 'same') heat = 'refines'
  }
  return { heat, shown: [] }
}

function proofOf({ templates }: SourcePair): Pick<Judged, 'proof' | 'why'> {
  const [before, after] = templates.map((text) => new TextEncoder().encode(text)) as [Uint8Array, Uint8Array]
  const found = verify({ path: 'a.yaml', bytes: before }, { path: 'a.yaml', bytes: after })
  if (!('verdict' in found)) return { proof: 'unproved', why: found.problem.message }
  const { verdict, refines, reasons } = found.verdict
  const why = reasons.map((reason) => reason.why).join('; ')
  return { proof: verdict === 'equal' && refines ? 'refines' : verdict, why }
}

/** @param folder this one, of the project */
export function judged(folder: string, pairs: readonly SourcePair[]): readonly Judged[] {
  const heat = heatOf(folder, pairs)
  return pairs.map((pair, index) => ({
    pair,
    ...(heat[index] as Pick<Judged, 'heat' | 'shown'>),
    ...proofOf(pair),
  }))
}
