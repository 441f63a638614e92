import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { filesWithName, published, withPublishedName } from '../../bin/docs/published-name.ts'
import { handbook, ROOT } from './handbook.ts'

const OTHER = '@acme/shift'
const own = published(ROOT)
const other = { name: OTHER, version: '1.2.3-rc.1' }
const files = [
  ...handbook().filter(({ path }) => !/^(?:docs\/(?:reference|decisions)\/|C[A-Z]+\.md)/.test(path)),
  ...filesWithName(ROOT).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
]
const renamed = new Map(files.map(({ path, text }) => [path, withPublishedName(text, other)]))

/** Lines that say what npm is to install or to run, or where it has put it. */
const saying =
  /\bnpx (?:--yes )?[\w@]|npm (?:i|install|uninstall|exec) .*(?:@|hotshift|-\*\.tgz)|node_modules\/\w/

describe('the name under which hotshift is published', () => {
  it('stands in package.json, and by `npm run docs` wherever something is to be installed', () => {
    expect(files.filter(({ text }) => withPublishedName(text, own) !== text).map(({ path }) => path)).toEqual(
      [],
    )
    const changed = files.filter(({ path, text }) => renamed.get(path) !== text).map(({ path }) => path)
    expect(changed.sort()).toEqual([
      'README.md',
      'action.yml',
      'docs/ci.md',
      'docs/ci/github-matrix.yml',
      'docs/ci/gitlab-matrix.yml',
      'docs/ci/gitlab.yml',
      'docs/ci/kubernetes-report.yaml',
      'docs/ci/kubernetes.yaml',
      'docs/configuration.md',
      'docs/editors.md',
      'docs/installing.md',
      'docs/schemas.md',
    ])
  })

  it('stands nowhere else where something is to be installed', () => {
    const left = [...renamed].flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => saying.test(line) && !/@?acme[/-]shift|\$PACKAGE|\$\[\[ inputs\.package/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(left).toEqual([])
  })

  it('is put back by another run, and leaves YAML what it was', () => {
    for (const { path, text } of files) {
      const changed = renamed.get(path) ?? ''
      expect(withPublishedName(changed, own)).toBe(text)
      if (/\.ya?ml$/.test(path))
        expect(parseAllDocuments(changed).flatMap(({ errors }) => errors)).toEqual([])
    }
    const gitlab = parseAllDocuments(renamed.get('docs/ci/gitlab.yml') ?? '').map((one) => one.toJS())
    expect(gitlab[0].spec.inputs.package.default).toBe(`${OTHER}@1.2.3-rc.1`)
  })

  it('is what the page of the package in the registry has', () => {
    const { homepage } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(homepage.endsWith(`/package/${own.name}`)).toBe(true)
  })

  it.each([
    [OTHER, `${OTHER}@1.2.3`],
    ['shift', 'shift@1.2.3'],
    ['./shift-1.0.0.tgz', './shift-1.0.0.tgz'],
    ['git+https://git.example.org/shift.git', 'git+https://git.example.org/shift.git'],
  ])('of the action may be %s', (given, installed) => {
    const [{ runs }] = parseAllDocuments(readFileSync(join(ROOT, 'action.yml'), 'utf8')).map((one) =>
      one.toJS(),
    )
    const [first = ''] = runs.steps[0].run.split('# The findings')
    const script = `npm() { printf '%s' "$3"; }\n${first}`
    const env = { ...process.env, PACKAGE: given, VERSION: '1.2.3' }
    expect(spawnSync('bash', ['-c', script], { encoding: 'utf8', env }).stdout).toBe(installed)
  })
})
