/** A property test that fails once must fail again. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../docs/handbook.ts'

it('every property test has a seed', () => {
  const files = ['test', 'transforms'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path)),
  )
  const random = files
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
    .filter(({ text }) => /\bfc\.(?:assert|check|sample)\(/.test(text))
  const unseeded = random.filter(({ text }) => {
    const runs = text.match(/\bfc\.(?:assert|check|sample)\(/g)?.length ?? 0
    const seeds = text.match(/\bseed\b[:,]|\bseed }/g)?.length ?? 0
    return seeds < runs && !/^import '(?:\.\.?\/)+seed\.ts'$/m.test(text)
  })
  expect(random.length).toBeGreaterThan(15)
  expect(unseeded.map(({ path }) => path)).toEqual([])
})
