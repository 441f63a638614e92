// The upgrade of a whole tree, as a user starts it, against a bare parse of the same files.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import { type CorpusFile, fileOf } from './corpus-files.ts'
import type { Figure } from './figure.ts'
import { type Usage, usageOf } from './processes.ts'

const FILES = 1500
const CHANGED = 300
const TARGET = '2018-08-31'

/** Reads and parses every file of a tree, as a program without hotshift would. */
const parseAll = `
const { readdirSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const { parseDocument } = require(process.argv[2])
for (const entry of readdirSync('tree', { recursive: true, withFileTypes: true }))
  if (entry.isFile()) parseDocument(readFileSync(join(entry.parentPath, entry.name), 'utf8'))
`

/**
 * @param files of a corpus; those in YAML are repeated as often as it takes
 * @param hotshift path of the executable
 * @param folder an empty one to work in
 * @param yaml path of the package \`yaml\`
 */
export function treeFigures(
  files: readonly CorpusFile[],
  hotshift: string,
  folder: string,
  yaml: string,
): readonly Figure[] {
  const { changed, others } = sortedForUpgrade(files)
  if (changed.length === 0 || others.length === 0) return []
  writeTree(join(folder, 'tree'), [...repeated(changed, CHANGED), ...repeated(others, FILES - CHANGED)])
  writeFileSync(join(folder, 'parse.cjs'), parseAll)
  const upgrade = () => usageOf([hotshift, 'upgrade', 'tree', '--to', TARGET, '--quiet'], folder)
  const parse = () => usageOf(['parse.cjs', yaml], folder)
  const times = [0, 1, 2].map(() => ({ upgrade: upgrade(), parse: parse() }))
  const least = (of: (one: { upgrade: Usage; parse: Usage }) => number) => Math.min(...times.map(of))
  const [mine, bare] = [least(({ upgrade: one }) => one.cpu), least(({ parse: one }) => one.cpu)]
  return [
    {
      name: 'upgrade of a tree, proof and diff and start',
      value: mine / bare,
      target: 0.6,
      unit: 'P',
      note: `${FILES} YAML files, ${CHANGED} change one line; ${mine.toFixed(0)} ms of CPU`,
    },
  ]
}

/** Templates of which an upgrade changes the version's line, and all other YAML. */
export function sortedForUpgrade(
  files: readonly CorpusFile[],
): Readonly<Record<'changed' | 'others', readonly CorpusFile[]>> {
  const engine = createEngine({
    chain: 'upgrade',
    to: TARGET,
    accept: [],
    partial: false,
    registry: transforms,
  })
  const [changed, others]: [CorpusFile[], CorpusFile[]] = [[], []]
  for (const file of files) {
    if (!/\.ya?ml$/.test(file.path)) continue
    const outcome = engine.run(file)
    const lines = outcome.status === 'changed' ? differingLines(file.text, outcome.after ?? '') : 0
    if (lines === 1) changed.push(file)
    else if (outcome.status !== 'changed') others.push(file)
  }
  return { changed, others }
}

function differingLines(before: string, after: string): number {
  const [old, next] = [before.split('\n'), after.split('\n')]
  return old.length === next.length ? old.filter((line, index) => line !== next[index]).length : -1
}

function repeated(files: readonly CorpusFile[], count: number): readonly CorpusFile[] {
  return Array.from({ length: count }, (_, index) => {
    const { path, bytes } = files[index % files.length] as CorpusFile
    return fileOf(`${Math.floor(index / files.length)}/${path}`, bytes)
  })
}

function writeTree(root: string, files: readonly CorpusFile[]): void {
  for (const { path, bytes } of files) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}
