import { OutcomeStore } from '../../src/run/plan/outcome-store.ts'
import { Outcomes } from '../../src/run/plan/outcomes.ts'
import { outcomesOf, threeHunks, upgraded } from './changes.ts'

const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"a": {"Type": "AWS::EC2::EIP"}}}'

describe('outcomes', () => {
  it('that exceed the memory come back as they were', () => {
    const all = [
      upgraded(threeHunks),
      upgraded(threeHunks.replaceAll('\n', '\r\n'), 'b.yaml'),
      ...outcomesOf({ 'c.json': json, 'd.json': '{', 'e.txt': '' }, { chain: 'migrate', to: 'rocky' }),
    ]
    const store = new OutcomeStore(threeHunks.length)
    try {
      for (const outcome of all) store.add(outcome)
      const kept = store.outcomes()
      expect([...kept]).toEqual(all)
      expect([...kept]).toEqual(all)
      expect(kept.at(0)).not.toBe(all[0])
    } finally {
      store.discard()
    }
  })

  it('know what stands at a path afterwards', () => {
    const all = Outcomes.of(outcomesOf({ 'c.json': json, 'e.txt': '' }, { chain: 'migrate', to: 'rocky' }))
    expect(all.resultAt('c.json')).toBe('no file')
    expect(all.resultAt('c.yaml')).toMatchObject({ path: 'c.json' })
    expect(all.resultAt('e.txt')).toBe('unknown')
  })

  it('know the environment of a template: the one with the longest name of a template before its ending', () => {
    const one = (path: string, kind: string, group?: string) => ({
      ...upgraded(threeHunks, path),
      kind,
      ...(group === undefined ? {} : { group }),
    })
    const all = Outcomes.of([
      one('d/a-b.env', 'environment'),
      one('d/a-b.yaml', 'hot'),
      one('d/a-c.env', 'environment'),
      one('d/a.yaml', 'hot'),
      one('d/other.env', 'environment', 'g'),
      one('d/x.yaml', 'hot', 'g'),
      one('d/y.yaml', 'hot'),
      one('a.yaml', 'hot'),
    ])
    const found = ['d/a.yaml', 'd/a-b.yaml', 'd/x.yaml', 'd/y.yaml', 'a.yaml'].map((path) =>
      all.environmentOf(path),
    )
    expect(found).toEqual(['d/a-c.env', 'd/a-b.env', 'd/other.env', undefined, undefined])
  })
})
