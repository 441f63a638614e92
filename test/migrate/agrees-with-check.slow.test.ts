/** No command that writes says that a result is done which `check` refuses: over all fixtures and corpora. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, type Outcome, rewrite } from '../../src/index.ts'
import { transforms } from '../../transforms/registry.ts'
import { filesBelow, hasSharedCorpus, ownCorpus, sharedCorpus } from '../engine/corpus-files.ts'
import { fixtureCases } from '../transforms/fixture-cases.ts'

const chains = ['migrate', 'upgrade', 'migrate-natively', 'nativize', 'modernize'] as const
type Chain = (typeof chains)[number]

interface Template {
  readonly path: string
  readonly text: string
}

type Written = readonly [Template, Outcome & { readonly status: 'changed' }]

const root = join(__dirname, '../../transforms')

const fixtures: readonly Template[] = [...transforms.keys()].flatMap((id) =>
  fixtureCases(root, id).map(({ name, inputName, input }) => ({
    path: `${id}/${name}/${inputName}`,
    text: input.toString('utf8'),
  })),
)

/** Templates that stand alone: what lies beside one is part of what check says of it. */
const templatesBelow = (folder: string): readonly Template[] =>
  filesBelow(folder)
    .filter((path) => /\.(?:ya?ml|json|template)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

const errorsIn = (path: string, text: string): readonly string[] =>
  check([{ path, text }])
    .flatMap(({ findings }) => findings)
    .flatMap(({ severity, code, line }) => (severity === 'error' ? [`${code} ${line}`] : []))

/** What a command writes of each template that it changes. */
function changed(templates: readonly Template[], chain: Chain): readonly Written[] {
  return templates.flatMap((template): readonly Written[] => {
    const name = template.path.replace(/^.*\//, '')
    const [outcome] = rewrite([{ path: name, text: template.text }], { chain, to: 'auto' })
    return outcome?.status === 'changed' ? [[template, outcome]] : []
  })
}

/** Where a result that the command calls done is refused, or one that it calls refused is none. */
function contradiction(
  { path }: Template,
  outcome: Outcome & { readonly status: 'changed' },
): readonly string[] {
  const { after, newPath, path: own, undeployable } = outcome
  const errors = errorsIn(newPath ?? own, after)
  if (errors.length > 0 === (undeployable !== undefined)) return []
  return [`${path}: ${undeployable?.why ?? 'called done'}, and check finds ${errors.join(', ') || 'nothing'}`]
}

const folders: Readonly<Record<string, () => readonly Template[]>> = {
  fixtures: () => fixtures,
  'corpus/': () => templatesBelow(ownCorpus),
  ...(hasSharedCorpus ? { 'the real templates': () => templatesBelow(sharedCorpus) } : {}),
}

describe.each(Object.entries(folders))('what is made of %s', (name, templates) => {
  it.each(chains)('by %s is done where check says so', (chain) => {
    const given = templates()
    expect(given.length).toBeGreaterThan(50)
    const written = changed(given, chain)
    // The project's own templates have no resources of AWS in HOT.
    if (!(chain === 'nativize' && name === 'corpus/')) expect(written.length).toBeGreaterThan(5)
    expect(written.flatMap((one) => contradiction(...one))).toEqual([])
  })
})
