/** The request of `hotshift bundle` is the one that python-heatclient makes. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import fc from 'fast-check'
import { verify } from '../../src/engine/proof/verify.ts'
import { requestText, sidesOf, stackRequest } from '../../src/engine/queries/request-body.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

const find = "import importlib.util, sys; sys.exit(importlib.util.find_spec('heatclient.common') is None)"
const hasClient = spawnSync('/usr/bin/python3', ['-c', find]).status === 0
if (!hasClient)
  console.warn('skipped: comparing requests needs python3-heatclient (apt-get install python3-heatclient)')
const withClient = hasClient ? describe : describe.skip
const corpus = join(import.meta.dirname, '../../../shared/corpus')

afterAll(removeTemporaryTrees)

/** Absolute paths. */
interface Question {
  readonly template: string
  readonly environments: readonly string[]
}

type Answer = { readonly body: object } | { readonly refused: string }

function theirs(questions: readonly Question[]): readonly Answer[] {
  const { stdout, stderr } = spawnSync('/usr/bin/python3', [join(import.meta.dirname, 'bundle.py')], {
    input: JSON.stringify(questions),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const answers = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Answer]))
  if (answers.length !== questions.length) throw new Error(stderr)
  return answers
}

const read = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : undefined

function own({ template, environments }: Question) {
  const folder = dirname(template)
  const fileAt = (path: string) => ({ path: relative(folder, path), bytes: readFileSync(path) })
  const readThere = (path: string) => read(path.startsWith('/') ? path : join(folder, path))
  const input = { ...fileAt(template), environments: environments.map(fileAt), read: readThere }
  const made = stackRequest(input, folder, readThere)
  if ('problem' in made) return { refused: made.problem.message, body: undefined }
  const sent: object = { environment_files: [], ...JSON.parse(requestText(made)) }
  return { body: sent, made, input, folder, read: readThere }
}

/** The stacks of which both make another request; of the others, how many there are, and how many both refuse. */
function compared(questions: readonly Question[]) {
  const answers = theirs(questions)
  let [same, refused, proved] = [0, 0, 0]
  const differing: unknown[] = []
  questions.forEach((question, index) => {
    const [answer, mine] = [answers[index] as Answer, own(question)]
    if ('refused' in answer && mine.body === undefined) {
      refused += 1
      return
    }
    const parts = partsOf('body' in answer ? answer.body : answer, mine.body ?? mine)
    if (parts.length > 0) differing.push([question, ...parts])
    if (parts.length > 0 || mine.body === undefined) return
    same += 1
    const result = verify(...sidesOf(mine.made, mine.input, mine))
    const verdict = 'verdict' in result ? result.verdict.verdict : undefined
    if (verdict === 'equal') proved += 1
    if (verdict === 'differs') differing.push([question, result])
  })
  return { same, refused, proved, differing }
}

/** What differs of two requests, as far as it is shown. */
function partsOf(one: object, other: object): readonly string[] {
  const of = (value: object, key: string) => JSON.stringify(sorted(Object(value)[key])) ?? 'none'
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const [client, mine] = [of(one, key), of(other, key)]
    let same = 0
    while (same < client.length && client[same] === mine[same]) same += 1
    const shown = (text: string) => text.slice(Math.max(0, same - 80), same + 120)
    return client === mine ? [] : [`${key}: client ${shown(client)}\n own ${shown(mine)}`]
  })
}

/** Objects are mappings, whatever their order; strings with JSON in them are compared as they are. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  )
}

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

withClient('the request for a stack', () => {
  it('is that of python-heatclient, and the same stack', () => {
    const trees = fc.sample(tree, { numRuns: 800, seed: 11 })
    const contents: Record<string, string> = {}
    trees.forEach(({ top, files, environments }, index) => {
      contents[`${index}/top.yaml`] = top
      fileNames.forEach((name, at) => {
        contents[`${index}/${name}`] = files[at] ?? ''
      })
      environments.forEach((text, at) => {
        contents[`${index}/env/${at}.env`] = text
      })
    })
    const { root } = temporaryTree(contents)
    const questions = trees.map(({ environments }, index) => ({
      template: join(root, `${index}/top.yaml`),
      environments: environments.map((_, at) => join(root, `${index}/env/${at}.env`)),
    }))
    const { same, refused, proved, differing } = compared(questions)
    console.info(`${same} generated requests are the same (${proved} proved), ${refused} are refused by both`)
    expect(differing.slice(0, 3)).toEqual([])
    expect(same).toBeGreaterThan(150)
    expect(refused).toBeGreaterThan(50)
  })

  const there = existsSync(corpus) ? it : it.skip
  there('is that of python-heatclient for real templates', () => {
    const paths = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).sort()
    const isTemplate = (path: string) =>
      /heat_template_version|HeatTemplateFormatVersion/.test(String(read(join(corpus, path))))
    const questions = paths
      .filter((path) => /\.(?:ya?ml|json|template)$/.test(path) && isTemplate(path))
      .map((path) => {
        const base = join(corpus, path).replace(/\.[^.]*$/, '')
        return { template: join(corpus, path), environments: [`${base}.env`].filter(existsSync) }
      })
    const { same, refused, proved, differing } = compared(questions)
    console.info(`${same} real requests are the same (${proved} proved), ${refused} are refused by both`)
    expect(differing.slice(0, 3)).toEqual([])
    expect(same).toBeGreaterThan(100)
  })
})
