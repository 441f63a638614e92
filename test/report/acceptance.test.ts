import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogueEntry } from '../../src/engine/catalogue.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { AcceptanceCount, acceptanceOf } from '../../src/report/acceptance.ts'
import { inProcess } from '../cli/in-process.ts'

/** A blocked file with some errors. */
function blockedBy(...codes: readonly string[]): FileOutcome {
  const findings = codes.map((code) => ({ code, severity: 'error', message: '', line: 1, column: 1 }))
  return { path: 'a.yaml', status: 'blocked', transforms: [], findings } as unknown as FileOutcome
}

describe('acceptanceOf', () => {
  it('counts what each code costs', () => {
    const outcome = blockedBy('import-value', 'aws-only-key', 'import-value')
    expect(acceptanceOf(outcome, catalogueEntry)).toEqual({
      codes: ['aws-only-key', 'import-value'],
      counts: new Map([
        ['import-value', 2],
        ['aws-only-key', 1],
      ]),
    })
  })

  it('says nothing of a file that something else blocks, too, or that nothing blocks', () => {
    expect(acceptanceOf(blockedBy('import-value', 'unknown-section'), catalogueEntry)).toBeUndefined()
    const changed = { ...blockedBy('import-value'), status: 'changed' } as FileOutcome
    expect(acceptanceOf(changed, catalogueEntry)).toBeUndefined()
    expect(acceptanceOf(blockedBy(), catalogueEntry)).toBeUndefined()
  })
})

describe('AcceptanceCount', () => {
  it('begins with what frees most files, and ends with what frees all', () => {
    const count = new AcceptanceCount()
    const sets = [['a'], ['a'], ['a', 'b'], ['c'], ['a', 'b', 'c', 'd']]
    for (const codes of sets) count.add({ codes, counts: new Map() })
    count.add(undefined)
    expect(count.steps()).toEqual([
      { codes: ['a'], files: 2 },
      { codes: ['a', 'b', 'c', 'd'], files: 5 },
    ])
  })

  it('says what the codes of all files cost, and counts locations where the catalogue has no word for it', () => {
    const count = new AcceptanceCount()
    count.add(acceptanceOf(blockedBy('import-value', 'aws-only-key', 'import-value'), catalogueEntry))
    count.add(acceptanceOf(blockedBy('import-value', 'foreign-function'), catalogueEntry))
    expect(count.costs(catalogueEntry)).toBe(
      '1 key that AWS acts on is removed, foreign-function at 1 location, 3 imports become parameters',
    )
  })

  it('has no steps where no file can be accepted', () => {
    expect(new AcceptanceCount().steps()).toEqual([])
  })
})

describe('a run with files that can be accepted', () => {
  const template = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Note: {Type: 'OS::Heat::Value', Properties: {value: {'Fn::ImportValue': net}}}
`

  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('says what to type, with the options that were given, and that does it', async () => {
    writeFileSync(join(folder, 'a b.yaml'), template)
    const { stderr } = await inProcess(['migrate', '.', '--to', 'rocky'], folder)
    expect(stderr).toContain(
      'nothing else blocks 1 file: hotshift migrate . --to rocky --accept import-value\nit costs: 1 import becomes a parameter\n',
    )
    const again = await inProcess(
      ['migrate', 'a b.yaml', '--to', 'rocky', '--accept', 'import-value'],
      folder,
    )
    expect(again.stderr).toMatch(/changed +1/)
  })

  it('loses none of the options that say what becomes of a file', async () => {
    writeFileSync(join(folder, 'a b.yaml'), template)
    expect(
      (await inProcess(['migrate', 'a b.yaml', '--native=strict', '--cloud', 'queens'], folder)).stderr,
    ).toContain(
      "nothing else blocks 1 file: hotshift migrate 'a b.yaml' --native=strict --cloud queens --accept import-value\n",
    )
    const select = `heat_template_version: 2013-05-23
resources: {g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Heat::None}}}}
outputs: {one: {value: {"Fn::Select": [0, {get_attr: [g, name]}]}}}
`
    writeFileSync(join(folder, 'c.yaml'), select)
    const asked = ['--to', 'latest', '--version-style', 'name', '--idioms']
    expect((await inProcess(['upgrade', 'c.yaml', ...asked], folder)).stderr).toContain(
      `nothing else blocks 1 file: hotshift upgrade c.yaml ${asked.join(' ')} --accept select-by-yaql\n`,
    )
  })
})
