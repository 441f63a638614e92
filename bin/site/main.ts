// Writes pages of the site into the folder that is its second argument. Bundled and started by bin/build-site.mjs.

import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { addressOf } from './contents.ts'
import { renderSite } from './pages.ts'

const [root = '', folder = ''] = process.argv.slice(2)

async function writeSite(): Promise<void> {
  const { pages, files, sections } = await renderSite(root)
  const place = (address: string) => {
    const file = join(folder, address)
    mkdirSync(dirname(file), { recursive: true })
    return file
  }
  for (const [address, html] of pages) writeFileSync(place(address), html)
  for (const path of files) copyFileSync(join(root, path), place(addressOf(path)))
  writeFileSync(place('sections.js'), sections)
}

void writeSite()
