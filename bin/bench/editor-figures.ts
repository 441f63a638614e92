// What the language server takes for a keystroke, against `check` of the same source in a process that goes on as well.
// `YAML_LANGUAGE_SERVER=<its program>` measures that one beside it, with the JSON schema of the same facts.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { comparisonFigures } from './editor-comparison.ts'
import { each, inEditor, type Served, WORD } from './editor-session.ts'
import type { Figure } from './figure.ts'
import { cpuTime, median } from './measure.ts'
import { recheckFigure } from './recheck-figure.ts'

/** Rounds of keystrokes that warm up, as in a session that goes on, and those that are measured. */
const WARMING = 2
const ROUNDS = 5

/** Lines of a template, and how many keystrokes are measured at once. */
const sizes = [
  { lines: 1000, keys: 24 },
  { lines: 10_000, keys: 6 },
] as const

/** So much more memory after many changes of 10,000 lines than after few; and no more than this at all, in MB. */
const GROWTH = 1.2
const MOST_HEAP = 150

interface Measured {
  readonly whole: number[]
  readonly broken: number[]
  readonly completion: number[]
  readonly check: number[]
  readonly heaps: number[]
}

function measure(server: Served, folder: string, { lines, keys }: (typeof sizes)[number]): Promise<Measured> {
  return inEditor(server, folder, lines, async ({ editor, withLine, collect }) => {
    const found: Measured = { whole: [], broken: [], completion: [], check: [], heaps: [] }
    const encoder = new TextEncoder()
    for (let round = 0; round < WARMING + ROUNDS; round += 1) {
      await editor.type('      # ')
      const whole = await each(editor, keys, (key) => editor.type(WORD.charAt(key)))
      await editor.delete()
      await editor.type('      ')
      const broken = await each(editor, keys, (key) => editor.type(WORD.charAt(key)))
      await editor.delete()
      await editor.type('      ')
      const completion = await each(editor, keys, () => editor.complete())
      await editor.delete()
      const check = cpuTime(() => {
        for (let key = 0; key < keys; key += 1) {
          const bytes = encoder.encode(withLine(`      # ${WORD.slice(0, key)}`))
          createChecker().run({ path: 'a.yaml', bytes })
        }
      })
      if (round === 0 || round === WARMING + ROUNDS - 1) {
        collect(true)
        found.heaps.push((await editor.used()).heap)
        collect(false)
      }
      if (round < WARMING) continue
      found.whole.push(whole)
      found.broken.push(broken)
      found.completion.push(completion)
      found.check.push(check / keys)
    }
    return found
  })
}

const ratio = (some: readonly number[], others: readonly number[]): number =>
  median(some.map((one, round) => one / (others[round] ?? Number.NaN)))

export async function editorFigures(root: string, folder: string): Promise<readonly Figure[]> {
  const own: Served = { name: 'hotshift', program: join(root, 'bin/hotshift.cjs') }
  const figures: Figure[] = []
  for (const size of sizes) {
    const made = join(folder, String(size.lines))
    mkdirSync(made, { recursive: true })
    figures.push(...figuresOf(size.lines, await measure(own, made, size)))
  }
  return [...figures, recheckFigure(), ...(await comparisonFigures(own, root, folder))]
}

function figuresOf(lines: number, { whole, broken, completion, check, heaps }: Measured): readonly Figure[] {
  const name = `${lines} lines in the editor`
  const shown = (times: readonly number[]) => `${median(times).toFixed(2)} ms`
  const [early = Number.NaN] = heaps
  const last = heaps.at(-1) ?? Number.NaN
  return [
    {
      name: `${name}, a keystroke against check`,
      value: ratio(whole, check),
      target: 1.2,
      unit: 'x',
      note: `${shown(whole)}, check ${shown(check)}, processor time`,
    },
    {
      name: `${name}, a keystroke in a broken text against a whole one`,
      value: ratio(broken, whole),
      target: 1.5,
      unit: 'x',
      note: shown(broken),
    },
    {
      name: `${name}, completion against check`,
      value: ratio(completion, check),
      target: 0.2,
      unit: 'x',
      note: shown(completion),
    },
    { name: `${name}, memory`, value: last, target: MOST_HEAP, unit: 'MB', note: 'of the heap, at the end' },
    {
      name: `${name}, memory after all keystrokes against the first`,
      value: last / early,
      target: GROWTH,
      unit: 'x',
    },
  ]
}
