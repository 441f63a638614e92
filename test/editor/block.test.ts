import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completionsAt } from '../../src/apps/editor/complete.ts'
import type { TreeMemory } from '../../src/apps/editor/cursor.ts'
import { readTolerantly } from '../../src/apps/editor/tolerant.ts'

const CORPUS = join(import.meta.dirname, '../../corpus')

const templates = readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ya?ml$/.test(name))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(CORPUS, name), 'utf8') }))
  .filter(({ text }) => text.includes('heat_template_version') && text.length < 20_000)

function memoryOf(text: string): TreeMemory {
  const { root, problem } = readTolerantly(text)
  return root === undefined || problem !== undefined ? {} : { last: { text, root } }
}

describe('completion with what was read before', () => {
  it('offers the same as without, wherever something is typed', () => {
    const pieces = [
      '',
      'x',
      ' {get_param: ',
      '\n      na',
      ': ',
      '\n    ',
      '[',
      '"',
      '\n  new:\n    type: OS::',
    ]
    let state = 7
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return state % below
    }
    const different: string[] = []
    let [asked, near] = [0, 0]
    for (const { name, text } of templates) {
      for (let count = 0; count < 30; count++) {
        const at = random(text.length)
        const piece = pieces[random(pieces.length)] ?? ''
        const typed = text.slice(0, at) + piece + text.slice(at)
        const offset = at + piece.length
        const memory = memoryOf(text)
        const { last } = memory
        const answer = completionsAt(typed, offset, undefined, memory)
        const alone = completionsAt(typed, offset)
        if (JSON.stringify(answer) !== JSON.stringify(alone)) different.push(`${name} ${at} ${piece}`)
        if (alone.items.length === 0) continue
        asked += 1
        if (memory.last === last) near += 1
      }
    }
    expect(different).toEqual([])
    expect(templates.length).toBeGreaterThan(20)
    expect(asked).toBeGreaterThan(100)
    // Most of them are answered without reading the whole text again.
    expect(near).toBeGreaterThan(asked / 2)
  })

  const text = `heat_template_version: rocky
parameters:
  one: {type: string}
resources:
  a:
    type: OS::Heat::Value
    properties:
      value: {get_param: one}
  b:
    type: OS::Heat::None
`
  const labelsAt = (typed: string, memory: TreeMemory) =>
    completionsAt(typed.replace('|', ''), typed.indexOf('|'), undefined, memory).items.map(
      ({ label }) => label,
    )

  it('knows what has been declared elsewhere since', () => {
    const memory = memoryOf(text)
    const typed = text
      .replace('  one:', '  two: {type: string}\n  one:')
      .replace('get_param: one', 'get_param: |')
    expect(labelsAt(typed, memory)).toEqual(expect.arrayContaining(['one', 'two']))
  })

  it('knows what the entry itself is now', () => {
    const memory = memoryOf(text)
    const typed = text.replace('OS::Heat::Value', 'OS::Nova::Server').replace('value: {get_param: one}', '|')
    expect(labelsAt(typed, memory)).toContain('flavor')
    expect(memory.last?.text).toBe(text)
  })
})
