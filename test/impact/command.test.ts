import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const root = join(__dirname, '../..')
const example = (name: string) => readFileSync(join(root, 'docs/examples', name), 'utf8')

const files = () => ({ 'live.yaml': example('live.yaml'), 'new.yaml': example('new.yaml') })

type Json = { readonly [key: string]: unknown }

/** Keys of an answer that its schema does not have. */
function unknownKeys(answer: unknown, schema: Json, path = ''): readonly string[] {
  if (Array.isArray(answer))
    return answer.flatMap((one) => unknownKeys(one, schema.items as Json, `${path}[]`))
  if (typeof answer !== 'object' || answer === null) return []
  const known = (schema.properties ?? {}) as Readonly<Record<string, Json>>
  const missing = ((schema.required ?? []) as readonly string[]).filter((key) => !(key in answer))
  return [
    ...missing.map((key) => `${path}.${key} is missing`),
    ...Object.entries(answer).flatMap(([key, value]) =>
      known[key] === undefined ? [`${path}.${key}`] : unknownKeys(value, known[key], `${path}.${key}`),
    ),
  ]
}

describe('hotshift diff', () => {
  it('is more precise with the values of a stack', async () => {
    const tree = temporaryTree({
      ...files(),
      'stack.json': '{"parameters": {"OS::stack_id": "x", "env": "dev", "zone": "west"}}',
    })
    const { out, code } = await commandLine(
      tree.root,
      'diff live.yaml new.yaml --existing --parameters stack.json',
    )
    expect(out).not.toContain('data  ')
    expect(out).not.toContain('flavor')
    expect(code).toBe(1)
    const same = await commandLine(tree.root, 'diff live.yaml live.yaml --set env=prod')
    expect([same.out, same.code]).toEqual([
      'nothing happens to the stack\n\nassumes: openstack stack update --template live.yaml --parameter env=\u2026 STACK\n',
      0,
    ])
  })

  const keyed = (preset: string) =>
    `heat_template_version: 2018-08-31\nparameters:\n  key: {type: string${preset}}\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: {get_param: key}}}\n`

  const live = {
    'stack.json': '{"stack_name": "shop", "parameters": {"key": "old"}}',
    'new.env': 'parameters: {key: new}\n',
  }

  it.each([
    ['an environment changes a parameter', ', default: d', '--env new.env', '"old" -> "new"'],
    ['a parameter is not given again', ', default: d', '', '"old" -> "d"'],
    [
      'a parameter without a default is not given again',
      '',
      '',
      'no environment gives "key" a value, and it has no default',
    ],
    ['a parameter is cleared', ', default: d', '--existing --clear-parameter key', '"old" -> "d"'],
    ['what was given is kept', '', '--existing', 'nothing happens to the stack'],
    ['what is given anew comes before what is kept', '', '--existing --env new.env', '"old" -> "new"'],
  ])('takes values of the live stack for those before: %s', async (_, preset, options, said) => {
    const tree = temporaryTree({ 'a.yaml': keyed(preset), ...live })
    const { out } = await commandLine(tree.root, `diff a.yaml a.yaml --live stack.json ${options}`)
    expect(out).toContain(said)
    const given = [options.replace('--env ', '--template a.yaml --environment '), 'shop'].join(' ').trim()
    expect(out).toContain(
      options.includes('--env')
        ? given
        : `openstack stack update ${options}${options === '' ? '' : ' '}--template a.yaml shop`,
    )
  })

  const refused: readonly (readonly [string, string, string, string])[] = [
    [
      'a value that a constraint excludes',
      'key: {type: string, constraints: [{length: {max: 2}}]}',
      'new.env',
      'bad-value',
    ],
    [
      'a removed parameter that is still given',
      'other: {type: string, default: a}',
      'new.env',
      'refused-parameter',
    ],
    [
      'another value for an immutable parameter',
      'key: {type: string, immutable: true}',
      'new.env',
      'is immutable',
    ],
    [
      'another default of an immutable parameter',
      'key: {type: string, immutable: true, default: other}',
      '',
      'is immutable',
    ],
    [
      'a parameter that must be given',
      'key: {type: string}\n  more: {type: string}',
      'new.env',
      'missing-value',
    ],
    ['a template that Heat rejects', 'key: {type: strng}', 'new.env', 'unknown-parameter-type'],
  ]

  it.each(refused)('says first that Heat refuses %s', async (_, declaration, environment, said) => {
    const after = `heat_template_version: 2018-08-31\nparameters:\n  ${declaration}\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: x}}\n`
    const tree = temporaryTree({ 'a.yaml': keyed(', default: d'), 'b.yaml': after, ...live })
    const env = environment === '' ? '' : `--env ${environment}`
    const { out, code } = await commandLine(
      tree.root,
      `diff a.yaml b.yaml --live stack.json ${env} --fail-on refuse`,
    )
    expect([out.split('\n')[0]?.slice(0, 25), code]).toEqual(['Heat rejects this update:', 1])
    expect(out).toContain(said)
  })

  it.each([
    [
      'a kept value that a new constraint excludes',
      'key: {type: string, default: d, constraints: [{length: {max: 2}}]}',
      'old',
      'Heat rejects',
      'it is kept of the live stack',
    ],
    ['a kept value of another type', 'key: {type: number, default: 1}', 'old', 'Heat rejects', 'bad-value'],
    [
      'a value that may be a default',
      'key: {type: string, default: e, constraints: [{length: {max: 1}}]}',
      'dd',
      'Heat may reject',
      'if the stack was given it',
    ],
    [
      'a default that is gone',
      'key: {type: string}',
      'dd',
      'Heat may reject',
      'no longer has a default, so a value is required (if key is not given)',
    ],
  ])('checks what --existing keeps: %s', async (_, declaration, value, headline, said) => {
    const after = `heat_template_version: 2018-08-31\nparameters:\n  ${declaration}\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: x}}\n`
    const tree = temporaryTree({
      'a.yaml': keyed(', default: dd'),
      'b.yaml': after,
      'stack.json': JSON.stringify({ parameters: { key: value } }),
    })
    const { out, code } = await commandLine(
      tree.root,
      'diff a.yaml b.yaml --live stack.json --existing --fail-on refuse',
    )
    expect([out.slice(0, headline.length), code]).toEqual([headline, 1])
    expect(out).toContain(said)
  })

  it('says that a value which the stack hides may change, unless it is kept', async () => {
    const hidden = keyed(', hidden: true, default: d')
    const tree = temporaryTree({
      'a.yaml': hidden,
      'stack.json': '{"parameters": {"key": "******"}}',
      'e.env': 'parameters: {key: x}\n',
    })
    const codeOf = async (rest: string) =>
      (await commandLine(tree.root, `diff a.yaml a.yaml --live stack.json --fail-on replace ${rest}`)).code
    expect(await codeOf('')).toBe(3)
    expect(await codeOf('--existing')).toBe(0)
    expect(await codeOf('--existing --clear-parameter key')).toBe(3)
    expect(await codeOf('--env-before e.env --env e.env')).toBe(0)
  })

  it('says what is lost with a class that the registry gives, also where nothing takes its place', async () => {
    const tree = temporaryTree({
      'a.yaml':
        'heat_template_version: 2018-08-31\nresources:\n  s: {type: My::Volume, properties: {size: 1}}\n',
      'on.env': 'resource_registry: {"My::Volume": "OS::Cinder::Volume"}\n',
      'off.env': 'resource_registry: {"My::Volume": "OS::Heat::None"}\n',
    })
    const { out } = await commandLine(tree.root, 'diff a.yaml a.yaml --env-before on.env --env off.env')
    expect(out.split('\n').slice(0, 6)).toEqual([
      '1 resource: 1 replaced',
      '',
      '-/+ s  My::Volume  replaced',
      '      also deleted: its data',
      '      to preserve it: deletion_policy: retain, in an update before this one',
      '      type: "OS::Cinder::Volume" -> "OS::Heat::None"  replaces',
    ])
  })

  it('fails for what it is told to fail on', async () => {
    const tree = temporaryTree(files())
    const codeOf = async (rest: string) =>
      (await commandLine(tree.root, `diff live.yaml new.yaml ${rest}`)).code
    expect(await codeOf('--fail-on replace')).toBe(1)
    expect(await codeOf('--fail-on delete')).toBe(0)
    expect(await codeOf('--fail-on nonsense')).toBe(64)
    expect(await codeOf('--set nonsense')).toBe(64)
    expect(await codeOf('--format csv')).toBe(64)
    expect(await codeOf('--parameters absent.json')).toBe(64)
    expect((await commandLine(tree.root, 'diff live.yaml absent.yaml')).code).toBe(2)
  })

  it('answers in JSON as its schema says', async () => {
    const schema = JSON.parse(readFileSync(join(root, 'docs/reference/impact.schema.json'), 'utf8')) as Json
    const tree = temporaryTree(files())
    const { out } = await commandLine(tree.root, 'diff live.yaml new.yaml --format json')
    const answer = JSON.parse(out) as Json
    expect(unknownKeys(answer, schema)).toEqual([])
    expect(answer).toMatchObject({ $schema: 'urn:hotshift:impact:1', verdict: 'something' })
  })

  it('answers in Markdown, with what stands in the templates as code', async () => {
    const of = (name: string) =>
      `heat_template_version: 2018-08-31\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: '${name}'}}\n`
    const tree = temporaryTree({ 'a.yaml': of('a|b'), 'b.yaml': of('<b>`x`') })
    const { out } = await commandLine(tree.root, 'diff a.yaml b.yaml --format markdown')
    const row = out.split('\n').find((line) => line.startsWith('| `-/+`'))
    expect(row).toBeDefined()
    expect(row).toContain('`properties.name`: `"a\\|b"` → ``"<b>`x`"`` (replaces) |')
  })
})
