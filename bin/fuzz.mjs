// Feeds damaged templates to every command: npm run fuzz -- [--seed 1] [--count 100000] [--seconds 3600]
// [--keep folder]. An input counts when all commands have taken it. Wrong is: an exception, a finding of a defect
// of ours, an exit code that no such command has, a report that is no JSON, a rewrite that changes something when it is
// run again over what it wrote, and whatever takes too long.
//
// The parent watches a child that does the work, so that an input which never ends, or takes all memory, is
// found as well.

import { fork } from 'node:child_process'
import fs, {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { mutant, mutantOfData, randomFrom, renamed } from './fuzz-mutants.mjs'

const ROOT = join(import.meta.dirname, '..')
/** Inputs that go through the commands together, as files of one folder. */
const BATCH = 25
/** Of these, in each directory for commands that rewrite; the first of them is damaged. */
const TOGETHER = 3
/** So often the parent looks at a command that goes through one batch. */
const PATIENCE_MS = 60_000
/** More of the processor than this is a finding; by the clock a busy machine would make many. */
const WORK_MS = 20_000
const MEMORY_MB = 1500

/** Commands that rewrite: each writes a copy of the files, and a second run of it over these changes nothing. */
const REWRITES = [
  ['migrate'],
  ['migrate', '--partial', '--to', 'oldest'],
  ['migrate', '--native', '--constraints'],
  ['migrate', '--to', 'cfn-yaml', '--scripts'],
  ['upgrade', '--to', 'latest', '--modernize'],
  ['upgrade', '--to', 'rocky', '--partial'],
  ['extract-defaults'],
  ['extract-defaults', '--env', 'common.env', '--hidden-into', 'hidden.env'],
  ['remediate', '--profile', 'onap'],
  ['remediate', '--profile', 'onap', '--lossy'],
  ['nativize'],
  ['rename', '--rename', 'parameter:image=image_of_all'],
  ['run', '-t', 'blueprint/expand,blueprint/to-list'],
  ['run', '-t', 'blueprint/shorten,blueprint/to-map'],
  ['capabilities', 'annotate', '-c', 'deployment=puppet'],
]

const REPORTS = [
  ['parameter', 'add', 'added', '--type', 'string', '--default', 'x', '.'],
  ['check'],
  ['check', '--profile', 'onap'],
  ['check', '--baseline', 'baseline.json'],
  ['migrate', '--config', 'config.yaml'],
]

/** Commands that take a document of hotshift's own, which is damaged as the templates are. */
const DOCUMENTS = [
  ['show', 'plan.json'],
  ['show', 'plan.json', '--format', 'html'],
  ['show', 'plan.json', '--format', 'sarif'],
  ['apply', 'plan.json'],
  ['apply', 'whole.json', '--decisions', 'decisions.json'],
  ['capabilities', 'find', '-c', 'deployment=puppet'],
  ['config', '--config', 'config.yaml'],
]
/** What such a command may end with: damage is mostly a mistake in the command line. */
const CODES = [0, 1, 2, 3, 64]
/** What an edit says that names nothing of these templates: damage often leaves none that has the name. */
const NOTHING_NAMED = /^hotshift: no (?:parameter|template|resource) .*$/m
const DEFECTS = /"code": ?"(?:internal-error|output-differs)"/

/** Milliseconds of the processor that a process has used; the clock where the system does not say. @type {(pid: number | undefined) => number} */
function usedBy(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return performance.now()
  }
}

/** A file system in memory, where there is one: every report and plan waits for the disk otherwise. */
const FOLDER = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Where templates to start from lie; the last one only in some checkouts. */
const SEEDS = ['corpus', 'docs/examples', 'transforms', '../shared/corpus']
const SEED_NAME = /\.(?:ya?ml|json|template|hot|env)$/
const LARGEST_SEED = 5_000

function seeds() {
  return SEEDS.map((folder) => join(ROOT, folder))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .sort()
        .map((name) => join(folder, name)),
    )
    .filter((path) => SEED_NAME.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))
    .filter(({ text }) => text.length > 0 && text.length <= LARGEST_SEED)
}

const IGNORED = [
  '*.txt',
  'plan.json',
  'whole.json',
  'baseline.json',
  'decisions.json',
  'config.yaml',
].flatMap((name) => ['--ignore', name])

