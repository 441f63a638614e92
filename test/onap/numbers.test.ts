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

/** How many more locations each option repairs, as the last lines of a run say. */
function offered(text: string) {
  const of = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  return {
    supplied: of(/--supplied repairs up to (\d+) more/),
    lossy: of(/--lossy repairs up to (\d+) more/),
  }
}

it.each(packages)('check and repairs of every class of %s give one number', async (name) => {
  const check = await run(name, 'check', '--repairs')
  const safe = Number(/remediate` repairs (\d+) location/.exec(check)?.[1] ?? 0)
  const { supplied, lossy } = offered(check)
  const plain = await run(name, 'remediate')
  expect(repaired(plain)).toBe(safe)
  expect(offered(plain)).toEqual({ supplied, lossy })
  expect(repaired(await run(name, 'remediate', '--supplied'))).toBe(safe + supplied)
  expect(repaired(await run(name, 'remediate', '--lossy'))).toBe(safe + supplied + lossy)
})
