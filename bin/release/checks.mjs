// What has to hold before a release, each as a function that says what is wrong: an empty list is good.

/** @typedef {{ readonly components: readonly { readonly name: string, readonly version: string, readonly licenses?: readonly { readonly license: { readonly id?: string } }[] }[] }} Bill */

/** Licences under which others' code may be part of what is passed on. */
const LICENCES = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']

/**
 * The changelog has a section for the version, dated and not empty, and nothing waits above it.
 *
 * @param {string} changelog
 * @param {string} version
 * @returns {readonly string[]}
 */
export function changelogProblems(changelog, version) {
  const sections = changelog.split(/^## /m).slice(1)
  const bodyOf = (/** @type {string} */ section = '') => section.slice(section.indexOf('\n')).trim()
  const own = sections.find((section) => section.startsWith(`[${version}]`))
  const waiting = bodyOf(sections.find((section) => section.startsWith('[Unreleased]')) ?? '\n')
  return [
    ...(own === undefined ? [`CHANGELOG.md has no section [${version}]`] : []),
    ...(own !== undefined && !/^\[[^\]]+\] - \d{4}-\d\d-\d\d\n/.test(own)
      ? [`CHANGELOG.md has no date for ${version}: ## [${version}] - YYYY-MM-DD`]
      : []),
    ...(own !== undefined && bodyOf(own) === '' ? [`CHANGELOG.md says nothing of ${version}`] : []),
    ...(waiting === '' ? [] : ['CHANGELOG.md has text under [Unreleased]: move it below the version']),
  ]
}

/**
 * The version is one that npm takes, has not been released, and is the one that the lockfile names.
 *
 * @param {string} version
 * @param {string} locked
 * @param {readonly string[]} tags
 */
export function versionProblems(version, locked, tags) {
  const tagged = tags.includes(`v${version}`) ? [`v${version} is a tag already: npm version`] : []
  return [...numberProblems(version, locked), ...tagged]
}

/**
 * The same of a release that a person has tagged: the version is that of the tag.
 *
 * @param {string} version
 * @param {string} locked
 * @param {readonly string[]} tags of the commit
 */
export function taggedProblems(version, locked, tags) {
  const untagged = tags.includes(`v${version}`) ? [] : [`this commit has no tag v${version}`]
  return [...numberProblems(version, locked), ...untagged]
}

/** @type {(version: string, locked: string) => readonly string[]} */
function numberProblems(version, locked) {
  return [
    ...(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(version) ? [] : [`${version} is no version`]),
    ...(version === locked
      ? []
      : [`package-lock.json has version ${locked}: npm install --package-lock-only`]),
  ]
}

/** @param {string} status what `git status --porcelain` prints */
export const treeProblems = (status) =>
  status
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `not committed: ${line.trim()}`)

/** @param {Bill} bill of what is passed on */
export const licenceProblems = ({ components }) =>
  components.flatMap(({ name, version, licenses = [] }) => {
    const ids = licenses.map(({ license }) => license.id ?? 'a licence without a name')
    const isKnown = ids.length > 0 && ids.every((id) => LICENCES.includes(id))
    return isKnown ? [] : [`${name} ${version}: ${ids.join(', ') || 'no licence'}`]
  })
