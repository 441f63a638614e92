import { type CodeFacts, severityOfKeyword } from '../../heat/code-facts.ts'
import { defined } from '../../text/document/records.ts'
import {
  type RequirementEntry,
  type RequirementId,
  requirementPages,
  requirementTable,
} from './facts/facts.ts'

export type { RequirementId }

/** A requirement by its number; undefined for a number that ONAP does not have, or has no more. */
export function requirementOf(id: string): RequirementEntry | undefined {
  return isRequirement(id) ? requirementTable[id] : undefined
}

export function isRequirement(id: string): id is RequirementId {
  return Object.hasOwn(requirementTable, id)
}

/** All numbers, in their order. */
export const requirementIds = Object.keys(requirementTable) as readonly RequirementId[]

/** Whether a violation can be found: a permission cannot be violated, and not every demand shows in the files. */
export function isReportable({ keyword, detectable }: RequirementEntry): boolean {
  return detectable && !keyword.startsWith('MAY')
}

/** What is known of a requirement, as of any code; why it is required stands apart. */
export function requirementFacts(id: RequirementId): CodeFacts {
  const { keyword, rule, section, repair, vvp: testedBy, introduced, updated } = requirementTable[id]
  return {
    title: rule,
    severity: severityOfKeyword(keyword),
    help: `${keyword}; VNF requirements of ONAP, ${section}. ${repairs[repair]}`,
    ...defined({ link: requirementLink(id), testedBy, introduced, updated }),
  }
}

/** The codes of rules that look for some requirements. */
export function requirementCodes(ids: Iterable<RequirementId>): Readonly<Record<string, CodeFacts>> {
  return Object.fromEntries([...ids].map((id) => [id, requirementFacts(id)]))
}

const repairs = {
  safe: '`hotshift remediate` repairs it if that changes nothing else.',
  supplied: '`hotshift remediate --supplied` repairs it, and leaves the value to ONAP.',
  lossy: '`hotshift remediate --lossy` repairs it, and says what is lost.',
  'by-hand': 'A person must decide.',
  none: 'There is nothing to repair.',
} as const

/** The page of the published wording, at the requirement; undefined where the page is not known. */
function requirementLink(id: RequirementId): string | undefined {
  const [chapter = ''] = requirementTable[id].section.split(':')
  const page = requirementPages.paths[chapter]
  return page === undefined ? undefined : `${requirementPages.root}${encodeURI(page)}#${id}`
}
