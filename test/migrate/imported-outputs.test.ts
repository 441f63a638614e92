/** Imports of values that other templates of the run export. */
import { type FileSource, type Outcome, rewrite } from '../../src/index.ts'
import { hotshift, type Spawned } from '../cli/hotshift.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const head = "AWSTemplateFormatVersion: '2010-09-09'\n"
const note = 'Resources:\n  Note: {Type: OS::Heat::None}\n'

const exporting = (...outputs: readonly string[]) => `${head}${note}Outputs:\n  ${outputs.join('\n  ')}\n`
const importing = (value: string) =>
  `${head}Resources:\n  Note: {Type: OS::Heat::Value, Properties: {value: ${value}}}\n`

const network = JSON.stringify(
  {
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: { Note: { Type: 'OS::Heat::None' } },
    Outputs: { NetId: { Value: 'net-1', Export: { Name: 'network-id' } } },
  },
  undefined,
  2,
)

function migrated(files: Readonly<Record<string, string>>, accept: readonly string[] = []) {
  const sources: readonly FileSource[] = Object.entries(files).map(([path, text]) => ({ path, text }))
  return new Map(rewrite(sources, { chain: 'migrate', accept }).map((one) => [one.path, one]))
}

const codesOf = (outcome: Outcome | undefined) => outcome?.findings.map(({ code }) => code)
const feedsOf = (outcome: Outcome | undefined) =>
  outcome?.findings.flatMap(({ feed }) => (feed === undefined ? [] : [feed]))
const blocks = (outcome: Outcome | undefined) =>
  outcome?.findings.flatMap(({ code, message }) => (code === 'import-value' ? [message] : []))

describe('an import that one template of the run exports', () => {
  const netFeed = { parameter: 'NetworkId', file: 'net/base.json', output: 'NetId' }

  it.each([
    ['by a short tag', importing('!ImportValue network-id')],
    ['by Fn::Sub without variables', importing('{"Fn::ImportValue": !Sub network-id}')],
    [
      'in JSON',
      JSON.stringify({
        ...JSON.parse(network),
        Outputs: { A: { Value: { 'Fn::ImportValue': 'network-id' } } },
      }),
    ],
  ])('becomes a parameter without being accepted: %s', (_, text) => {
    const outcome = migrated({ 'net/base.json': network, 'server.yaml': text }).get('server.yaml')
    expect(outcome?.after).toContain('parameters:\n  NetworkId:\n    type: string\n')
    expect(outcome?.after).toContain('{get_param: NetworkId}')
    expect(feedsOf(outcome)).toEqual([netFeed])
    // What the parameter is given nobody can prove.
    expect(codesOf(outcome)).toEqual(expect.arrayContaining(['meaning-accepted', 'imported-output']))
    expect(codesOf(outcome)).not.toContain('import-value')
    expect(outcome?.proof).toBe('equal')
  })

  it('changes nothing but the import', () => {
    const server = `${head}Resources:
  Note:
    Type: OS::Heat::Value
    # The shared network
    Properties:
      value: !ImportValue network-id # by its id
`
    const outcome = migrated({ 'net/base.json': network, 'server.yaml': server }).get('server.yaml')
    expect(outcome?.after).toBe(`heat_template_version: 2018-08-31
parameters:
  NetworkId:
    type: string
    description: Value that another stack exports as network-id
resources:
  Note:
    type: OS::Heat::Value
    # The shared network
    properties:
      value: {get_param: NetworkId} # by its id
`)
    expect(outcome?.findings.map(({ message }) => message)).toEqual([
      'changed by cfn/imports-to-parameters so that outputs of other files feed parameters; all other changes are proved to preserve the meaning',
      'the output "NetId" of net/base.json, which is exported as "network-id", feeds the new parameter "NetworkId"',
    ])
  })

  it('gets a name that the template does not have', () => {
    const taken = `${importing('!ImportValue network-id')}Parameters: {NetworkId: {Type: String}}\n`
    const outcome = migrated({ 'net/base.json': network, 'server.yaml': taken }).get('server.yaml')
    const [feed] = feedsOf(outcome) ?? []
    expect(feed?.parameter).not.toBe('NetworkId')
    expect(outcome?.after).toContain(`{get_param: ${feed?.parameter}}`)
  })

  it('is exported by Fn::Sub without variables, too', () => {
    const files = {
      'a.yaml': exporting(
        'Long: {Value: a, Export: {Name: {"Fn::Sub": long}}}',
        'Short: {Value: b, Export: {Name: !Sub short}}',
      ),
      'b.yaml': importing('[!ImportValue long, !ImportValue short]'),
    }
    expect(feedsOf(migrated(files).get('b.yaml'))).toEqual([
      { parameter: 'Long', file: 'a.yaml', output: 'Long' },
      { parameter: 'Short', file: 'a.yaml', output: 'Short' },
    ])
  })

  it('is one parameter however often and in whatever way it is imported', () => {
    const text = importing('[!ImportValue network-id, {"Fn::ImportValue": !Sub network-id}]')
    const outcome = migrated({ 'net/base.json': network, 'server.yaml': text }).get('server.yaml')
    expect(outcome?.after).toContain('value: [{get_param: NetworkId}, {get_param: NetworkId}]')
    expect(feedsOf(outcome)).toEqual([netFeed])
  })

  it('is reported as fed where others of the file are accepted', () => {
    const text = importing('[!ImportValue network-id, !ImportValue elsewhere]')
    const files = { 'net/base.json': network, 'server.yaml': text }
    expect(codesOf(migrated(files).get('server.yaml'))).not.toContain('imported-output')
    expect(migrated(files).get('server.yaml')?.status).toBe('blocked')
    const accepted = migrated(files, ['import-value']).get('server.yaml')
    expect(feedsOf(accepted)).toEqual([netFeed])
    expect(blocks(accepted)).toEqual([expect.stringContaining('"elsewhere"')])
  })
})

