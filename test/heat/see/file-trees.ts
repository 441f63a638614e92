/** Stacks of several files that are made up: what a client does to names and contents. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import type { StackInFiles } from './stacks.ts'

const fileNames = [
  'one.yaml',
  'sub/two.yaml',
  'sub/a b.sh',
  'sub/deep/three.template',
  "it's.yaml",
  'plain.txt',
  'é.sh',
  'list.json',
]
const named = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...fileNames) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'sub/../one.yaml',
      './plain.txt',
      'sub//deep/three.template',
      'sub/a%20b.sh',
      './/one.yaml',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('absent.yaml', '../../one.yaml', 'two.yaml', 'a:b.yaml', 'one.yaml?x', 'sub'),
  },
)
const scalar = fc.constantFrom(
  '0644',
  'yes',
  '2018-01-01',
  '1.0',
  '0x1f',
  '~',
  '"a: b"',
  '1e3',
  "'é'",
  '!!str 5',
  '0b11',
  '12:30:45',
)
const resource = fc.oneof(
  { weight: 3, arbitrary: named.map((name) => `{type: "${name}"}`) },
  named.map((name) => `{type: OS::Heat::Value, properties: {value: {get_file: "${name}"}}}`),
  scalar.map((value) => `{type: OS::Heat::Value, properties: {value: ${value}, 1: {true: [${value}]}}}`),
  fc.constant('&x {type: OS::Heat::Value, properties: {value: 1}}'),
  fc.constant('{<<: {type: OS::Heat::Value}, properties: {type: "one.yaml"}}'),
)
const template = fc
  .tuple(
    fc.constantFrom('2018-08-31', "'2013-05-23'", 'rocky'),
    fc.array(resource, { minLength: 1, maxLength: 4 }),
  )
  .map(
    ([version, all]) =>
      `heat_template_version: ${version}\nresources:\n${all.map((one, n) => `  r${n}: ${one}\n`).join('')}`,
  )
const leaf = fc.constantFrom(
  'heat_template_version: 2018-08-31\n',
  '{"heat_template_version": "2018-08-31", "resources": {"r": {"type": "OS::Heat::None"}}}',
  "HeatTemplateFormatVersion: '2012-12-12'\nResources: {r: {Type: AWS::EC2::EIP}}\n",
  'echo é\n',
  '\ufeffecho\n',
  '',
  'a: [1, 2\n',
  '- heat_template_version\n',
)
const registered = fc.oneof(
  { weight: 6, arbitrary: named.map((name) => `"../${name}"`) },
  { weight: 2, arbitrary: fc.constantFrom('OS::Heat::None', '"OS::Nova::Server"') },
  { weight: 1, arbitrary: fc.constantFrom('[a]', '~', '5') },
)
const environment = fc.oneof(
  fc.constant(''),
  fc
    .tuple(
      registered,
      named,
      fc.constantFrom('{a: 1, b: {c: [1]}}', '{a: {x: 0644}}', '{a: ~}', '{b: ~, a: yes}', '{}'),
    )
    .map(
      ([one, two, values]) =>
        `resource_registry:\n  My::A: ${one}\n  resources: {r0: {"My::B": "../${two}", hooks: pre-create}, r1: {restricted_actions: [update]}}\nparameters: ${values}\nparameter_defaults: ${values}\n`,
    ),
  named.map((name) => `resource_registry: {"My::*": "../${name}"}\nparameters: {a: {y: 1}}\n`),
)
const tree = fc.record({
  top: template,
  files: fc.tuple(
    ...fileNames.map((name) =>
      fc.oneof(
        { weight: 2, arbitrary: leaf },
        { weight: name.endsWith('.yaml') ? 1 : 0, arbitrary: template },
      ),
    ),
  ),
  environments: fc.array(environment, { maxLength: 3 }),
})

/** @param root for the files */
export function fileTrees(count: number, seed: number, root: string): readonly StackInFiles[] {
  return fc.sample(tree, { numRuns: count, seed }).map(({ top, files, environments }, index) => {
    const write = (name: string, text: string) => {
      const path = join(root, String(index), name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    }
    for (const [at, name] of fileNames.entries()) write(name, files[at] ?? '')
    const template = write('top.yaml', top)
    return {
      name: template,
      template,
      environments: environments.map((text, at) => write(`env/${at}.env`, text)),
    }
  })
}
