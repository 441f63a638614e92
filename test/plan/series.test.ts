import type { FileOutcome } from '../../src/engine/outcome.ts'
import { Outcomes } from '../../src/run/plan/outcomes.ts'
import { type Stage, seriesOf } from '../../src/run/plan/series.ts'
import { outcomesOf, threeHunks, upgraded } from './changes.ts'

const json = (type: string) =>
  `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "${type}"}}}`

const stagesOf = (outcomes: readonly FileOutcome[]) => seriesOf(Outcomes.of(outcomes)).stages

const brief = (stages: readonly Stage[]) =>
  stages.map(({ topics, changes }) => [
    topics.map((topic) => (typeof topic === 'string' ? topic : topic.transform)).join(', '),
    ...[...changes].map(({ path, newPath = path }) => (path === newPath ? path : `${path} -> ${newPath}`)),
  ])

/** What the files are after a stage, and that the series ends where the outcomes do. */
function replayed(
  outcomes: readonly FileOutcome[],
  stages: readonly Stage[],
): readonly Record<string, string>[] {
  const texts = new Map(
    outcomes.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before]])),
  )
  const states = stages.map(({ changes }) => {
    for (const { path, before } of changes) {
      expect(texts.get(path)).toBe(before)
      texts.delete(path)
    }
    for (const { path, newPath = path, after } of changes) texts.set(newPath, after)
    return Object.fromEntries(texts)
  })
  for (const { status, path, newPath = path, after } of outcomes)
    if (status === 'changed') expect(texts.get(newPath)).toBe(after)
  return states
}

describe('a series', () => {
  it('gives new names first, then YAML, then HOT, and references follow at once', () => {
    const parent = "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  s:\n    Type: child.json\n"
    const files = {
      'child.json': json('AWS::EC2::EIP'),
      'd/other.json': json('AWS::EC2::EIP'),
      'parent.yaml': parent,
    }
    const outcomes = outcomesOf(files, { chain: 'migrate', to: 'rocky' })
    const stages = stagesOf(outcomes)
    expect(brief(stages)).toEqual([
      ['new names', 'child.json -> child.yaml', 'd/other.json -> d/other.yaml', 'parent.yaml'],
      ['cfn/json-to-yaml', 'child.yaml', 'd/other.yaml'],
      ['conversion', 'child.yaml', 'd/other.yaml', 'parent.yaml'],
    ])
    const [names, yaml] = replayed(outcomes, stages)
    expect(names).toEqual({
      'child.yaml': files['child.json'],
      'd/other.yaml': files['d/other.json'],
      'parent.yaml': parent.replace('child.json', 'child.yaml'),
    })
    expect(yaml?.['child.yaml']).toMatch(/^AWSTemplateFormatVersion: .*\nResources:\n/)
  })

  it('takes the transforms of an upgrade one by one', () => {
    const outcomes = [upgraded(threeHunks), upgraded(threeHunks.replace(/.*Fn::Join.*\n/, ''), 'b.yaml')]
    const stages = stagesOf(outcomes)
    expect(brief(stages)).toEqual([
      ['cfn/join-to-str-replace', 'a.yaml'],
      ['cfn/select-to-path', 'a.yaml', 'b.yaml'],
      ['hot/target-version', 'a.yaml', 'b.yaml'],
    ])
    replayed(outcomes, stages)
  })

  it('takes together what would not be valid in between', () => {
    // contains is a function of newer versions than the one that stands there.
    const before = upgraded(threeHunks)
    const [first, second, third] = before.steps ?? []
    if (first === undefined || second === undefined || third === undefined) throw new Error('three steps')
    const broken = { ...first, after: threeHunks.replace('Fn::Join', 'no_such_function') }
    const outcome = { ...before, steps: [broken, second, third] }
    const stages = stagesOf([outcome])
    expect(brief(stages)).toEqual([
      ['cfn/join-to-str-replace, cfn/select-to-path', 'a.yaml'],
      ['hot/target-version', 'a.yaml'],
    ])
    replayed([outcome], stages)
  })

  it('of a change of which hunks were chosen has one step for it', () => {
    const { steps: _steps, ...outcome } = upgraded(threeHunks)
    const stages = stagesOf([outcome])
    expect(brief(stages)).toEqual([['hot/target-version', 'a.yaml']])
    replayed([outcome], stages)
  })

  it('is in the order of the paths, and read from a file where it is long', () => {
    const files = {
      'a.json': json('AWS::EC2::EIP'),
      'b.json': json('AWS::EC2::EIP'),
      'c.yaml': "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  s:\n    Type: a.json\n",
    }
    const outcomes = outcomesOf(files, { chain: 'migrate', to: 'rocky' })
    const { stages, discard } = seriesOf(Outcomes.of(outcomes), 0)
    expect(brief(stages)[0]).toEqual(['new names', 'a.json -> a.yaml', 'b.json -> b.yaml', 'c.yaml'])
    expect(stages.map(({ changes }) => [...changes])).toEqual(
      stagesOf(outcomes).map(({ changes }) => [...changes]),
    )
    const portions = [...(stages[0]?.changes.portions(1) ?? [])]
    expect(portions.map((portion) => portion.map(({ path }) => path))).toEqual([
      ['a.json', 'c.yaml'],
      ['b.json'],
    ])
    discard()
  })

  it('of nothing is empty', () => {
    expect(stagesOf(outcomesOf({ 'a.txt': '' }, { chain: 'migrate', to: 'rocky' }))).toEqual([])
  })
})
