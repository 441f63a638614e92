/** How a code behaves stands with the code: no list elsewhere repeats it for some codes. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFindingCode } from '../../src/engine/findings/catalogue.ts'

const ROOT = join(import.meta.dirname, '../..')

const list = /(\w*:? ?)\[((?:\s*'[\w-]+',?){2,})\s*\]/g

/** The lists of codes in a source, each as its codes; what a code itself declares is none. */
function codeLists(text: string): readonly string[] {
  return [...text.matchAll(list)].flatMap(([, before = '', items = '']) => {
    const codes = [...items.matchAll(/'([\w-]+)'/g)].map(([, code = '']) => code)
    return before !== 'settles: ' && codes.every(isFindingCode) ? [codes.join(' ')] : []
  })
}

it('is seen', () => {
  expect(codeLists("new Set(['bad-value', 'bad-arguments'])\n['bad-value']\n['a', 'b']")).toEqual([
    'bad-value bad-arguments',
  ])
  expect(codeLists("settles: ['bad-value', 'bad-arguments'],")).toEqual([])
})

it('stands nowhere but where a type of problems is narrowed to some of its codes', () => {
  const found = ['src', 'transforms'].flatMap((room) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => codeLists(readFileSync(join(ROOT, room, name), 'utf8'))),
  )
  expect(found.sort()).toEqual([
    // What the conversion says of a blueprint itself, and what keeps it from being converted.
    'blueprint-denied blueprint-incomplete blueprint-misspelt data-becomes-call',
    'blueprint-denied data-becomes-call',
  ])
})
