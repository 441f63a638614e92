/** Whose meaning counts, by Heat's verdict on the whole template. */
import { rewrite } from '../../src/index.ts'

const migrated = (text: string, ...more: readonly string[]) =>
  rewrite([{ path: 'a.yaml', text }, ...more.map((one) => ({ path: 'env.yaml', text: one }))], {
    chain: 'migrate',
    to: 'auto',
  }).find(({ path }) => path === 'a.yaml')

const template = (resources: string, more = '') =>
  `AWSTemplateFormatVersion: '2010-09-09'\n${more}Resources:\n${resources}`

const server = (properties: string) => `  A: {Type: AWS::EC2::Instance, Properties: {${properties}}}\n`
const region = 'UserData: {Ref: "AWS::Region"}'

describe('the reading of a template', () => {
  it.each([
    [
      'all that Heat takes',
      server(`ImageId: a, InstanceType: b, ${region}`),
      'heat',
      'Heat loads it',
      undefined,
    ],
    [
      'a property that nobody has',
      server(`ImageId: a, InstanceType: b, Colour: c, ${region}`),
      'aws',
      'Heat refuses properties',
      /Colour/,
    ],
    [
      'a type that Heat has not',
      `  A: {Type: AWS::Lambda::Function, Properties: {${region}}}\n`,
      'aws',
      'Heat refuses resource types',
      /AWS::Lambda::Function.*, line 3$/,
    ],
    [
      'a lookup that always fails',
      server('ImageId: {"Fn::FindInMap": [Names, x, y]}, InstanceType: b'),
      'aws',
      'Heat refuses references',
      /Names/,
    ],
    [
      'a short tag',
      server('ImageId: a, InstanceType: b, UserData: !Ref AWS::Region'),
      'aws',
      'Heat refuses short tags',
      /!Ref/,
    ],
    [
      'a name that is not declared',
      server(`ImageId: {Ref: B}, InstanceType: b, ${region}`),
      'aws',
      'Heat refuses references',
      /"B"/,
    ],
  ] as const)('%s', (_name, resources, reading, readingBecause, refused) => {
    const outcome = migrated(template(resources))
    expect(outcome).toMatchObject({ reading, readingBecause })
    if (refused === undefined) expect(outcome).not.toHaveProperty('refused')
    else expect(outcome?.refused).toMatch(refused)
    const codes = outcome?.findings.map(({ code }) => code) ?? []
    if (reading === 'aws') {
      expect(codes).not.toContain('region-constant')
      expect(codes).not.toContain('refused-before')
      expect(codes).not.toContain('readings-differ')
    }
  })

  it('is that of Heat where types of Heat show for whom it was written', () => {
    const text = template('  A: {Type: OS::Heat::Value, Properties: {colour: 1}}\n')
    expect(migrated(text)).toMatchObject({ reading: 'heat', readingBecause: 'Heat loads it' })
    const boolean = template(server('Colour: {Ref: P}'), 'Parameters: {P: {Type: Boolean}}\n')
    expect(migrated(boolean)).toMatchObject({ reading: 'heat' })
  })

  it('leaves no function of AWS in an old version of HOT', () => {
    const zones = (first: string) =>
      template(
        server(
          `AvailabilityZone: {"Fn::Select": ["0", {"Fn::GetAZs": ""}]}, ImageId: a, InstanceType: ${first}`,
        ),
      )
    expect(migrated(zones('b'))?.after).toContain('heat_template_version: 2013-05-23')
    const outcome = migrated(zones('!Ref AWS::StackName'))
    expect(outcome).toMatchObject({ status: 'blocked', reading: 'aws' })
    expect(outcome?.findings.map(({ code }) => code)).toContain('availability-zones')
  })
})
