/** A profile adds to what every template is checked for, and takes nothing of it away. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { createGateChecker } from '../../src/engine/packages/gates.ts'
import { createProfileChecker } from '../../src/engine/packages/profile.ts'
import { remediation } from '../../transforms/onap/remediation.ts'
import { ROOT } from '../docs/handbook.ts'

const folder = join(ROOT, 'corpus/packages')

const plain = { exists: () => false, besides: [], environments: [] }
const sdc = { isWanted: () => true, folders: [] }
const gates = {
  onap: () => createGateChecker({ plain, requirements: createProfileChecker(remediation) }),
  sdc: () => createGateChecker({ plain, sdc }),
  'onap,sdc': () => createGateChecker({ plain, requirements: createProfileChecker(remediation), sdc }),
}

interface Said {
  readonly path: string
  readonly line: number
  readonly column: number
  readonly code: string
  readonly severity: string
}

function said(outcomes: readonly FileOutcome[]): readonly Said[] {
  return outcomes.flatMap(({ path, findings }) =>
    findings.map(({ line, column, code, severity }) => ({ path, line, column, code, severity })),
  )
}

/** Those that are said neither by their code nor by a requirement at the same location, in some severity that is as high. */
function lost(before: readonly Said[], after: readonly Said[]): readonly string[] {
  const has = new Set(after.map((one) => `${one.path} ${one.line}:${one.column} ${one.code} ${one.severity}`))
  const required = new Set(
    after.flatMap(({ path, line, column, code, severity }) =>
      code.startsWith('R-')
        ? (severity === 'error' ? ['error', 'warning', 'info'] : [severity, 'info']).map(
            (one) => `${path} ${line}:${column} ${one}`,
          )
        : [],
    ),
  )
  return before.flatMap(({ path, line, column, code, severity }) => {
    const at = `${path} ${line}:${column}`
    return has.has(`${at} ${code} ${severity}`) || required.has(`${at} ${severity}`)
      ? []
      : [`${at} ${severity} ${code}`]
  })
}

const packages = readdirSync(folder)
const filesOf = (name: string) =>
  readdirSync(join(folder, name), { withFileTypes: true, recursive: true })
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .sort()
    .map((path) => ({ path: path.slice(folder.length + 1), bytes: readFileSync(path) }))

/** Packages of the project, and one in which much is wrong. */
const cases = [
  ...packages.map((name) => [name, filesOf(name)] as const),
  [
    'a package of faults',
    Object.entries({
      'base.yaml': `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: large}
  unused: {type: string, colour: red}
resources:
  lamp: {type: OS::Heat::Value, propertys: {value: 1}}
  call: {type: nested.yaml, properties: {shade: 1, width: wide}}
  gone: {type: nowhere.yaml}
  ring: {type: base.yaml}
  odd: {type: OS::No::Such, depends_on: nothing}
outputs:
  o: {value: {get_attr: [call, none]}}
  p: {value: {get_param: missing}}
`,
      'nested.yaml': `heat_template_version: 2018-08-31
parameters:
  width: {type: number}
resources:
  bulb: {type: OS::Heat::Value, properties: {value: {get_resource: lamp}}}
`,
      'base.env': 'parameters:\n  size: wide\n  none: 1\nparameter_default: {}\n',
      'broken.yaml': 'heat_template_version: 2018-08-31\nresources: [\n',
    }).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
  ],
] as const

describe.each(Object.entries(gates))('--profile %s', (_, checker) => {
  test.each(cases)('finds all that check finds in %s', (_name, inputs) => {
    const before = said(createGateChecker({ plain }).runTogether?.(inputs) ?? [])
    const after = said(checker().runTogether?.(inputs) ?? [])
    expect(lost(before, after)).toEqual([])
  })
})

test('there is something to find', () => {
  const [, inputs] = cases.at(-1) ?? ['', []]
  const found = said(createGateChecker({ plain }).runTogether?.(inputs) ?? [])
  expect(found.length).toBeGreaterThan(8)
  expect(lost(found, [])).toHaveLength(found.length)
})
