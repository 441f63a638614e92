/** Heat loads and validates what blueprints become, with stubs for the types that somebody has to supply. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blueprintRun, type MadeFiles, withStubs } from '../blueprint/blueprint-run.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'
import { hasHeatFor } from './installed.ts'
import { askHeat, isTaken } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about blueprints')
const withHeat = hasHeat ? describe : describe.skip

const corpus = join(ownCorpus, 'blueprint')
const names = filesBelow(corpus)

withHeat('what the blueprints of the corpus become', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-blueprints-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function written(name: string, files: MadeFiles): string {
    const home = join(folder, name)
    mkdirSync(home)
    for (const [path, text] of files) writeFileSync(join(home, path), text)
    return home
  }

  const asked = names.flatMap((name) => {
    const files = withStubs(blueprintRun(name, readFileSync(join(corpus, name), 'utf8')).files)
    const home = written(name, files)
    return [...files.keys()]
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => ({ path: join(home, path), environment: join(home, name.replace(/\.\w+$/, '.env')) }))
  })

  it('is taken by Heat', () => {
    expect(asked.length).toBeGreaterThanOrEqual(names.length + 10)
    expect(askHeat(asked).filter((one) => !isTaken(one))).toEqual([])
  })
})
