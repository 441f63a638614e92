import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(__dirname, '../..')
const facts = join(root, '../shared/facts')
const hasFacts = existsSync(join(facts, 'hot-versions.json'))
if (!hasFacts) console.warn('skipped: no ../shared/facts beside the project, tables are not regenerated')

const describeFacts = hasFacts ? describe : describe.skip

describeFacts('the tables in src/heat/facts', () => {
  it('are what generate.mjs makes of ../shared/facts', () => {
    const output = mkdtempSync(join(tmpdir(), 'hotshift-facts-'))
    try {
      const generator = join(root, 'src/heat/facts/generate.mjs')
      execFileSync(process.execPath, [generator, facts, '', output])
      const names = readdirSync(output).sort()
      expect(names).toEqual([
        'custom-constraints.ts',
        'deprecations.ts',
        'removed-resource-types.ts',
        'resource-types.ts',
        'template-versions.ts',
      ])
      for (const name of names) {
        const committed = readFileSync(join(root, 'src/heat/facts', name), 'utf8')
        expect(readFileSync(join(output, name), 'utf8')).toBe(committed)
      }
    } finally {
      rmSync(output, { recursive: true })
    }
  })
})
