/** What Heat accepts before a repair, it accepts after it. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hasHeatFor, python } from '../heat/installed.ts'
import type { Texts } from '../onap/changes.ts'
import { broken, realPackages } from './packages.ts'
import { modes, remediated } from './remediated.ts'

const compare = join(__dirname, '../heat/compare.py')
const heat = hasHeatFor('asking Heat')

function write(folder: string, texts: Texts): void {
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

/** Those that Heat accepts, of templates below a folder. */
function accepted(folder: string, templates: readonly string[]): ReadonlySet<string> {
  const files = templates.map((path) => join(folder, path))
  const { stdout } = spawnSync(python, [compare, '--check', ...files], { encoding: 'utf8' })
  const lines = [...stdout.matchAll(/^(accepted|refused) +(\S+)/gm)]
  expect(lines).toHaveLength(templates.length)
  return new Set(
    lines
      .filter(([, verdict]) => verdict === 'accepted')
      .map(([, , path = '']) => path.slice(folder.length + 1)),
  )
}

const real = realPackages() ?? []
const packages = [...broken.filter((_one, index) => index % 2 === 0), ...real]

;(heat ? describe : describe.skip)('Heat', () => {
  it.each(modes)('accepts after %s repairs what it accepted before', (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'hotshift-heat-'))
    try {
      const changed = packages.flatMap(([, texts], index) => {
        const { texts: after, nameOf } = remediated(texts, mode)
        write(join(folder, 'before', String(index)), texts)
        write(join(folder, 'after', String(index)), after)
        return [...texts.keys()]
          .filter((path) => /\.ya?ml$/.test(path) && after.get(nameOf(path)) !== texts.get(path))
          .map((path) => [`${index}/${path}`, `${index}/${nameOf(path)}`] as const)
      })
      expect(changed.length).toBeGreaterThan(real.length === 0 ? 5 : 20)
      const [before, after] = [
        accepted(
          join(folder, 'before'),
          changed.map(([path]) => path),
        ),
        accepted(
          join(folder, 'after'),
          changed.map(([, path]) => path),
        ),
      ]
      expect(before.size).toBeGreaterThan(changed.length / 2)
      expect(changed.filter(([path, now]) => before.has(path) && !after.has(now))).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
