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

/** The page of the published wording, at the requirement; undefined where the page is not known. */
export function requirementLink(id: RequirementId): string | undefined {
  const [chapter = ''] = requirementTable[id].section.split(':')
  const page = requirementPages.paths[chapter]
  return page === undefined ? undefined : `${requirementPages.root}${encodeURI(page)}#${id}`
}
