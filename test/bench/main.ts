// `npm run bench`: what hotshift costs. Bundled and started by bin/bench.mjs.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chainFigures, type Parse } from './chain-figures.ts'
import { corpusFolder, readCorpus } from './corpus-files.ts'
import { diffFigure } from './diff-figure.ts'
import { type Figure, figureTable, isMet } from './figure.ts'
import { growthFigures } from './growth-figures.ts'
import { largeFigures } from './large-figures.ts'
import { startUpFigures } from './start-up-figures.ts'
import { treeFigures } from './tree-figure.ts'

/** The package as its users load it, beside the build of it that is part of hotshift's bundle. */
function bareParse(root: string): Parse {
  const yaml = createRequire(join(root, 'package.json'))('yaml') as { parseDocument: Parse }
  return (text) => yaml.parseDocument(text)
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

function main(root: string): void {
  const hotshift = join(root, 'bin/hotshift.cjs')
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-bench-'))
  try {
    const corpus = corpusFolder(root)
    for (const name of ['upgrade', 'growth']) mkdirSync(join(folder, name))
    const figures: Figure[] = []
    const measure = (what: string, run: () => readonly Figure[]) => {
      say(`measuring ${what}`)
      figures.push(...run())
    }
    measure('the diff', () => [diffFigure()])
    measure('start-up', () => startUpFigures(hotshift, folder))
    measure(`the chain on ${relative(root, corpus)}`, () => chainFigures(readCorpus(corpus), bareParse(root)))
    measure('the upgrade of a tree', () =>
      treeFigures(readCorpus(corpus), hotshift, join(folder, 'upgrade'), join(root, 'node_modules/yaml')),
    )
    measure('growth', () => growthFigures(hotshift, join(folder, 'growth')))
    measure('large templates', () => largeFigures(hotshift, folder))
    process.stdout.write(
      `P is one bare parse of the same files by \`yaml\`. Files: ${relative(root, corpus)}\n\n`,
    )
    process.stdout.write(figureTable(figures))
    process.exitCode = figures.every(isMet) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

main(process.argv[2] ?? process.cwd())
