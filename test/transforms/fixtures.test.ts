import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import {
  type ExpectedFinding,
  type FixtureCase,
  fixtureCases,
  obligatoryCases,
  transformFolders,
} from './fixture-cases.ts'

const root = join(__dirname, '../../transforms')
const jsonToYaml = 'cfn/json-to-yaml'

/** Runs one transform as `hotshift run -t <id>` would; JSON input of others is written as YAML first. */
function run(id: string, one: FixtureCase, path: string, bytes: Uint8Array): FileOutcome {
  const chain = id !== jsonToYaml && isJson(bytes) ? [jsonToYaml, id] : [id]
  const { to = '2018-08-31', accept = [], partial = false, assumeVersion } = one.options
  const assumed = assumeVersion === undefined ? {} : { assumedVersion: assumeVersion }
  return createEngine({ chain, to, accept, partial, ...assumed, registry: transforms }).run({ path, bytes })
}

function isJson(bytes: Uint8Array): boolean {
  return /^\ufeff?\s*[{/]/.test(Buffer.from(bytes).toString('utf8'))
}

/** What the run found, apart from the reading, which `options.json` names. */
function findingsOf(outcome: FileOutcome): readonly ExpectedFinding[] {
  return outcome.findings
    .filter((finding) => finding.code !== 'aws-reading')
    .map(({ code, severity, line, column }) => ({ code, severity, line, column }))
}

function readingOf(outcome: FileOutcome): 'heat' | 'aws' {
  return outcome.findings.some((finding) => finding.code === 'aws-reading') ? 'aws' : 'heat'
}

describe('every transform', () => {
  it('has a folder of its own, and every folder is registered', () => {
    expect(transformFolders(root)).toEqual([...transforms.keys(), ...packageTransforms.keys()].sort())
  })
})

describe.each([...transforms.keys()].sort())('%s', (id) => {
  const cases = fixtureCases(root, id)

  it('shows the obligatory cases, and has a README', () => {
    const names = cases.map((one) => one.name)
    expect(obligatoryCases.filter((name) => !names.includes(name))).toEqual([])
    expect(existsSync(join(root, id, 'README.md'))).toBe(true)
  })

  it('has obligatory cases that show what they are named after', () => {
    const named = (name: string) => cases.find((one) => one.name === name)
    expect(named('change')?.expected).toBeDefined()
    expect(named('no-op')).toMatchObject({ expected: undefined, findings: [] })
    expect(named('comments')?.expected).toBeDefined()
    expect(named('comments')?.input.toString()).toMatch(/#|\/\//)
    expect(named('crlf')?.expected).toBeDefined()
    expect(named('crlf')?.input.toString()).toMatch(/^(?:[^\r\n]*\r\n)+[^\r\n]*$/)
  })

  for (const one of cases) {
    it(`case ${one.name}`, () => {
      const outcome = run(id, one, one.inputName, one.input)
      const { after, status } = outcome
      const { expected, findings } = one
      expect({ after, findings: findingsOf(outcome) }).toEqual({ after: expected, findings })
      expect({ status, reason: outcome.reason }).toMatchObject({ status: statusFor(one) })
      if (one.options.reading !== undefined) expect(readingOf(outcome)).toBe(one.options.reading)
      if (after === undefined) return
      const again = run(id, one, 'again.yaml', Buffer.from(after))
      expect(again.after).toBeUndefined()
      expect(again.status).not.toBe('failed')
    })
  }
})

function statusFor(one: FixtureCase): FileOutcome['status'] {
  if (one.expected !== undefined) return 'changed'
  return one.findings.some((finding) => finding.severity === 'error') && !one.options.partial
    ? 'blocked'
    : 'unchanged'
}
