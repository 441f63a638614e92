import type { Transform } from '../../src/engine/authoring/package-transform.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'
import { locations } from './run-text.ts'

const template = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size: {Type: Number}
Conditions:
  Two: {'Fn::Equals': [{Ref: Size}, '2']}
Resources: {}
`

/** Does nothing, but sees the package whole. */
const onlooker: Transform = {
  id: 'test/onlooker',
  title: 'Look on',
  description: 'Looks at packages.',
  references: [],
  safety: 'exact',
  run: (pkg) => pkg,
}

function findingsOf(from: 'auto' | 'aws'): readonly string[] {
  const engine = createEngine({
    chain: ['cfn/conditions', onlooker],
    to: '2018-08-31',
    from,
    accept: [],
    partial: true,
    allowUnproved: true,
    registry: transforms,
  })
  const [outcome] = engine.runTogether?.([{ path: 'a.yaml', bytes: Buffer.from(template) }]) ?? []
  return outcome === undefined ? ['nothing'] : [String(outcome.reading), ...locations(outcome)]
}

describe('a run of packages', () => {
  it('reads CloudFormation as the user says', () => {
    expect(findingsOf('auto')[0]).toBe('heat')
    expect(findingsOf('aws')[0]).toBe('aws')
  })
})
