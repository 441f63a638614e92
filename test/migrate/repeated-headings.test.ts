import { rewrite } from '../../src/index.ts'

const template = (label: string) => `AWSTemplateFormatVersion: '2010-09-09'
Metadata:
  AWS::CloudFormation::Interface:
    ParameterLabels:
      ${label}
      # (ask first)
      Net: {default: The network}
    Notes:
      # For the fair
      Other: text
Parameters:
  # Network
  # (ask first)
  Net: {Type: String}
Resources:
  # Network
  Web: {Type: OS::Heat::Value, Properties: {value: !Ref Net}}
`

function migrated(text: string) {
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate', from: 'aws' })
  const lost = outcome?.findings.filter(({ code }) => code === 'comment-lost') ?? []
  return { after: outcome?.after, lost: lost.map(({ line, message }) => `${line} ${message}`) }
}

describe('a heading above parameters and above their labels', () => {
  it('is written once, and only what stands nowhere else is lost', () => {
    const { after, lost } = migrated(template('# Network'))
    expect(after).toBe(`heat_template_version: 2018-08-31
parameters:
  # Network
  # (ask first)
  Net: {label: The network, type: string}
resources:
  # Network
  Web: {type: OS::Heat::Value, properties: {value: {get_param: Net}}}
`)
    expect(lost).toEqual(['9 the comment "For the fair" is lost'])
  })

  it('that differs is written at the label', () => {
    expect(migrated(template('# Networks')).after).toContain(`  Net:
    # Networks
    label: The network
    type: string
`)
  })

  it('is lost above other keys of the same name', () => {
    const notes = '# Network\n      Net: text\n      # Network\n      Other'
    const noted = template('# Network').replace('# For the fair\n      Other', notes)
    const { lost } = migrated(noted.replace('  # Network\n  Web', '  Web'))
    expect(lost).toEqual(['11 the comment "Network" is lost'])
  })
})
