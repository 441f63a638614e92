import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { handbook, ROOT } from './handbook.ts'
import { called, calls, readersFolder } from './readers-folder.ts'

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
  const apart = ['docs/cookbook.md']
  const written = handbook().filter(
    ({ path }) => !path.startsWith('docs/reference/') && !apart.includes(path),
  )
  const all = written.flatMap(({ path, text }) => calls(text).map((call) => ({ path, call })))
  const distinct = [...new Map(all.map((one) => [one.call, one])).values()]

  it('are found', () => {
    expect(all.filter(({ path }) => path === 'docs/guide.md').length).toBeGreaterThan(10)
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
