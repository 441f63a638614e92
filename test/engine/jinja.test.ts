import { createEngine, createPackageEngine } from '../../src/engine/engine.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
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

  it('are aside for commands over packages, too, where they are HOT; what is meant for Heat blocks and says why', () => {
    const loop = '{% for one in all %}\n  {{ one }}: {type: OS::Heat::None}\n{% endfor %}\n'
    const files = {
      'generated.yaml': `heat_template_version: 2016-10-14\nresources:\n${loop}`,
      'generated.env': `parameter_defaults:\n${loop}`,
      'torn.yaml': 'heat_template_version: 2016-10-14\nresources: {\n',
    }
    const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
    const moves = packageTransforms.get('env/move-defaults')
    if (moves === undefined) throw new Error('no such transform')
    const outcomes = createPackageEngine({ transforms: [moves] }).runTogether?.(inputs) ?? []
    expect(
      outcomes.map(({ path, status, findings }) => [path, status, ...findings.map(({ code }) => code)]),
    ).toEqual([
      ['generated.yaml', 'skipped'],
      ['generated.env', 'blocked', 'template-language'],
      ['torn.yaml', 'blocked', 'yaml-syntax'],
    ])
  })
})
