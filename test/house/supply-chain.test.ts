/** What comes with hotshift from others, and how it is known to be what it was. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { billOfMaterials } from '../../bin/bill-of-materials.mjs'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n')

describe('actions of others', () => {
  const files = tracked.filter((path) => /^(?:\.github\/|action\.yml|docs\/.*\.(?:md|ya?ml)$)/.test(path))
  const uses = files.flatMap((path) =>
    [...read(path).matchAll(/^.*\buses: (\S+@.*)$/gm)].map(([, action = '']) => ({ path, action })),
  )

  it('are named by the hash of a commit, beside the version that it is', () => {
    expect(uses.length).toBeGreaterThan(12)
    expect(uses.filter(({ action }) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
  })

  it('are the same in all files', () => {
    const versions = new Map(uses.map(({ action }) => [action.split('@')[0], action]))
    expect(uses.filter(({ action }) => versions.get(action.split('@')[0]) !== action)).toEqual([])
  })
})

describe('the release', () => {
  const { permissions, jobs } = parse(read('.github/workflows/release.yml'))
  const { steps, ...job } = jobs.publish
  const run: readonly string[] = steps.map((one: { readonly run?: string }) => one.run ?? '')

  it('goes to npm with provenance, from a workflow and nowhere else', () => {
    expect(run.filter((line) => line.startsWith('npm publish '))).toEqual([
      'npm publish --provenance --access public dist/release/*.tgz',
    ])
    // Without a workflow npm can state no provenance, and refuses.
    expect(JSON.parse(read('package.json')).publishConfig).toEqual({ access: 'public', provenance: true })
    expect(read('bin/release/main.mjs')).not.toContain('npm publish')
  })

  it('attests every file that it publishes, before it does', () => {
    const attests = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/attest-build-provenance@'))
    expect(steps[attests].with).toEqual({ 'subject-checksums': 'dist/release/SHA256SUMS' })
    expect(run.findIndex((line) => line.includes('bin/release/main.mjs'))).toBeLessThan(attests)
    expect(run.findIndex((line) => line.startsWith('npm publish '))).toBeGreaterThan(attests)
  })

  it('has the rights for that in one job, and no secret', () => {
    expect(permissions).toEqual({ contents: 'read' })
    expect(job.permissions).toEqual({ contents: 'write', 'id-token': 'write', attestations: 'write' })
    expect(read('.github/workflows/release.yml')).not.toContain('secrets.')
  })
})

describe('a bill of materials', () => {
  const product = { type: 'application', name: 'shift', version: '1.0.0' } as const
  const graph = ({ dependencies }: ReturnType<typeof billOfMaterials>) =>
    new Map(dependencies.map(({ ref, dependsOn }) => [nameIn(ref), dependsOn.map(nameIn)]))
  const nameIn = (ref: string) => ref.replace(/^pkg:npm\/(.*)@[^@]*$/, '$1')

  it('says which package needs which', () => {
    const bill = billOfMaterials(['node_modules/ajv', 'node_modules/fast-deep-equal'], product)
    expect(graph(bill)).toEqual(
      new Map([
        ['shift', ['ajv']],
        ['ajv', ['fast-deep-equal']],
        ['fast-deep-equal', []],
      ]),
    )
  })

  it('names every component that it refers to, and refers to every one', () => {
    const bill: ReturnType<typeof billOfMaterials> = JSON.parse(read('dist/hotshift.cdx.json'))
    const components = new Set(bill.components.map((one) => one['bom-ref']))
    expect(new Set(bill.dependencies.flatMap(({ dependsOn }) => dependsOn))).toEqual(components)
    const root = bill.metadata.component['bom-ref']
    expect(new Set(bill.dependencies.map(({ ref }) => ref))).toEqual(new Set([root, ...components]))
    expect(
      bill.dependencies.filter(({ ref, dependsOn }) => ref !== root && dependsOn.length > 0),
    ).not.toEqual([])
  })

  it('has a part that is a product itself, with what that needs', () => {
    const part = billOfMaterials(['node_modules/ajv'], { ...product, name: 'server' })
    const bill = billOfMaterials(['node_modules/fast-deep-equal'], product, [part])
    expect(bill.components.map(({ name }) => name)).toEqual(['fast-deep-equal', 'server', 'ajv'])
    expect(graph(bill).get('shift')).toEqual(['fast-deep-equal', 'server'])
    expect(graph(bill).get('server')).toEqual(['ajv'])
  })
})
