import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { looksLikeTemplate } from '../../src/heat/candidate.ts'
import { recognise } from '../../src/heat/kind.ts'
import { looksTemplated } from '../../src/heat/templated.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { filesBelow, ownCorpus } from '../engine/corpus-files.ts'

/** Real files with an index that says what each is; it stands beside the project where there is one. */
const corpus = join(__dirname, '../../../shared/corpus')
const hasCorpus = existsSync(join(corpus, 'index.json'))

interface IndexedFile {
  readonly path: string
  readonly kind: string
}

/** What the index calls a file, in our words. */
function expectedKind(indexed: string): string {
  if (indexed === 'env') return 'environment'
  if (indexed === 'hot-noversion') return 'hot-fragment'
  if (indexed === 'onap-manifest') return 'not-a-template'
  return /^hot-(?!fragment)/.test(indexed) ? 'hot' : indexed
}

const templated = { ours: 'templated', why: 'Jinja, or Python, has to go over it before it is a template' }
const generatorInput = { ours: 'not-a-template', why: 'has a top-level `environments`, which Heat rejects' }

/** Where we say something other than the index, and why that is right. */
function acceptedDifference(path: string): { readonly ours: string; readonly why: string } | undefined {
  if (/\.j2(\.|$)/.test(path) || path.endsWith('sahara/service/heat/resources/main.heat')) return templated
  return path.includes('/sample-env-generator/') ? generatorInput : undefined
}

function ours(folder: string, path: string): string {
  const text = readFileSync(join(folder, path), 'utf8')
  if (!looksLikeTemplate(text)) return 'not-a-template'
  if (looksTemplated(text, path) !== undefined) return 'templated'
  const reading = readDocument(text)
  if (!('document' in reading)) return `unreadable: ${reading.problem.message}`
  return recognise(reading.document.root, reading.document.syntax).kind
}

/** The kinds in each folder of the corpus of the project. */
const ownKinds: Readonly<Record<string, readonly string[]>> = {
  'aws-only': ['cfn-json', 'cfn-yaml'],
  blueprint: ['blueprint'],
  'cfn-json': ['cfn-json'],
  'cfn-yaml': ['cfn-yaml'],
  env: ['environment'],
  'heat-cfn': ['heat-cfn-json', 'heat-cfn-yaml'],
  hot: ['hot'],
  nested: ['cfn-json', 'cfn-yaml', 'environment', 'heat-cfn-json', 'hot', 'not-a-template'],
  odd: ['not-a-template', 'templated'],
  packages: ['environment', 'hot', 'not-a-template'],
}

it('the kinds of the files of our corpus are those of their folders', () => {
  const found: Record<string, Set<string>> = {}
  for (const path of filesBelow(ownCorpus).filter((path) => !path.endsWith('.md'))) {
    const [folder = ''] = path.split('/')
    const kinds = found[folder] ?? new Set()
    found[folder] = kinds.add(ours(ownCorpus, path))
  }
  const sorted = Object.entries(found).map(([folder, kinds]) => [folder, [...kinds].sort()])
  expect(Object.fromEntries(sorted)).toEqual(ownKinds)
})

const describeCorpus = hasCorpus ? describe : describe.skip

describeCorpus('the kinds of the files in ../shared/corpus', () => {
  const files: readonly IndexedFile[] = hasCorpus
    ? JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'))
    : []

  it('are those of its index, but for the differences listed here', () => {
    const found: string[] = []
    for (const { path, kind } of files) {
      const expected = acceptedDifference(path)?.ours ?? expectedKind(kind)
      const kindFound = ours(corpus, path)
      if (kindFound !== expected) found.push(`${path}: ${kindFound}, expected ${expected}`)
    }
    expect(found).toEqual([])
    expect(files).toHaveLength(400)
  })

  it('include no template that the cheap look misses', () => {
    const missed = files
      .filter(({ kind }) => !['not-a-template', 'onap-manifest'].includes(kind))
      .filter(({ path }) => !path.includes('/sample-env-generator/'))
      .filter(({ path }) => !looksLikeTemplate(readFileSync(join(corpus, path), 'utf8')))
    expect(missed).toEqual([])
  })

  it('are called templated by their text only where they cannot be read', () => {
    const readable = files.filter(({ path }) => {
      const text = readFileSync(join(corpus, path), 'utf8')
      return looksTemplated(text, 'unnamed') !== undefined && 'document' in readDocument(text)
    })
    expect(readable).toEqual([])
  })
})