/**
 * What a command sees of its surroundings.
 *
 * @param {string} cwd
 * @param {object} out
 * @param {object} err
 */
function worldOf(cwd, out, err) {
  const [now, today] = [() => performance.now(), () => '2026-01-31']
  return { cwd, env: {}, out, err, now, today, fileSystem: fs }
}

/**
 * Puts a plan, decisions about it, a baseline and a configuration into the folder, the first of these damaged.
 *
 * @param {string} folder
 * @param {() => number} random
 * @param {(args: readonly string[], world: any) => Promise<number>} main
 */
async function writeDocuments(folder, random, main) {
  const stream = { isTTY: false, write: () => {} }
  const world = worldOf(folder, stream, stream)
  const at = (/** @type {string} */ name) => join(folder, name)
  await main(['upgrade', '--to', 'latest', ...IGNORED, '--quiet', '--plan', 'whole.json'], world)
  await main(['check', ...IGNORED, '--quiet', '--baseline', 'baseline.json', '--update-baseline'], world)
  const plan = JSON.parse(readFileSync(at('whole.json'), 'utf8'))
  const files = plan.files
    .filter((/** @type {any} */ file) => file.status === 'changed')
    .map((/** @type {any} */ { path, before, after }) => {
      const hunks = { 1: random() < 0.5 ? 'reject' : { edit: 'x: 1\n' }, 2: 'accept' }
      return { path, ...(before === undefined ? {} : { before: before.sha256 }), after: after.sha256, hunks }
    })
  writeFileSync(at('decisions.json'), JSON.stringify({ $schema: 'urn:hotshift:decisions:1', files }))
  writeFileSync(at('config.yaml'), CONFIGURATION)
  copyFileSync(at('whole.json'), at('plan.json'))
  for (const name of ['plan.json', 'decisions.json', 'baseline.json', 'config.yaml']) {
    const text = readFileSync(at(name), 'latin1')
    writeFileSync(
      at(name),
      name.endsWith('.json') ? mutantOfData(text, random) : mutant(text, text, random),
      'latin1',
    )
  }
}

const CONFIGURATION = `to: rocky
accept: [no-value-null]
partial: true
commands:
  check: {strict: true}
overrides:
  - files: ['t1*', 't2.yaml']
    to: latest
`

/**
 * What is wrong with how a command ended; undefined if nothing is.
 *
 * @param {readonly string[]} line
 * @param {readonly number[]} codes that such a command has
 * @param {number} code
 * @param {{ out: string, err: string }} written
 */
function wrongIn(line, codes, code, { out, err }) {
  if (!codes.includes(code)) return `exit code ${code}: ${err}`
  const own = ['rename', 'parameter'].includes(line[0] ?? '') ? err.replace(NOTHING_NAMED, '') : err
  if (/HOTSHIFT_DEBUG|internal-error/.test(own) || (code !== 64 && /hotshift: /.test(own))) return own
  if (!line.includes('json') || code === 64) return undefined
  JSON.parse(out)
  const defect = DEFECTS.exec(out)
  return defect === null ? undefined : out.slice(Math.max(0, defect.index - 200), defect.index + 200)
}

/** The files of a folder with their bytes. @type {(folder: string) => ReadonlyMap<string, string>} */
function contentsOf(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(names.map((name) => [relative(folder, name), readFileSync(name, 'latin1')]))
}

/**
 * Files that differ, or are in one of both only, with the first line that does.
 *
 * @param {ReadonlyMap<string, string>} before
 * @param {ReadonlyMap<string, string>} after
 */
function differing(before, after) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => {
      const [old, made] = [before, after].map((files) => files.get(name)?.split('\n') ?? [])
      const at = (made ?? []).findIndex((text, index) => text !== old?.[index])
      return { name, shown: `-${old?.[at] ?? ''}\n+${made?.[at] ?? ''}` }
    })
}

/**
 * The child process: runs batches from `first` on and notifies the parent before and after each.
 *
 * @param {{ seed: number, first: number, batches: number, keep: string }} job
 */
