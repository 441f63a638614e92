/**
 * `npm run corpus:typing -- [folder] [minutes]`: types in real templates and environments, and says which findings elsewhere were lost
 * or made up on the way. In each file a part is typed, and some lines are typed anew; the smallest files come first.
 */
import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { recognise } from '../../src/heat/kind.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping } from '../../src/text/document/node.ts'
import { mapOf, valueOf } from '../../src/text/document/read.ts'
import { filesBelow } from '../engine/corpus-files.ts'
import { allTyped, linesOf, type Session, typedLines } from './typing.ts'

/** So many lines of a file are typed anew at most. */
const MOST_LINES = 12

/** What has parts that somebody types as a whole. */
const sections = ['resources', 'Resources', 'resource_registry', 'parameter_defaults', 'parameters']

interface Sum {
  files: number
  broken: number
  expected: number
  lost: number
  untrue: number
}

function sessionsIn(text: string, root: Mapping): readonly Session[] {
  const lines = linesOf(text)
  const step = Math.max(9, Math.ceil(lines.length / MOST_LINES))
  return [...partsTyped(text, root), ...lines.filter((_, index) => index % step === 4)]
}

/** The second part of the first section that has more than two, in block style. */
function partsTyped(text: string, root: Mapping): readonly Session[] {
  for (const name of sections) {
    const section = mapOf(valueOf(root, name))
    const [, second, third] = section?.entries ?? []
    if (section?.style !== 'block' || second === undefined || third === undefined) continue
    const lineOf = (offset = 0) => text.lastIndexOf('\n', offset - 1) + 1
    const [start, end] = [lineOf(second.key.start), lineOf(third.key.start)]
    if (end - start < 3000) return [typedLines(text, start, end)]
  }
  return []
}

async function typeIn(folder: string, name: string, sums: Map<string, Sum>): Promise<void> {
  const text = readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')
  const reading = readDocument(text)
  const root = 'document' in reading ? mapOf(reading.document.root) : undefined
  if (root === undefined) return
  const { kind } = recognise(root, 'yaml')
  const { broken, expected, lost, untrue } = await allTyped(
    sessionsIn(text, root),
    1,
    `typed${extname(name)}`,
  )
  const sum = sums.get(kind) ?? { files: 0, broken: 0, expected: 0, lost: 0, untrue: 0 }
  sums.set(kind, sum)
  sum.files += 1
  sum.broken += broken
  sum.expected += expected
  sum.lost += lost.length
  sum.untrue += untrue.length
  for (const one of lost) process.stdout.write(`${name}: lost: ${one}\n`)
  for (const one of untrue) process.stdout.write(`${name}: untrue: ${one}\n`)
}

async function main(folder: string, minutes: number): Promise<void> {
  const end = Date.now() + minutes * 60_000
  const sums = new Map<string, Sum>()
  const sizes = new Map<string, number>()
  for (const name of filesBelow(folder))
    if (/\.(?:ya?ml|json|template|env)$/.test(name)) sizes.set(name, readFileSync(join(folder, name)).length)
  const names = [...sizes].sort(([, one], [, other]) => one - other).map(([name]) => name)
  let left = names.length
  for (const name of names) {
    if (Date.now() > end) break
    await typeIn(folder, name, sums)
    left -= 1
  }
  process.stdout.write(
    '| kind | files | texts that cannot be read | findings elsewhere | lost | untrue |\n|---|--:|--:|--:|--:|--:|\n',
  )
  for (const [kind, { files, broken, expected, lost, untrue }] of sums) {
    process.stdout.write(`| ${kind} | ${files} | ${broken} | ${expected} | ${lost} | ${untrue} |\n`)
    if (lost + untrue > 0) process.exitCode = 1
  }
  if (left > 0) process.stdout.write(`the time was over before ${left} files\n`)
}

const [, , project = '.', folder = '../shared/corpus', minutes = '120'] = process.argv
if (existsSync(join(project, folder))) void main(join(project, folder), Number(minutes))
else {
  process.stderr.write(`hotshift: the real templates belong into ${folder}, beside the project\n`)
  process.exitCode = 1
}
