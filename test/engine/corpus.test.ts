import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFindingCode } from '../../src/engine/findings/catalogue.ts'
import { type FileOutcome, type LocatedFinding, outcomesOf } from '../../src/engine/outcome.ts'
import { type Document, readDocument } from '../../src/text/document/document.ts'
import {
  type Comment,
  childEnd,
  childStart,
  type Entry,
  type Node,
  nodeStart,
} from '../../src/text/document/node.ts'
import { entryOf, valueOf } from '../../src/text/document/read.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from './corpus-files.ts'
import { ownOutcomes } from './corpus-outcomes.ts'
import { engineFor, runText } from './run-text.ts'

const withSharedCorpus = hasSharedCorpus ? describe : describe.skip

const python = '/usr/bin/python3'
const hasPyYaml = spawnSync(python, ['-c', 'import yaml']).status === 0
if (!hasPyYaml) console.warn('skipped: reading the results as Heat does needs PyYAML for /usr/bin/python3')
const withPyYaml = hasPyYaml ? it : it.skip

interface Run {
  readonly path: string
  readonly outcome: FileOutcome
  /** The texts of the files that it makes beside it: a comment may have gone there. */
  readonly beside: readonly string[]
}

function runAll(folder: string, paths: readonly string[]): readonly Run[] {
  return paths.map((path) => {
    const bytes = readFileSync(join(folder, path))
    const [outcome, ...beside] = outcomesOf(engineFor({}).run({ path, bytes }))
    return { path, outcome: outcome as FileOutcome, beside: beside.flatMap(({ after }) => after ?? []) }
  })
}

/** One line per file that is not as it should be, so that a failure names all of them. */
function wrong(
  runs: readonly Run[],
  what: (outcome: FileOutcome, beside: readonly string[]) => string | undefined,
): readonly string[] {
  return runs.flatMap(({ path, outcome, beside }) => {
    const problem = what(outcome, beside)
    return problem === undefined ? [] : [`${path}: ${problem}`]
  })
}

const isPlaced = ({ range, severity }: LocatedFinding) => range !== undefined && severity === 'error'

/** Failed, or blocked without a word where and why. */
function unclear({ status, findings, reason }: FileOutcome): string | undefined {
  if (status === 'failed') return `failed: ${reason}`
  const unknown = findings.find(({ code }) => !isFindingCode(code))
  if (unknown !== undefined) return `a finding with the unknown code ${unknown.code}`
  return status === 'blocked' && !findings.some(isPlaced) ? `blocked without a place: ${reason}` : undefined
}

function changesAgain({ after, newPath, path }: FileOutcome): string | undefined {
  const again = after === undefined ? undefined : runText(after, {}, newPath ?? path)
  return again === undefined || again.status === 'unchanged' ? undefined : `second run: ${again.status}`
}

// --- comments

/** What goes with a part that is left out: the comments above, inside and behind it. */
const leavingOut: ReadonlySet<string> = new Set(['unused-mapping', 'ignored-key', 'template-metadata'])

function lostComments(
  { before = '', after, findings }: FileOutcome,
  beside: readonly string[],
): string | undefined {
  const [old, next] = [before, after ?? ''].map((text) => {
    const reading = readDocument(text)
    return 'document' in reading ? reading.document : undefined
  })
  if (after === undefined || old === undefined || next === undefined) return undefined
  const gone = entriesAt(
    old.root,
    findings.filter(({ code }) => leavingOut.has(code)),
  )
  const kept = old.comments.filter((comment) => !gone.some((entry) => goesWith(comment, entry, old)))
  const others = beside.flatMap((text) => {
    const reading = readDocument(text)
    return 'document' in reading ? reading.document.comments : []
  })
  const written = [...next.comments, ...others].flatMap(wordsOf)
  const all = new Set(written)
  // Headings above labels are those above the parameters and their groups again, and once is enough.
  const labels = labelsIn(old.root)
  const isHeading = ({ start }: Comment) => start >= labels.start && start < labels.end
  const lost = [
    ...kept
      .filter((one) => !isHeading(one))
      .flatMap(wordsOf)
      .filter((line) => !take(written, line)),
    ...kept
      .filter(isHeading)
      .flatMap(wordsOf)
      .filter((line) => !all.has(line)),
  ]
  return lost.length === 0 ? undefined : `lost ${lost.map((line) => `"${line}"`).join(', ')}`
}

