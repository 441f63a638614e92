/** Packages from which everything is taken that an example does not need. */
import { createChecker } from '../../src/engine/check.ts'
import type { Texts } from './changes.ts'

/** A package before a repair and after it. */
interface Pair {
  readonly before: Texts
  readonly after: Texts
}

interface Asked {
  readonly isMet: (texts: Texts) => boolean
  /** What is made of a package; where a person repairs it, what both have in common is taken from both. */
  readonly repaired: ((before: Texts) => Texts) | undefined
}

/** Lines of a file that stand below one another. */
interface Block {
  readonly lines: readonly string[]
  readonly parts: readonly Block[]
}

/** The pair without files, sections, entries and properties that it does not need to show what it shows. */
export function minimised(pair: Pair, asked: Asked): Pair {
  const refused = new Set(heatErrors(pair.before))
  const isGood = ({ before, after }: Pair) =>
    !asked.isMet(before) &&
    asked.isMet(after) &&
    heatErrors(after).length === 0 &&
    heatErrors(before).every((one) => refused.has(one))
  const without = ({ before, after }: Pair, path: string, block: Block | undefined): Pair => {
    const small = reduced(before, path, block)
    return { before: small, after: asked.repaired?.(small) ?? reduced(after, path, block) }
  }
  let current = pair
  const isTaken = (path: string, block: Block | undefined): boolean => {
    const next = without(current, path, block)
    if (next.before === current.before || !isGood(next)) return false
    current = next
    return true
  }
  const take = (path: string, blocks: readonly Block[]): void => {
    for (const block of blocks.toReversed()) if (!isTaken(path, block)) take(path, block.parts)
  }
  for (const path of pair.before.keys())
    if (!isTaken(path, undefined)) take(path, blocksOf((current.before.get(path) ?? '').split('\n')))
  // What one thing needed may not be needed any longer.
  for (const path of current.before.keys()) take(path, blocksOf((current.before.get(path) ?? '').split('\n')))
  return current
}

/** What Heat would refuse in the files of a package, so that none of it comes up on the way. */
export function heatErrors(texts: Texts): readonly string[] {
  const bytes = new Map([...texts].map(([path, text]) => [path, Buffer.from(text)]))
  const checker = createChecker({ readFile: (path) => bytes.get(path), exists: (path) => bytes.has(path) })
  return [...bytes].flatMap(([path, content]) => {
    const { findings } = checker.run({ path, bytes: content })
    // An example names files of its package that it does not show.
    const refused = findings.filter(({ code, severity }) => severity === 'error' && code !== 'missing-file')
    const own = refused.map(({ code }) => `${path} ${code}`)
    const text = texts.get(path) ?? ''
    return [
      ...own,
      ...(isBare(text) ? [`${path} empty section`] : []),
      ...(/\.ya?ml$/.test(path) && !/^heat_template_version:/m.test(text) ? [`${path} no version`] : []),
    ]
  })
}

/** Whether a key of the first level has no value, which Heat refuses in most sections. */
function isBare(text: string): boolean {
  return blocksOf(text.split('\n')).some(
    ({ lines }) => lines.length === 1 && /^\w+:\s*$/.test(lines[0] ?? ''),
  )
}

/** A package without a file, or without the lines of a block where they stand in it. */
function reduced(texts: Texts, path: string, block: Block | undefined): Texts {
  const text = texts.get(path)
  if (text === undefined) return texts
  const next = new Map(texts)
  if (block === undefined) next.delete(path)
  else {
    const lines = text.split('\n')
    const at = lines.findIndex((_line, index) =>
      block.lines.every((line, offset) => lines[index + offset] === line),
    )
    if (at === -1) return texts
    next.set(path, lines.toSpliced(at, block.lines.length).join('\n'))
  }
  return next
}

/** Each line with those below it that are indented deeper. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const indent = indentOf(lines[at] ?? '')
    let end = at + 1
    while (end < lines.length && (lines[end] ?? '') !== '' && indentOf(lines[end] ?? '') > indent) end += 1
    const own = lines.slice(at, end)
    if (own.some((line) => line !== '') || end < lines.length)
      blocks.push({ lines: own, parts: own.length > 1 ? blocksOf(own.slice(1)) : [] })
    at = end
  }
  return blocks
}

function indentOf(line: string): number {
  return line.search(/\S|$/)
}
