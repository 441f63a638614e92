/** What no other file uses is not exported: a reader of an export looks for its users. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../docs/handbook.ts'

const folders = ['src', 'transforms', 'bin', 'test']

const texts = new Map(
  folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(?:ts|mjs|cjs)$/.test(path))
      .map((path) => [`${folder}/${path}`, readFileSync(join(ROOT, folder, path), 'utf8')] as const),
  ),
)

/** How many files hold a word. */
function filesByWord(): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) found.set(word, (found.get(word) ?? 0) + 1)
  return found
}

it('only what another file names is exported', () => {
  const files = filesByWord()
  const exported = [...texts].flatMap(([path, text]) =>
    /^(?:src|transforms)\/(?!index\.ts|testing\.ts)/.test(path)
      ? [...text.matchAll(/^export (?:async )?(?:function\*?|const|class) ([\w$]+)/gm)].map(
          ([, name = '']) => [path, name] as const,
        )
      : [],
  )
  expect(exported.length).toBeGreaterThan(1500)
  expect(exported.filter(([, name]) => files.get(name) === 1)).toEqual([])
})
