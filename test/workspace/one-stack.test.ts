/** Two versions of a stack that differ in a file which only other files name: every command sees it. */

import { hotshift } from '../cli/hotshift.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const version = 'heat_template_version: 2018-08-31\n'
const leaf = (size: number) =>
  `${version}parameters: {size: {type: number, default: ${size}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n`
const calling = (type: string) => `${version}resources:\n  one: {type: ${type}}\n`
const environment = (registry: string) => `resource_registry:\n  ${registry}\n`
const reading = `${version}resources:\n  s:\n    type: OS::Nova::Server\n    properties: {flavor: f, image: i, networks: [{network: n}], user_data: {get_file: boot.sh}}\n`
/** A stack whose template has no template to call beside two in directories. */
const two = `${version}resources:\n  a: {type: a/x.yaml}\n  b: {type: b/y.yaml}\n`

type Files = Readonly<Record<string, string>>

/** What differs, with the files that both versions have. */
const cases: readonly (readonly [how: string, both: Files, before: Files, after: Files])[] = [
  ['its own name', { 't.yaml': calling('leaf.yaml') }, { 'leaf.yaml': leaf(1) }, { 'leaf.yaml': leaf(2) }],
  ...[
    'My::X: leaf.yaml',
    '"My::*": leaf.yaml',
    'resources: {one: {My::X: leaf.yaml}}',
    'My::X: Your::Y\n  Your::Y: leaf.yaml',
    '"My::*": "Your::*"\n  Your::X: leaf.yaml',
  ].map(
    (registry) =>
      [
        `a registry with ${registry}`,
        { 't.yaml': calling('My::X'), 't.env': environment(registry) },
        { 'leaf.yaml': leaf(1) },
        { 'leaf.yaml': leaf(2) },
      ] as const,
  ),
  [
    'one name in two directories',
    {
      't.yaml': two,
      'a/x.yaml': calling('leaf.yaml'),
      'b/y.yaml': calling('leaf.yaml'),
      'a/leaf.yaml': leaf(1),
    },
    { 'b/leaf.yaml': leaf(1) },
    { 'b/leaf.yaml': leaf(2) },
  ],
  [
    'get_file of one name in two directories',
    { 't.yaml': two, 'a/x.yaml': reading, 'b/y.yaml': reading, 'a/boot.sh': 'echo 1\n' },
    { 'b/boot.sh': 'echo 1\n' },
    { 'b/boot.sh': 'echo 2\n' },
  ],
  [
    'get_file in a nested template that is the same',
    { 't.yaml': calling('x.yaml'), 'x.yaml': reading },
    { 'boot.sh': 'echo 1\n' },
    { 'boot.sh': 'echo 2\n' },
  ],
  [
    'the template of a stack that is a resource',
    {
      't.yaml': `${version}resources:\n  s: {type: OS::Heat::Stack, properties: {template: {get_file: leaf.yaml}}}\n`,
    },
    { 'leaf.yaml': leaf(1) },
    { 'leaf.yaml': leaf(2) },
  ],
  [
    'what the template of a stack that is a resource names',
    {
      't.yaml': `${version}resources:\n  s: {type: OS::Heat::Stack, properties: {template: {get_file: x.yaml}}}\n`,
      'x.yaml': reading,
    },
    { 'boot.sh': 'echo 1\n' },
    { 'boot.sh': 'echo 2\n' },
  ],
]

function tree(both: Files, before: Files, after: Files) {
  const side = (folder: string, files: Files) =>
    Object.entries({ ...both, ...files }).map(([path, text]) => [`${folder}/${path}`, text] as const)
  return temporaryTree(Object.fromEntries([...side('old', before), ...side('new', after)])).root
}

const environments = (both: Files, ...options: readonly [before: string, after: string]): string[] =>
  't.env' in both ? [options[0], 'old/t.env', options[1], 'new/t.env'] : []

describe.each(cases)('a change of a file behind %s', (_, both, before, after) => {
  const named = environments(both, '--env-before', '--env')

  it('differs for verify, and is equal where nothing changed', () => {
    const told = (next: Files) =>
      hotshift(['verify', 'old/t.yaml', 'new/t.yaml', ...named], tree(both, before, next)).status
    expect([told(before), told(after)]).toEqual([0, 1])
  })

  it('is something that an update does for diff', () => {
    const told = (next: Files) =>
      hotshift(['diff', 'old/t.yaml', 'new/t.yaml', ...named], tree(both, before, next)).status
    // What a stack makes of a file that only its template names is not followed.
    const isFollowed = !('x.yaml' in both) || both['t.yaml']?.includes('OS::Heat::Stack') !== true
    expect([told(before), told(after)]).toEqual([0, isFollowed ? 1 : 3])
  })
})
