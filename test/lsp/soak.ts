/** Random edits, answers and closings without end, to see whether the server grows. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProcessClient } from './client.ts'

const template = `heat_template_version: 2018-08-31
parameters:
  net: {type: string}
resources:
${Array.from(
  { length: 60 },
  (_, index) => `  port_${index}:
    type: OS::Neutron::Port
    properties:
      network: {get_param: net}
`,
).join('')}`

const pieces = ['x', '\n', '  ', ': ', '{', '}', "'", '[', 'get_param', '# ', '\u00e9', '']

const SAMPLES = 8

/** When a soak ends: after so many edits, or once so many minutes have passed. */
export type SoakLength = { readonly edits: number } | { readonly minutes: number }

/** What is known of the server at one time. */
export interface Sample {
  readonly edits: number
  readonly minutes: number
  /** Resident memory in kB. */
  readonly memory: number
}

/** Memory of the server after each eighth of the edits or of the time. */
export interface Soaked {
  readonly samples: readonly Sample[]
}

/**
 * @param length when it ends
 * @param program the hotshift that serves
 * @param onSample called with each sample as soon as it is taken
 */
export async function soak(
  length: SoakLength,
  program?: string,
  onSample?: (sample: Sample) => void,
): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-soak-'))
  const client = new ProcessClient(folder, program)
  const samples: Sample[] = []
  const begin = Date.now()
  try {
    await client.start()
    await client.open('a.yaml', template)
    let [version, text] = [1, template]
    let state = 11
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return state % below
    }
    for (let count = 1; samples.length < SAMPLES; count++) {
      // Every hundredth is back to a text that can be read.
      const start = count % 100 === 0 ? 0 : random(text.length)
      const end = count % 100 === 0 ? text.length : Math.min(text.length, start + random(4))
      const piece = count % 100 === 0 ? template : (pieces[random(pieces.length)] ?? '')
      const range = { start: positionIn(text, start), end: positionIn(text, end) }
      text = text.slice(0, start) + piece + text.slice(end)
      version += 1
      const found = client.published('a.yaml', version)
      client.change('a.yaml', version, [{ range, text: piece }])
      const { line, character } = positionIn(text, start)
      await client.at('completion', 'a.yaml', line, character)
      if (count % 10 === 0) await client.at('documentSymbol', 'a.yaml', line, character)
      await found
      client.notes.length = 0
      const minutes = (Date.now() - begin) / 60_000
      const done = 'edits' in length ? count / length.edits : minutes / length.minutes
      if (done * SAMPLES < samples.length + 1) continue
      const sample = { edits: count, minutes, memory: memoryOf(client.process.pid ?? 0) }
      samples.push(sample)
      onSample?.(sample)
    }
    await client.end()
    return { samples }
  } finally {
    client.process.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }))
}

function positionIn(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}
