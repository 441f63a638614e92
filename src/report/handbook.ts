/** Where the pages of hotshift are read by somebody who has only a report: as the package of that version has them. */
import description from '../../package.json' with { type: 'json' }

/** Where hotshift is published. */
export const homepage: string = description.homepage

/** The address of what is said of a finding's code. */
export function findingUri(version: string, code: string): string {
  return `${pageUri(version, 'findings.md')}#${encodeURIComponent(code)}`
}

/** The address of a reference page. */
export function pageUri(version: string, page: string): string {
  return `https://unpkg.com/${description.name}@${encodeURIComponent(version)}/docs/reference/${page}`
}
