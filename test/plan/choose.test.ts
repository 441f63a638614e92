import type { FileOutcome } from '../../src/engine/outcome.ts'
import { choosableHunks, choose } from '../../src/run/plan/choose.ts'
import { Decisions, type FileDecision } from '../../src/run/plan/decisions.ts'
import { Outcomes } from '../../src/run/plan/outcomes.ts'
import { Selection, type Selector } from '../../src/run/plan/selection.ts'
import { changed, outcomesOf, threeHunks, upgraded } from './changes.ts'

interface Chosen {
  readonly only?: readonly Selector[]
  readonly except?: readonly Selector[]
  readonly decisions?: Decisions
}

const chosen = (
  outcomes: readonly FileOutcome[],
  { only = [], except = [], decisions = Decisions.none() }: Chosen,
) => [
  ...choose(
    Outcomes.of(outcomes),
    { selection: new Selection(only, except), decisions },
    { read: () => undefined, unproved: 'refused' },
  ),
]

function deciding(outcome: FileOutcome, decision: FileDecision): Decisions {
  const decisions = Decisions.none()
  decisions.decide(outcome, decision)
  // As it comes back from a file.
  return Decisions.read(decisions.text())
}

const brief = (outcomes: readonly FileOutcome[]) =>
  outcomes.map(({ path, status, proof, reason }) => [path, status, proof, reason ?? ''])

describe('hunks', () => {
  it('know the transforms that made them', () => {
    expect(
      choosableHunks(upgraded(threeHunks)).map(({ number, transforms }) => [number, ...transforms]),
    ).toEqual([
      [1, 'hot/target-version'],
      [2, 'cfn/join-to-str-replace'],
      [3, 'cfn/select-to-path'],
    ])
  })

  it('that are left out leave the lines as they were, and the text is proved again', () => {
    const outcome = upgraded(threeHunks)
    const without = (number: number) =>
      chosen([outcome], { decisions: deciding(outcome, { hunks: { [number]: 'reject' } }) })
    expect(brief(without(1))).toEqual([['a.yaml', 'changed', 'equal', '']])
    // Fn::Join is no function of 2018-08-31.
    expect(brief(without(2))).toEqual([
      [
        'a.yaml',
        'blocked',
        'none',
        expect.stringContaining('without what is left out the file is not valid: line 9'),
      ],
    ])
    const decisions = deciding(outcome, { hunks: { 1: 'reject', 2: 'reject' } })
    const [less] = chosen([outcome], { decisions })
    expect(less).toMatchObject({
      status: 'changed',
      proof: 'equal',
      transforms: [{ id: 'cfn/select-to-path' }],
    })
    expect(less?.after).toBe(threeHunks.replace('{"Fn::Select": [0, [p, q]]}', 'p'))
    expect(less?.findings.map(({ code, message }) => [code, message])).toEqual([
      ['hunks-chosen', 'of 3 hunks 2 left out; the result was read, checked and proved again'],
    ])
  })

  it('that are accepted count in a file that is rejected', () => {
    const outcome = upgraded(threeHunks)
    const hunks = { 1: 'accept', 2: 'accept', 3: 'accept' } as const
    const [all] = chosen([outcome], { decisions: deciding(outcome, { decision: 'reject', hunks }) })
    expect(all).toBe(outcome)
    const { 2: second } = hunks
    const decisions = deciding(outcome, { decision: 'reject', hunks: { 2: second } })
    const [one] = chosen([outcome], { decisions })
    expect(one).toMatchObject({ status: 'changed', transforms: [{ id: 'cfn/join-to-str-replace' }] })
  })

  it('that would leave something else are refused', () => {
    const outcome = upgraded(threeHunks)
    const edit = '  b:\n    type: OS::Nova::Server\n    properties:\n      name: q\n      flavor: f\n'
    const [made] = chosen([outcome], { decisions: deciding(outcome, { hunks: { 3: { edit } } }) })
    expect(made).toMatchObject({ status: 'blocked', proof: 'differs' })
    expect(made?.reason).toContain('resources.b.properties.name: "p" would become "q"')
  })

  it('that somebody wrote himself are taken when they mean the same', () => {
    const outcome = upgraded(threeHunks)
    const edit =
      '  b:\n    type: OS::Nova::Server\n    properties:\n      name: "p" # the first\n      flavor: f\n'
    const [made] = chosen([outcome], { decisions: deciding(outcome, { hunks: { 3: { edit } } }) })
    expect(made).toMatchObject({ status: 'changed', proof: 'equal' })
    expect(made?.after?.endsWith(edit)).toBe(true)
    expect(made?.after).toContain('list_join')
  })

  it('all left out leave the file out', () => {
    const outcome = upgraded(threeHunks)
    const hunks = { 1: 'reject', 2: 'reject', 3: 'reject' } as const
    expect(brief(chosen([outcome], { decisions: deciding(outcome, { hunks }) }))).toEqual([
      ['a.yaml', 'skipped', 'none', 'left out'],
    ])
    expect(brief(chosen([outcome], { decisions: deciding(outcome, { decision: 'reject' }) }))).toEqual([
      ['a.yaml', 'skipped', 'none', 'left out'],
    ])
  })

  it('decided for another change of the file block it: what was rejected must not be made', () => {
    const decisions = deciding(upgraded(threeHunks), { decision: 'reject' })
    const other = upgraded(`${threeHunks}# more\n`)
    expect(decisions.isOutdatedFor(other)).toBe(true)
    expect(brief(chosen([other], { decisions }))).toEqual([
      ['a.yaml', 'blocked', 'equal', 'the decisions are for another change of the file'],
    ])
  })

  it('decided for the part of a change that is selected are about its hunks', () => {
    const outcome = upgraded(threeHunks)
    const except: readonly Selector[] = [{ kind: 'transform', value: 'hot/target-version' }]
    const [part] = chosen([outcome], { except })
    if (part?.status !== 'changed') throw new Error('no part is left')
    const decisions = deciding(part, { hunks: { 1: 'reject' } })
    const [made] = chosen([outcome], { except, decisions })
    expect(made?.after).toContain('2013-05-23')
    expect(made?.after).toContain('Fn::Join')
    expect(made?.after).not.toContain('Fn::Select')
    expect(brief(chosen([outcome], { decisions })).map(([, status]) => status)).toEqual(['blocked'])
  })
})

