/** Sections that a merge key supplies are sections to Heat: every command reads, changes and reports them as such. */
import { parse } from 'yaml'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

interface Parts {
  readonly head: string
  /** Sections of indented lines. */
  readonly sections: Readonly<Record<string, string>>
}

const hot: Parts = {
  head: 'heat_template_version: 2016-10-14\n',
  sections: {
    parameters: `
  web_image_name:
    type: string
    default: cirros
  token:
    type: string
    hidden: true
    default: abc
  unused:
    typ: string
`,
    conditions: `
  big: {equals: [{get_param: web_image_name}, cirros]}
`,
    resources: `
  web_server_0:
    type: OS::Nova::Server
    properties:
      image: {get_param: web_image_name}
      flavor: {get_param: nowhere}
      name: fixed
      user_data: {get_param: token}
      networks: [{port: {get_resource: wire}}]
  wire:
    type: OS::Quantum::Port
    condition: big
    properties: {network_id: a}
`,
    outputs: `
  address: {value: {get_attr: [web_server_0, first_address]}}
  none: {value: {get_attr: [nobody, show]}}
`,
  },
}

const cfn: Parts = {
  head: "AWSTemplateFormatVersion: '2010-09-09'\n",
  sections: {
    Parameters: `
  Size: {Type: String, Default: small}
`,
    Mappings: `
  Flavors: {small: {name: m1.small}}
`,
    Resources: `
  Server:
    Type: OS::Nova::Server
    Properties:
      flavor: {"Fn::FindInMap": [Flavors, {Ref: Size}, name]}
      name: {"Fn::Join": ["-", [a, {Ref: Size}]]}
      image: b
`,
    Outputs: `
  Address: {Value: {"Fn::GetAtt": [Server, first_address]}}
`,
  },
}

const environment: Parts = {
  head: '',
  sections: {
    parameters: `
  web_image_name: ubuntu
`,
    resource_registry: `
  "Mine::Thing": OS::Nova::KeyPair
`,
  },
}

const deeper = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')
const asWritten = ({ sections }: Parts): string =>
  Object.entries(sections)
    .map(([name, body]) => `${name}:${body}`)
    .join('')

/** One file, written in several ways that are the same to Heat. */
const ways: Readonly<Record<string, (parts: Parts) => string>> = {
  plainly: (parts) => parts.head + asWritten(parts),
  'below a merge key': (parts) => `${parts.head}<<:\n${deeper(asWritten(parts))}`,
  'below lists of merge keys': (parts) =>
    `${parts.head}<<:\n${Object.entries(parts.sections)
      .map(([name, body]) => `- ${name}:${deeper(body)}`)
      .join('')}`,
  'with merge keys in each section': ({ head, sections }) =>
    head +
    Object.entries(sections)
      .map(([name, body]) => `${name}:\n  <<:${deeper(body)}`)
      .join(''),
  'with parts below merge keys': (parts) =>
    (parts.head + asWritten(parts))
      .replaceAll(/^( {2}\w+):\n((?: {4}.*\n)+)/gm, (_, name, part) => `${name}:\n    <<:\n${deeper(part)}`)
      .replaceAll(/^( {2}\w+): (\{.*\})$/gm, '$1: {<<: $2}'),
  'with properties below merge keys': (parts) =>
    (parts.head + asWritten(parts)).replaceAll(
      /^( {4}properties):\n((?: {6}.*\n)+)/gim,
      (_, name, part) => `${name}:\n      <<:\n${deeper(part)}`,
    ),
  'with functions below merge keys': (parts) =>
    (parts.head + asWritten(parts)).replaceAll(
      /\{(get_\w+|equals|Ref|"Fn::\w+"): ((?:[^{}[\]]|\[[^[\]]*\])+)\}/g,
      '{<<: {$1: $2}}',
    ),
}
const merging = Object.keys(ways).slice(1)
/** What below a merge key stays, and is reported to stay. */
const staying: Readonly<Record<string, readonly string[]>> = {
  'with parts below merge keys': ['extract-defaults', 'remediate', 'nativize'],
}

interface Ran {
  readonly data: Readonly<Record<string, unknown>>
  readonly said: readonly string[]
}

async function ran(
  command: readonly string[],
  files: Readonly<Record<string, Parts>>,
  way: string,
): Promise<Ran> {
  const made = Object.entries(files).map(([name, parts]) => [name, ways[way]?.(parts) ?? ''])
  const { root, read, list } = temporaryTree(Object.fromEntries(made))
  const writes = command[0] === 'check' ? [] : ['--write']
  const { stdout } = await inProcess([...command, '.', ...writes, '--format', 'json'], root)
  const report = JSON.parse(stdout) as {
    files: { path: string; status: string; findings: { code: string; message: string }[] }[]
  }
  return {
    data: Object.fromEntries(
      list().map((path) => [path, parse(read(path), { merge: true, version: '1.1', schema: 'yaml-1.1' })]),
    ),
    said: report.files
      .flatMap(({ path, status, findings }) => [
        `${path} ${status}`,
        ...findings.map(({ code, message }) => `${path} ${code} ${message}`),
      ])
      .sort(),
  }
}

const hotFiles = { 'base_t.yaml': hot }
const both = { 'base_t.yaml': hot, 'base_t.env': environment }

describe.each([
  [['check'], both],
  [['check', '--profile', 'onap'], both],
  [['upgrade', '--to', '2021-04-16', '--modernize'], both],
  [['extract-defaults'], hotFiles],
  [['extract-defaults'], both],
  [['remediate', '--profile', 'onap'], both],
  [['remediate', '--profile', 'onap', '--lossy'], both],
  [['nativize'], both],
  [['rename', '--rename', 'web_image_name=db_image_name'], both],
  [['rename', '--rename', 'web_server_0=db_server_0'], both],
  [['rename', '--rename', 'address=place'], both],
  [['migrate'], { 't.yaml': cfn }],
])('%j', (command, files) => {
  let plain: Ran
  beforeAll(async () => {
    plain = await ran(command, files, 'plainly')
  })

  it('says and changes something', () => {
    expect(plain.said.some((one) => / (?!unchanged)\w/.test(one))).toBe(true)
  })

  it.each(merging.filter((way) => staying[way]?.includes(command[0] ?? '') !== true))(
    'does the same %s',
    async (way) => {
      expect(await ran(command, files, way)).toEqual(plain)
    },
  )
})
