/** `migrate --templated`: CloudFormation that Jinja fills in first. */
import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

function migrated(
  text: string,
  {
    accept = [],
    chain = 'migrate',
    path = 'site.yml.j2',
  }: { accept?: string[]; chain?: 'migrate' | 'migrate-natively'; path?: string } = {},
): FileOutcome {
  const engine = createEngine({
    chain,
    to: 'auto',
    templated: true,
    accept,
    partial: false,
    registry: transforms,
  })
  const outcome = engine.run({ path, bytes: Buffer.from(text) })
  if ('creates' in outcome) throw new Error('more than one file')
  return outcome
}

const site = `---
# {{ ansible_managed }}
AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Key:
    Type: String
{% if with_size %}
  Size:
    Type: Number
    Default: {{ size | default(10) }}
{% endif %}
Resources:
{% for server in servers %}
  {{ server.name }}:
    Type: AWS::EC2::Instance
    Properties:
      ImageId: {{ server.image }}
      InstanceType: m1.small
      KeyName: !Ref Key
      UserData:
        Fn::Base64: !Sub |
          #!/bin/bash
          echo \${AWS::StackName} {{ server.name }}
{% endfor %}
  Disk:
    Type: AWS::EC2::Volume
    Properties:
{% if with_size %}
      Size: !Ref Size
{% else %}
      Size: 20
{% endif %}
      AvailabilityZone: nova
`

const converted = `---
# {{ ansible_managed }}
heat_template_version: 2018-08-31
parameters:
  Key:
    type: string
{% if with_size %}
  Size:
    type: number
    default: {{ size | default(10) }}
{% endif %}
resources:
{% for server in servers %}
  {{ server.name }}:
    type: AWS::EC2::Instance
    properties:
      ImageId: {{ server.image }}
      InstanceType: m1.small
      KeyName: {get_param: Key}
      UserData:
        str_replace:
          template: |
            #!/bin/bash
            echo \${stack_name} {{ server.name }}
          params:
            \${stack_name}: {get_param: OS::stack_name}
{% endfor %}
  Disk:
    type: AWS::EC2::Volume
    properties:
{% if with_size %}
      Size: {get_param: Size}
{% else %}
      Size: 20
{% endif %}
      AvailabilityZone: nova
`

const messagesOf = ({ findings }: FileOutcome, code: string) =>
  findings.flatMap((one) => (one.code === code ? [one.message] : []))

describe('a template of CloudFormation with tags of Jinja', () => {
  it.each(['site.yml.j2', 'site.yaml'])(
    'is converted outside of them, and proved over renderings: %s',
    (path) => {
      const outcome = migrated(site, { path })
      expect(outcome.after).toBe(converted)
      expect(messagesOf(outcome, 'rendered')).toEqual([
        `proved equal in ${outcome.renderings} renderings with generated values`,
      ])
      expect(outcome.proof).toBe('equal')
      expect(outcome.version).toBe('2018-08-31')
    },
  )

  it('gets new parameters outside of branches, where the user accepts them', () => {
    const importing = site.replace('{{ server.image }}', '!ImportValue image')
    expect(migrated(importing).status).toBe('blocked')
    const { status, after } = migrated(importing, { accept: ['import-value'] })
    expect(status).toBe('changed')
    expect(after).toContain('{% endif %}\n  Image:\n    type: string\n')
  })

  it('is blocked where only one branch needs a new parameter', () => {
    const outcome = migrated(site.replace('Size: 20', 'Size: !ImportValue size'), {
      accept: ['import-value'],
    })
    expect(outcome.status).toBe('blocked')
    expect(messagesOf(outcome, 'meaning-unproved')).toEqual([
      expect.stringMatching(/^in a rendering: resources\.Disk/),
    ])
  })

  it('corresponds with native types', () => {
    const outcome = migrated(site, { chain: 'migrate-natively', accept: ['login-user'] })
    expect(outcome.after).toContain('    type: OS::Cinder::Volume\n')
    expect(outcome.proof).toBe('corresponds')
  })

  it.each([
    ['a name that a tag gives a reference', site.replace('!Ref Key', '!Ref {{ key }}'), 'blocked'],
    ['a macro', `{% macro a() %}{% endmacro %}${site}`, 'skipped'],
    [
      'JSON',
      '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"a": {"Type": "OS::Heat::None"}}, "Description": "{{ a }}"}',
      'skipped',
    ],
  ])('is not touched with %s', (what, text, status) => {
    expect(migrated(text, { path: what === 'JSON' ? 'site.json.j2' : 'site.yml.j2' }).status).toBe(status)
  })
})

describe('values that the user gives', () => {
  const vars = `ansible_managed: x
with_size: true
servers: [{name: web, image: fedora}]
`
  const run = (files: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    inProcess(
      ['migrate', 'site.yml.j2', '--templated', ...args],
      temporaryTree({ 'site.yml.j2': site, ...files }).root,
    )

  it('are one rendering for each file', async () => {
    const { stderr, status } = await run(
      { 'a.yaml': vars, 'b.json': '{"servers": [], "with_size": false, "ansible_managed": ""}' },
      '--render',
      'a.yaml',
      '--render',
      'b.json',
    )
    expect(stderr).toMatch(/proved equal in [0-9]+ renderings with generated values, and 2 with given ones\n/)
    expect(stderr).toContain('  changed  1  1 proved over renderings\n')
    expect(status).toBe(0)
  })

  it('block the file where a tag has no value with them, at the tag', async () => {
    const { stderr, status } = await run({ 'a.yaml': vars.replace('servers', 'other') }, '--render', 'a.yaml')
    expect(stderr).toMatch(/ 13:1 +error +meaning-unproved +it cannot be rendered with a\.yaml: "servers"/)
    expect(status).toBe(3)
  })

  it.each([
    ['no mapping', { 'a.yaml': '[1]\n' }, ['--render', 'a.yaml']],
    ['no file', {}, ['--render', 'a.yaml']],
  ])('are refused: %s', async (_, files, args) => {
    expect((await run(files, ...args)).status).toBe(64)
  })
})