describe('an import from a stack that a parameter names', () => {
  const parameters = 'Parameters: {Net: {Type: String}, Other: {Type: String}}\n'
  const feedOfId = (parameter: string, stack = '') => [
    { parameter, file: 'net.yaml', output: 'Id', ...(stack === '' ? {} : { stack }) },
  ]
  const byStack = exporting("Id: {Value: a, Export: {Name: !Sub '${AWS::StackName}-Id'}}")

  it.each<[string, string, string, string, string]>([
    ['by Fn::Sub', byStack, "{'Fn::ImportValue': !Sub '${Net}-Id'}", 'NetId', 'Net'],
    [
      'by Fn::Sub with a value',
      byStack,
      "{'Fn::ImportValue': !Sub ['${x}-Id', {x: !Ref Net}]}",
      'XId',
      'Net',
    ],
    ['by Fn::Join', byStack, "{'Fn::ImportValue': !Join ['-', [!Ref Net, Id]]}", 'NetId', 'Net'],
    ['by the name itself', byStack, '!ImportValue base-Id', 'BaseId', ''],
    [
      'in a name of Fn::Join',
      exporting("Id: {Value: a, Export: {Name: !Join [':', [!Ref AWS::StackName, Id]]}}"),
      "{'Fn::ImportValue': !Sub '${Net}:Id'}",
      'NetId',
      'Net',
    ],
    [
      'where a parameter of the template is in the name',
      `${exporting("Id: {Value: a, Export: {Name: !Sub '${Env}-Id'}}")}Parameters: {Env: {Type: String}}\n`,
      "{'Fn::ImportValue': !Sub '${Net}-Id'}",
      'NetId',
      '',
    ],
    [
      'behind what is the same in the whole region',
      exporting("Id: {Value: a, Export: {Name: !Sub '${AWS::Region}-${AWS::StackName}-Id'}}"),
      "{'Fn::ImportValue': !Sub '${AWS::Region}-${Net}-Id'}",
      'RegionNetId',
      'Net',
    ],
  ])('%s', (_, exporter, value, parameter, stack) => {
    const outcome = migrated({ 'net.yaml': exporter, 'b.yaml': importing(value) + parameters }).get('b.yaml')
    expect(outcome?.status).toBe('changed')
    expect(feedsOf(outcome)).toEqual(feedOfId(parameter, stack))
    expect(outcome?.proof).toBe('equal')
  })

  it('takes the place of the parameter that only names the stack', () => {
    const value = "{'Fn::ImportValue': !Sub '${Net}-Id'}"
    const text = importing(value) + parameters
    const { after, findings = [] } = migrated({ 'net.yaml': byStack, 'b.yaml': text }).get('b.yaml') ?? {}
    expect(after).toContain('parameters:\n  Other: {type: string}\n  NetId:\n')
    expect(findings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(
        /feeds the new parameter "NetId"; nothing else uses the parameter "Net", which is removed$/,
      ),
    )
    const accepted = migrated({ 'b.yaml': text }, ['import-value']).get('b.yaml')
    expect(accepted?.after).not.toContain('Net:')
  })

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['its own template uses', {}, "[{'Fn::ImportValue': !Sub '${Net}-Id'}, !Ref Net]"],
    [
      'an environment gives',
      { 'other.env': 'parameters: {Net: a}\n' },
      "{'Fn::ImportValue': !Sub '${Net}-Id'}",
    ],
    [
      'another template passes',
      { 'top.yaml': `${head}Resources: {B: {Type: b.yaml, Properties: {Net: a}}}\n` },
      "{'Fn::ImportValue': !Sub '${Net}-Id'}",
    ],
  ])('leaves a parameter that %s', (_, files, value) => {
    const outcome = migrated({ ...files, 'b.yaml': importing(value) + parameters }, ['import-value']).get(
      'b.yaml',
    )
    expect(outcome?.after).toContain('  Net: {type: string}\n  Other:')
  })

  it('is one parameter for each stack', () => {
    const value = "[{'Fn::ImportValue': !Sub '${Net}-Id'}, {'Fn::ImportValue': !Sub '${Other}-Id'}]"
    const outcome = migrated({ 'net.yaml': byStack, 'b.yaml': importing(value) + parameters }).get('b.yaml')
    expect(feedsOf(outcome)).toEqual([...feedOfId('NetId', 'Net'), ...feedOfId('OtherId', 'Other')])
  })

  it('says by which stack where the name has it', () => {
    const outcome = migrated({ 'net.yaml': byStack, 'b.yaml': importing('!ImportValue base-Id') }).get(
      'b.yaml',
    )
    expect(outcome?.findings.map(({ message }) => message)).toContain(
      'the output "Id" of net.yaml, which is exported as "${AWS::StackName}-Id" by the stack "base", feeds the new parameter "BaseId"',
    )
  })

  it('is about what is exported under its very name first', () => {
    const exact = exporting('Id: {Value: b, Export: {Name: base-Id}}')
    const files = { 'net.yaml': exact, 'stacks.yaml': byStack, 'b.yaml': importing('!ImportValue base-Id') }
    expect(feedsOf(migrated(files).get('b.yaml'))).toEqual(feedOfId('BaseId'))
  })

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['under another name', {}, '${Net}-Ident', ''],
    ['with another case', {}, '${Net}-id', ''],
    ['without the stack', {}, 'Id', ''],
    ['with nothing of the name', {}, '${Net}', ''],
    ['with no letter of the name', {}, '${Net}-${Other}', ''],
    ['of its own stack', {}, '${AWS::StackName}-Id', ''],
    ['of a region', {}, '${AWS::Region}-Id', ''],
    ['by a name that no stack can have', {}, '1x-Id', ''],
    ['that two templates export', { 'c.yaml': byStack }, '${Net}-Id', '; c.yaml and net.yaml export it'],
    [
      'that two templates may export',
      { 'c.yaml': byStack.replace('-Id', '-b-Id') },
      'a-b-Id',
      '; c.yaml and net.yaml export it',
    ],
  ])('stays blocked %s', (_, files, name, why) => {
    const text = importing(`{'Fn::ImportValue': !Sub '${name}'}`) + parameters
    const outcome = migrated({ ...files, 'net.yaml': byStack, 'b.yaml': text }).get('b.yaml')
    expect(outcome?.status).toBe('blocked')
    expect(blocks(outcome)).toEqual([`Heat has no Fn::ImportValue (of "${name}")${why}`])
  })

  it('stays blocked where only another stack of its own template can be meant, or that as well', () => {
    const own = byStack.replace(
      note,
      `${note}  Other: {Type: OS::Heat::Value, Properties: {value: {'Fn::ImportValue': !Sub '\${Net}-Id'}}}\n`,
    )
    const alone = migrated({ 'own.yaml': own + parameters, 'b.yaml': importing('b') }).get('own.yaml')
    expect(blocks(alone)).toEqual([expect.stringMatching(/; no other template of the run exports it$/)])
    const both = migrated({ 'own.yaml': own + parameters, 'net.yaml': byStack }).get('own.yaml')
    expect(blocks(both)).toEqual([expect.stringMatching(/; own.yaml and net.yaml export it$/)])
  })
})

