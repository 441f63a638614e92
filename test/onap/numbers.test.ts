import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hotshift } from '../cli/hotshift.ts'
import { ROOT } from '../docs/handbook.ts'

const folder = join(ROOT, 'corpus/packages')
const packages = readdirSync(folder).filter((name) => name.startsWith('onap-'))

function run(name: string, ...args: readonly string[]) {
  const { stdout, stderr } = hotshift([...args, '--profile', 'onap', '.'], join(folder, name))
  return stdout + stderr
}

/** How many locations the table of requirements says are repaired. */
function repaired(text: string): number {
  return Number(/^all +\d+ +(\d+) +\d+$/m.exec(text)?.[1] ?? 0)
}

/** What a check offers: repairs that lose nothing, and those that do. */
function offered(text: string) {
  const [, safe, more] =
    /remediate` repairs (\d+) of these locations(?:, with --lossy up to (\d+) more)?/.exec(text) ?? []
  const [, only] = /remediate --lossy` repairs up to (\d+) of these/.exec(text) ?? []
  return { safe: Number(safe ?? 0), lossy: Number(more ?? only ?? 0) }
}

it.each(packages)('check, a repair and a lossy repair of %s give one number', (name) => {
  const { safe, lossy } = offered(run(name, 'check'))
  const plain = run(name, 'remediate')
  expect(repaired(plain)).toBe(safe)
  expect(Number(/--lossy repairs up to (\d+) more/.exec(plain)?.[1] ?? 0)).toBe(lossy)
  expect(repaired(run(name, 'remediate', '--lossy'))).toBe(safe + lossy)
})
