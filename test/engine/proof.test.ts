import type { TemplateTransform } from '../../src/engine/authoring/transform.ts'
import { prove } from '../../src/engine/proof/proof.ts'
import { recognise } from '../../src/heat/kind.ts'
import { withRoot } from '../../src/heat/template.ts'
import { withEntries, withItems, withKey, withValue } from '../../src/text/document/build.ts'
import { readDocument } from '../../src/text/document/document.ts'
import type { Mapping, Node } from '../../src/text/document/node.ts'
import { nameOf } from '../../src/text/document/read.ts'
import { transforms } from '../../transforms/registry.ts'
import { runText } from './run-text.ts'

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

describe('what modernise writes', () => {
  const old = `heat_template_version: 2018-08-31
resources:
  port: {type: OS::Neutron::Port, properties: {network_id: a, fixed_ips: [{subnet_id: b}]}}
`
  const id = 'hot/modernize-properties'

  /** The engine with a transform that makes one key of the real one's result another. */
  function modernized(from: string, to: string) {
    const real = transforms.get(id) as TemplateTransform
    const spoil = (node: Node): Node => {
      if (node.kind === 'seq') return withItems(node, node.items.map(spoil))
      if (node.kind !== 'map') return node
      const entries = node.entries.map((one) => {
        const inner = withValue(one, spoil(one.value))
        return nameOf(one) === from ? withKey(inner, to) : inner
      })
      return withEntries(node, entries)
    }
    const wrong: TemplateTransform = {
      ...real,
      run: (template, context) => {
        const { root } = real.run(template, context)
        return withRoot(template, spoil(root) as Mapping)
      },
    }
    const registry = new Map([...transforms, [id, wrong] as const])
    return runText(old, { chain: 'modernize', to: 'latest', registry })
  }

  it('is proved by the tables of Heat', () => {
    const { status, proof, after } = modernized('nothing', 'else')
    expect({ status, proof }).toEqual({ status: 'changed', proof: 'equal' })
    expect(after).toContain('{network: a, fixed_ips: [{subnet: b}]}')
  })

  it.each([
    ['network', 'net'],
    ['network', 'networks'],
    ['subnet', 'network'],
    ['fixed_ips', 'fixed_ip'],
  ])('differs when %s is written as %s', (from, to) => {
    const { status, proof, findings } = modernized(from, to)
    expect({ status, proof }).toEqual({ status: 'blocked', proof: 'differs' })
    expect(findings.map(({ code }) => code)).toContain('meaning-differs')
  })
})
