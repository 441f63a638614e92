/** What must hold of every repair, on each case of the check and on real packages. */
import type { Texts } from '../onap/changes.ts'
import { expectGoodRepair } from './expectations.ts'
import { broken, realPackages, several } from './packages.ts'
import { lostComments } from './properties.ts'
import { modes, remediated } from './remediated.ts'

const real = realPackages()

describe.each(modes)('%s repairs', (mode) => {
  it.each([...broken, ...several, ...(real ?? [])])('%s', (_title, texts) => {
    expectGoodRepair(texts, mode)
  })
})

/** The same packages as an editor of Windows writes them; of an empty file nothing says how its lines end. */
const withBreaks = (texts: Texts): Texts =>
  new Map([...texts].map(([path, text]) => [path, text.replace(/\r?\n/g, '\r\n')]))
const filled = broken.filter(
  ([, texts], index) => index % 8 === 0 && [...texts.values()].every((text) => text !== ''),
)

describe.each(modes)('%s repairs where lines end otherwise', (mode) => {
  it.each(filled)('%s: the same text', (_title, texts) => {
    const { texts: after } = remediated(withBreaks(texts), mode)
    expect(after).toEqual(withBreaks(remediated(texts, mode).texts))
  })
})

/** A package with a comment of its own for every line, behind it or above it. */
function commented(texts: Texts, where: 'behind' | 'above'): Texts {
  const line = (path: string) => (code: string, at: number) => {
    if (code.trim() === '' || code.includes('#')) return code
    const comment = `# ${path}, ${at}`
    return where === 'behind' ? `${code}  ${comment}` : `${/^ */.exec(code)?.[0]}${comment}\n${code}`
  }
  return new Map(
    [...texts].map(([path, text]) =>
      /\.(?:ya?ml|env)$/.test(path) ? [path, text.split('\n').map(line(path)).join('\n')] : [path, text],
    ),
  )
}

describe.each(modes)('%s repairs where every line has a comment', (mode) => {
  it.each(broken.filter((_one, index) => index % 6 === 1))('%s: no comment is lost', (_title, texts) => {
    for (const where of ['behind', 'above'] as const) {
      const before = commented(texts, where)
      expect(lostComments(before, remediated(before, mode))).toEqual([])
    }
  })
})
