import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Severity } from '../../src/engine/finding.ts'
import type { HotVersion } from '../../src/heat/versions.ts'

/** What every transform shows at least; STYLE asks for the first four, the fifth is data that only resembles. */
export const obligatoryCases = ['change', 'no-op', 'comments', 'crlf', 'look-alike'] as const

/** A finding as `findings.json` lists it: line and column count from 1. */
export interface ExpectedFinding {
  readonly code: string
  readonly severity: Severity
  readonly line: number
  readonly column: number
}

/** The contents of `options.json`, all optional. */
export interface CaseOptions {
  /** As `--to`; 2018-08-31 when absent. */
  readonly to?: string
  /** As `--accept`. */
  readonly accept?: readonly string[]
  /** As `--partial`. */
  readonly partial?: boolean
  /** As `--assume-version`. */
  readonly assumeVersion?: HotVersion
  /** Which meaning the input is read with; not checked when absent. */
  readonly reading?: 'heat' | 'aws'
}

/** One folder `transforms/<family>/<id>/fixtures/<name>/`. */
export interface FixtureCase {
  readonly name: string
  readonly folder: string
  /** `input.yaml`, `input.json` or `input.template`. */
  readonly inputName: string
  readonly input: Buffer
  /** Undefined where the file must not change. */
  readonly expected: string | undefined
  readonly options: CaseOptions
  readonly findings: readonly ExpectedFinding[]
}

const inputNames = ['input.yaml', 'input.json', 'input.template']
const otherNames = ['expected.yaml', 'options.json', 'findings.json']
const optionNames = ['to', 'accept', 'partial', 'assumeVersion', 'reading']

/** The ids that have a folder, for example `cfn/ref-to-get`. */
export function transformFolders(root: string): readonly string[] {
  return folders(root).flatMap((family) => folders(join(root, family)).map((name) => `${family}/${name}`))
}

/** @throws Error for a folder that is not laid out as a case */
export function fixtureCases(root: string, id: string): readonly FixtureCase[] {
  const fixtures = join(root, id, 'fixtures')
  return existsSync(fixtures) ? folders(fixtures).map((name) => readCase(name, join(fixtures, name))) : []
}

function folders(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
}

function readCase(name: string, folder: string): FixtureCase {
  const files = readdirSync(folder)
  const strange = files.filter((file) => !inputNames.includes(file) && !otherNames.includes(file))
  const [inputName, ...others] = files.filter((file) => inputNames.includes(file))
  if (strange.length > 0) throw new Error(`${folder}: what is ${strange.join(', ')}?`)
  if (inputName === undefined || others.length > 0)
    throw new Error(`${folder}: one of ${inputNames.join(', ')} belongs here`)
  const expected = join(folder, 'expected.yaml')
  return {
    name,
    folder,
    inputName,
    input: readFileSync(join(folder, inputName)),
    expected: existsSync(expected) ? readFileSync(expected, 'utf8') : undefined,
    options: readOptions(join(folder, 'options.json')),
    findings: readJson(join(folder, 'findings.json'), []) as readonly ExpectedFinding[],
  }
}

function readOptions(path: string): CaseOptions {
  const options = readJson(path, {}) as CaseOptions
  const strange = Object.keys(options).filter((key) => !optionNames.includes(key))
  if (strange.length > 0) throw new Error(`${path}: what is ${strange.join(', ')}?`)
  return options
}

function readJson(path: string, absent: unknown): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : absent
}
