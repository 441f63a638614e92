import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { filesBelow, hasSharedCorpus, sharedCorpus } from '../engine/corpus-files.ts'

const python = '/usr/bin/python3'
const hasHeat = spawnSync(python, ['-c', 'import heat.engine.template']).status === 0
if (!hasHeat) console.warn('skipped: asking Heat about templates needs python3-heat for /usr/bin/python3')
if (!hasSharedCorpus) console.warn('skipped: checks of real templates need the folder ../shared/corpus')
const both = hasHeat && hasSharedCorpus ? describe : describe.skip

/** Mistakes that Heat sees only when the value is asked for, or that pass as data. */
const unseen: ReadonlySet<string> = new Set([
  'bad-arguments',
  'foreign-function',
  'unknown-function',
  'unknown-reference',
])

/** Files that are no templates to us: environments, manifests, and what Jinja has to fill in first. */
const noTemplate: ReadonlySet<string> = new Set(['environment', 'not-a-template'])

interface Answer {
  readonly path: string
  readonly errors: readonly string[]
  readonly isRefused: boolean
}

function answers(): readonly Answer[] {
  const checker = createChecker()
  const asked = ['hot', 'onap', 'cfn-json', 'cfn-yaml'].flatMap((folder) =>
    filesBelow(join(sharedCorpus, folder)).flatMap((name) => {
      const path = join(folder, name)
      const { kind, status, findings } = checker.run({ path, bytes: readFileSync(join(sharedCorpus, path)) })
      if (noTemplate.has(kind) || status === 'skipped') return []
      return [
        { path, errors: findings.filter(({ severity }) => severity === 'error').map(({ code }) => code) },
      ]
    }),
  )
  const refused = refusedByHeat(asked.map(({ path }) => path))
  return asked.map((one) => ({ ...one, isRefused: refused.has(one.path) }))
}

function refusedByHeat(paths: readonly string[]): ReadonlySet<string> {
  const compare = join(__dirname, '../heat/compare.py')
  const files = paths.map((path) => join(sharedCorpus, path))
  const { stdout, stderr } = spawnSync(python, [compare, '--check', '--no-types', ...files], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const lines = stdout.split('\n').filter((line) => /^(?:accepted|refused) /.test(line))
  if (lines.length !== paths.length) throw new Error(`${lines.length} of ${paths.length} answered: ${stderr}`)
  return new Set(paths.filter((_, index) => lines[index]?.startsWith('refused')))
}

both('hotshift check of real templates', () => {
  const all = hasHeat && hasSharedCorpus ? answers() : []

  it('finds something in whatever Heat refuses', () => {
    expect(all.filter(({ isRefused }) => isRefused).length).toBeGreaterThan(50)
    expect(all.filter(({ isRefused, errors }) => isRefused && errors.length === 0)).toEqual([])
  })

  it('calls nothing wrong that Heat takes, but for what Heat sees late or never', () => {
    expect(all.filter(({ isRefused }) => !isRefused).length).toBeGreaterThan(150)
    const unlike = all.filter(
      ({ isRefused, errors }) => !isRefused && errors.some((code) => !unseen.has(code)),
    )
    expect(unlike).toEqual([])
  })
})
