/** docs/seeds.md: every command on it does what it says, and every test that it names exists. */
import { cpSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shell } from '../cli/hotshift.ts'
import { zipOf } from '../runner/archive/zip.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'
import { ROOT } from './handbook.ts'

afterEach(removeTemporaryTrees)

const page = readFileSync(join(ROOT, 'docs/seeds.md'), 'utf8')
const rows = [...page.matchAll(/^\| (.*) \| (.*) \|$/gm)].flatMap(([, statement = '', shown = '']) =>
  statement === 'statement' ? [] : [{ statement, shown }],
)

/** `hotshift check a.yaml` exit 0 "what it prints" */
const commands = rows.flatMap(({ shown }) =>
  [...shown.matchAll(/`(hotshift [^`]+)` exit (\d) "(.*?)"(?=;|$)/g)].map(
    ([, line = '', exit, said = '']) => [line, Number(exit), said.replaceAll('\\|', '|')] as const,
  ),
)

/** `test/a.test.ts` "a name in it" */
const tests = rows.flatMap(({ shown }) =>
  [...shown.matchAll(/`(test\/[^`]+)`(?: "(.*?)"(?=;|$))?/g)].map(
    ([, path = '', name]) => [path, name] as const,
  ),
)

/** The folder in which the commands run. */
function folder(): string {
  const { root } = temporaryTree({})
  const seeds = join(ROOT, 'test/docs/fixtures/seeds')
  cpSync(seeds, root, { recursive: true })
  cpSync(join(ROOT, 'docs/examples/zoo'), join(root, 'zoo'), { recursive: true })
  const members = ['heat.yaml', 'scripts/setup.sh'].map((name) => ({
    name,
    content: readFileSync(join(seeds, 'archive', name)),
  }))
  writeFileSync(join(root, 'shop.zip'), zipOf(members))
  return root
}

it.each(commands)('%s: exit %i', (line, exit, said) => {
  const { status, stdout, stderr } = shell(line, folder())
  expect({ status, output: stdout + stderr }).toEqual({ status: exit, output: expect.stringContaining(said) })
})

it.each(tests)('%s %s', (path, name) => {
  const isTest =
    path.endsWith('.test.ts') && existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isFile()
  expect([path, isTest]).toEqual([path, true])
  if (name !== undefined) expect(readFileSync(join(ROOT, path), 'utf8')).toContain(`'${name}'`)
})

it('says of each statement what shows it', () => {
  const bare = rows
    .filter(({ shown }) => !/`(?:hotshift|test\/)[^`]*`/.test(shown))
    .map(({ statement }) => statement)
  expect(bare).toEqual(['There is no engine for blueprints, and no REST API takes them', '`yargs`'])
  // Each code span that is a command or a test was taken for one.
  const spans = [...page.matchAll(/`(?:hotshift [^`]+|test\/[^`]+\.ts)`/g)].length
  expect(spans).toBe(commands.length + tests.length + ['`test/docs/seeds.test.ts`'].length)
})
