/**
 * A package in the manner of TripleO: annotated, with two implementations for each service, and resolved each way. What
 * Heat sees is then what the package with plain mappings gives.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hotshift } from '../cli/hotshift.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hasHeatFor, python } from './installed.ts'
import { askHeat, isTaken } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about capabilities')
const withHeat = hasHeat ? describe : describe.skip

afterAll(removeTemporaryTrees)

const folder = join(ownCorpus, 'packages/tramway')
const originals = Object.fromEntries(
  filesBelow(folder).map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
)
const environment = 'electric.env'
const powers = ['electric', 'steam'] as const

/** The package as it is written by hand for one power, without capabilities. */
function plain(power: string): Record<string, string> {
  const registry = originals[environment] ?? ''
  return { ...originals, [environment]: registry.replaceAll(': electric/', `: ${power}/`) }
}

/** The package that says what its templates are capable of, with a list in place of each mapping that has two ways. */
function annotated() {
  const tree = temporaryTree(originals)
  for (const power of powers) {
    const said = ['-c', `power=${power}`, '--for', `${power}/**`, '--write']
    expect(hotshift(['capabilities', 'annotate', ...said], tree.root).status).toBe(0)
  }
  const lists = tree
    .read(environment)
    .replace(/: electric\/(\w+)\.yaml/g, ': [electric/$1.yaml, steam/$1.yaml]')
  expect(lists.match(/\[electric/g)).toHaveLength(3)
  writeFileSync(join(tree.root, environment), lists)
  return tree
}

const known = new Map<string, Record<string, string>>()

function resolved(power: string): Record<string, string> {
  const made = known.get(power) ?? resolvedAnew(power)
  known.set(power, made)
  return made
}

function resolvedAnew(power: string): Record<string, string> {
  const tree = annotated()
  const args = ['capabilities', 'resolve', '-e', environment, '--require', `power=${power}`, '--write']
  expect(hotshift(args, tree.root).status).toBe(0)
  return Object.fromEntries(Object.keys(originals).map((path) => [path, tree.read(path)]))
}

/** What Heat's own resolution of both packages says of their differences; nothing for none. */
function heatDifferences(before: Record<string, string>, after: Record<string, string>): string {
  const [old, next] = [temporaryTree(before).root, temporaryTree(after).root]
  const script = join(__dirname, 'environment.py')
  const { stdout, stderr } = spawnSync(python, [script, old, next, '--common', environment], {
    encoding: 'utf8',
  })
  expect(stderr).toMatch(/"(?:equal|differs)": \d+/)
  return stdout
}

describe.each(powers)('the tramway resolved for %s', (power) => {
  const after = resolved(power)

  it('is the package with plain mappings, byte for byte', () => {
    expect(after).toEqual(plain(power))
  })

  it('is proved to mean the same', () => {
    const tree = temporaryTree(
      Object.fromEntries(
        [
          ['plain', plain(power)],
          ['resolved', after],
        ].flatMap(([side, files]) =>
          Object.entries(files as Record<string, string>).map(([path, text]) => [`${side}/${path}`, text]),
        ),
      ),
    )
    const at = (side: string, path: string) => `${side}/${path}`
    const { status, stdout } = hotshift(
      [
        'verify',
        at('plain', 'tramway.yaml'),
        at('resolved', 'tramway.yaml'),
        '--env-before',
        at('plain', environment),
        '--env',
        at('resolved', environment),
      ],
      tree.root,
    )
    expect([status, stdout]).toEqual([0, expect.stringContaining('equal')])
  })
})

withHeat('what Heat sees of the tramway', () => {
  it.each(powers)('resolved for %s is what the plain mappings give', (power) => {
    expect(heatDifferences(plain(power), resolved(power))).toBe('')
  })

  it('differs from one power to the other', () => {
    expect(heatDifferences(plain('electric'), resolved('steam'))).toContain('"module"')
  })

  it('is taken as a whole', () => {
    const { root } = temporaryTree(resolved('steam'))
    // The types in the chain of a role are a parameter: only the template outside says which.
    const templates = Object.keys(originals).filter((path) => /^(?!roles\/).*\.yaml$/.test(path))
    const asked = templates.map((path) => ({ path: join(root, path), environment: join(root, environment) }))
    expect(askHeat(asked).filter((one) => !isTaken(one))).toEqual([])
  })
})
