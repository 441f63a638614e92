// One file again and again through the library, as a service does: in a process that goes on, on every Node that is there.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Figure } from './figure.ts'
import { largeJson } from './large-template.ts'
import { median } from './measure.ts'
import { nodes } from './whole-figures.ts'

/** Sizes in bytes, how often each is rewritten, and ms that it may take. */
const cases = [
  { size: 10_000, times: 200, most: 5 },
  { size: 250_000, times: 24, most: 50 },
] as const

/** The source differs each time, and those before count as warming up. */
const AGAIN = `import { readFileSync } from 'node:fs'
const [, , library, file, times] = process.argv
const { rewrite } = await import(library)
const text = readFileSync(file, 'utf8')
const taken = []
for (let time = 0; time < 2 * Number(times); time += 1) {
  const { user, system } = process.cpuUsage()
  const [outcome] = rewrite([{ path: 'a.json', text: text + '\\n'.repeat(time) }], { chain: 'migrate', to: '2018-08-31' })
  if (outcome.status !== 'changed') throw new Error(\`it is \${outcome.status}\`)
  const used = process.cpuUsage({ user, system })
  if (time >= Number(times)) taken.push((used.user + used.system) / 1000)
}
process.stdout.write(JSON.stringify(taken))
`

/** @param folder an empty one to work in */
export function libraryFigures(root: string, folder: string): readonly Figure[] {
  const program = join(folder, 'again.mjs')
  writeFileSync(program, AGAIN)
  const library = pathToFileURL(join(root, 'dist/library/index.js')).href
  return nodes().flatMap(({ command, version }) =>
    cases.map(({ size, times, most }) => {
      const file = join(folder, `${size}.json`)
      writeFileSync(file, largeJson(size))
      const line = [program, library, file, String(times)]
      const taken: readonly number[] = JSON.parse(execFileSync(command, line, { encoding: 'utf8' }))
      return {
        name: `${size / 1000} KB again through the library, Node ${version}`,
        value: median(taken),
        target: most,
        unit: 'ms',
        note: `migrate with proof, processor time; ${Math.min(...taken).toFixed(1)} to ${Math.max(...taken).toFixed(1)} in ${times} times`,
      } as const
    }),
  )
}
