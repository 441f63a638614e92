/** Two versions of a package: the plan that `diff` prints, against what Heat decides, with nested stacks and members of groups. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { impactOf } from '../../src/engine/proof/impact.ts'
import type { StackImpact } from '../../src/meaning/impact/model.ts'
import { hasHeat, python } from './installed.ts'
import { type Outcome, saidOf } from './update-verdicts.ts'

const withHeat = hasHeat ? describe : describe.skip
const folder = join(__dirname, 'rehearsal')

type Files = Readonly<Record<string, string>>

function filesOf(version: string): Files {
  const names = readdirSync(join(folder, version))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, version, name), 'utf8')]))
}

interface Update {
  readonly what: string
  readonly before: Files
  readonly after: Files
}

/** By resource what Heat does, of each update. */
function heatsDecisions(updates: readonly Update[]): readonly ReadonlyMap<string, Outcome>[] {
  const version = (files: Files) => ({
    template: files['shop.yaml'],
    files,
    environment: parse(files['shop.env'] ?? '') as unknown,
  })
  const input = updates.map(({ before, after }) => JSON.stringify([before, after].map(version)))
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'update_package.py')], {
    input: `${input.join('\n')}\n`,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => new Map(Object.entries(JSON.parse(line) as Record<string, Outcome>)))
}

function planned({ before: old, after: next }: Update): StackImpact {
  const bytes = (text = '') => new TextEncoder().encode(text)
  const [before, after] = [old, next].map((files, index) => ({
    path: `${index}/shop.yaml`,
    bytes: bytes(files['shop.yaml']),
    environment: { path: `${index}/shop.env`, bytes: bytes(files['shop.env']) },
    read: (path: string) => {
      const text = files[path.slice(path.lastIndexOf('/') + 1)]
      return text === undefined ? undefined : bytes(text)
    },
  }))
  if (before === undefined || after === undefined) throw new Error('two versions')
  const answer = impactOf(before, after, { gate: 'checked' })
  if ('problem' in answer) throw new Error(JSON.stringify(answer.problem))
  return answer.impact
}

/** Whether a name of Heat's is one that the plan has: `web/0..2`, `web/1,3`, and `web/*` for the members that stay. */
function stands(planned: string, name: string): boolean {
  const [parts, own] = [planned.split('/'), name.split('/')]
  return (
    parts.length === own.length &&
    parts.every((part, index) => {
      const [first, last] = part.split('..').map(Number)
      const one = own[index] ?? ''
      if (last !== undefined) return Number(one) >= (first ?? 0) && Number(one) <= last
      return part.split(',').includes(one)
    })
  )
}

/** What the plan says of a resource of Heat's: by its own name, or else as a member that stays. */
function saidOfMember(impact: StackImpact, name: string): Outcome | undefined {
  const planned = impact.resources.find((one) => stands(one.name, name))
  return saidOf(impact, planned?.name ?? name.replace(/\/\d+(?=\/|$)/, '/*'))
}

function partings(update: Update, decisions: ReadonlyMap<string, Outcome>): readonly string[] {
  const impact = planned(update)
  // The package has faults in both versions, which Heat finds in the stack as a whole; here its classes alone decide.
  const refusals = impact.refusals.filter((one) => one.of !== 'both')
  expect([refusals, impact.open]).toEqual([[], []])
  return [...decisions].flatMap(([name, outcome]) => {
    const said = saidOfMember(impact, name)
    return said === outcome ? [] : [`${update.what}: ${name}: said ${said}, Heat: ${outcome}`]
  })
}

const edits: readonly (readonly [what: string, path: string, old: string, text: string])[] = [
  ['a name of the network', 'shop.yaml', 'name: shop', 'name: store'],
  ['another address of the network', 'shop.yaml', '10.0.0.0/24', '10.1.0.0/24'],
  ['another key', 'shop.env', 'key: operations', 'key: other'],
  ['more members', 'shop.env', 'web_count: 3', 'web_count: 5'],
  ['members that were removed', 'shop.env', 'removed: []', "removed: ['1', '2']"],
  ['no members', 'shop.env', 'web_count: 3', 'web_count: 0'],
  ['no database', 'shop.env', 'Shop::Database: database.yaml', 'Shop::Database: OS::Heat::None'],
  [
    'a port in the place of a stack',
    'shop.env',
    'Shop::Monitor: monitor.yaml',
    'Shop::Monitor: OS::Neutron::Port',
  ],
  ['a replaced port', 'web.yaml', 'name: { get_param: name } }', 'mac_address: "00:00:00:00:00:01" }'],
  ['another length', 'database.yaml', 'length: 16', 'length: 17'],
  ['another server', 'database.yaml', 'flavor: m1.large', 'flavor: m1.large, user_data: x'],
  ['another condition', 'shop.env', 'backup: true', 'backup: false'],
]

withHeat('the plan of an update from one version of a package to the next', () => {
  it('is what Heat decides', () => {
    const [first, second] = ['first', 'second'].map(filesOf) as [Files, Files]
    const updates: readonly Update[] = [
      { what: 'the next version', before: first, after: second },
      { what: 'the way back', before: second, after: first },
      ...edits.map(([what, path, old, text]) => {
        const after = { ...first, [path]: (first[path] ?? '').replace(old, text) }
        expect([what, after[path]]).not.toEqual([what, first[path]])
        return { what, before: first, after }
      }),
    ]
    const decisions = heatsDecisions(updates)
    expect(decisions).toHaveLength(updates.length)
    const found = updates.flatMap((update, index) => partings(update, decisions[index] ?? new Map()))
    expect(found).toEqual([])
    const outcomes = new Set(decisions.flatMap((one) => [...one.values()]))
    expect([...outcomes].sort()).toEqual(['created', 'deleted', 'none', 'refused', 'replaced', 'updated'])
    for (const one of decisions) expect(one.size).toBeGreaterThan(15)
  })
})
