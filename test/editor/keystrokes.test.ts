import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTolerantly, typedOffset } from '../../src/apps/editor/tolerant.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { mapOf, nameOf, valueOf } from '../../src/text/document/read.ts'

const CORPUS = join(import.meta.dirname, '../../corpus')

interface Typed {
  readonly file: string
  readonly before: string
  readonly block: string
  readonly after: string
  readonly others: readonly string[]
}

/** Each template with its second resource as what is typed: one in block style, of a size that somebody types. */
function typedResources(): readonly Typed[] {
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(CORPUS, file), 'utf8').replace(/\r\n/g, '\n')
      const reading = readDocument(text)
      const resources =
        'document' in reading ? mapOf(valueOf(mapOf(reading.document.root), 'resources')) : undefined
      const [, typed, next] = resources?.entries ?? []
      if (resources?.style !== 'block' || typed === undefined || next === undefined) return []
      const lineOf = (offset = 0) => text.lastIndexOf('\n', offset - 1) + 1
      const [start, end] = [lineOf(typed.key.start), lineOf(next.key.start)]
      if (start === end || end - start > 1500) return []
      const others = resources.entries.flatMap((one) => (one === typed ? [] : (nameOf(one) ?? [])))
      return [
        { file, before: text.slice(0, start), block: text.slice(start, end), after: text.slice(end), others },
      ]
    })
    .slice(0, 25)
}

describe('a resource that is typed letter by letter', () => {
  const all = typedResources()

  it('is taken from enough templates', () => {
    expect(all.length).toBeGreaterThan(7)
  })

  it.each(all.map((one) => [one.file, one] as const))('leaves a tree with all others: %s', (_, typed) => {
    const { before, block, after, others } = typed
    const lost: string[] = []
    for (let length = 1; length <= block.length; length++) {
      const written = block.slice(0, length)
      const isEnded = written.endsWith('\n')
      const text = `${before}${written}${isEnded ? '' : '\n'}${after}`
      const reading = readTolerantly(text, before.length + length - (isEnded ? 1 : 0))
      const resources = mapOf(valueOf(reading.root, 'resources'))
      const names = new Set(resources?.entries.map(nameOf))
      if (!others.every((name) => names.has(name))) lost.push(written.slice(-30))
      // Every name stands where the tree says, in the text that is being typed.
      for (const entry of resources?.entries ?? []) {
        const name = nameOf(entry) ?? ''
        const at = typedOffset(reading, entry.key.start ?? 0)
        if (others.includes(name) && !text.slice(at).replace(/^['"]/, '').startsWith(name))
          lost.push(`${name} at ${at}`)
      }
    }
    expect(lost).toEqual([])
  })
})
