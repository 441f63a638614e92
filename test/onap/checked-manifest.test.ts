/** A manifest in which a check finds something was not skipped. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const kiln = 'heat_template_version: 2016-10-14\nresources: {}\n'
const listing = (type: string) =>
  `{"name": "k", "data": [{"file": "base_kiln.yaml", "type": "${type}", "isBase": "true"}]}\n`

const run = async (manifest: string, more: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const files = { 'pkg/base_kiln.yaml': kiln, 'pkg/MANIFEST.json': manifest, ...more }
  const { stdout } = await inProcess([...args, '--format', 'json'], temporaryTree(files).root)
  const report = JSON.parse(stdout) as {
    readonly files: readonly {
      readonly path: string
      readonly kind: string
      readonly status: string
      readonly reason?: string
    }[]
  }
  const { kind, status, reason } = report.files.find(({ path }) => path.endsWith('MANIFEST.json')) ?? {}
  return [kind, status, reason]
}

const check = ['check', 'pkg', '--profile', 'onap'] as const
const readme = { 'pkg/notes.txt': 'burns\n' }

it('is refused for an error', async () => {
  const why = 'the manifest says that "base_kiln.yaml" is of type HEAT_ENV; it is HEAT'
  expect(await run(listing('HEAT_ENV'), {}, ...check)).toEqual(['manifest', 'blocked', why])
})

it('is left as it is for a warning, also by a repair', async () => {
  const left = ['manifest', 'unchanged', undefined]
  expect(await run(listing('HEAT'), readme, ...check)).toEqual(left)
  const repair = ['remediate', 'pkg', '--profile', 'onap', '--only', 'R-35414']
  expect(await run(listing('HEAT'), readme, ...repair)).toEqual(left)
})

it('counts with its errors in words', async () => {
  const { root } = temporaryTree({ 'pkg/base_kiln.yaml': kiln, 'pkg/MANIFEST.json': listing('HEAT_ENV') })
  const { stdout, status } = await inProcess([...check], root)
  expect(status).toBe(1)
  expect(stdout).toMatch(/^pkg\/MANIFEST\.json\n {2}1:33 {2}error {4}manifest-wrong /m)
  expect(stdout).not.toContain('skipped')
})
