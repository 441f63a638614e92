import { createEngine } from '../../src/engine/engine.ts'
import { transforms } from '../../transforms/registry.ts'

const engine = createEngine({
  chain: 'migrate',
  to: '2018-08-31',
  accept: [],
  partial: false,
  registry: transforms,
})

const template = (image: string) => `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Server:
    Type: AWS::EC2::Instance
    Properties: {ImageId: ${image}, InstanceType: m1.small}
`

function statusOf(path: string, text: string): string {
  return engine.run({ path, bytes: Buffer.from(text) }).status
}

describe('files that Jinja fills in first', () => {
  it('are skipped, whether or not YAML can read them', () => {
    expect(statusOf('server.j2.yaml', template('{{ image }}'))).toBe('skipped')
    expect(statusOf('server.yaml.j2', template('"{{ image }}"'))).toBe('skipped')
  })

  it('are known by their name: braces in the quotes of a template are text', () => {
    expect(statusOf('server.yaml', template('"{{ image }}"'))).toBe('changed')
    expect(statusOf('server.j2.yaml', template('fedora'))).toBe('changed')
  })

  it('block under another name, when they cannot be read', () => {
    expect(statusOf('server.yaml', template('{{ image }}'))).toBe('blocked')
  })
})
