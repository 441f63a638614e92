import { readDocument } from '../../src/document/document.ts'
import type { Mapping } from '../../src/document/node.ts'
import { prove } from '../../src/engine/proof.ts'
import { recognise } from '../../src/heat/kind.ts'

const original = `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  Secret: {Type: String, NoEcho: true}
Resources:
  Web:
    Type: AWS::EC2::Instance
    DependsOn: Net
    Properties:
      UserData: {"Fn::Join": ["", ["#!/bin/sh\\necho ", {Ref: Secret}, "\\n"]]}
  Net: {Type: "OS::Neutron::Net"}
`
const right = `heat_template_version: 2018-08-31
parameters:
  Secret: {type: string, hidden: true}
resources:
  Web:
    type: AWS::EC2::Instance
    depends_on: Net
    properties:
      UserData:
        str_replace:
          template: |
            #!/bin/sh
            echo __Secret__
          params:
            __Secret__: {get_param: Secret}
  Net: {type: "OS::Neutron::Net"}
`

function proofOf(rewritten: string) {
  const before = readDocument(original)
  const after = readDocument(rewritten)
  if ('problem' in before || 'problem' in after) throw new Error('unreadable')
  const { document } = before
  const recognition = recognise(document.root, document.syntax)
  return prove(
    { document, root: document.root as Mapping, recognition, reading: 'heat' },
    after.document,
    new Set(),
  )
}

describe('the proof', () => {
  it('finds a right rewrite equal', () => {
    expect(proofOf(right)).toEqual({ verdict: 'equal', findings: [] })
  })

  it.each([
    ['a secret is shown', right.replace('hidden: true', 'hidden: false'), 'parameters.Secret'],
    ['a dependency is lost', right.replace('    depends_on: Net\n', ''), 'resources.Web.depends_on'],
    [
      'a script loses its last line break',
      right.replace('template: |', 'template: |-'),
      'resources.Web.properties.UserData',
    ],
    [
      'a placeholder is not replaced',
      right.replace('echo __Secret__', 'echo __Secret_'),
      'resources.Web.properties.UserData',
    ],
    ['a resource is missing', right.replace('  Net: {type: "OS::Neutron::Net"}\n', ''), 'resources'],
  ])('sees that %s', (_, rewritten, path) => {
    const { verdict, findings } = proofOf(rewritten)
    expect(verdict).toBe('differs')
    expect(findings.every(({ code, severity }) => code === 'meaning-differs' && severity === 'error')).toBe(
      true,
    )
    expect(findings.some(({ message }) => message.startsWith(path))).toBe(true)
  })
})