function labelsIn(root: Node | undefined): { readonly start: number; readonly end: number } {
  const known = valueOf(valueOf(root, 'Metadata'), 'AWS::CloudFormation::Interface')
  const labels = entryOf(known, 'ParameterLabels')
  return labels === undefined ? { start: 0, end: 0 } : { start: childStart(labels), end: childEnd(labels) }
}

/** The lines of a comment that say something, without the stars before those of a block comment. */
function wordsOf({ text }: Comment): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\* /, ''))
    .filter((line) => line !== '')
}

/** Takes one line out of a list; false when it is not there. */
function take(lines: string[], line: string): boolean {
  const at = lines.indexOf(line)
  if (at !== -1) lines.splice(at, 1)
  return at !== -1
}

/** The entries at findings, and the sections Mappings and Metadata, which have no place in HOT. */
function entriesAt(root: Node | undefined, findings: readonly LocatedFinding[]): readonly Entry[] {
  const starts = new Set(findings.map(({ range }) => range?.start))
  const found: Entry[] = []
  const visit = (node: Node, depth: number): void => {
    if (node.kind === 'seq') for (const item of node.items) visit(item, depth + 1)
    if (node.kind !== 'map') return
    for (const entry of node.entries) {
      const name = entry.key.kind === 'scalar' ? String(entry.key.value) : ''
      const isSection = depth === 0 && (name === 'Mappings' || name === 'Metadata')
      if (starts.has(entry.key.start)) found.push(entry)
      else if (isSection) found.push({ key: entry.key, value: entry.key })
      visit(entry.value, depth + 1)
    }
  }
  if (root !== undefined) visit(root, 0)
  return found
}

function goesWith(comment: Comment, entry: Entry, document: Document): boolean {
  const start = nodeStart(entry.key) ?? 0
  const end = entry.value.end ?? start
  const lines = document.text.slice(comment.end, start).split('\n').slice(1, -1)
  const isAbove =
    comment.end <= start && comment.ownLine && lines.every((line) => /^\s*(?:#|\/\/)/.test(line))
  const lineEnd = document.text.indexOf('\n', end)
  return (
    isAbove || (comment.start >= start && comment.start < (lineEnd === -1 ? document.text.length : lineEnd))
  )
}

// --- the tests

/** What PyYAML cannot load, as `path: error`, in one call for all. */
function unloadable(runs: readonly Run[]): readonly string[] {
  const texts = runs.flatMap(({ path, outcome }) =>
    outcome.after === undefined ? [] : [[path, outcome.after]],
  )
  const program = join(__dirname, 'load-yaml.py')
  const { stdout, stderr, status } = spawnSync(python, [program], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as string[]
}

function itHolds(runs: readonly Run[]): void {
  it('ends in a status with a reason', () => {
    expect(wrong(runs, unclear)).toEqual([])
  })
  it('is silent in a second run', () => {
    expect(wrong(runs, changesAgain)).toEqual([])
  })
  it('keeps the comments of what stays', () => {
    expect(wrong(runs, lostComments)).toEqual([])
  })
  withPyYaml('loads with PyYAML', () => {
    expect(unloadable(runs)).toEqual([])
  })
}

describe('every file of our corpus', () => {
  const runs = runAll(
    ownCorpus,
    filesBelow(ownCorpus).filter((path) => !path.endsWith('.md')),
  )
  itHolds(runs)

  it('ends as it should', () => {
    const found = runs.map(({ path, outcome }) => {
      const codes = outcome.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
      return [path, [outcome.status, ...new Set(codes)].join(' ')] as const
    })
    expect(Object.fromEntries(found)).toEqual(ownOutcomes)
  })
})

withSharedCorpus('every real template', () => {
  const folders = ['cfn-json', 'cfn-yaml']
  const paths = hasSharedCorpus
    ? folders.flatMap((folder) => filesBelow(join(sharedCorpus, folder)).map((path) => join(folder, path)))
    : []
  const runs = runAll(sharedCorpus, paths)
  itHolds(runs)

  it('is changed or blocked', () => {
    expect(paths.length).toBeGreaterThan(80)
    const isOther = ({ status }: FileOutcome) => status !== 'changed' && status !== 'blocked'
    expect(wrong(runs, (outcome) => (isOther(outcome) ? outcome.status : undefined))).toEqual([])
  })
})
