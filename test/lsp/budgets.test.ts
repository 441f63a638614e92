/** How much the server reads and checks of large files, and how it says what it left out. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from './client.ts'

let folder: string
let client: Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-budgets-'))
  client = new Client(folder)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const MB = 1024 * 1024
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
/** As long as wanted, in one comment. */
const longer = (text: string, length: number) => `${text}#${' x'.repeat((length - text.length) / 2)}\n`
const nested = 'heat_template_version: 2018-08-31\nparameters:\n  size: {type: number}\n'
const top = `heat_template_version: 2018-08-31
resources:
  own: {type: Our::Type}
  one: {type: nested.yaml, properties: {size: 1}}
`
interface Shown {
  readonly code: string
  readonly message: string
}
const shown = (all: readonly Shown[]) => all.map(({ code, message }) => [code, message.split('\n')[0]])
const unknownType = ['unknown-resource-type', expect.stringContaining('Our::Type')]

describe('a large file beside a template', () => {
  it('is not read, which is said, and what it may hold is not reported', async () => {
    write('nested.yaml', nested)
    write('top.yaml', top)
    await client.start()
    expect(shown(await client.open('top.yaml', top))).toEqual([unknownType])
    write('env.yaml', longer('resource_registry: {"Our::Type": nested.yaml}\n', 1.5 * MB))
    client.send({
      method: 'textDocument/didClose',
      params: { textDocument: { uri: client.uri('top.yaml') } },
    })
    expect(shown(await client.open('top.yaml', top, 2))).toEqual([
      [
        'neighbour-not-read',
        'not read in the editor: env.yaml (larger than 512 kB); findings that depend on them are missing',
      ],
    ])
  })

  it('is counted with all others', async () => {
    write('nested.yaml', nested)
    write('top.yaml', top)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f'])
      write(`${name}.yaml`, longer('parameter_defaults: {size: 1}\n', 0.45 * MB))
    await client.start()
    const found = shown(await client.open('top.yaml', top))
    expect(found.map(([code]) => code)).toEqual(['neighbour-not-read'])
    expect(found[0]?.[1]).toMatch(/2 files, the first \w\.yaml \(beyond the first 2 MB of other files\)/)
  })

  it('keeps what it may use from being renamed, and references say that it was not searched', async () => {
    write('nested.yaml', nested)
    write('top.yaml', top)
    write('large.yaml', longer(top, 1.5 * MB))
    await client.start()
    await client.open('nested.yaml', nested)
    await expect(client.at('rename', 'nested.yaml', 2, 3, { newName: 'width' })).rejects.toThrow(
      'the editor does not read all files that this may change: large.yaml (larger than 512 kB); use the command line',
    )
    const warned = client.next(({ method }) => method === 'window/showMessageRequest')
    const found = await client.at('references', 'nested.yaml', 2, 3, {
      context: { includeDeclaration: true },
    })
    expect(found.map(({ uri }: { readonly uri: string }) => uri)).toContain(client.uri('top.yaml'))
    expect((await warned).params.message).toBe(
      'hotshift: references in files that were not read are missing: large.yaml (larger than 512 kB)',
    )
  })
})

describe('nested templates', () => {
  it('are checked up to a limit, which is said', async () => {
    for (const name of ['a', 'b'])
      write(`${name}.yaml`, longer(`${nested}resources: {r: {tipe: OS::Heat::None}}\n`, 0.2 * MB))
    const text = `heat_template_version: 2018-08-31\nresources:\n${['a', 'b'].map((name) => `  ${name}: {type: ${name}.yaml, properties: {size: 1}}\n`).join('')}`
    write('top.yaml', text)
    await client.start()
    const found = shown(await client.open('top.yaml', text))
    expect(found.map(([code]) => code).sort()).toEqual(['neighbour-not-read', 'nested-error'])
  })
})

describe('a document that is large itself', () => {
  const wrong = `${top}outputs: {o: {value: {get_attr: [absent, x]}}}\n`

  it('is checked for its syntax only, and says so', async () => {
    await client.start()
    write('top.yaml', wrong)
    const codes = (all: readonly Shown[]) => all.map(({ code }) => code)
    expect(codes(await client.open('top.yaml', wrong))).toContain('unknown-reference')
    const large = longer(wrong, 200 * 1024)
    client.change('top.yaml', 2, [{ text: large }])
    expect(shown(await client.published('top.yaml', 2))).toEqual([
      ['document-too-large', 'only the syntax is checked in the editor: the file is larger than 160 kB'],
    ])
    client.change('top.yaml', 3, [{ text: large.replace('resources:', 'resources: [') }])
    expect(codes(await client.published('top.yaml', 3))).toContain('yaml-syntax')
  })

  it('keeps its names', async () => {
    await client.start()
    write('nested.yaml', longer(nested, 200 * 1024))
    await client.open('nested.yaml', longer(nested, 200 * 1024))
    await expect(client.at('rename', 'nested.yaml', 2, 3, { newName: 'width' })).rejects.toThrow(
      'nested.yaml is larger than 160 kB: rename on the command line',
    )
  })
})

it('fixes of many findings are tried for the first of them', async () => {
  const many = `heat_template_version: 2018-08-31\nparameters:\n${'  p: {type: string}\n'.repeat(200)}`
  await client.start()
  await client.open('top.yaml', many)
  const range = { start: { line: 0, character: 0 }, end: { line: 300, character: 0 } }
  const textDocument = { uri: client.uri('top.yaml') }
  const asked = { textDocument, range, context: { diagnostics: [], only: ['quickfix'] } }
  const actions = await client.request('textDocument/codeAction', asked)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.length).toBeLessThan(25)
})
