import { severityOfKeyword } from '../../src/heat/code-facts.ts'
import { requirementExample } from '../../src/rules/onap/facts/examples.ts'
import { reasonOf } from '../../src/rules/onap/facts/reasons.ts'
import {
  isReportable,
  requirementFacts,
  requirementIds,
  requirementOf,
} from '../../src/rules/onap/requirement.ts'

describe('the table of requirements', () => {
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
      vvp: 'test_heat_parameter_section.py::test_default_values',
    })
  })

  it('says of each that a check can find violated why ONAP wants it, in one sentence', () => {
    for (const id of requirementIds) {
      const entry = requirementOf(id)
      const isWanted = entry !== undefined && isReportable(entry)
      expect([id, /^[A-Z][^.!?]*\.$/.test(reasonOf(id) ?? '')]).toEqual([id, isWanted])
    }
  })

  it('knows the page of each, at the requirement', () => {
    for (const id of requirementIds)
      expect(requirementFacts(id).link).toMatch(
        new RegExp(`^https://docs\\.onap\\.org/[\\w./%-]+/Chapter5/Heat/[\\w%/-]+\\.html#${id}$`),
      )
    expect(requirementFacts('R-98407').link).toContain('/%7Bvm-type%7D.html#')
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
    expect(entry === undefined ? undefined : [severityOfKeyword(entry.keyword), isReportable(entry)]).toEqual(
      [severity, reportable],
    )
  })
})

describe('the examples of requirements', () => {
  const looked = requirementIds.filter((id) => {
    const entry = requirementOf(id)
    return entry !== undefined && isReportable(entry)
  })

  it('has one for each that is looked at, and for no other', () => {
    expect(requirementIds.filter((id) => requirementExample(id) !== undefined)).toEqual(looked)
  })

  it('shows files before and after that differ, in few lines', () => {
    for (const id of looked) {
      const { before = {}, after = {} } = requirementExample(id) ?? {}
      expect(before).not.toEqual(after)
      for (const text of [...Object.values(before), ...Object.values(after)])
        expect(text.split('\n').length).toBeLessThanOrEqual(17)
    }
  })
})
