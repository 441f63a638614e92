/** A run with its default text and its JSON, compared. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { type LeftOut, leftOut } from './places.ts'

export interface Compared extends LeftOut {
  readonly command: string
  readonly files: number
  readonly lines: number
}

/** Runs a command once, with its default text and with JSON into a file, and compares. */
export async function compared(command: string, paths: readonly string[]): Promise<Compared> {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-text-'))
  try {
    const json = join(folder, 'report.json')
    const { stdout, stderr } = await inProcess([...command.split(' '), ...paths, '--output', json])
    // A rewrite has its diff on standard output.
    const text = command.startsWith('check') ? stdout : stderr
    const report = readFileSync(json, 'utf8')
    const { length: files } = JSON.parse(report).files
    return { command, files, lines: text.split('\n').length - 1, ...leftOut(text, report) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
