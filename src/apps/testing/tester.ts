/**
 * The tester for transforms: runs one over its fixtures and says what is to be compared. It knows no test
 * framework; whoever calls it compares `expected` and `actual` of every check.
 */

import type { FileInput } from '../../engine/engine-contract.ts'
import { behaves } from '../../engine/findings/catalogue.ts'
import type { FileOutcome } from '../../engine/outcome.ts'
import { isNamedAsTemplate } from '../../stack/source-file.ts'
import { byKey } from '../../text/document/sorted.ts'
import { type Fixture, type FixtureOptions, type FixtureResult, utf8, type Variant } from './fixture.ts'

/** Runs a transform over files that belong together: one outcome for each, and one for each file it creates. */
export type RunFixture = (files: readonly FileInput[], options: FixtureOptions) => readonly FileOutcome[]

/** Two values that have to be equal, made of strings, numbers, lists and plain objects. */
export interface Check {
  /** What is compared, for example `the result with CRLF`. */
  readonly name: string
  readonly expected: unknown
  readonly actual: unknown
}

type Files = ReadonlyMap<string, Uint8Array>

/**
 * Everything that a case shows: its result and findings, byte for byte; that a second run changes nothing; and
 * the same once more for each variant of its input, unless the case declares under `except` why not.
 */
export function* checksOf(fixture: Fixture, run: RunFixture): Generator<Check> {
  const { options } = fixture
  const outcomes = run(inputs(fixture.input), options)
  yield { name: 'the result', expected: seen(fixture), actual: seen(resultOf(outcomes)) }
  yield { name: 'the status of each file', expected: statusesOf(fixture), actual: statuses(outcomes) }
  if (fixture.form === 'package')
    yield { name: 'the new names', expected: options.renamed ?? {}, actual: newNames(outcomes) }
  if (options.reading !== undefined)
    yield { name: 'the reading', expected: options.reading, actual: readingOf(outcomes) }
  yield* secondRun(fixture, outcomes, run)
  for (const variant of variants) yield* variantChecks(fixture, variant, run)
}

/** What a run over the input comes to, in the form in which a case holds what it expects. */
export function resultFor(fixture: Fixture, run: RunFixture): FixtureResult {
  return resultOf(run(inputs(fixture.input), fixture.options))
}

function inputs(files: Files): readonly FileInput[] {
  return [...files].map(([path, bytes]) => ({ path, bytes }))
}

/** Which reading a template had is no finding here; `options.json` names it. */
function resultOf(outcomes: readonly FileOutcome[]): FixtureResult {
  const changed = outcomes.flatMap(({ path, after }) => (after === undefined ? [] : [[path, after] as const]))
  return {
    expected: new Map(changed.sort(byKey)),
    findings: outcomes.flatMap(({ path, findings }) =>
      findings
        .filter((one) => !behaves(one.code, 'of readings'))
        .map(({ code, severity, line, column }) => ({ path, code, severity, line, column })),
    ),
  }
}

function newNames(outcomes: readonly FileOutcome[]): unknown {
  return Object.fromEntries(
    outcomes.flatMap(({ path, newPath }) => (newPath === undefined ? [] : [[path, newPath]])),
  )
}

function readingOf(outcomes: readonly FileOutcome[]): 'heat' | 'aws' {
  return outcomes.some(({ reading }) => reading === 'aws') ? 'aws' : 'heat'
}

/** A result as plain data. */
function seen({ expected, findings }: FixtureResult): {
  readonly files: unknown
  readonly findings: unknown
} {
  return { files: Object.fromEntries(expected), findings }
}

/** The expected statuses: files with an error are unchanged, those named in `expected` change, and no other. */
function statusesOf({ input, expected, findings, options }: Fixture): unknown {
  const paths = new Set([...input.keys(), ...expected.keys()])
  const isBlocked = (path: string) =>
    !options.partial && findings.some((one) => one.path === path && one.severity === 'error')
  const status = (path: string) => {
    if (!input.has(path)) return 'created'
    if (expected.has(path)) return 'changed'
    if (options.skipped?.includes(path)) return 'skipped'
    return isBlocked(path) ? 'blocked' : 'unchanged'
  }
  return Object.fromEntries([...paths].sort().map((path) => [path, status(path)]))
}

