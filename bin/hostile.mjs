// What hostile inputs cost: npm run hostile -- [--only word]. Small files that somebody made to take for ever, each
// through every command, with seconds of the processor and peak memory. Exit code 1 when one takes more than the bounds.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { HOSTILE_INPUTS } from './hostile-inputs.mjs'

const HOTSHIFT = join(import.meta.dirname, 'hotshift.cjs')
const BOUNDS = { seconds: 2, megabytes: 500 }
/** By the clock, which a busy machine makes run. */
const GIVE_UP_MS = 30_000

/** @type {readonly (readonly string[])[]} */
const COMMANDS = [
  ['migrate'],
  ['migrate', '--to', 'oldest', '--partial', '--native'],
  ['migrate', '--to', 'cfn-yaml'],
  ['upgrade', '--to', 'latest', '--modernize'],
  ['nativize'],
  ['extract-defaults'],
  ['check'],
  ['check', '--profile', 'onap'],
  ['remediate', '--profile', 'onap'],
  ['remediate', '--profile', 'onap', '--lossy'],
  ['run', '-t', 'cfn/parameters,onap/rename-parameters'],
]

/** @type {(args: readonly string[], cwd: string) => { seconds: number, megabytes: number, code: number | string }} */
function measure(args, cwd) {
  const report =
    'process.on("exit", () => { const used = process.resourceUsage(); process.stderr.write(`\\nused ${used.maxRSS} ${used.userCPUTime + used.systemCPUTime}\\n`) })'
  const { status, signal, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(report)}`, HOTSHIFT, ...args],
    { cwd, encoding: 'utf8', timeout: GIVE_UP_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 28 },
  )
  const [, kilobytes, microseconds] = /used (\d+) (\d+)\n/.exec(stderr) ?? []
  return {
    seconds: Number(microseconds) / 1_000_000,
    megabytes: Math.round(Number(kilobytes) / 1024),
    code: status ?? signal ?? 'none',
  }
}

/** The template with one more output, so that all of both has to be compared. @type {(text: string) => string} */
function changed(text) {
  const section = text.startsWith('{') ? `"Outputs": {"more": {"Value": 1}}` : undefined
  if (section !== undefined) return text.replace('{', `{${section}, `)
  return `${text}${text.includes('Resources:') ? 'Outputs: {more: {Value: 1}}' : 'outputs: {more: {value: 1}}'}\n`
}

const { values } = parseArgs({ options: { only: { type: 'string' } } })
let beyond = 0
/** @type {(input: string, title: string, args: readonly string[], folder: string) => void} */
const row = (input, title, args, folder) => {
  const { seconds, megabytes, code } = measure(args, folder)
  const isBeyond = !(seconds <= BOUNDS.seconds && megabytes <= BOUNDS.megabytes)
  if (isBeyond) beyond += 1
  process.stdout.write(
    `${input} | ${title} | ${seconds.toFixed(1)}${isBeyond ? ' (!)' : ''} | ${megabytes} | ${code}\n`,
  )
}
process.stdout.write('input | command | seconds | MB | exit code\n--- | --- | ---: | ---: | ---\n')
for (const [name, files] of Object.entries(HOSTILE_INPUTS)) {
  if (values.only !== undefined && !name.includes(values.only)) continue
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-hostile-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path.endsWith('|')) execFileSync('mkfifo', [join(folder, path.slice(0, -1))])
    else writeFileSync(join(folder, path), text)
  }
  for (const command of COMMANDS) row(name, command.join(' '), [...command, '--quiet'], folder)
  const first = Object.keys(files).find((path) => /\.(?:yaml|json)$/.test(path)) ?? ''
  row(name, 'verify, the same', ['verify', first, first], folder)
  writeFileSync(join(folder, 'other.yaml'), changed(files[first] ?? ''))
  row(name, 'verify, another', ['verify', first, 'other.yaml'], folder)
  rmSync(folder, { recursive: true, force: true })
}
process.stdout.write(`${beyond} beyond ${BOUNDS.seconds} s or ${BOUNDS.megabytes} MB\n`)
process.exitCode = beyond === 0 ? 0 : 1
