import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isReportable, requirementIds, requirementOf, severityOf } from '../../src/onap/requirement.ts'

const root = join(import.meta.dirname, '../..')
const facts = join(root, '../shared/facts')
const hasFacts = existsSync(join(facts, 'onap-requirements.json'))
if (!hasFacts) console.warn('skipped: no ../shared/facts beside the project, the table is not regenerated')

describe('the table of requirements', () => {
  const itWithFacts = hasFacts ? it : it.skip
  itWithFacts('is what generate.mjs makes of ../shared/facts', () => {
    const output = mkdtempSync(join(tmpdir(), 'hotshift-onap-'))
    try {
      execFileSync(process.execPath, [join(root, 'src/onap/facts/generate.mjs'), facts, output])
      const committed = readFileSync(join(root, 'src/onap/facts/requirements.ts'), 'utf8')
      expect(readFileSync(join(output, 'requirements.ts'), 'utf8')).toBe(committed)
    } finally {
      rmSync(output, { recursive: true })
    }
  })

  it('holds every requirement in force, and none that is retired', () => {
    expect(requirementIds).toHaveLength(343)
    expect(requirementOf('R-83418')).toBeUndefined()
    expect(requirementOf('R-90526')).toEqual({
      keyword: 'MUST NOT',
      rule: 'A parameter must not have a default.',
      scope: 'template',
      section: 'ONAP Heat Orchestration Template Format: default',
      detectable: true,
      repair: 'safe',
      safeWhen: expect.stringContaining('not an ONAP-assigned parameter'),
    })
  })

  it.each([
    ['R-90526', 'error', true],
    ['R-35414', 'error', true],
    ['R-87004', 'warning', true],
    ['R-00011', 'warning', true],
    ['R-91273', 'info', false],
    ['R-41493', 'error', true],
    ['R-54517', 'error', false],
  ])('%s is an %s', (id, severity, reportable) => {
    const entry = requirementOf(id)
    expect(entry === undefined ? undefined : [severityOf(entry), isReportable(entry)]).toEqual([
      severity,
      reportable,
    ])
  })
})
