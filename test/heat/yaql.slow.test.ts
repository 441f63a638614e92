import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const python = '/usr/bin/python3'
const hasYaql = spawnSync(python, ['-c', 'import yaql']).status === 0
if (!hasYaql) console.warn('skipped: asking yaql again needs python3-yaql (apt-get install python3-heat)')

const evaluate = join(__dirname, '../evaluate')
const test = hasYaql ? it : it.skip

test('yaql still gives what was recorded of it', () => {
  const { stdout } = spawnSync(python, [join(evaluate, 'record-yaql.py'), '-'], { encoding: 'utf8' })
  expect(stdout).toBe(readFileSync(join(evaluate, 'yaql.json'), 'utf8'))
})