async function work({ seed, first, batches, keep }) {
  const require = createRequire(import.meta.url)
  const { main } = require('./load-bundle.cjs').loadBundle('fuzz') ?? {}
  if (main === undefined) throw new Error('not built: npm run build')
  // Most of the time would go into traces that nobody sees.
  Error.stackTraceLimit = 3
  const all = seeds()
  for (let batch = first; batch < batches; batch++) {
    const random = randomFrom(seed * 1_000_003 + batch)
    const folder = mkdtempSync(join(FOLDER, 'hotshift-fuzz-'))
    const inputs = Array.from({ length: BATCH }, (_, index) => {
      const seedFile = all[Math.floor(random() * all.length)]
      if (seedFile === undefined) throw new Error('there are no templates to begin with')
      const extension = /\.[a-z]+$/.exec(seedFile.path)?.[0] ?? '.yaml'
      const name = `t${index}${extension}`
      const text = mutant(seedFile.text, all[Math.floor(random() * all.length)]?.text ?? '', random)
      writeFileSync(join(folder, name), text, 'latin1')
      writeFileSync(join(folder, `original-${index}.txt`), seedFile.text, 'latin1')
      return { name, original: `original-${index}.txt`, text, tame: renamed(seedFile.text, random) }
    })
    let reports = 0
    /** @type {(what: string, detail: string, cwd?: string) => void} */
    const report = (what, detail, cwd = folder) => {
      const kept = join(keep, `${seed}-${batch}-${++reports}`)
      cpSync(cwd, kept, { recursive: true })
      process.send?.({ type: 'wrong', batch, what, detail: detail.slice(0, 400), kept })
    }
    const lines = [
      ...REPORTS.map((line) => ({
        line: [...line, ...IGNORED, '--format', 'json', '--quiet', '--jobs', '1'],
        codes: line.some((word) => word.endsWith('.json') || word.endsWith('config.yaml'))
          ? CODES
          : [0, 1, 2, 3],
      })),
      ...DOCUMENTS.map((line) => ({ line, codes: CODES })),
      ...inputs.map(({ name, original }) => ({ line: ['verify', original, name], codes: [0, 1, 2, 3, 4] })),
    ]
    await writeDocuments(folder, random, main)
    /** Runs one command line, and reports what is wrong with how it ends. @type {(job: typeof lines[number], cwd: string) => Promise<void>} */
    const take = async ({ line, codes }, cwd) => {
      process.send?.({ type: 'step', batch, what: line.slice(0, 3).join(' '), folder })
      const written = { out: '', err: '' }
      /** @type {(name: 'out' | 'err') => object} */
      const stream = (name) => ({
        isTTY: false,
        write: (/** @type {string} */ text) => {
          written[name] += text
        },
      })
      try {
        const code = await main(line, worldOf(cwd, stream('out'), stream('err')))
        const complaint = wrongIn(line, codes, code, written)
        if (complaint !== undefined) report(line.join(' '), complaint, cwd)
      } catch (error) {
        report(line.join(' '), String(error instanceof Error ? error.stack : error), cwd)
      }
    }
    for (const rewrite of REWRITES) {
      const copy = mkdtempSync(join(FOLDER, 'hotshift-fuzz-'))
      inputs.forEach(({ name, text, tame }, index) => {
        const directory = join(copy, `${Math.floor(index / TOGETHER)}`)
        mkdirSync(directory, { recursive: true })
        writeFileSync(join(directory, name), index % TOGETHER === 0 ? text : tame, 'latin1')
      })
      const line = [...rewrite, '--write', '--format', 'json', '--quiet', '--jobs', '1']
      const start = `${copy}-start`
      cpSync(copy, start, { recursive: true })
      await take({ line, codes: CODES }, copy)
      const first = contentsOf(copy)
      await take({ line, codes: CODES }, copy)
      const again = differing(first, contentsOf(copy))
      if (again.length > 0)
        report(
          line.join(' '),
          `a second run changes ${again.map(({ name }) => name).join(', ')}\n${again[0]?.shown}`,
          start,
        )
      for (const made of [copy, start]) rmSync(made, { recursive: true, force: true })
    }
    for (const job of lines) await take(job, folder)
    rmSync(folder, { recursive: true, force: true })
    process.send?.({ type: 'done', batch })
    // Yields to the event loop, so that a disconnected parent is noticed.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/**
 * Runs the fuzz; gives its figures.
 *
 * @param {{ seed: number, count: number, seconds: number, keep: string, log?: (line: string) => void }} options
 * @returns {Promise<{ inputs: number, commands: number, seconds: number, wrong: { what: string, detail: string, kept: string }[] }>}
 */
export function fuzz({ seed, count, seconds, keep, log = () => {} }) {
  const started = performance.now()
  const batches = Math.ceil(count / BATCH)
  const wrong = /** @type {{ what: string, detail: string, kept: string }[]} */ ([])
  let done = 0
  mkdirSync(keep, { recursive: true })
  return new Promise((resolve) => {
    /** @param {number} first */
    const start = (first) => {
      const child = fork(import.meta.filename, ['--work', JSON.stringify({ seed, first, batches, keep })], {
        execArgv: [`--max-old-space-size=${MEMORY_MB}`],
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      })
      // What V8 says of itself when it gives up is the end of it.
      let said = ''
      child.stderr?.setEncoding('utf8').on('data', (text) => {
        said = `${said}${text}`.slice(-2000)
      })
      let step = { batch: first, what: 'start', folder: '' }
      let isOver = false
      let timer = setTimeout(() => {}, 0)
      /** @type {(child: import('node:child_process').ChildProcess) => () => void} */
      const watch = (child) => {
        const begun = usedBy(child.pid)
        let looks = 0
        const look = () => {
          looks += 1
          // What waits, as for a pipe, uses nothing, and is found after some more looks.
          if (usedBy(child.pid) - begun >= WORK_MS || looks === 5) {
            said = 'took too long'
            child.kill('SIGKILL')
          } else timer = setTimeout(look, PATIENCE_MS)
        }
        return look
      }
      const finish = () => {
        isOver = true
        clearTimeout(timer)
        child.kill('SIGKILL')
      }
      child.on('message', (/** @type {any} */ message) => {
        if (message.type === 'wrong') {
          wrong.push(message)
          log(`wrong: ${message.what}\n  ${message.detail}\n  ${message.kept}`)
        }
        if (message.type === 'step') {
          step = message
          clearTimeout(timer)
          timer = setTimeout(watch(child), PATIENCE_MS)
        }
        if (message.type !== 'done') return
        clearTimeout(timer)
        done += BATCH
        if (done % 1000 === 0)
          log(`${done} inputs, ${wrong.length} wrong, ${Math.round((performance.now() - started) / 1000)} s`)
        if (performance.now() - started > seconds * 1000) finish()
      })
      child.on('close', (code, signal) => {
        clearTimeout(timer)
        if (isOver || code === 0) {
          const took = Math.round((performance.now() - started) / 1000)
          resolve({
            inputs: done,
            commands: REWRITES.length + REPORTS.length + DOCUMENTS.length + 1,
            seconds: took,
            wrong,
          })
          return
        }
        const kept = join(keep, `${seed}-${step.batch}`)
        if (existsSync(step.folder)) cpSync(step.folder, kept, { recursive: true })
        const detail = `ended with ${signal ?? code}: ${said.trim() || 'nothing said'}`
        const entry = { what: step.what, detail: detail.slice(0, 400), kept }
        wrong.push(entry)
        log(`wrong: ${entry.what}: ${entry.detail}\n  ${kept}`)
        start(step.batch + 1)
      })
    }
    start(0)
  })
}

async function run() {
  const options = /** @type {const} */ ({ type: 'string' })
  const { values } = parseArgs({
    options: { work: options, seed: options, count: options, seconds: options, keep: options },
  })
  if (values.work !== undefined) {
    process.on('disconnect', () => process.exit())
    await work(JSON.parse(values.work))
    // A listener for the end of the parent keeps the process alive, which would look like an input that never ends.
    process.disconnect()
    return
  }
  const { wrong, ...figures } = await fuzz({
    seed: Number(values.seed ?? 1),
    count: Number(values.count ?? 100_000),
    seconds: Number(values.seconds ?? Number.POSITIVE_INFINITY),
    keep: values.keep ?? join(tmpdir(), 'hotshift-fuzz-kept'),
    log: (line) => process.stdout.write(`${line}\n`),
  })
  process.stdout.write(`${JSON.stringify({ ...figures, wrong: wrong.length })}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}

if (import.meta.filename === process.argv[1]) void run()
