import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pages } from '../../bin/docs/pages.ts'
import { isReviewPictureCurrent } from '../../bin/docs/review-picture.ts'

const ROOT = join(import.meta.dirname, '../..')

describe('pages made from the code', () => {
  const wanted = pages(ROOT)

  it('are as `npm run docs` writes them now', () => {
    const stale = [...wanted].filter(([path, text]) => read(path) !== text).map(([path]) => path)
    expect(explained(stale)).toBe('')
  })

  it('are all there is in docs/reference', () => {
    const present = readdirSync(join(ROOT, 'docs/reference'), { recursive: true, encoding: 'utf8' })
      .map((name) => `docs/reference/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.md'))
    expect(explained(present.filter((name) => !wanted.has(name)))).toBe('')
  })
})

describe('the picture of the page for reviews', () => {
  it('was shot of what the page shows of its examples now', () => {
    expect(explained(isReviewPictureCurrent(ROOT) ? [] : ['docs/pictures/review.png'])).toBe('')
  })
})

function read(path: string): string | undefined {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Empty when nothing is stale, else what to do. */
function explained(stale: readonly string[]): string {
  return stale.length === 0 ? '' : `stale, run \`npm run docs\`: ${stale.join(', ')}`
}
