import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inProcess } from '../cli/in-process.ts'
import { ROOT } from '../docs/handbook.ts'

const folder = join(ROOT, 'corpus/packages')
const packages = readdirSync(folder).filter((name) => name.startsWith('onap-'))

async function run(name: string, ...args: readonly string[]) {
  const { stdout, stderr } = await inProcess([...args, '--profile', 'onap', '.'], join(folder, name))
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

it.each(packages)('check, a repair and a lossy repair of %s give one number', async (name) => {
  const { safe, lossy } = offered(await run(name, 'check'))
  const plain = await run(name, 'remediate')
  expect(repaired(plain)).toBe(safe)
  expect(Number(/--lossy repairs up to (\d+) more/.exec(plain)?.[1] ?? 0)).toBe(lossy)
  expect(repaired(await run(name, 'remediate', '--lossy'))).toBe(safe + lossy)
})
