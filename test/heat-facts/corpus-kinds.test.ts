import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDocument } from '../../src/document/document.ts'
import { looksLikeTemplate } from '../../src/heat/candidate.ts'
import { recognise } from '../../src/heat/kind.ts'
import { looksTemplated } from '../../src/heat/templated.ts'

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
const generatorInput = { ours: 'not-a-template', why: 'has a top-level `environments`, which Heat refuses' }

/** Where we say something else than the index, and why that is right. */
function acceptedDifference(path: string): { readonly ours: string; readonly why: string } | undefined {
  if (/\.j2(\.|$)/.test(path) || path.endsWith('sahara/service/heat/resources/main.heat')) return templated
  return path.includes('/sample-env-generator/') ? generatorInput : undefined
}

function ours(path: string): string {
  const text = readFileSync(join(corpus, path), 'utf8')
  if (!looksLikeTemplate(text)) return 'not-a-template'
  if (looksTemplated(text, path) !== undefined) return 'templated'
  const reading = readDocument(text)
  if (!('document' in reading)) return `unreadable: ${reading.problem.message}`
  return recognise(reading.document.root, reading.document.syntax).kind
}

const describeCorpus = hasCorpus ? describe : describe.skip

describeCorpus('the kinds of the files in ../shared/corpus', () => {
  const files: readonly IndexedFile[] = hasCorpus
    ? JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8'))
    : []

  it('are those of its index, but for the differences listed here', () => {
    const found: string[] = []
    for (const { path, kind } of files) {
      const expected = acceptedDifference(path)?.ours ?? expectedKind(kind)
      const kindFound = ours(path)
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
