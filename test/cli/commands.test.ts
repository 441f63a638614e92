import { explainCommand } from '../../src/apps/cli/commands/explain.ts'
import { list } from '../../src/apps/cli/commands/list.ts'
import { rules } from '../../src/apps/cli/commands/rules.ts'
import { run } from '../../src/apps/cli/commands/run.ts'
import { commands } from '../../src/apps/cli/main.ts'
import type { Preset } from '../../src/engine/engine.ts'
import { findingCodes } from '../../src/engine/findings/catalogue.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'
import { transforms } from '../../transforms/registry.ts'
import { fakeEngine } from '../run/fake-engine.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { args, testWorld } from './test-world.ts'

const explain = explainCommand(() => commands)

const all = [...transforms.values(), ...packageTransforms.values()]

describe('list', () => {
  it('names every transform with safety and title', async () => {
    const world = testWorld('/')
    expect(await list.run(args(), world)).toBe(0)
    const [head, ...lines] = world.text('out').trimEnd().split('\n')
    expect(head).toMatch(/^transform +safety +what it does$/)
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual(
      all.map(({ id, safety, title }) => [id, safety, title]),
    )
  })

  it('breaks titles where the terminal ends, and keeps them in their column', async () => {
    const world = testWorld('/')
    await list.run(args(), { ...world, out: { ...world.out, columns: 70 } })
    const lines = world.text('out').split('\n')
    const at = lines.findIndex((line) => line.startsWith('cfn/declare-pseudo-parameters '))
    expect(lines.slice(at, at + 2)).toEqual([
      'cfn/declare-pseudo-parameters  review  Declare parameters for AWS',
      '                                       pseudo parameters',
    ])
    expect(lines.filter((line) => line.length > 70)).toEqual([])
  })

  it('does so as JSON too', async () => {
    const world = testWorld('/')
    await list.run(args({ format: 'json' }), world)
    const entries = JSON.parse(world.text('out'))
    expect(entries).toHaveLength(all.length)
    expect(Object.keys(entries[0])).toEqual(['id', 'title', 'description', 'safety', 'references'])
  })

  it('has no other formats', async () => {
    await expect(list.run(args({ format: 'sarif' }), testWorld('/'))).rejects.toThrow(
      '--format sarif: no such format',
    )
  })
})

afterEach(removeTemporaryTrees)

describe('run', () => {
  it('takes transforms of packages, too', async () => {
    const { root } = temporaryTree({ 'a.yaml': 'same\n' })
    const chosen: (Preset | readonly (string | object)[])[] = []
    const world = testWorld(root, {
      createEngine: ({ chain }) => {
        chosen.push(chain)
        return fakeEngine
      },
    })
    expect(await run.run(args({ transform: ['env/move-defaults', 'cfn/outputs'] }), world)).toBe(0)
    expect(chosen).toEqual([['env/move-defaults', 'cfn/outputs']])
  })
})

describe('rules', () => {
  it('lists every finding with its severity, and whether it can be accepted', async () => {
    const world = testWorld('/')
    expect(await rules.run(args({}), world)).toBe(0)
    const lines = world.text('out').trimEnd().split('\n')
    expect(lines).toHaveLength(findingCodes.length + 1)
    expect(lines.find((line) => line.startsWith('import-value '))).toMatch(/^import-value +error +yes +\S/)
    expect(lines.find((line) => line.startsWith('unknown-ignore '))).toMatch(
      /^unknown-ignore +error +A hotshift/,
    )
  })

  it('answers programs', async () => {
    const world = testWorld('/')
    await rules.run(args({ format: 'json' }), world)
    const all = JSON.parse(world.text('out')) as readonly { readonly code: string }[]
    expect(all.map(({ code }) => code)).toEqual(findingCodes)
  })
})

/** What `explain` prints. */
async function explained(name: string): Promise<string> {
  const world = testWorld('/')
  expect(await explain.run(args({}, name), world)).toBe(0)
  return world.text('out')
}

describe('explain with a resource type', () => {
  it('says what Heat has, and what takes its place', async () => {
    const text = await explained('AWS::EC2::Instance')
    expect(text).toContain('Heat has this type.')
    expect(text).toContain('Required: ImageId, InstanceType.')
    expect(text).toContain('OS::Nova::Server')
    expect(text).toContain('hotshift nativize')
  })

  it.each([
    ['AWS::EC2::NatGateway', 'The closest service is Neutron: OS::Neutron::Router.'],
    ['AWS::IAM::Role', 'Heat does not have this type'],
    ['OS::Nova::Server', 'Heat has this type.'],
    ['OS::Nova::Nothing', 'Heat does not have this type'],
  ])('says of %s: %s', async (name, sentence) => {
    expect(await explained(name)).toContain(sentence)
  })

  it('suggests a name that Heat has', async () => {
    expect(await explained('OS::Nova::Serve')).toContain('Did you mean OS::Nova::Server')
  })

  it('answers programs', async () => {
    const world = testWorld('/')
    await explain.run(args({ format: 'json' }, 'AWS::EC2::Instance'), world)
    expect(JSON.parse(world.text('out'))).toMatchObject({
      kind: 'type',
      name: 'AWS::EC2::Instance',
      status: 'supported',
      required: ['ImageId', 'InstanceType'],
      native: 'OS::Nova::Server',
      transform: 'os/server',
    })
  })

  it('does not guess', async () => {
    await expect(explained('Custom::Thing')).rejects.toThrow('unknown resource type')
  })
})

