// What hostile inputs cost: npm run hostile -- [--only word] [--command word], and in an editor: --editor [--only word]. Small files that somebody made to take
// for ever, each through every command, with seconds of the processor and peak memory. Exit code 1 when one takes more
// than the bounds. Only the processor counts, the time of all threads together: a clock would blame a busy machine on
// the input.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { HOSTILE_DOCUMENTS } from './hostile-documents.mjs'
import { EDITOR_BOUNDS, editorRows } from './hostile-editor.mjs'
import { HOSTILE_INPUTS } from './hostile-inputs.mjs'

const HOTSHIFT = join(import.meta.dirname, 'hotshift.cjs')
export const BOUNDS = { seconds: 2, megabytes: 500 }
/** So many seconds of the processor a command gets until the system ends it. */
const GIVE_UP_SECONDS = 20
/** What waits, as for a pipe that nobody writes to, uses no processor: this long by the clock shows it. */
const WAITING_MS = 300_000

/** `FIRST` stands for the first template of an input, `OTHER` for the same with one more output. */
const COMMANDS = [
  'migrate',
  'migrate --to oldest --partial --native',
  'migrate --to cfn-yaml',
  'upgrade --to latest --modernize',
  'upgrade --to latest --plan plan.json',
  'show plan.json --format html',
  'apply plan.json',
  'nativize',
  'extract-defaults',
  'rename --rename parameter:p=q',
  'parameter add added --type string --default x .',
  'parameter remove p .',
  'check',
  'check --format json --output r.json',
  'merge r.json',
  'check --profile onap',
  'remediate --profile onap',
  'remediate --profile onap --lossy',
  'run -t cfn/parameters,onap/rename-parameters',
  'capabilities list',
  'verify FIRST FIRST',
  'verify FIRST OTHER',
  'diff FIRST OTHER',
]
/** Commands that print what they were asked for, and have no --quiet. */
const WITHOUT_QUIET = /^(?:verify|diff|capabilities)/

/**
 * Seconds of the processor and megabytes that a command line takes; `seconds` is infinite when it was ended.
 *
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {{ seconds: number, megabytes: number, code: number | string }}
 */
function measure(args, cwd) {
  const report =
    'process.on("exit", () => { const used = process.resourceUsage(); process.stderr.write(`\\nused ${used.maxRSS} ${used.userCPUTime + used.systemCPUTime}\\n`) })'
  const node = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, HOTSHIFT, ...args]
  const { status, signal, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -S -t ${GIVE_UP_SECONDS}; exec "$0" "$@"`, process.execPath, ...node],
    { cwd, encoding: 'utf8', timeout: WAITING_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 28 },
  )
  const [, kilobytes, microseconds] = /used (\d+) (\d+)\n/.exec(stderr) ?? []
  const isOver = microseconds !== undefined
  return {
    seconds: isOver ? Number(microseconds) / 1_000_000 : Number.POSITIVE_INFINITY,
    megabytes: Math.round(Number(kilobytes) / 1024),
    code: status ?? (signal === 'SIGKILL' ? 'waits' : (signal ?? 'none')),
  }
}

/** The template with one more output, so that all of both has to be compared. @type {(text: string) => string} */
function changed(text) {
  const section = text.startsWith('{') ? `"Outputs": {"more": {"Value": 1}}` : undefined
  if (section !== undefined) return text.replace('{', `{${section}, `)
  return `${text}${text.includes('Resources:') ? 'Outputs: {more: {Value: 1}}' : 'outputs: {more: {value: 1}}'}\n`
}

/** Files by name, in a folder of their own. @type {(files: Readonly<Record<string, string | Uint8Array>>) => string} */
function folderOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-hostile-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (path.endsWith('|')) execFileSync('mkfifo', [join(folder, path.slice(0, -1))])
    else writeFileSync(join(folder, path), content)
  }
  return folder
}

/** @type {(files: Readonly<Record<string, string | Uint8Array>>) => string} */
const firstOf = (files) => Object.keys(files).find((path) => /\.(?:yaml|json)$/.test(path)) ?? ''

/**
 * The rows of the table: each input with what each command takes for it.
 *
 * @param {{ only?: string, command?: string }} chosen parts of the name of an input, and of a command line
 */
export function* hostileRows({ only = '', command = '' }) {
  for (const [input, files] of Object.entries(HOSTILE_INPUTS)) {
    if (!input.includes(only)) continue
    const first = firstOf(files)
    const folder = folderOf(files)
    for (const line of COMMANDS) {
      if (!line.includes(command)) continue
      // Only now: the commands before take all files of the folder.
      if (line.includes('OTHER')) writeFileSync(join(folder, 'other.yaml'), changed(String(files[first])))
      const args = line
        .split(' ')
        .map((word) => (word === 'FIRST' ? first : word === 'OTHER' ? 'other.yaml' : word))
      yield { input, line, ...measure(WITHOUT_QUIET.test(line) ? args : [...args, '--quiet'], folder) }
    }
    rmSync(folder, { recursive: true, force: true })
  }
  for (const [input, { lines, files }] of Object.entries(HOSTILE_DOCUMENTS)) {
    if (!input.includes(only)) continue
    const folder = folderOf(files())
    for (const line of lines)
      if (line.includes(command)) yield { input, line, ...measure(line.split(' '), folder) }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a row keeps within the bounds. @type {(row: { seconds: number, megabytes: number }) => boolean} */
export const isWithin = ({ seconds, megabytes }) => seconds <= BOUNDS.seconds && megabytes <= BOUNDS.megabytes

/** The answers of the language server. @param {string | undefined} only */
async function runEditor(only = '') {
  let beyond = 0
  process.stdout.write('input | answer | seconds | MB\n--- | --- | ---: | ---:\n')
  for await (const { input, question, seconds, megabytes } of editorRows(only)) {
    const isBeyond = seconds > EDITOR_BOUNDS.seconds || megabytes > EDITOR_BOUNDS.megabytes
    if (isBeyond) beyond += 1
    process.stdout.write(
      `${input} | ${question} | ${seconds.toFixed(1)}${isBeyond ? ' (!)' : ''} | ${megabytes}\n`,
    )
  }
  process.stdout.write(
    `${beyond} beyond ${EDITOR_BOUNDS.seconds} s of the processor or ${EDITOR_BOUNDS.megabytes} MB\n`,
  )
  process.exitCode = beyond === 0 ? 0 : 1
}

async function run() {
  const text = /** @type {const} */ ({ type: 'string' })
  const { values } = parseArgs({ options: { only: text, command: text, editor: { type: 'boolean' } } })
  if (values.editor === true) return await runEditor(values.only)
  let beyond = 0
  let rows = 0
  process.stdout.write('input | command | seconds | MB | exit code\n--- | --- | ---: | ---: | ---\n')
  for (const row of hostileRows(values)) {
    rows += 1
    const mark = isWithin(row) ? '' : ' (!)'
    if (mark !== '') beyond += 1
    const seconds = Number.isFinite(row.seconds) ? row.seconds.toFixed(1) : `> ${GIVE_UP_SECONDS}`
    process.stdout.write(`${row.input} | ${row.line} | ${seconds}${mark} | ${row.megabytes} | ${row.code}\n`)
  }
  process.stdout.write(
    `${beyond} of ${rows} beyond ${BOUNDS.seconds} s of the processor or ${BOUNDS.megabytes} MB\n`,
  )
  process.exitCode = beyond === 0 ? 0 : 1
}

if (import.meta.filename === process.argv[1]) run()
