import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { handbook, ROOT } from './handbook.ts'
import { called, calls, readersFolder, taskPages } from './readers-folder.ts'

/** What a command line of a page ends with in a folder of its own. */
function exitCodeOf(call: string): number | null {
  const folder = readersFolder()
  try {
    return called(call, folder).status
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe('command lines in the documentation', () => {
  // Those of a page for a task run in their order, in pages-in-order.slow.test.ts.
  const apart = ['docs/cookbook.md', ...taskPages().map(([path]) => path)]
  const written = handbook().filter(
    ({ path }) => !path.startsWith('docs/reference/') && !apart.includes(path),
  )
  const all = written.flatMap(({ path, text }) => calls(text).map((call) => ({ path, call })))
  const distinct = [...new Map(all.map((one) => [one.call, one])).values()]

  it('are found', () => {
    expect(taskPages().flatMap(([, all]) => all).length).toBeGreaterThan(60)
    expect(all.length).toBeGreaterThan(0)
    expect(readdirSync(join(ROOT, 'docs/examples'))).toContain('volume.yaml')
  })

  it('are noticed when they are wrong', () => {
    expect(exitCodeOf('migrate --wirte')).toBe(64)
    expect(exitCodeOf('migrate no-such-folder')).toBe(2)
  })

  // 1: --check found something; 3: the examples hold something that blocks.
  it.each(distinct)('$path: hotshift $call', ({ call }) => {
    expect([0, 1, 3]).toContain(exitCodeOf(call))
  })
})
