/** What a template passes for a hidden parameter of another one is hidden, too, wherever the call stands. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { commandLine } from './command-line.ts'

afterEach(removeTemporaryTrees)

const child = `heat_template_version: 2018-08-31
parameters:
  pw: {type: string, hidden: true}
  one: {type: string, hidden: true, constraints: [{allowed_values: [s3cretA]}]}
  count: {type: number, hidden: true}
  json: {type: json, hidden: true}
  seen: {type: string, default: shown}
resources:
  v: {type: OS::Heat::Value, properties: {value: [{get_param: pw}, {get_param: json}, {get_param: seen}]}}
`
const caller = `heat_template_version: 2018-08-31
x-shared: &shared {type: child.yaml, properties: {pw: s3cretB, seen: shown}}
x-properties: &properties {pw: s3cretC}
resources:
  plain: {type: child.yaml, properties: {pw: s3cretD, count: s3cretE, json: 's3cretF{', seen: shown}}
  made: {type: child.yaml, properties: {pw: {list_join: ['', [s3cretG]]}, json: [s3cretH]}}
  merged: {type: child.yaml, properties: {<<: *properties, seen: shown}}
  shared: *shared
  mapped: {type: My::Child, properties: {pw: s3cretI}}
  group: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: child.yaml, properties: {pw: s3cretJ}}}}
  chain: {type: OS::Heat::ResourceChain, properties: {resources: [child.yaml], resource_properties: {pw: s3cretK}}}
outputs: {o: {value: {get_attr: [plain, resource.v, value]}}}
`
const files = {
  'child.yaml': child,
  'a.yaml': caller,
  'a.env': 'resource_registry: {"My::Child": child.yaml}\n',
  'after/child.yaml': child.replace('s3cretA', 's3cretAA'),
  'after/a.yaml': caller.replace(/s3cret/g, 's3cretX').replace(/seen: shown/g, 'seen: shown-too'),
  'after/a.env': 'resource_registry: {"My::Child": child.yaml}\n',
}

it.each([
  'verify a.yaml after/a.yaml --env-before a.env --env after/a.env',
  'verify a.yaml after/a.yaml --env-before a.env --env after/a.env --format json',
  'verify child.yaml after/child.yaml',
  'diff a.yaml after/a.yaml --env-before a.env --env after/a.env',
  'diff a.yaml after/a.yaml --env-before a.env --env after/a.env --format json',
  'check --verbose',
])('%s', async (line) => {
  const { out, err } = await commandLine(temporaryTree(files).root, line)
  expect(out + err).not.toMatch(/s3cret/)
  if (line.includes('a.yaml')) expect(out).toContain('shown-too')
})

it('names what is passed for others', async () => {
  const open = Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path, text.replaceAll(', hidden: true', '')]),
  )
  const { out } = await commandLine(temporaryTree(open).root, 'verify a.yaml after/a.yaml')
  expect(out).toContain('"s3cretD"')
})
