import { isReportable, requirementIds, requirementOf } from '../../src/rules/onap/requirement.ts'
import { requirementsIn } from '../../src/rules/onap/rule.ts'
import { ruleFamilies } from '../../src/rules/onap/rule-families.ts'
import { violationsOf } from '../../src/rules/onap/violations.ts'
import type { RequirementCase } from './case.ts'
import { contrailCases } from './cases/contrail.ts'
import { nameCases } from './cases/names.ts'
import { packageCases } from './cases/packages.ts'
import { structureCases } from './cases/structure.ts'
import { valueCases } from './cases/values.ts'
import { type Change, changed, packageTexts } from './changes.ts'
import { packagesIn, shown, violationsIn } from './package.ts'

/** The requirements that are looked at. */
const checkedRequirements = new Set(ruleFamilies.flatMap(requirementsIn))

const lighthouse = packageTexts('onap-lighthouse')
const switchyard = packageTexts('onap-switchyard')

const all: readonly (readonly [title: string, one: RequirementCase, texts: typeof lighthouse])[] = [
  ...[structureCases, valueCases, nameCases, packageCases].flatMap((cases) =>
    cases.map((one) => [one.id, one, lighthouse] as const),
  ),
  ...contrailCases.map((one) => [one.id, one, switchyard] as const),
]

/** The violations of one requirement after some changes. */
function found({ id }: RequirementCase, texts: typeof lighthouse, changes: readonly Change[]): string[] {
  const now = changed(texts, changes)
  return violationsIn(now, id).map((violation) => shown(violation, now))
}

/** How many violations of one requirement there are after some changes. */
function countOf({ id }: RequirementCase, texts: typeof lighthouse, changes: readonly Change[]): number {
  const [pkg] = packagesIn(changed(texts, changes))
  return pkg === undefined ? 0 : violationsOf(pkg, new Set([id])).length
}

describe('packages that meet all requirements', () => {
  it.each([
    ['lighthouse', lighthouse],
    ['switchyard', switchyard],
  ])('%s', (_name, texts) => {
    expect(
      violationsIn(texts).map((one) => `${one.requirement} ${shown(one, texts)} ${one.message}`),
    ).toEqual([])
  })
})

describe('what does not meet a requirement is found', () => {
  it.each(all)('%s', (_title, one, texts) => {
    expect(one.flagged.length).toBeGreaterThan(0)
    expect(found(one, texts, one.broken)).toEqual(one.flagged)
  })
})

describe('what only looks as if it did is not', () => {
  it.each(all.filter(([, { alike }]) => alike !== undefined))('%s', (_title, one, texts) => {
    for (const changes of one.alike ?? []) expect(countOf(one, texts, changes)).toBe(0)
  })
})

describe('the table of requirements', () => {
  const reportable = requirementIds.filter((id) => {
    const entry = requirementOf(id)
    return entry !== undefined && isReportable(entry)
  })

  it('has a rule for each that can be decided, and for no other', () => {
    expect([...checkedRequirements].sort()).toEqual([...reportable].sort())
  })

  it('has a case and a look-alike for each', () => {
    const withCase = new Set(all.map(([, { id }]) => id))
    const withAlike = new Set(all.filter(([, { alike = [] }]) => alike.length > 0).map(([, { id }]) => id))
    expect(reportable.filter((id) => !withCase.has(id))).toEqual([])
    expect(reportable.filter((id) => !withAlike.has(id))).toEqual([])
  })

  it('never has a rule for what is only permitted', () => {
    expect([...checkedRequirements].filter((id) => requirementOf(id)?.keyword.startsWith('MAY'))).toEqual([])
  })
})
