/**
 * Descriptions from Heat are large, and only what asks for them loads them.
 * @jest-environment node
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { aboutType } from '../../src/heat/descriptions.ts'
import { check, rewrite } from '../../src/index.ts'
import { type FactFile, useMachine } from '../../src/text/document/machine.ts'

it('no check and no rewrite reads the descriptions', () => {
  const asked: FactFile[] = []
  useMachine({
    facts: (file) => {
      asked.push(file)
      return readFileSync(join(__dirname, '../../src/heat/facts', file), 'utf8')
    },
  })
  const text = readFileSync(join(__dirname, '../../corpus/hot/first-version.yaml'), 'utf8')
  check([{ path: 'a.yaml', text }])
  rewrite([{ path: 'a.yaml', text }], { chain: 'modernize' })
  expect(asked).toContain('resource-types.jsonl')
  expect(asked).not.toContain('descriptions.jsonl')
  expect(aboutType('OS::Nova::Server').length).toBeGreaterThan(0)
  expect(asked).toContain('descriptions.jsonl')
})
