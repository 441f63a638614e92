import { type CatalogueEntry, catalogueEntry } from '../../../engine/findings/catalogue.ts'
import type { ReportedOutcome } from '../../../engine/outcome.ts'
import type { RequirementExample } from '../../../rules/onap/facts/facts.ts'
import type { LookUpCode } from '../../../show/report/reporter.ts'
import { defined } from '../../../text/document/records.ts'

/** What is known of codes, requirements of profiles included. */
interface CodeLookUp {
  readonly lookUp: LookUpCode
  /** Loads what the codes of an outcome need; to be awaited before they are looked up. */
  prepare(outcome: Pick<ReportedOutcome, 'findings'>): Promise<void> | undefined
}

/** The catalogue of requirements is large, and loaded with the first finding about one. */
export function codeLookUp(): CodeLookUp {
  let requirement: LookUpCode = () => undefined
  let isLoaded = false
  return {
    lookUp: (code) => catalogueEntry(code) ?? requirement(code),
    prepare: ({ findings }) => {
      if (isLoaded || !findings.some((finding) => finding.requirement !== undefined)) return undefined
      return loadRequirements().then((loaded) => {
        requirement = loaded
        isLoaded = true
      })
    },
  }
}

/** The requirements of all profiles as entries of a catalogue, by number. */
export async function loadRequirements(): Promise<LookUpCode> {
  const { isRequirement, requirementFacts } = await import('../../../rules/onap/requirement.ts')
  const { reasonOf } = await import('../../../rules/onap/facts/reasons.ts')
  return (code): CatalogueEntry | undefined =>
    isRequirement(code) ? { ...requirementFacts(code), ...defined({ why: reasonOf(code) }) } : undefined
}

/** The examples of requirements, by number; they are many, and only shown on request. */
export async function loadRequirementExamples(): Promise<(code: string) => RequirementExample | undefined> {
  const { requirementExample } = await import('../../../rules/onap/facts/examples.ts')
  return requirementExample
}
