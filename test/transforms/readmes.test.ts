import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transforms } from '../../transforms/registry.ts'
import { fixtureCases } from './fixture-cases.ts'

const root = join(__dirname, '../../transforms')

/** The code block that follows a line which says `Before:` or `After:`. */
function example(readme: string, title: 'Before' | 'After'): string | undefined {
  return new RegExp(`^${title}:\\n\\n\`\`\`\\w+\\n((?:.|\n)*?)\\n\`\`\`$`, 'm').exec(readme)?.[1]
}

/** Whether a text has the stretches of a block, which `...` separates. */
function holds(text: string, block: string): boolean {
  return block.split('\n...\n').every((stretch) => hasLines(text, stretch))
}

/** Whether lines stand in a text one after the other, all indented by the same blanks. */
function hasLines(text: string, block: string): boolean {
  const wanted = block.split('\n')
  const lines = text.split('\n')
  return lines.some((first, at) => {
    const indent = first.slice(0, first.length - first.trimStart().length)
    return wanted.every((line, index) => lines[at + index] === (line === '' ? '' : indent + line))
  })
}

const readmes = [...transforms.keys()]
  .map((id) => ({ id, file: join(root, id, 'README.md') }))
  .filter(({ file }) => existsSync(file))
  .map(({ id, file }) => ({ id, text: readFileSync(file, 'utf8') }))

it('most of them show an example', () => {
  expect(readmes.length).toBeGreaterThan(60)
  const shown = readmes.filter(({ text }) => example(text, 'Before') !== undefined)
  expect(shown.length).toBeGreaterThan(45)
})

describe.each(readmes)('README of $id', ({ id, text }) => {
  it('begins with the id', () => {
    expect(text).toMatch(new RegExp(`^# ${id}\\n\\n\\S`))
  })

  it('has no example that is not checked', () => {
    expect(text).not.toMatch(/^(?:becomes|For example,)$/m)
  })

  it('takes its example, where it has one, from the case that shows a change', () => {
    const change = fixtureCases(root, id).find(({ name }) => name === 'change')
    const before = example(text, 'Before')
    const after = example(text, 'After')
    expect(before === undefined).toBe(after === undefined)
    if (before === undefined || after === undefined) return
    expect([before, holds(change?.input.toString() ?? '', before)]).toEqual([before, true])
    expect([after, holds(change?.expected ?? '', after)]).toEqual([after, true])
  })
})
