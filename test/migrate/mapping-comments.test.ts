import { rewrite } from '../../src/index.ts'

function migrated(text: string) {
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  return { after: outcome?.after, codes: outcome?.findings.map(({ code }) => code) ?? [] }
}

const mappings = `Mappings:
  # Sizes that we have tried
  Sizes:
    dev: {t: small}   # cheap
    # for the fair
    prod: {t: large}
`
const template = (value: string) => `AWSTemplateFormatVersion: '2010-09-09'
${mappings}Resources:
  # The only one
  Web: {Type: OS::Heat::Value, Properties: {value: ${value}}}
`

describe('comments of a mapping', () => {
  it.each(['!FindInMap [Sizes, dev, t]', '{"Fn::FindInMap": [Sizes, dev, t]}'])(
    'are left where its values are written in place: %s',
    (lookup) => {
      const { after, codes } = migrated(template(lookup))
      expect(codes).not.toContain('comment-lost')
      expect(after).toBe(`heat_template_version: 2018-08-31
# Sizes that we have tried
# cheap
# for the fair
resources:
  # The only one
  Web: {type: OS::Heat::Value, properties: {value: small}}
`)
    },
  )

  it('are written once where they stand behind the value', () => {
    const { after } = migrated(`AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes:
    dev:
      t: small # cheap
Resources:
  Web: {Type: OS::Heat::Value, Properties: {value: !FindInMap [Sizes, dev, t]}}
`)
    expect(after).toBe(`heat_template_version: 2018-08-31
# cheap
resources:
  Web: {type: OS::Heat::Value, properties: {value: small}}
`)
  })

  it('go along with the value behind which they stand, to a line of its own', () => {
    const { after, codes } = migrated(`HeatTemplateFormatVersion: '2012-12-12'
Mappings:
  Sizes:
    dev:
      t: [small] # cheap
      u: b # never asked for
Resources:
  Web:
    Type: OS::Heat::Value
    Properties:
      value: {"Fn::FindInMap": [Sizes, dev, t]}
`)
    expect(codes).not.toContain('comment-lost')
    expect(after).toBe(`heat_template_version: 2018-08-31
# never asked for
resources:
  Web:
    type: OS::Heat::Value
    properties:
      value: [small] # cheap
`)
  })

  it('go with a mapping that nothing looks up, and are reported', () => {
    const { after, codes } = migrated(template('small'))
    expect(after).not.toContain('Sizes')
    expect(codes).toContain('comment-lost')
  })
})
