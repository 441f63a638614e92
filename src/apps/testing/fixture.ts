/** Fixtures of transforms on disk: a folder for each case, with input, expected result and findings. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Severity } from '../../engine/findings/finding.ts'
import type { CloudOptions } from '../../heat/cloud.ts'
import type { HotVersion } from '../../heat/versions.ts'

/** A finding as `findings.json` lists it: line and column count from 1. */
export interface ExpectedFinding {
  /** As in the input; left out in the file where the case is one template. */
  readonly path: string
  readonly code: string
  readonly severity: Severity
  readonly line: number
  readonly column: number
}

/** The ways in which the input of a case is written otherwise, without meaning anything else. */
export type Variant = 'crlf' | 'bom' | 'no-final-newline'

/** The contents of `options.json`, all optional. */
export interface FixtureOptions {
  /** As `--to`; 2018-08-31 when absent. */
  readonly to?: string
  /** As `--accept`. */
  readonly accept?: readonly string[]
  /** As `--partial`. */
  readonly partial?: boolean
  /** As `--assume-version`. */
  readonly assumeVersion?: HotVersion
  /** As `--from`. */
  readonly from?: 'auto' | 'heat' | 'aws'
  /** As `--map` and `--constraints`. */
  readonly cloud?: CloudOptions
  /** Which meaning the input is read with; not checked when absent. */
  readonly reading?: 'heat' | 'aws'
  /** The files of a package that are no templates. */
  readonly skipped?: readonly string[]
  /** The files of a package that get another name, with that; `expected/` holds them under their old one. */
  readonly renamed?: Readonly<Record<string, string>>
  /** Variants with another result, each with the reason. */
  readonly except?: Readonly<Partial<Record<Variant, string>>>
}

/**
 * One folder below `fixtures/`. A case of one template holds `input.yaml`, `input.json` or `input.template`, and
 * `expected.yaml` where it changes; a case of a package holds the folders `input/` and, where something
 * changes, `expected/`. `findings.json` and `options.json` are optional in both.
 */
export interface Fixture {
  /** The name of the folder. */
  readonly name: string
  readonly folder: string
  readonly form: 'template' | 'package'
  /** The files, by their paths with `/`. */
  readonly input: ReadonlyMap<string, Uint8Array>
  /** Changed files, and in a package created ones; all others are expected to be unchanged. */
  readonly expected: ReadonlyMap<string, string>
  readonly findings: readonly ExpectedFinding[]
  readonly options: FixtureOptions
}

const inputNames = ['input.yaml', 'input.json', 'input.template']
const expectedName = 'expected.yaml'
const optionNames = [
  'to',
  'from',
  'accept',
  'partial',
  'assumeVersion',
  'cloud',
  'reading',
  'skipped',
  'renamed',
  'except',
]

/**
 * The cases in a folder `fixtures/`, by name; none where there is no such folder.
 *
 * @throws Error for a folder that is not laid out as a case
 */
export function readFixtures(fixtures: string): readonly Fixture[] {
  if (!existsSync(fixtures)) return []
  return readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => readFixture(name, join(fixtures, name)))
}

function readFixture(name: string, folder: string): Fixture {
  const names = readdirSync(folder)
  const form = names.includes('input') ? 'package' : 'template'
  const known = form === 'package' ? ['input', 'expected'] : [...inputNames, expectedName]
  const strange = names.filter((one) => ![...known, 'options.json', 'findings.json'].includes(one))
  if (strange.length > 0) throw new Error(`${folder}: what is ${strange.join(', ')}?`)
  return {
    name,
    folder,
    form,
    ...(form === 'package' ? packageFiles(folder) : templateFiles(folder, names)),
    options: readOptions(join(folder, 'options.json')),
  }
}

type Files = Pick<Fixture, 'input' | 'expected' | 'findings'>

function templateFiles(folder: string, names: readonly string[]): Files {
  const [inputName, ...others] = names.filter((one) => inputNames.includes(one))
  if (inputName === undefined || others.length > 0)
    throw new Error(`${folder}: one of ${inputNames.join(', ')}, or the folder input, belongs here`)
  return {
    input: new Map([[inputName, readFileSync(join(folder, inputName))]]),
    expected: names.includes(expectedName)
      ? new Map([[inputName, readFileSync(join(folder, expectedName), 'utf8')]])
      : new Map(),
    findings: readFindings(folder, inputName),
  }
}

function packageFiles(folder: string): Files {
  const input = filesBelow(join(folder, 'input'))
  if (input.size === 0) throw new Error(`${folder}: input is empty`)
  const expected = [...filesBelow(join(folder, 'expected'))]
  return {
    input,
    expected: new Map(expected.map(([path, bytes]) => [path, utf8(bytes)])),
    findings: readFindings(folder),
  }
}

function readFindings(folder: string, onlyPath = ''): readonly ExpectedFinding[] {
  const findings = readJson(join(folder, 'findings.json'), []) as readonly ExpectedFinding[]
  // In a fixed order of keys, so that they can be compared as strings.
  return findings.map(({ path = onlyPath, code, severity, line, column }) => ({
    path,
    code,
    severity,
    line,
    column,
  }))
}

export function utf8(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8')
}

function filesBelow(folder: string): ReadonlyMap<string, Uint8Array> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  )
}

function readOptions(path: string): FixtureOptions {
  const options = readJson(path, {}) as FixtureOptions
  const strange = Object.keys(options).filter((key) => !optionNames.includes(key))
  if (strange.length > 0) throw new Error(`${path}: what is ${strange.join(', ')}?`)
  return options
}

function readJson(path: string, absent: unknown): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : absent
}

/** What a run over a case came to: the files that it changed or created, and what it found. */
export type FixtureResult = Pick<Fixture, 'expected' | 'findings'>

/**
 * Makes a result the expected one, and gives the paths of the files that were written or removed for that.
 * A file that already matches is not rewritten.
 */
export function writeExpected(fixture: Fixture, result: FixtureResult): readonly string[] {
  const { folder, form, expected } = fixture
  const pathOf = (path: string) => join(folder, form === 'package' ? `expected/${path}` : expectedName)
  const gone = [...expected.keys()].filter((path) => !result.expected.has(path)).map(pathOf)
  for (const path of gone) rmSync(path)
  const written = [...result.expected].filter(([path, text]) => expected.get(path) !== text)
  for (const [path, text] of written) write(pathOf(path), text)
  const findings = join(folder, 'findings.json')
  const areSame = JSON.stringify(fixture.findings) === JSON.stringify(result.findings)
  if (!areSame && result.findings.length === 0) rmSync(findings)
  if (!areSame && result.findings.length > 0) write(findings, findingsText(form, result.findings))
  return [...gone, ...written.map(([path]) => pathOf(path)), ...(areSame ? [] : [findings])]
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** One line for each finding. */
function findingsText(form: Fixture['form'], findings: readonly ExpectedFinding[]): string {
  const lines = findings.map(({ path, ...rest }) => {
    const members = Object.entries(form === 'package' ? { path, ...rest } : rest)
    return `  {${members.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')}}`
  })
  return `[\n${lines.join(',\n')}\n]\n`
}