describe('an import stays blocked', () => {
  const missing = 'Heat has no Fn::ImportValue (of "id")'

  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['that no file exports', { 'a.yaml': exporting('A: {Value: a, Export: {Name: Id}}') }, missing],
    [
      'that two files export',
      {
        'a.yaml': exporting('A: {Value: a, Export: {Name: id}}'),
        'c.yaml': exporting('C: {Value: c, Export: {Name: !Sub id}}'),
      },
      `${missing}; a.yaml and c.yaml export it`,
    ],
    [
      'that one file exports twice',
      { 'a.yaml': exporting('A: {Value: a, Export: {Name: id}}', 'B: {Value: b, Export: {Name: id}}') },
      `${missing}; a.yaml exports it more than once`,
    ],
    [
      'whose export depends on the stack',
      { 'a.yaml': exporting("A: {Value: a, Export: {Name: !Sub '${AWS::StackName}id'}}") },
      missing,
    ],
    [
      'that HOT would export, which has no exports',
      { 'a.yaml': 'heat_template_version: 2018-08-31\noutputs:\n  A: {value: a, Export: {Name: id}}\n' },
      missing,
    ],
    [
      'that stands in what is no output',
      { 'a.yaml': `${exporting('A: {Value: a}')}Metadata: {Export: {Name: id}}\n` },
      missing,
    ],
  ])('%s', (_, files, message) => {
    const outcome = migrated({ ...files, 'b.yaml': importing('!ImportValue id') }).get('b.yaml')
    expect(outcome?.status).toBe('blocked')
    expect(blocks(outcome)).toEqual([message])
  })

  it('whose name depends on the stack', () => {
    const files = { 'a.yaml': exporting("A: {Value: a, Export: {Name: !Sub '${AWS::StackName}-id'}}") }
    const text = importing("{'Fn::ImportValue': !Sub '${AWS::StackName}-id'}")
    expect(migrated({ ...files, 'b.yaml': text }).get('b.yaml')?.status).toBe('blocked')
  })

  it('that its own template exports, which AWS refuses', () => {
    const own =
      importing('!ImportValue id') +
      exporting('A: {Value: a, Export: {Name: id}}').slice(head.length + note.length)
    const outcome = migrated({ 'a.yaml': own, 'b.yaml': importing('!ImportValue id') })
    expect(outcome.get('a.yaml')?.status).toBe('blocked')
    expect(outcome.get('b.yaml')?.status).toBe('changed')
  })
})

