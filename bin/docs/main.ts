// `npm run docs`: writes the pages that are made from the code. Bundled and started by bin/docs.mjs.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pages } from './pages.ts'
import { drawReviewPicture, isReviewPictureCurrent } from './review-picture.ts'

function writePages(root: string): void {
  const wanted = pages(root)
  for (const [path, text] of wanted) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    process.stderr.write(`wrote ${path}\n`)
  }
  for (const path of readdirSync(join(root, 'docs/reference'), { recursive: true, encoding: 'utf8' })) {
    const name = `docs/reference/${path.replaceAll('\\', '/')}`
    if (!name.endsWith('.md') || wanted.has(name)) continue
    rmSync(join(root, name))
    process.stderr.write(`removed ${name}\n`)
  }
}

async function writePicture(root: string): Promise<void> {
  if (isReviewPictureCurrent(root)) return
  const missing = await drawReviewPicture(root)
  process.stderr.write(`${missing ?? 'wrote docs/pictures/review.png'}\n`)
  if (missing !== undefined) process.exitCode = 1
}

const root = process.argv[2] ?? process.cwd()
writePages(root)
void writePicture(root)
