import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../runner/temporary-tree.ts'

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
      'stack.json': '{"parameters": {"OS::stack_id": "x", "env": "dev", "zone": "north"}}',
    })
    const { out, code } = await commandLine(tree.root, 'diff live.yaml new.yaml --parameters stack.json')
    expect(out).not.toContain('data  ')
    expect(out).not.toContain('flavor')
    expect(code).toBe(1)
    const same = await commandLine(tree.root, 'diff live.yaml live.yaml --set env=prod')
    expect([same.out, same.code]).toEqual(['nothing happens to the stack\n', 0])
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