describe('the table at the end of a run', () => {
  const files = {
    'net/base.json': network,
    'blocked.yaml': `${exporting('Zone: {Value: z, Export: {Name: zone}}')}Rules: {R: {Assertions: [{Assert: {'Fn::Equals': [a, a]}}]}}\n`,
    'server.yaml': importing('[!ImportValue network-id, !ImportValue zone]'),
  }
  const table = [
    'output                feeds the parameter',
    'net/base.yaml: NetId  server.yaml: NetworkId',
    'blocked.yaml: Zone    server.yaml: Zone       not converted yet',
  ].join('\n')

  it('has names as the run leaves them, and says what is not converted', async () => {
    const { stderr, status } = await inProcess(['migrate'], temporaryTree(files).root)
    expect(stderr).toContain(`\n${table}\n`)
    expect(status).toBe(3)
  })

  it('is the same in every part of a run, and on every thread', async () => {
    const { root } = temporaryTree(files)
    const feeds = ({ stdout }: Spawned) =>
      (JSON.parse(stdout) as { files: { findings: { feed?: unknown }[] }[] }).files.flatMap((file) =>
        file.findings.flatMap(({ feed }) => feed ?? []),
      )
    const command = ['migrate', '--format', 'json']
    const all = feeds(await inProcess(command, root))
    expect(all).toEqual([
      { parameter: 'NetworkId', file: 'net/base.json', output: 'NetId' },
      { parameter: 'Zone', file: 'blocked.yaml', output: 'Zone' },
    ])
    expect(feeds(hotshift([...command, '--jobs', '2'], root))).toEqual(all)
    const parts = ['1/3', '2/3', '3/3'].map((part) => inProcess([...command, '--shard', part], root))
    expect((await Promise.all(parts)).flatMap(feeds)).toEqual(all)
  })

  it('is about the files of the run alone', async () => {
    const { stderr } = await inProcess(['migrate', 'server.yaml', 'blocked.yaml'], temporaryTree(files).root)
    expect(stderr).toContain('Heat has no Fn::ImportValue (of "network-id")')
  })

  it('is there for the transform alone', async () => {
    const { stderr } = await inProcess(
      ['run', '-t', 'cfn/imports-to-parameters'],
      temporaryTree({
        'net/base.json': network,
        'server.yaml': JSON.stringify({
          ...JSON.parse(network),
          Outputs: { A: { Value: { 'Fn::ImportValue': 'network-id' } } },
        }),
      }).root,
    )
    expect(stderr).toContain('net/base.json: NetId  server.yaml: NetworkId\n')
  })
})
