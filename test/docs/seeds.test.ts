/** docs/seeds.md: every statement has a command or a test, and every test that it names exists. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './handbook.ts'
import { commands, page, rows, tests } from './seeds.ts'

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
  expect(spans).toBe(commands.length + tests.length + ['`test/docs/seeds.slow.test.ts`'].length)
})