function statuses(outcomes: readonly FileOutcome[]): unknown {
  const all = outcomes.map(({ path, status, isNew }) => [path, isNew ? 'created' : status] as const)
  return Object.fromEntries([...all].sort(byKey))
}

function* secondRun(fixture: Fixture, first: readonly FileOutcome[], run: RunFixture): Generator<Check> {
  const { expected } = resultOf(first)
  if (expected.size === 0) return
  const files = new Map<string, Uint8Array>(fixture.input)
  for (const { path, newPath = path, after } of first) {
    if (after === undefined) continue
    files.delete(path)
    files.set(newPath, Buffer.from(after))
  }
  const again = run(inputs(files), fixture.options)
  yield {
    name: 'what a second run changes',
    expected: {},
    actual: Object.fromEntries(resultOf(again).expected),
  }
  const failed = again.filter(({ status }) => status === 'failed').map(({ path }) => path)
  yield { name: 'where a second run fails', expected: [], actual: failed }
}

const variants: readonly Variant[] = ['crlf', 'bom', 'no-final-newline']

const titles: Readonly<Record<Variant, string>> = {
  crlf: 'with CRLF',
  bom: 'with a byte order mark',
  'no-final-newline': 'without a final newline',
}

/** A source in a variant: unchanged if it already has the property, or for `crlf` any CRLF. */
function written(text: string, variant: Variant): string {
  switch (variant) {
    case 'crlf':
      return text.includes('\r') ? text : text.replaceAll('\n', '\r\n')
    case 'bom':
      return text.startsWith('\ufeff') ? text : `\ufeff${text}`
    case 'no-final-newline':
      return text.replace(/\r?\n$/, '')
  }
}

/** Scripts and other files that templates name are not written otherwise. */
const isTemplate = (path: string) => isNamedAsTemplate(path) || /\.env$/i.test(path)

/** A file in a variant; the very same bytes where that changes nothing, or where it is no UTF-8. */
function inVariant(path: string, bytes: Uint8Array, variant: Variant): Uint8Array {
  const text = utf8(bytes)
  const varied = written(text, variant)
  return varied === text || !isTemplate(path) || !Buffer.from(text).equals(bytes)
    ? bytes
    : Buffer.from(varied)
}

/**
 * What a file is expected to become in a variant. New files, and YAML made of JSON, are generated: with the line
 * ends of their source, without a byte order mark, and with a final newline.
 */
function expectedText({ form, input }: Fixture, path: string, text: string, variant: Variant): string {
  const before = input.get(path)
  if (before !== undefined && inVariant(path, before, variant) === before) return text
  const isJsonFile = form === 'template' || path.endsWith('.json')
  const isGenerated = before === undefined || (isJsonFile && isJson(before) && !isJson(text))
  return isGenerated && variant !== 'crlf' ? text : written(text, variant)
}

function isJson(content: Uint8Array | string): boolean {
  return /^\ufeff?\s*[{/]/.test(typeof content === 'string' ? content : utf8(content))
}

function* variantChecks(fixture: Fixture, variant: Variant, run: RunFixture): Generator<Check> {
  const files = new Map([...fixture.input].map(([path, bytes]) => [path, inVariant(path, bytes, variant)]))
  const exception = fixture.options.except?.[variant]
  if ([...files].every(([path, bytes]) => fixture.input.get(path) === bytes)) {
    const name = `the exception ${variant}, whose input is the same`
    if (exception !== undefined) yield { name, expected: undefined, actual: exception }
    return
  }
  const actual = seen(resultOf(run(inputs(files), fixture.options)))
  const texts = [...fixture.expected].map(
    ([path, text]) => [path, expectedText(fixture, path, text, variant)] as const,
  )
  const expected = seen({ expected: new Map(texts), findings: fixture.findings })
  if (exception === undefined) yield { name: `the result ${titles[variant]}`, expected, actual }
  else {
    const isOther = JSON.stringify(expected) !== JSON.stringify(actual)
    yield {
      name: `whether the result ${titles[variant]} is another one, as declared`,
      expected: true,
      actual: isOther,
    }
  }
}
