import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Severity } from '../../src/engine/finding.ts'

/** A finding as `findings.json` lists it: line and column count from 1. */
export interface ExpectedPackageFinding {
  readonly path: string
  readonly code: string
  readonly severity: Severity
  readonly line: number
  readonly column: number
}

/** One folder `transforms/<family>/<id>/fixtures/<name>/` of a transform of packages. */
export interface PackageCase {
  readonly name: string
  /** The files of `input/`, by their paths below it. */
  readonly input: ReadonlyMap<string, Buffer>
  /** The files of `expected/`: those that change, and those that are created; all others stay. */
  readonly expected: ReadonlyMap<string, string>
  readonly findings: readonly ExpectedPackageFinding[]
}

/** @throws Error for a folder that is not laid out as a case */
export function packageCases(root: string, id: string): readonly PackageCase[] {
  const fixtures = join(root, id, 'fixtures')
  if (!existsSync(fixtures)) return []
  return readdirSync(fixtures, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readCase(name, join(fixtures, name)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function readCase(name: string, folder: string): PackageCase {
  const strange = readdirSync(folder).filter((file) => !['input', 'expected', 'findings.json'].includes(file))
  if (strange.length > 0) throw new Error(`${folder}: what is ${strange.join(', ')}?`)
  const input = filesBelow(join(folder, 'input'))
  if (input.size === 0) throw new Error(`${folder}: no input`)
  const expected = [...filesBelow(join(folder, 'expected'))].map(
    ([path, bytes]) => [path, bytes.toString('utf8')] as const,
  )
  const findings = join(folder, 'findings.json')
  return {
    name,
    input,
    expected: new Map(expected),
    findings: existsSync(findings) ? JSON.parse(readFileSync(findings, 'utf8')) : [],
  }
}

function filesBelow(folder: string): Map<string, Buffer> {
  if (!existsSync(folder)) return new Map()
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  )
}
