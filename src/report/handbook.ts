/** Where the pages of hotshift are read by somebody who has only a report: as the package of that version has them. */

/** Where hotshift is published; `homepage` of package.json. */
export const homepage = 'https://www.npmjs.com/package/hotshift'

/** The address of what is said of a finding's code. */
export function findingUri(version: string, code: string): string {
  return `${pageUri(version, 'findings.md')}#${encodeURIComponent(code)}`
}

/** The address of a reference page. */
export function pageUri(version: string, page: string): string {
  return `https://unpkg.com/hotshift@${encodeURIComponent(version)}/docs/reference/${page}`
}
