/** What comments do not say: words that the table in CONTRIBUTING.md replaces by the field's own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../docs/handbook.ts'

/** Every room of `src` and every family of `transforms`, new ones included, and what builds them. */
const rooms = [
  ...foldersOf('src').map((name) => `src/${name}`),
  ...foldersOf('transforms').map((name) => `transforms/${name}`),
  'bin',
].filter((room) => filesOf(room).length > 0)

const forbidden: readonly RegExp[] = [
  /\btold\b/i,
  /\bfeels?\b/i,
  /\bhears?\b/i,
  /\bstay(?:s|ing|ed)?\b/i,
  /\bkept\b/i,
  /\bgone\b/i,
  /\blook-ups?\b/i,
  /\bmend(?:s|ed|ing)?\b/i,
  /\bfor granted\b/i,
  /\bstands? elsewhere\b/i,
  /\btexts?\b/i,
  /\bplaces?\b/i,
  /\b(?:a|the|each|every|one|this|no|of|all|nested) calls?\b/i,
]

/** Where such a word is the right one. */
const allowed = ['source text', 'text edits', 'in place']

interface Comment {
  readonly line: number
  readonly words: string
}

/** Names of code in comments, and types. */
const notWords = /`[^`]*`|@(?:param|returns|type) (?:\{.*\} ?)?\w*/g

/** The comments of a source, line by line, without what is no prose in them. */
function commentsOf(source: string): readonly Comment[] {
  return source.split('\n').flatMap((line, index) => {
    const [, words] = /^\s*(?:\/\*\*?|\*|\/\/)(.*)/.exec(line) ?? / \/\/ (.*)$/.exec(line) ?? []
    return words === undefined ? [] : [{ line: index + 1, words: words.replace(notWords, '`') }]
  })
}

function found(words: string): readonly string[] {
  const judged = allowed.reduce((rest, phrase) => rest.replaceAll(new RegExp(phrase, 'gi'), ''), words)
  return forbidden.filter((word) => word.test(judged)).map(String)
}

function foldersOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name)
}

function filesOf(room: string): readonly string[] {
  return readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs|cjs)$/.test(name))
    .map((name) => `${room}/${name.replaceAll('\\', '/')}`)
}

describe('words that are not used', () => {
  it.each(rooms)('stand in no comment of %s', (room) => {
    const comments = filesOf(room).flatMap((path) =>
      commentsOf(readFileSync(join(ROOT, path), 'utf8')).map((one) => ({ path, ...one })),
    )
    expect(comments.length).toBeGreaterThan(0)
    const said = comments.flatMap(({ path, line, words }) =>
      found(words).map((word) => `${path}:${line}: ${word}`),
    )
    expect(said).toEqual([])
  })

  it('are looked for in these rooms at least', () => {
    expect(rooms).toEqual(
      expect.arrayContaining(['bin', 'src/rules', 'src/text', 'transforms/cfn', 'transforms/onap']),
    )
  })

  it('would be found in each kind of comment', () => {
    const source = [
      '/** What a stack feels of it. */',
      '/**',
      ' * The text that stays.',
      ' */',
      "const gone = 'kept' // told apart",
      '  // A call of `place`, at its place in the source text.',
    ].join('\n')
    expect(commentsOf(source).flatMap(({ line, words }) => found(words).map((word) => [line, word]))).toEqual(
      [
        [1, String(/\bfeels?\b/i)],
        [3, String(/\bstay(?:s|ing|ed)?\b/i)],
        [3, String(/\btexts?\b/i)],
        [5, String(/\btold\b/i)],
        [6, String(/\bplaces?\b/i)],
        [6, String(/\b(?:a|the|each|every|one|this|no|of|all|nested) calls?\b/i)],
      ],
    )
  })

  it('would be found in the table that replaces them', () => {
    const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8')
    expect(found(contributing)).toEqual(
      expect.arrayContaining([/\btold\b/i, /\bkept\b/i, /\blook-ups?\b/i, /\bgone\b/i].map(String)),
    )
  })
})
