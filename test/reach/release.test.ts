import { createHash } from 'node:crypto'
import { sums } from '../../bin/release/artefacts.mjs'
import {
  changelogProblems,
  licenceProblems,
  taggedProblems,
  treeProblems,
  versionProblems,
} from '../../bin/release/checks.mjs'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const changelog = (unreleased: string, section: string) =>
  `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n${section}\n## [0.9.0] - 2026-01-02\n\n- Old\n`

describe('what has to hold before a release', () => {
  it.each([
    ['', '## [1.0.0] - 2026-11-26\n\n- New\n', []],
    ['', '', ['CHANGELOG.md has no section [1.0.0]']],
    [
      '- Waits',
      '## [1.0.0] - 2026-11-26\n\n- New\n',
      ['CHANGELOG.md has text under [Unreleased]: move it below the version'],
    ],
    ['', '## [1.0.0]\n\n- New\n', ['CHANGELOG.md has no date for 1.0.0: ## [1.0.0] - YYYY-MM-DD']],
    ['', '## [1.0.0] - 2026-11-26\n', ['CHANGELOG.md says nothing of 1.0.0']],
  ])('a changelog: %j, %j', (unreleased, section, problems) => {
    expect(changelogProblems(changelog(unreleased, section), '1.0.0')).toEqual(problems)
  })

  it('a version that is new, and in the lockfile', () => {
    expect(versionProblems('1.0.0', '1.0.0', ['v0.9.0'])).toEqual([])
    expect(versionProblems('1.0', '1.0.0', ['v1.0'])).toEqual([
      '1.0 is no version',
      'package-lock.json has version 1.0.0: npm install --package-lock-only',
      'v1.0 is a tag already: npm version',
    ])
  })

  it('the tag of its commit, in the workflow that publishes', () => {
    expect(taggedProblems('1.0.0', '1.0.0', ['v1.0.0'])).toEqual([])
    expect(taggedProblems('1.0.0', '0.9.0', ['v0.9.0'])).toEqual([
      'package-lock.json has version 0.9.0: npm install --package-lock-only',
      'this commit has no tag v1.0.0',
    ])
  })

  it('a clean tree', () => {
    expect(treeProblems('')).toEqual([])
    expect(treeProblems(' M a.ts\n?? b.ts\n')).toEqual(['not committed: M a.ts', 'not committed: ?? b.ts'])
  })

  it('licences under which it may be passed on', () => {
    const one = (id?: string) => ({
      name: 'a',
      version: '1.0.0',
      licenses: [{ license: id === undefined ? {} : { id } }],
    })
    expect(licenceProblems({ components: [one('MIT'), one('ISC')] })).toEqual([])
    expect(licenceProblems({ components: [one('GPL-3.0'), one(), { name: 'b', version: '2.0.0' }] })).toEqual(
      ['a 1.0.0: GPL-3.0', 'a 1.0.0: a licence without a name', 'b 2.0.0: no licence'],
    )
  })

  it('sums of all files but their own', () => {
    const tree = temporaryTree({ b: 'two', a: 'one', SHA256SUMS: 'old' })
    const sha = createHash('sha256').update('one').digest('hex')
    expect(sums(tree.root).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(sums(tree.root)[0]).toEqual({ name: 'a', size: 3, line: `${sha}  a\n` })
  })
})
