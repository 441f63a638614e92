import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import buildFirst from './build-first.mjs'

const HEAT = join(import.meta.dirname, '../heat/forked.py')

/** Builds, and begins what the slow suites of one run share: a folder, and a process that has loaded Heat. */
export default async function prepareSlow() {
  await buildFirst()
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-slow-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.env.HOTSHIFT_SHARED_FOLDER = folder
  if (!existsSync('/usr/bin/python3')) return
  // It ends with its standard input, which ends with this process; without Heat it ends at once.
  const heat = spawn('/usr/bin/python3', [HEAT, '--serve'], { stdio: ['pipe', 'ignore', 'ignore'] })
  const input = /** @type {import('node:net').Socket} */ (heat.stdin)
  for (const one of [heat, input]) one.on('error', () => {}).unref()
  process.env.HOTSHIFT_PYTHON = HEAT
}
