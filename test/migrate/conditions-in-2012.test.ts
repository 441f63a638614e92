import { createEngine } from '../../src/engine/engine.ts'
import { outcomesOf } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'

it('says which version of CloudFormation has conditions', () => {
  const engine = createEngine({
    chain: 'migrate',
    to: 'auto',
    accept: [],
    partial: false,
    registry: transforms,
  })
  const bytes = Buffer.from("HeatTemplateFormatVersion: '2012-12-12'\nConditions: {}\nResources: {}\n")
  const findings = outcomesOf(engine.run({ path: 'a.yaml', bytes })).flatMap((one) => one.findings)
  expect(findings.map(({ message }) => message)).toEqual([
    'HeatTemplateFormatVersion 2012-12-12 has no section "Conditions"; "AWSTemplateFormatVersion: 2010-09-09" has',
  ])
})
