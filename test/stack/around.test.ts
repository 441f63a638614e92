/** What is asked of the files around a run, and behind which edits of them it is answered as before. */
import { Around } from '../../src/stack/around.ts'
import { Questions } from '../../src/stack/questions.ts'
import { calling } from './packages.ts'
import type { Texts } from './texts.ts'

type Edit = Readonly<Record<string, string | undefined>>

function aroundOf(texts: Edit, questions?: Questions): Around {
  const files = Object.keys(texts).filter((path) => texts[path] !== undefined)
  return new Around({
    files,
    read: (path) => (texts[path] === undefined ? undefined : Buffer.from(texts[path])),
    exists: (path) => files.includes(path),
    ...(questions === undefined ? {} : { questions }),
  })
}

const template = `${calling('My::Type', 'n.yaml')}parameters:\n  size: {type: number}\n`
const tree: Texts = {
  'a.yaml': template,
  'a.env': 'parameters: {size: 1}\n',
  'n.yaml': 'heat_template_version: 2018-08-31\nresources: {}\n',
  'e.yaml': 'resource_registry: {"My::Type": n.yaml}\nparameter_defaults: {size: 3}\n',
  'broken.yaml': 'parameter_defaults: {wide: [\n',
  's.sh': 'echo\n',
}

const registry = (around: Around) => around.namesFor('a.yaml').type('a.yaml', 'My::Type')
const asAliases = { 'e.yaml': 'parameters: {x: &n n.yaml}\nresource_registry: {"My::Type": *n}\n' }

interface Case {
  readonly ask: (around: Around) => unknown
  readonly answer: unknown
  /** Over the tree, before it is asked. */
  readonly first?: Edit
  /** Behind these, it may be answered otherwise. */
  readonly turning: readonly Edit[]
  /** Behind these, it is certainly answered as before. */
  readonly others: readonly Edit[]
}

const cases: Readonly<Record<string, Case>> = {
  'whether a file is there': {
    ask: (around) => [around.exists('s.sh'), around.exists('t.sh')],
    answer: [true, false],
    turning: [{ 's.sh': undefined }, { 't.sh': '' }],
    others: [{ 's.sh': 'exit\n' }],
  },
  'what a file says': {
    ask: (around) => around.file('n.yaml')?.document.text,
    answer: tree['n.yaml'],
    turning: [{ 'n.yaml': undefined }, { 'n.yaml': template }],
    others: [{ 'a.yaml': undefined, 'more.yaml': template }],
  },
  'what a registry says of a type': {
    ask: registry,
    answer: { is: 'file', path: 'n.yaml', by: [expect.anything()] },
    turning: [
      { 'e.yaml': undefined },
      { 'e.yaml': 'resource_registry: {"My::Type": a.yaml}\n' },
      { 'f.yaml': 'resource_registry: {"Other::Type": n.yaml}\n' },
      { 'broken.yaml': 'resource_registry: {"My::Type": [\n' },
    ],
    others: [
      { 'e.yaml': '# more\nresource_registry:\n  "My::Type": "n.yaml"\n' },
      { 'more.yaml': template, 's.sh': undefined },
    ],
  },
  'what a registry of aliases says of a type': {
    first: asAliases,
    ask: registry,
    answer: { is: 'file', path: 'n.yaml', by: [expect.anything()] },
    turning: [{ 'e.yaml': asAliases['e.yaml'].replace('n.yaml', 'm.yaml') }],
    others: [{ 's.sh': undefined }],
  },
  'whether an environment gives a parameter a value': {
    ask: (around) => ['size', 'wide', 'other'].map((name) => around.hasDefault(name)),
    answer: [true, true, false],
    turning: [
      { 'e.yaml': undefined },
      { 'e.yaml': 'parameter_defaults: {length: 3}\n' },
      { 'broken.yaml': 'parameter_defaults: {length: [\n' },
    ],
    others: [
      { 'e.yaml': 'resource_registry: {"My::Type": a.yaml}\nparameter_defaults: {size: 4}\n' },
      { 'n.yaml': undefined },
    ],
  },
  'whether a template is made by no other one': {
    ask: (around) => ['a.yaml', 'n.yaml'].map((path) => around.isModule(path)),
    answer: [true, false],
    turning: [{ 'a.yaml': undefined }, { 'a.yaml': calling() }, { 'more.yaml': template }],
    others: [],
  },
  'which names templates declare': {
    ask: (around) => ['size', 'heat_template_version', 'wide'].map((name) => around.isDeclared(name)),
    answer: [true, true, false],
    turning: [{ 'a.yaml': undefined }, { 'more.yaml': template.replaceAll('size', 'wide') }],
    // What they declare is declared already.
    others: [{ 'n.yaml': template }, { 'more.yaml': template }],
  },
  'of which templates an environment is': {
    ask: (around) => around.templatesOf('a.env').map(({ path }) => path),
    answer: ['a.yaml'],
    turning: [{ 'a.yaml': undefined }, { 'a.yml': template }],
    others: [{ 'e.yaml': undefined }, { 'n.yaml': undefined }],
  },
  'with which environments stacks are created': {
    ask: (around) => ['a.yaml', 'n.yaml'].map((path) => around.environmentsOf(path).map((one) => one.path)),
    answer: [['a.env'], []],
    turning: [{ 'a.env': undefined }, { 'n.env': 'parameters: {}\n' }],
    others: [{ 'e.yaml': undefined }, { 'f.env': 'parameters: {}\n' }],
  },
  'whether a registry gives a type a meaning': {
    first: { 'e.yaml': 'resource_registry: {"My::Type": n.yaml, resources: {r: {hooks: [pre-create]}}}\n' },
    ask: (around) => ['My::Type', 'OS::Heat::None'].map((type) => around.mayRegister(type)),
    answer: [true, false],
    turning: [{ 'e.yaml': undefined }, { 'f.yaml': 'resource_registry: {"OS::Heat::None": n.yaml}\n' }],
    others: [{ 'a.yaml': undefined }],
  },
  'the names in registries': {
    ask: (around) => [...around.registryNames()],
    answer: [['My::Type', 'e.yaml']],
    turning: [{ 'e.yaml': 'resource_registry: {"Your::Type": n.yaml}\n' }],
    others: [{ 'e.yaml': 'resource_registry: {"My::Type": n.yaml}\n' }],
  },
}

