/** Where `diff` says that nothing happens, `verify` finds no difference in any resource, nor in an output that is used. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { impactOf } from '../../src/engine/proof/impact.ts'
import { verify } from '../../src/engine/proof/verify.ts'
import { verdictOf } from '../../src/meaning/impact/model.ts'
import { numbers } from '../heat/schema-values.ts'

const corpus = join(__dirname, '../../corpus')
const folders = ['hot', 'packages', 'nested', 'heat-cfn']

type Files = ReadonlyMap<string, string>

const files: Files = new Map(
  folders.flatMap((folder) =>
    readdirSync(join(corpus, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ya?ml|template|json|sh|env)$/.test(name))
      .sort()
      .map((name) => [join(folder, name), readFileSync(join(corpus, folder, name), 'utf8')] as const),
  ),
)

const templates = [...files.keys()].filter((path) => /\.(?:ya?ml|template|json)$/.test(path))

/** The templates that a template leads to, with itself: what may be changed in its stack. */
function around(path: string): readonly string[] {
  const found = new Set([path])
  for (const one of found)
    for (const [name] of (files.get(one) ?? '').matchAll(/[\w./-]+\.(?:ya?ml|template|sh)\b/g)) {
      const other = relative('/', resolve('/', dirname(one), name))
      if (files.has(other)) found.add(other)
    }
  return [...found]
}

/** The text with one value changed: a word or a number behind a colon or a dash. */
function changed(text: string, random: (below: number) => number): string {
  const values = [...text.matchAll(/(?<=(?::|-) )(?:[a-z][\w.]*|\d+)(?=$|[ ,}\]])/gm)]
  const one = values[random(Math.max(1, values.length))]
  if (one === undefined) return text
  const next = /^\d+$/.test(one[0]) ? String(Number(one[0]) + 1) : `${one[0]}x`
  return text.slice(0, one.index) + next + text.slice(one.index + one[0].length)
}

const inputOf = (path: string, all: Files) => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  return {
    path,
    bytes: bytes(all.get(path) ?? ''),
    read: (name: string) => {
      const text = all.get(relative('/', resolve('/', name)))
      return text === undefined ? undefined : bytes(text)
    },
  }
}

/** Differences in what is deployed: not in declarations, and not in what only orders resources. */
const isDeployed = (path: string) => /^(?:resources|outputs)\./.test(path) && !/\.depends_on\b/.test(path)

describe('nothing happens', () => {
  it('is said only where verify finds no difference in resources and outputs', () => {
    const random = numbers(5)
    let quiet = 0
    const found: string[] = []
    for (let round = 0; round < 400; round += 1) {
      const path = templates[random(templates.length)] as string
      const inside = around(path)
      const other = inside[random(inside.length)] as string
      const text = changed(files.get(other) ?? '', random)
      const [before, after] = [inputOf(path, files), inputOf(path, new Map([...files, [other, text]]))]
      const answer = impactOf(before, after, { gate: 'checked' })
      if ('problem' in answer || verdictOf(answer.impact) !== 'nothing') continue
      quiet += 1
      const verification = verify(before, after)
      if (!('verdict' in verification)) continue
      const { verdict, differences } = verification.verdict
      // An output of a nested template that nobody reads is none of the outer stack.
      const deployed = differences.filter(
        (one) => isDeployed(one.path) && !(one.template !== undefined && one.path.startsWith('outputs.')),
      )
      if (verdict === 'differs' && deployed.length > 0)
        found.push(
          `${path}, ${other}: ${deployed.map((one) => `${one.template ?? ''} ${one.path}: ${one.before} -> ${one.after}`).join('; ')}`,
        )
    }
    expect(quiet).toBeGreaterThan(20)
    expect(found).toEqual([])
  })
})