describe('transforms', () => {
  const transform = (value: string) => ({ kind: 'transform', value }) as const

  it('are left out hunk by hunk', () => {
    const outcome = upgraded(threeHunks)
    const [made] = chosen([outcome], { except: [transform('cfn/select-to-path')] })
    // Fn::Select is none of 2018-08-31.
    expect(made?.reason).toContain('Fn::Select')
    const plain = upgraded(threeHunks.replace('Fn::Select', 'Fn::Split').replace('[0, [p, q]]', '",", "a"'))
    expect(plain.status).toBe('changed')
  })

  it('stand for a family, too', () => {
    const outcome = upgraded(threeHunks)
    const [made] = chosen([outcome], { only: [transform('hot')] })
    expect(made?.reason).toContain('line 9')
    expect(brief(chosen([outcome], { only: [transform('cfn'), transform('hot')] }))).toEqual([
      ['a.yaml', 'changed', 'equal', ''],
    ])
    expect(chosen([outcome], { only: [transform('os')] })).toEqual([])
  })

  it('are left out by a decision, which one about a hunk goes before', () => {
    const outcome = upgraded(threeHunks)
    const decisions = Decisions.none()
    for (const id of ['hot/target-version', 'cfn/join-to-str-replace']) decisions.transforms.set(id, 'reject')
    expect(chosen([outcome], { decisions })[0]?.after).toBe(
      threeHunks.replace('{"Fn::Select": [0, [p, q]]}', 'p'),
    )
    decisions.decide(outcome, { hunks: { 1: 'accept', 2: 'accept' } })
    expect(chosen([outcome], { decisions })).toEqual([outcome])
  })
})

describe('files', () => {
  const json = (type: string) =>
    `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"r": {"Type": "${type}"}}}`
  const parent = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  s:
    Type: child.json
`
  const files = {
    'child.json': json('AWS::EC2::EIP'),
    'other.json': json('AWS::EC2::EIP'),
    'parent.yaml': parent,
  }
  const outcomes = outcomesOf(files, { chain: 'migrate', to: 'rocky' })

  it('are chosen by path, status, proof and finding', () => {
    const paths = (choice: Chosen) => chosen(outcomes, choice).map(({ path, status }) => `${path} ${status}`)
    expect(paths({ only: [{ kind: 'path', value: 'other*' }] })).toEqual(['other.json changed'])
    expect(paths({ only: [{ kind: 'status', value: 'blocked' }] })).toEqual([])
    expect(
      paths({ only: [{ kind: 'proof', value: 'equal' }], except: [{ kind: 'path', value: '*.json' }] }),
    ).toEqual(['parent.yaml blocked'])
    expect(paths({ except: [{ kind: 'finding', value: 'no-such-finding' }] })).toHaveLength(3)
  })

  it('take with them what is changed together with them', () => {
    const decisions = deciding(changed(outcomes, 'child.json'), { decision: 'reject' })
    expect(brief(chosen(outcomes, { decisions }))).toEqual([
      ['child.json', 'skipped', 'none', 'left out'],
      ['other.json', 'changed', 'equal', ''],
      [
        'parent.yaml',
        'blocked',
        'equal',
        'belongs together with the change of child.json, which is left out',
      ],
    ])
  })

  it('that name another one by its old name are not made', () => {
    const outcome = changed(outcomes, 'parent.yaml')
    const hunks = choosableHunks(outcome)
    expect(hunks).toHaveLength(1)
    const edit = outcome.after.replace('child.yaml', 'child.json')
    const made = chosen(outcomes, { decisions: deciding(outcome, { hunks: { 1: { edit } } }) })
    expect(brief(made)).toEqual([
      [
        'child.json',
        'blocked',
        'equal',
        'belongs together with the change of parent.yaml, which cannot be made',
      ],
      ['other.json', 'changed', 'equal', ''],
      ['parent.yaml', 'blocked', 'none', 'names a file that gets another name by its old one'],
    ])
  })
})