describe('explain', () => {
  it('a transform: title, description, safety, rules', async () => {
    const transform = transforms.get('cfn/outputs')!
    const text = await explained('cfn/outputs')
    expect(
      text.startsWith(`cfn/outputs  ${transform.title}\n\n${transform.description}\n\nsafety: exact\nrule: `),
    ).toBe(true)
    expect(text.endsWith('\n')).toBe(true)
  })

  it('a finding', async () => {
    expect(await explained('disk-full')).toBe(
      'disk-full  No space left\n\nThe operating system had no space or quota for the new file. The original is intact, because it is replaced only when the new file is complete.\n\nFree some space or quota, and run again.\n\nseverity: error\n',
    )
  })

  it('a finding, in lines as long as those of the terminal', async () => {
    const world = testWorld('/')
    const out = { ...world.out, columns: 40 }
    await explain.run(args({}, 'disk-full'), { ...world, out })
    expect(world.text('out')).toBe(
      'disk-full  No space left\n\nThe operating system had no space or\nquota for the new file. The original is\nintact, because it is replaced only when\nthe new file is complete.\n\nFree some space or quota, and run again.\n\nseverity: error\n',
    )
  })

  it('what accepting a finding does', async () => {
    expect(await explained('stack-id')).toContain(
      '\n\n--accept stack-id\n  OS::stack_id, the id alone, replaces the ARN.\n\n',
    )
  })

  it('an example, and every way out', async () => {
    expect(await explained('rules-section')).toBe(`rules-section  Rules that check parameters on AWS

Rules compare several parameters with one another. Heat checks each parameter alone.

Write constraints of single parameters. Rules that only repeat such constraints are removed without asking.

--accept rules-section
  The rules are removed; Heat then accepts values that they reject.

--from aws
  Reads the template as AWS does, and accepts everything for which Heat has no counterpart.

--partial
  Rewrites the rest of the file and leaves this location as it is. Finish it by hand before you deploy.

before: server.yaml
  AWSTemplateFormatVersion: '2010-09-09'
  Parameters: {Size: {Type: String}, Disk: {Type: String}}
  Rules:
    Large:
      RuleCondition: {'Fn::Equals': [{Ref: Size}, large]}
      Assertions: [{Assert: {'Fn::Equals': [{Ref: Disk}, fast]}}]
  Resources: {Note: {Type: OS::Heat::None}}

  $ hotshift migrate server.yaml
  3:1  error  rules-section  only AWS evaluates Rules

after, corrected: server.yaml
  AWSTemplateFormatVersion: '2010-09-09'
  Parameters: {Size: {Type: String}, Disk: {Type: String}}
  Rules:
    Large:
      Assertions: [{Assert: {'Fn::Equals': [{Ref: Disk}, fast]}}]
  Resources: {Note: {Type: OS::Heat::None}}

severity: error
more: docs/guide.md
`)
  })

  it('an example for programs', async () => {
    const world = testWorld('/')
    await explain.run(args({ format: 'json' }, 'yaml-tab'), world)
    expect(JSON.parse(world.text('out'))).toMatchObject({
      kind: 'finding',
      code: 'yaml-tab',
      why: expect.stringContaining('tabs'),
      ways: [],
      example: {
        command: 'hotshift check server.yaml',
        before: { 'server.yaml': expect.stringContaining('\t') },
        after: { 'server.yaml': expect.not.stringContaining('\t') },
      },
    })
  })

  it('a requirement', async () => {
    expect(await explained('R-90526')).toMatch(
      /^R-90526 {2}[^\n]*default[^\n]*\n\nONAP takes every value [^\n]+\.\n\nMUST NOT; VNF requirements of ONAP, [^\n]+\n\nbefore: [\s\S]+\n\nseverity: error\npublished: https:\/\/docs\.onap\.org\/[^\n]+#R-90526\ntested by ONAP's validation scripts: test_heat_parameter_section\.py::test_default_values\n$/,
    )
  })

  it('a requirement, by an example', async () => {
    expect(await explained('R-90526')).toMatch(
      /\n\nbefore: base_lighthouse\.yaml\n[\s\S]*\n {6}default: 10\.1\.0\.0\/24\n\n {2}\$ hotshift remediate --profile onap\n\nafter: base_lighthouse\.yaml\n[\s\S]*\n$/,
    )
    expect(await explained('R-11200')).toContain('\n\nafter: base_lighthouse.yml is removed\n\n')
  })

  it('every transform and every finding there is', async () => {
    for (const name of [...all.map(({ id }) => id), ...findingCodes]) await explained(name)
  })

  it.each([
    ['cfn/output', 'did you mean cfn/outputs?'],
    ['outputs', 'did you mean cfn/outputs?'],
    ['disk-ful', 'did you mean disk-full?'],
  ])('nothing called %s', async (name, hint) => {
    await expect(explain.run(args({}, name), testWorld('/'))).rejects.toMatchObject({
      message: `neither a transform, a finding, a requirement, a command nor a word of reports: ${name}`,
      hints: [hint, '`hotshift list` names the transforms; reports name findings by their code'],
    })
  })
})
