/** The descriptions are those of Heat 19, as `descriptions.py` writes them. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { python } from './installed.ts'
import { isFactsRelease } from './release.ts'

const facts = join(__dirname, '../../src/heat/facts')
const [head = '', ...own] = readFileSync(join(facts, 'descriptions.jsonl'), 'utf8').split('\n')

const withHeat = isFactsRelease('comparing descriptions') ? it : it.skip

withHeat('the file has what Heat says, and nothing else', () => {
  const script = join(__dirname, 'descriptions.py')
  const { status, stdout, stderr } = spawnSync(python, [script, join(facts, 'resource-types.jsonl')], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  expect([status, stderr.slice(-500) && status]).toEqual([0, stderr === '' ? '' : 0])
  const [theirHead = '', ...theirs] = stdout.split('\n')
  expect(theirs).toEqual(own)
  expect(JSON.parse(theirHead)).toEqual(JSON.parse(head))
})
