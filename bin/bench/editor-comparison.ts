// A keystroke in hotshift's language server against one in yaml-language-server with the JSON schema of the same facts.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { each, inEditor, type Served, VERSION, WORD } from './editor-session.ts'
import type { Figure } from './figure.ts'
import { median } from './measure.ts'

/** Lines of the templates. */
const sizes = [100, 300, 1000] as const
const KEYS = 20

interface Typed {
  readonly whole: number
  readonly broken: number
}

/** Rounds of keystrokes that warm up: what is typed in a session runs in optimised code; and those that are measured. */
const ROUNDS = { warming: 2, measured: 3 } as const

/** ms of processor time for a keystroke, as the median of some rounds; the other one waits before it answers each. */
function typed(server: Served, folder: string, lines: number): Promise<Typed> {
  mkdirSync(folder, { recursive: true })
  return inEditor(server, folder, lines, async ({ editor }) => {
    const measure = async (begin: string) => {
      await editor.type(begin)
      const time = await each(editor, KEYS, (key) => editor.type(WORD.charAt(key)))
      await editor.delete()
      return time
    }
    const times: Typed[] = []
    for (let round = 0; round < ROUNDS.warming + ROUNDS.measured; round += 1)
      times.push({ whole: await measure('      # '), broken: await measure('      ') })
    const kept = times.slice(ROUNDS.warming)
    return { whole: median(kept.map(({ whole }) => whole)), broken: median(kept.map(({ broken }) => broken)) }
  })
}

/** None without the other server: it is no dependency, and needs a Node of its own. */
export async function comparisonFigures(
  own: Served,
  root: string,
  folder: string,
): Promise<readonly Figure[]> {
  const program = process.env.YAML_LANGUAGE_SERVER
  if (program === undefined) return []
  const schema = pathToFileURL(join(root, `dist/schema/hot-${VERSION}.json`)).href
  const yaml = { schemas: { [schema]: ['*.yaml'] }, schemaStore: { enable: false }, validate: true }
  const other: Served = { name: 'yaml-language-server', program, settings: { yaml } }
  const figures: Figure[] = []
  for (const lines of sizes) {
    const mine = await typed(own, join(folder, `own-${lines}`), lines)
    const others = await typed(other, join(folder, `other-${lines}`), lines)
    for (const kind of ['whole', 'broken'] as const)
      figures.push({
        name: `${lines} lines in the editor, a keystroke in a ${kind} text, against ${other.name}`,
        value: mine[kind] / others[kind],
        target: 0.2,
        unit: 'x',
        note: `${mine[kind].toFixed(2)} ms, ${others[kind].toFixed(2)} ms, processor time`,
      })
  }
  return figures
}
