/**
 * Values of hidden parameters stand in files, and in the lines of a diff or plan that show files. What hotshift says
 * beside these lines names none of them, whatever the command and the form of the report are.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formats } from '../../src/apps/cli/options/report-formats.ts'
import { openArchive, readMembers } from '../../src/run/archive/archive.ts'
import { realFileSystem } from '../../src/run/file-system.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const SECRET = /s3cret|990077/

/** So many lines that the context of a change never reaches what is hidden. */
const filler = (from: number) =>
  Array.from({ length: 10 }, (_, index) => `  f${from + index}: {type: string, default: shown}\n`).join('')

const hidden = `${filler(0)}  pw_len: {type: string, hidden: true, default: s3cretA, constraints: [{length: {max: 3}}]}
  pw_allowed: {type: string, hidden: true, default: s3cretB, constraints: [{allowed_values: [x, y]}]}
  pw_pattern: {type: string, hidden: true, default: s3cretC, constraints: [{allowed_pattern: '[0-9]+'}]}
  pw_number: {type: number, hidden: true, default: s3cretD}
  pw_boolean: {type: boolean, hidden: 'yes', default: s3cretE}
  pw_json: {type: json, hidden: True, default: '{s3cretF'}
  pw_range: {type: number, hidden: true, default: 990077, constraints: [{range: {max: 3}}]}
  pw_list: {type: comma_delimited_list, hidden: true, default: [s3cretG, {a: s3cretG}]}
  pw_map: {type: string, hidden: true, default: {s3cretH: s3cretI}}
  pw_cidr: {type: string, hidden: true, default: s3cretJ, constraints: [{custom_constraint: net_cidr}]}
  pw_given: {type: string, hidden: true, constraints: [{length: {max: 3}}]}
  pw_other: {type: number, hidden: true}
${filler(10)}`

const hot = `heat_template_version: 2015-04-30
parameters:
${hidden}resources:
  server:
    type: OS::Nova::Server
    properties: {image: i, flavor: f, networks: [{port: {get_param: pw_len}}], admin_pass: {get_param: pw_given}, user_data: {str_replace: {template: a $x, params: {$x: {get_param: pw_list}}}}}
  subnet: {type: OS::Neutron::Subnet, properties: {network: n, cidr: {get_param: pw_cidr}, ip_version: {get_param: pw_number}}}
  group: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: pw_range}, resource_def: {type: child.yaml, properties: {p: {get_param: pw_len}, q: {get_param: pw_other}}}}}
  stack: {type: child.yaml, properties: {p: {get_param: pw_map}, q: {get_param: pw_boolean}}}
`

const child = `heat_template_version: 2015-04-30
parameters:
${filler(20)}  p: {type: string, hidden: true, default: s3cretK, constraints: [{length: {max: 2}}]}
  q: {type: number, hidden: true, default: s3cretL}
${filler(30)}resources:
  v: {type: OS::Heat::Value, properties: {value: {list_join: [x, [{get_param: p}, {get_param: q}]]}}}
`

const environment = `parameters:
  f1: another
${Array.from({ length: 8 }, (_, index) => `  f${index + 2}: shown\n`).join('')}  pw_given: s3cretM
  pw_other: s3cretN
  pw_allowed: s3cretO
`

const cfn = JSON.stringify(
  {
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: {
      Pw: { Type: 'String', NoEcho: 'true', Default: 's3cretP', MaxLength: '3' },
      Pn: { Type: 'Number', NoEcho: true, Default: 's3cretQ' },
      Pa: { Type: 'String', NoEcho: 'TRUE', Default: 's3cretR', AllowedValues: ['a'] },
      Pl: { Type: 'CommaDelimitedList', NoEcho: 'true', Default: 's3cretS,2' },
    },
    Mappings: { M: { s3: { k: 'v' } } },
    Resources: {
      I: {
        Type: 'AWS::EC2::Instance',
        Properties: {
          ImageId: { Ref: 'Pw' },
          InstanceType: { 'Fn::FindInMap': ['M', { Ref: 'Pa' }, 'k'] },
          KeyName: { 'Fn::Select': [{ Ref: 'Pn' }, ['a', 'b']] },
          UserData: { 'Fn::Base64': { 'Fn::Join': ['', ['a', { Ref: 'Pw' }]] } },
          AvailabilityZone: { 'Fn::Select': ['0', { Ref: 'Pl' }] },
        },
      },
    },
  },
  null,
  1,
)

const files = { 'a.yaml': hot, 'child.yaml': child, 'a.env': environment, 'c.json': cfn }

