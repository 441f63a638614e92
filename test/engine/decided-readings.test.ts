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
      'Heat rejects properties',
      /Colour/,
    ],
    [
      'a type that Heat has not',
      `  A: {Type: AWS::Lambda::Function, Properties: {${region}}}\n`,
      'aws',
      'Heat rejects resource types',
      /AWS::Lambda::Function.*, line 3$/,
    ],
    [
      'a lookup that always fails',
      server('ImageId: {"Fn::FindInMap": [Names, x, y]}, InstanceType: b'),
      'aws',
      'Heat rejects references',
      /Names/,
    ],
    [
      'a short tag',
      server('ImageId: a, InstanceType: b, UserData: !Ref AWS::Region'),
      'aws',
      'Heat rejects short tags',
      /!Ref/,
    ],
    [
      'a name that is not declared',
      server(`ImageId: {Ref: B}, InstanceType: b, ${region}`),
      'aws',
      'Heat rejects references',
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
    const because = { reading: 'heat', readingBecause: 'types that only Heat has' }
    expect(migrated(text)).toMatchObject(because)
    const boolean = template(server('Colour: {Ref: P}'), 'Parameters: {P: {Type: Boolean}}\n')
    expect(migrated(boolean)).toMatchObject(because)
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

describe('an assumed version', () => {
  const wrong = (key: string) =>
    `${key}: 2013-05-23\nParameters: {Size: {Type: String}}\nResources:\n  A: {Type: OS::Heat::Value, Properties: {value: {Ref: Size}}}\n`
  const assuming = (text: string, assumedVersion?: '2010-09-09' | '2012-12-12' | '2018-08-31') =>
    rewrite([{ path: 'a.yaml', text }], {
      chain: 'migrate',
      to: 'auto',
      ...(assumedVersion === undefined ? {} : { assumedVersion }),
    })[0]

  it('is what a template of CloudFormation counts as whose version Heat does not have', () => {
    expect(assuming(wrong('AWSTemplateFormatVersion'))).toMatchObject({ status: 'blocked' })
    const made = assuming(wrong('AWSTemplateFormatVersion'), '2010-09-09')
    expect(made).toMatchObject({
      status: 'changed',
      reading: 'heat',
      readingBecause: 'Heat loads it as the assumed version',
      proof: 'equal',
    })
    expect(made?.after).toBe(
      'heat_template_version: 2018-08-31\nparameters: {Size: {type: string}}\nresources:\n  A: {type: OS::Heat::Value, properties: {value: {get_param: Size}}}\n',
    )
  })

  it('decides which of the two dialects it is in', () => {
    const condition = (key: string) =>
      wrong(key).replace('Resources:', 'Conditions: {c: {"Fn::Equals": [{Ref: Size}, a]}}\nResources:')
    for (const key of ['AWSTemplateFormatVersion', 'HeatTemplateFormatVersion']) {
      expect(assuming(condition(key), '2010-09-09')?.status).toBe('changed')
      expect(assuming(condition(key), '2012-12-12')?.findings.map(({ code }) => code)).toContain(
        'unknown-section',
      )
    }
  })

  it('of HOT is none for CloudFormation, and none of it for HOT', () => {
    expect(assuming(wrong('AWSTemplateFormatVersion'), '2018-08-31')?.status).toBe('blocked')
    const hot = 'heat_template_version: 2019-01-01\nresources: {}\n'
    expect(assuming(hot, '2010-09-09')?.after).toBeUndefined()
  })

  it('counts where none is declared for AWS as before: as AWS reads it', () => {
    const none = 'Resources:\n  A: {Type: AWS::EC2::Volume, Properties: {Size: 1, AvailabilityZone: a}}\n'
    expect(assuming(none, '2010-09-09')).toMatchObject({ reading: 'aws' })
  })
})
