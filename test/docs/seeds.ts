/** What docs/seeds.md says of itself: statements, the commands that show them, and tests. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './handbook.ts'

export const page = readFileSync(join(ROOT, 'docs/seeds.md'), 'utf8')
export const rows = [...page.matchAll(/^\| (.*) \| (.*) \|$/gm)].flatMap(([, statement = '', shown = '']) =>
  statement === 'statement' ? [] : [{ statement, shown }],
)

/** `hotshift check a.yaml` exit 0 "what it prints" */
export const commands = rows.flatMap(({ shown }) =>
  [...shown.matchAll(/`(hotshift [^`]+)` exit (\d) "(.*?)"(?=;|$)/g)].map(
    ([, line = '', exit, said = '']) => [line, Number(exit), said.replaceAll('\\|', '|')] as const,
  ),
)

/** `test/a.test.ts` "a name in it" */
export const tests = rows.flatMap(({ shown }) =>
  [...shown.matchAll(/`(test\/[^`]+)`(?: "(.*?)"(?=;|$))?/g)].map(
    ([, path = '', name]) => [path, name] as const,
  ),
)