/** Each leaves the diff to a file. */
const reporting = [
  'check',
  'check a.yaml --env a.env',
  'check --profile onap',
  'remediate --profile onap --patch diff',
  'remediate --profile onap --lossy --patch diff',
  'migrate --patch diff',
  'migrate --native --partial --patch diff',
  'upgrade --to latest --patch diff',
  'upgrade --to latest --modernize --patch diff',
  'extract-defaults --patch diff',
  'rename --rename f1=g1 --patch diff',
  'run -t cfn/parameters --patch diff',
]

/** What a workbook says, its members unpacked. */
async function workbook(path: string): Promise<string> {
  const archive = await openArchive(path, path, realFileSystem)
  const contents = 'problem' in archive ? archive : readMembers(archive)
  if ('problem' in contents) throw new Error(contents.problem.message)
  return [...contents.values()].map((one) => Buffer.from(one).toString()).join('\n')
}

async function said(tree: TemporaryTree, line: string): Promise<string> {
  const { out, err, code } = await commandLine(tree.root, line)
  expect([line, code]).not.toEqual([line, 64])
  return out + err
}

it.each(reporting)('no report names a hidden value: %s', async (command) => {
  const tree = temporaryTree(files)
  for (const format of formats) {
    // Those that are for the terminal alone.
    if (format === 'text' || format === 'concise') {
      expect(await said(tree, `${command} --verbose --format ${format}`)).not.toMatch(SECRET)
      continue
    }
    const output = `report.${format}`
    const text = await said(tree, `${command} --verbose --format ${format} --output ${output}`)
    const path = join(tree.root, output)
    const report = format === 'xlsx' ? await workbook(path) : readFileSync(path, 'utf8')
    expect([format, `${text}${report}`.match(SECRET)?.[0]]).toEqual([format, undefined])
    expect(report.length).toBeGreaterThan(50)
  }
})

it('neither does what is made of a plan or of reports', async () => {
  const tree = temporaryTree(files)
  await said(tree, 'upgrade --to latest --plan plan.json --format json --output report.json')
  expect(readFileSync(join(tree.root, 'plan.json'), 'utf8')).toMatch(SECRET)
  for (const format of formats) {
    if (format === 'xlsx') continue
    expect([format, (await said(tree, `show plan.json --format ${format}`)).match(SECRET)]).toEqual([
      format,
      null,
    ])
  }
  for (const format of ['text', 'json', 'markdown', 'csv', 'sarif', 'junit'])
    expect((await said(tree, `merge report.json --format ${format}`)).match(SECRET)).toBeNull()
})

describe('two templates', () => {
  const after = {
    'after/a.yaml': hot
      .replace(
        'admin_pass: {get_param: pw_given}',
        'admin_pass: {list_join: ["", [x, {get_param: pw_given}]]}',
      )
      .replace('port: {get_param: pw_len}', 'port: {get_param: pw_allowed}')
      .replace('{get_param: pw_range}', '{get_param: pw_number}')
      .replace('s3cretC', 's3cretT')
      .replace('default: shown', 'default: shown-too'),
    'after/child.yaml': child.replace('list_join: [x', 'list_join: [y').replace('s3cretK', 's3cretU'),
    'after/a.env': environment.replace('s3cretM', 's3cretV').replace('s3cretN', '7'),
    'values.json': '{"pw_given": "s3cretW", "pw_number": "s3cretX"}',
    'damaged.json': '{"pw_given": s3cretY}',
  }
  const sides = 'a.yaml after/a.yaml'
  const environments = '--env-before a.env --env after/a.env'

  it.each([
    ...['text', 'json'].flatMap((format) => [
      `verify ${sides} --format ${format}`,
      `verify ${sides} ${environments} --format ${format}`,
    ]),
    ...['text', 'json', 'markdown'].flatMap((format) => [
      `diff ${sides} --format ${format}`,
      `diff ${sides} ${environments} --format ${format}`,
      `diff ${sides} --set pw_len=s3cretZ --set pw_range=s3cretZ --format ${format}`,
      `diff ${sides} --parameters values.json --format ${format}`,
    ]),
  ])('are compared without hidden values: %s', async (line) => {
    const tree = temporaryTree({ ...files, ...after })
    const text = await said(tree, line)
    expect(text).not.toMatch(SECRET)
    expect(text).toContain('shown-too')
  })

  it('are not compared by values that cannot be read, which are not quoted', async () => {
    const tree = temporaryTree({ ...files, ...after })
    const { code, err, out } = await commandLine(tree.root, `diff ${sides} --parameters damaged.json`)
    expect({ code, said: out + err }).toEqual({
      code: 64,
      said: 'hotshift: --parameters damaged.json:1:14: the file is not valid JSON\n',
    })
  })
})
