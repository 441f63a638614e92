// `npm run bench`: what hotshift costs. Bundled and started by bin/bench.mjs.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { chainFigureNames, chainFigures, type Parse } from './chain-figures.ts'
import { corpusFolder, readCorpus } from './corpus-files.ts'
import { diffFigure } from './diff-figure.ts'
import { editorFigures } from './editor-figures.ts'
import { type Figure, figureTable, isMet } from './figure.ts'
import { growthFigures } from './growth-figures.ts'
import { largeFigures } from './large-figures.ts'
import { libraryFigures } from './library-figures.ts'
import { manyFigureNames, manyFigures } from './many-figures.ts'
import { onapFigures } from './onap-figures.ts'
import { startUpFigures } from './start-up-figures.ts'
import { treeFigures } from './tree-figure.ts'
import { wholeFigureNames, wholeFigures } from './whole-figures.ts'

/** The package as its users load it, beside the build of it that is part of hotshift's bundle. */
function bareParse(root: string): Parse {
  const yaml = createRequire(join(root, 'package.json'))('yaml') as { parseDocument: Parse }
  return (text) => yaml.parseDocument(text)
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** The groups whose figures can be measured one by one. */
const figureNames: Readonly<Record<string, readonly string[]>> = {
  chain: chainFigureNames,
  many: manyFigureNames,
  whole: wholeFigureNames,
}

/** The groups of figures, by the names that the command line takes. */
type Groups = Readonly<
  Record<string, (isWanted: (name: string) => boolean) => readonly Figure[] | Promise<readonly Figure[]>>
>

/** @param words only groups and figures whose names have one of them are measured; all when there is none */
async function measured(groups: Groups, words: readonly string[]): Promise<readonly Figure[]> {
  const isNamed = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
  const figures: Figure[] = []
  for (const [name, run] of Object.entries(groups)) {
    // Single figures can be chosen in the groups that take longest only.
    const hasNamed = figureNames[name]?.some(isNamed) === true
    if (!isNamed(name) && !hasNamed) continue
    say(`measuring ${name}`)
    figures.push(...(await run(isNamed(name) ? () => true : isNamed)))
  }
  return figures
}

async function main(root: string, words: readonly string[]): Promise<void> {
  const hotshift = join(root, 'bin/hotshift.cjs')
  const folder = mkdtempSync(join(tmpdir(), 'hotshift-bench-'))
  try {
    const corpus = corpusFolder(root)
    for (const name of ['upgrade', 'growth', 'many', 'whole', 'editor', 'library', 'onap'])
      mkdirSync(join(folder, name))
    const groups: Groups = {
      diff: () => [diffFigure()],
      'start-up': () => startUpFigures(hotshift, folder),
      chain: (isWanted) => chainFigures(readCorpus(corpus), bareParse(root), isWanted),
      tree: () =>
        treeFigures(readCorpus(corpus), hotshift, join(folder, 'upgrade'), join(root, 'node_modules/yaml')),
      growth: () => growthFigures(hotshift, join(folder, 'growth')),
      large: () => largeFigures(hotshift, folder),
      editor: () => editorFigures(root, join(folder, 'editor')),
      library: () => libraryFigures(root, join(folder, 'library')),
      onap: () => onapFigures(hotshift, root, join(folder, 'onap')),
      whole: (isWanted) =>
        wholeFigures(readCorpus(corpus), { root, folder: join(folder, 'whole') }, isWanted, say),
      many: (isWanted) => manyFigures(hotshift, join(folder, 'many'), isWanted, say),
    }
    const figures = await measured(groups, words)
    process.stdout.write(
      `P is one bare parse of the same files by \`yaml\`. Files: ${relative(root, corpus)}\n\n`,
    )
    process.stdout.write(figureTable(figures))
    process.exitCode = figures.every(isMet) ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const [, , root = process.cwd(), ...words] = process.argv
void main(root, words)
