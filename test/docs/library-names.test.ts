/** The page about transforms of one's own begins with few names, and they are the ones that the package exports. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './handbook.ts'

const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8')
const section = page.slice(page.indexOf('### The names to begin with'), page.indexOf('### The contract'))
const names = section
  .split('\n')
  .flatMap((line) => /^\| (`[^|]*`) \|/.exec(line)?.[1]?.split(', ') ?? [])
  .map((name) => name.replaceAll('`', ''))

/** The names that a module imports from the package. */
function imported(source: string): readonly string[] {
  return [...source.matchAll(/import \{ ([^}]*) \} from 'hotshift'/g)].flatMap(([, all = '']) =>
    all.split(', '),
  )
}

it('the first page for authors names at most twenty', () => {
  expect(names.length).toBeGreaterThan(10)
  expect(names.length).toBeLessThanOrEqual(20)
  expect(new Set(names).size).toBe(names.length)
})

it('each of them is exported', async () => {
  const library = await import('../../src/index.ts')
  expect(names.filter((name) => !(name in library))).toEqual([])
})

it('the transform of the page and the one that `new transform` makes need no others', () => {
  const scaffold = readFileSync(join(ROOT, 'src/apps/cli/new/new-own-transform.ts'), 'utf8')
  const example = /^```ts transform\n(.*?)^```/ms.exec(page)?.[1] ?? ''
  const used = [...imported(scaffold), ...imported(example)]
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => !names.includes(name))).toEqual([])
})
