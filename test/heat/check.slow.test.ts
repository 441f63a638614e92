import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { brokenTemplates, takenTemplates } from '../rules/broken-templates.ts'
import { soundTemplates } from '../rules/sound-templates.ts'
import { damaged } from './damaged-templates.ts'
import { hasHeatFor } from './installed.ts'
import { type Answer, askHeat, isRefused, isTaken } from './refusal.ts'

const hasHeat = hasHeatFor('asking Heat about templates')
const withHeat = hasHeat ? describe : describe.skip
const withCorpus = hasHeat && hasSharedCorpus ? describe : describe.skip

const project = join(__dirname, '../..')
const fixtures = ['transforms', 'test/upgrade/fixtures'].map((folder) => join(project, folder))

/** Files that are no templates to us: environments, manifests, and what Jinja has to fill in first. */
const noTemplate: ReadonlySet<string> = new Set(['blueprint', 'environment', 'not-a-template'])

interface Compared extends Answer {
  readonly errors: readonly string[]
}

function readFile(path: string): Buffer | undefined {
  return existsSync(path) ? readFileSync(path) : undefined
}

/** What we find wrong in all templates of some folders, and what Heat does. */
function compared(folders: readonly string[]): readonly Compared[] {
  const checker = createChecker({ readFile })
  const paths = folders.flatMap((folder) => filesBelow(folder).map((name) => join(folder, name)))
  const own = paths.flatMap((path) => {
    if (!/\.(?:ya?ml|json|template)$/.test(path)) return []
    const { kind, status, findings } = checker.run({ path, bytes: readFileSync(path) })
    if (noTemplate.has(kind) || status === 'skipped') return []
    const errors = findings.filter(({ severity }) => severity === 'error')
    return [{ path, errors: errors.map(({ code, message }) => `${code} ${message}`) }]
  })
  return askHeat(own.map(({ path }) => ({ path }))).map((answer, index) => ({
    ...answer,
    errors: own[index]?.errors ?? [],
  }))
}

/** What check finds wrong and Heat takes, with the reason. */
const harsher: readonly (readonly [path: RegExp, error: RegExp, why: string])[] = [
  [
    /(?:Or|And|or|and) \/ \d+ /,
    /^(?:not-resolved-here|bad-value)/,
    'and and or stop at the first that decides',
  ],
  [/./, /^bad-combination/, 'rules of the classes themselves, which class-rules asks them for'],
  [/./, /^nested-error/, 'values in a nested template are looked at when its stack is made'],
  [/11-contains-as-a-condition/, /^missing-property/, 'a condition that never holds leaves the resource out'],
  [
    /names-that-are-no-text/,
    /true is read as true, not as the name of a condition/,
    'a condition that always holds, whatever the condition of that name says',
  ],
]

function isExplained({ path, errors }: Compared): boolean {
  return errors.every((one) => harsher.some(([of, error]) => of.test(path) && error.test(one)))
}

/** What Heat refuses for what a call gave in place of a name: check does not resolve calls. */
const milder: readonly (readonly [what: RegExp, error: RegExp])[] = [
  [/condition (?:is|a) .*\{/, /Invalid condition "/],
  [/deletion_policy (?:is|a) .*\{/i, /Invalid deletion policy "/],
  [/get_attr \/ \d+ (?:is|a) .*\{/, /unhashable type: 'list'|specified reference "/],
  [/get_resource a call/, /specified reference "/],
  [/choice-by-a-parameter/, /[Ii]nvalid condition "/],
]

function isOfValues({ path, refused }: Answer): boolean {
  return refused.every((one) => milder.some(([what, error]) => what.test(path) && error.test(one)))
}

function expectAgreement(all: readonly Compared[], least: { refused: number; taken: number }): void {
  expect(all.filter(isRefused).length).toBeGreaterThanOrEqual(least.refused)
  expect(all.filter(isTaken).length).toBeGreaterThanOrEqual(least.taken)
  expect(all.filter((one) => isRefused(one) && one.errors.length === 0 && !isOfValues(one))).toEqual([])
  expect(all.filter((one) => isTaken(one) && !isExplained(one))).toEqual([])
}

withHeat('hotshift check and Heat', () => {
  it('agree about templates with one mistake', () => {
    const asked = [
      ...Object.entries(soundTemplates).map(([name, text]) => ({ path: `sound: ${name}`, text })),
      ...takenTemplates.map(({ what, text }) => ({ path: `taken: ${what}`, text })),
      ...brokenTemplates.map(({ what, text }) => ({ path: `broken: ${what}`, text })),
    ]
    const unlike = askHeat(asked).filter((one) => isTaken(one) === one.path.startsWith('broken'))
    expect(unlike).toEqual([])
  })

  it('agree about damaged templates', () => {
    const asked = Object.entries(soundTemplates).flatMap(([name, text], index) =>
      damaged(text, 200, index + 1).map((one) => ({ path: `${name}: ${one.what}`, text: one.text })),
    )
    const checker = createChecker()
    const all = askHeat(asked).map((answer, index) => {
      const bytes = Buffer.from(asked[index]?.text ?? '')
      const { findings } = checker.run({ path: 'stack.json', bytes })
      const errors = findings.filter(({ severity }) => severity === 'error')
      return { ...answer, errors: errors.map(({ code, message }) => `${code} ${message}`) }
    })
    expectAgreement(all, { refused: 150, taken: 50 })
  })

  it('agree about the templates of this project', () => {
    expectAgreement(compared([ownCorpus, ...fixtures]), { refused: 200, taken: 300 })
  })
})

withCorpus('hotshift check and Heat', () => {
  it('agree about real templates', () => {
    const folders = ['hot', 'onap', 'cfn-json', 'cfn-yaml', 'other'].map((name) => join(sharedCorpus, name))
    expectAgreement(compared(folders), { refused: 100, taken: 90 })
  })
})
