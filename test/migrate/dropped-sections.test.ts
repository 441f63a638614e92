/** Sections that HOT does not have go, whatever else a template makes of them. */
import { rewrite } from '../../src/index.ts'

function migrated(text: string) {
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  const codes = outcome?.findings.map(({ code }) => code) ?? []
  return { after: outcome?.after, codes, proof: outcome?.proof }
}

it('leaves out those that another section of the same name shadows', () => {
  const { after, codes, proof } = migrated(`AWSTemplateFormatVersion: '2010-09-09'
Metadata: {a: 1}
Mappings:
  M: {a: {b: c}}
Metadata: {b: 2}
Mappings:
  N: {a: {b: d}}
Resources:
  Web: {Type: OS::Heat::Value, Properties: {value: !FindInMap [N, a, b]}}
`)
  expect(after).toBe(`heat_template_version: 2018-08-31
resources:
  Web: {type: OS::Heat::Value, properties: {value: d}}
`)
  expect(codes).toContain('duplicate-key')
  expect(proof).toBe('equal')
})

it('writes out what aliases take from the metadata of the template', () => {
  const { after, proof } = migrated(`AWSTemplateFormatVersion: '2010-09-09'
Metadata:
  Common: &common {Key: Value}
  Text: &text "a text"
Resources:
  Web: {Type: OS::Heat::Value, Properties: {value: {<<: *common, Text: *text}}}
  Mail: {Type: OS::Heat::Value, Properties: {value: *text}}
`)
  expect(after).toBe(`heat_template_version: 2018-08-31
resources:
  Web: {type: OS::Heat::Value, properties: {value: {<<: {Key: Value}, Text: &text "a text"}}}
  Mail: {type: OS::Heat::Value, properties: {value: *text}}
`)
  expect(proof).toBe('equal')
})
