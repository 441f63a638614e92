/** Of each kind of question one that turns the outcome of a file that has not changed itself, and edits that turn none. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { type Asked, checkedTree } from './checked-trees.ts'

afterEach(removeTemporaryTrees)

const hot = 'heat_template_version: 2018-08-31\n'
const caller = (type: string) =>
  `${hot}resources:\n  one: {type: ${type}}\n  all:\n    type: OS::Heat::SoftwareConfig\n    properties: {config: {get_file: s.sh}}\n`
const callee = `${hot}parameters:\n  size: {type: number}\nresources:\n  r: {type: OS::Heat::RandomString, properties: {length: {get_param: size}}}\n`
const tree = {
  'a.yaml': caller('n.yaml'),
  'b.yaml': caller('My::Type'),
  'n.yaml': callee,
  's.sh': 'echo\n',
  'other.yaml': `${hot}resources: {}\n`,
}

interface Edit {
  readonly files?: Readonly<Record<string, string>>
  readonly edit: Readonly<Record<string, string | undefined>>
  /** The file whose outcome is another one behind the edit, which does not change it. */
  readonly turns: string
  readonly asked?: Partial<Asked>
}

const turning: Readonly<Record<string, Edit>> = {
  'what a nested template asks for': {
    edit: { 'n.yaml': `${callee}# \n`.replace('size:', 'count:') },
    turns: 'a.yaml',
  },
  'that a nested template is there': { edit: { 'n.yaml': undefined }, turns: 'a.yaml' },
  'what is wrong in a nested template': {
    edit: { 'n.yaml': callee.replace('length', 'width') },
    turns: 'a.yaml',
  },
  'what a script begins with': { edit: { 's.sh': '# cloud-config\n' }, turns: 'a.yaml' },
  'that a script is there': { edit: { 's.sh': undefined }, turns: 'a.yaml' },
  'what a registry says of a type': {
    edit: { 'r.yaml': 'resource_registry: {"My::Type": n.yaml}\n' },
    turns: 'b.yaml',
  },
  'that a registry is gone': {
    files: { 'r.yaml': 'resource_registry: {"My::Type": OS::Heat::None}\n' },
    edit: { 'r.yaml': undefined },
    turns: 'b.yaml',
  },
  'a value in every nested template': {
    edit: { 'e.yaml': 'parameter_defaults: {size: 3}\n' },
    turns: 'a.yaml',
  },
  'the name of such a value': {
    files: { 'e.yaml': 'parameter_defaults: {size: 3}\n' },
    edit: { 'e.yaml': 'parameter_defaults: {wide: 3}\n' },
    turns: 'a.yaml',
  },
  'the template of an environment': {
    files: { 'n.env': 'parameters: {size: 3}\n' },
    edit: { 'n.yaml': callee.replace('number}', 'number, constraints: [{range: {max: 2}}]}') },
    turns: 'n.env',
  },
  'whether some template declares what an environment gives': {
    files: { 'e.yaml': 'parameter_defaults: {size: 3}\n' },
    edit: { 'n.yaml': callee.replaceAll('size', 'width') },
    turns: 'e.yaml',
  },
  'what stacks are created with': {
    files: { 'm.yaml': callee, 'e.yaml': 'parameters: {size: 3}\n' },
    edit: { 'e.yaml': 'parameters: {}\n' },
    turns: 'm.yaml',
    asked: { together: ['e.yaml'] },
  },
  'what an environment that cannot be read names': {
    edit: { 'r.yaml': 'resource_registry:\n\t"My::Type"\n' },
    turns: 'b.yaml',
  },
}

const way: Asked = { looksAround: true }
const withEdit = (files: Readonly<Record<string, string>>, { edit }: Pick<Edit, 'edit'>) =>
  new Map(
    Object.entries({ ...files, ...edit }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text] as const],
    ),
  )

test.each(Object.entries(turning))('%s turns an outcome, and is asked again', (_, one) => {
  const { turns, asked = {} } = one
  const files = { ...tree, ...one.files }
  const folder = `${temporaryTree().root}/verdicts`
  const how = { ...way, ...asked }
  const before = checkedTree(withEdit(files, { edit: {} }), how, folder).outcomes.get(turns)
  const after = checkedTree(withEdit(files, one), how, folder)
  expect(after.recalled).not.toContain(turns)
  expect(after.outcomes).toStrictEqual(checkedTree(withEdit(files, one), how).outcomes)
  expect(after.outcomes.get(turns)?.findings).not.toEqual(before?.findings)
})

test('what is guessed in one file does not depend on how much was guessed in those before', () => {
  const many = Array.from({ length: 1000 }, (_, index) => index)
  const outputs = many.map((index) => `  output_${index}: {value: 1}\n`).join('')
  const asking = (names: readonly string[]) =>
    `${hot}resources:\n  one: {type: n.yaml}\n  all:\n    type: OS::Heat::Value\n    properties:\n      value: [${names.map((name) => `{get_attr: [one, ${name}]}`).join(', ')}]\n`
  const files = {
    'a.yaml': asking(many.slice(0, 300).map((index) => `wrong_${index}`)),
    'b.yaml': asking(['outpt_7']),
    'n.yaml': `${hot}outputs:\n${outputs}`,
  }
  const messages = (tree: Readonly<Record<string, string>>) =>
    checkedTree(withEdit(tree, { edit: {} }), way)
      .outcomes.get('b.yaml')
      ?.findings.map(({ message }) => message)
  expect(messages(files)?.join()).toContain('did you mean "output_7"')
  expect(messages(files)).toEqual(messages({ ...files, 'a.yaml': asking([]) }))
})

test.each<[string, Edit['edit'], readonly string[]]>([
  ['nothing', {}, ['a.yaml', 'b.yaml', 'e.yaml', 'n.yaml', 'other.env', 'other.yaml', 's.sh']],
  [
    'a template of its own',
    { 'other.yaml': `${hot}resources: {a: {type: Wrong}}\n` },
    ['a.yaml', 'b.yaml', 'n.yaml', 's.sh'],
  ],
  [
    'another value of a default',
    { 'e.yaml': 'parameter_defaults: {wide: 9}\n' },
    ['a.yaml', 'b.yaml', 'n.yaml', 'other.yaml', 's.sh'],
  ],
  [
    'another value in an environment',
    { 'other.env': 'parameters: {size: 9}\n' },
    ['a.yaml', 'b.yaml', 'n.yaml', 's.sh'],
  ],
  ['what a script does', { 's.sh': 'exit\n' }, ['n.yaml', 'other.yaml']],
])('behind a change of %s nothing else is looked at again', (_, edit, known) => {
  const files = {
    ...tree,
    'e.yaml': 'parameter_defaults: {wide: 3}\n',
    'other.env': 'parameters: {size: 3}\n',
  }
  const folder = `${temporaryTree().root}/verdicts`
  checkedTree(withEdit(files, { edit: {} }), way, folder)
  expect(checkedTree(withEdit(files, { edit }), way, folder).recalled).toEqual(
    expect.arrayContaining([...known]),
  )
})
