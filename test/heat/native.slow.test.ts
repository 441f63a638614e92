/** Heat's plug-ins of native types ask the cloud for what those of the AWS types ask for, but for what is reported. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const python = '/usr/bin/python3'
const hasHeat = spawnSync(python, ['-c', 'import heat.engine']).status === 0
if (!hasHeat)
  console.warn('skipped: comparing the calls of plug-ins needs Heat (apt-get install python3-heat)')
const withHeat = hasHeat ? describe : describe.skip

type Data = null | boolean | number | string | readonly Data[] | { readonly [key: string]: Data }
type Calls = Readonly<Record<string, Data>>

/** What each template makes Heat ask for when it creates its resources, by resource. */
function callsOf(paths: readonly string[]): readonly Calls[] {
  const run = spawnSync(python, [join(__dirname, 'native_calls.py'), ...paths], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  return run.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Calls)
}

/** Data with every value replaced, from the leaves upwards; undefined leaves an entry out. */
function mapped(
  data: Data,
  change: (value: Data, key: string) => Data | undefined,
  key = '',
): Data | undefined {
  if (Array.isArray(data))
    return change(
      (data as readonly Data[]).flatMap((one) => mapped(one, change) ?? []),
      key,
    )
  if (typeof data !== 'object' || data === null) return change(data, key)
  const entries = Object.entries(data).flatMap(([name, one]) => {
    const made = mapped(one, change, name)
    return made === undefined ? [] : [[name, made] as const]
  })
  return change(Object.fromEntries(entries), key)
}

/** What is the same to the cloud: ports as numbers or digits, protocols in either case, nothing and an empty list of files. */
function asTheCloudReads(calls: Calls): Data | undefined {
  return mapped(calls, (value, key) => {
    if (/^port_range_/.test(key)) return Number(value)
    if (key === 'protocol' && typeof value === 'string') return value.toLowerCase()
    if (['files', 'meta', 'security_groups'].includes(key) && Object.keys(value as object).length === 0)
      return undefined
    return value
  })
}

/** The transform, a case of its fixtures, and what the AWS plug-in alone asks for, by the key of the argument. */
const cases: readonly (readonly [
  id: string,
  name: string,
  given: readonly string[],
  lost: readonly string[],
])[] = [
  ['os/server', 'change', ['till'], ['instance_user']],
  ['os/server', 'networks', ['safe'], ['instance_user']],
  ['os/volume', 'change', ['ledger'], ['description']],
  ['os/volume-attachment', 'change', ['ledger_on_till'], []],
  ['os/security-group', 'change', ['shop'], []],
  ['os/security-group', 'comments', ['shop'], []],
  ['os/security-group', 'rules', ['portless'], []],
  ['os/container', 'change', ['pictures'], []],
]

withHeat('the calls of native resources', () => {
  it.each(cases)('of %s, case %s, are those of the AWS resources', (id, name, resources, lost) => {
    const folder = join(__dirname, '../../transforms', id, 'fixtures', name)
    const [before = {}, after = {}] = callsOf([
      join(folder, 'input.yaml'),
      join(folder, 'expected.yaml'),
    ]).map(asTheCloudReads) as readonly Calls[]
    for (const resource of resources) {
      const wanted = mapped(before[resource] ?? null, (value, key) =>
        lost.includes(key) ? undefined : value,
      )
      expect(JSON.stringify(before[resource])).not.toMatch(/"failed"|^\[\]$/)
      expect(after[resource]).toEqual(wanted)
      for (const key of lost) expect(JSON.stringify(before[resource])).toContain(`"${key}"`)
    }
  })
})