describe.each(Object.entries(cases))('%s', (_, { ask, answer, first = {}, turning, others }) => {
  const before = { ...tree, ...first }
  /** Whether all that was asked is answered as before. */
  const holdsBehind = (edit: Edit) => {
    const questions = new Questions('on')
    const { asked } = questions.during(() => ask(aroundOf(before, questions)))
    if (asked === undefined) throw new Error('nobody recorded')
    return aroundOf({ ...before, ...edit }).holds(asked)
  }

  it('is answered in the same way whether or not that is recorded', () => {
    const questions = new Questions('on')
    expect(ask(aroundOf(before))).toEqual(answer)
    expect(questions.during(() => ask(aroundOf(before, questions))).value).toEqual(answer)
  })

  it('is asked again behind an edit that may turn it, and behind no other one', () => {
    expect(turning.filter(holdsBehind)).toEqual([])
    expect([{}, ...others].filter((edit) => !holdsBehind(edit))).toEqual([])
  })

  it('is answered as before where what was asked holds', () => {
    for (const edit of [{}, ...others]) expect(ask(aroundOf({ ...before, ...edit }))).toEqual(answer)
  })
})

describe('a file that is there and is not read', () => {
  const of = (refused: (path: string) => string | undefined) =>
    new Around({
      files: ['a.yaml', 'big.yaml'],
      read: (path) => (path === 'a.yaml' ? Buffer.from(template) : undefined),
      refused,
    })

  it('may register any type, give any parameter a value and declare any', () => {
    const around = of((path) => (path === 'big.yaml' ? 'is larger than 1 MB' : undefined))
    expect(registry(around)).toMatchObject({ is: 'unknown', why: expect.stringContaining('big.yaml') })
    expect([around.hasDefault('q'), around.isDeclared('q'), around.isDeclared('size')]).toEqual([
      true,
      undefined,
      true,
    ])
  })

  it('does none of this where it is not there', () => {
    const around = of(() => undefined)
    expect(registry(around)).toMatchObject({ is: 'class' })
    expect([around.hasDefault('q'), around.isDeclared('q'), around.isDeclared('size')]).toEqual([
      false,
      false,
      true,
    ])
  })
})

it('reads a file of the run once, however many ask about it, unless it has changed since', () => {
  const around = aroundOf(tree)
  const load = (text = '') => around.load({ path: 'n.yaml', bytes: Buffer.from(text) })
  const before = around.loaded('n.yaml')
  expect(load(tree['n.yaml'])).toBe(before)
  const changed = load('heat_template_version: 2016-10-14\nresources: {}\n')
  expect(changed).toMatchObject({
    is: 'file',
    file: { document: { text: expect.stringContaining('2016-10-14') } },
  })
})
