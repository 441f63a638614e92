/** `--baseline` with an earlier report in JSON: what has changed since. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const gate = (...parameters: readonly string[]) => `heat_template_version: 2018-03-02
description: A gate
parameters:
${parameters.map((name) => `  ${name}: {type: string, description: x}\n`).join('')}resources: {}
`

/** A package that lost an unused parameter since its last report, and has another one now. */
async function changed() {
  const tree = temporaryTree({
    'p/base_gate.yaml': gate('old', 'same'),
    'p/base_gate.env': 'parameters: {}\n',
  })
  expect(
    (await inProcess(['check', '--profile', 'onap', '--output', 'last.json', 'p'], tree.root)).status,
  ).toBe(1)
  tree.write('p/base_gate.yaml', gate('same', 'new'))
  return tree
}

const check = ['check', '--profile', 'onap', '--baseline', 'last.json', 'p']

describe('an earlier report as the baseline', () => {
  it('lets only what is new count', async () => {
    const tree = await changed()
    const { status, stdout } = await inProcess(check, tree.root)
    expect(status).toBe(1)
    expect(stdout).toContain('the parameter "new" is used by no resource')
    expect(stdout).not.toContain('"same"')
    expect(stdout).toContain('1 finding of the report last.json is gone\n')
    tree.write('p/base_gate.yaml', gate('same'))
    expect((await inProcess(check, tree.root)).status).toBe(0)
  })

  it('begins reports with what has changed, and changes nothing of the verdict', async () => {
    const tree = await changed()
    const outputs = ['r.md', 'r.html', 'r.csv', 'r.json'].flatMap((name) => ['--output', name])
    await inProcess([...check, ...outputs], tree.root)
    const markdown = tree.read('r.md')
    const still = Number(/1 new, 1 gone, (\d+) still there/.exec(markdown)?.[1])
    expect(still).toBeGreaterThan(0)
    expect(markdown).toContain('| `R-90279` | 1 | 1 | 1 |')
    expect(markdown).toContain('## What is gone\n\n| file | finding | what |\n')
    expect(markdown).toContain('| `p/base_gate.yaml` | `R-90279` | the parameter "old" is used by')
    expect(markdown).toMatch(/`p` \*\*does not meet what it MUST in \d+ locations, 1 of them new\*\*/)
    expect(tree.read('r.html')).toContain(`<h2>Since last.json: 1 new, 1 gone, ${still} still there</h2>`)
    expect(tree.read('r.csv')).toContain('p/base_gate.yaml,,,gone,info,,,,,"the parameter ""old"" is used by')
    const { since } = JSON.parse(tree.read('r.json'))
    expect(since).toEqual({
      path: 'last.json',
      gone: [{ path: 'p/base_gate.yaml', code: 'R-90279', message: expect.stringContaining('"old"') }],
    })
  })

  it('may be that of a check with a baseline: what is still there stays known', async () => {
    const tree = await changed()
    await inProcess([...check, '--output', 'next.json'], tree.root)
    const again = await inProcess(['check', '--profile', 'onap', '--baseline', 'next.json', 'p'], tree.root)
    expect([again.status, again.stdout.includes(' gone')]).toEqual([0, false])
  })

  it('of a repair is the package as it was written', async () => {
    const tree = await changed()
    await inProcess(
      ['remediate', '--profile', 'onap', '--lossy', '--write', '--output', 'r.json', 'p'],
      tree.root,
    )
    const { status, stdout } = await inProcess(
      ['check', '--profile', 'onap', '--baseline', 'r.json', 'p'],
      tree.root,
    )
    expect([status, stdout.includes(' gone')]).toEqual([0, false])
  })

  it('is refused where it is of a run that changes files, and is never replaced', async () => {
    const tree = temporaryTree({ 'a.yaml': 'heat_template_version: 2013-05-23\nresources: {}\n' })
    await inProcess(['upgrade', '--to', 'rocky', '--output', 'u.json', 'a.yaml'], tree.root)
    const before = readFileSync(join(tree.root, 'u.json'), 'utf8')
    expect((await inProcess(['check', '--baseline', 'u.json', 'a.yaml'], tree.root)).stderr).toContain(
      '--baseline u.json: the report is of a run that changes files',
    )
    expect(
      (await inProcess(['check', '--baseline', 'u.json', '--update-baseline', 'a.yaml'], tree.root)).status,
    ).toBe(64)
    expect(tree.read('u.json')).toBe(before)
  })
})
