import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from './client.ts'

/** A tab behind a dash: most readers of YAML take it, LibYAML does not. */
const template = `heat_template_version: 2018-08-31
resources:
  value:
    type: OS::Heat::Value
    properties:
      value:
        - a
        -\tb
`
const addition = "other readers of YAML accept this, Heat's does not"

let folder: string
let client: Client

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-lsp-'))
  writeFileSync(join(folder, 'a.yaml'), template)
  client = new Client(folder)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const messages = (diagnostics: readonly { readonly message: string }[]) =>
  diagnostics.map(({ message }) => message)

it('says what other readers accept when a file is opened and saved, and not at each keystroke', async () => {
  await client.start()
  const atFirst = messages(await client.open('a.yaml', template))
  expect(atFirst).toEqual([expect.stringContaining(addition)])
  const at = { line: 7, character: 11 }
  const typed = client.published('a.yaml', 2)
  client.change('a.yaml', 2, [{ range: { start: at, end: at }, text: 'c' }])
  expect(messages(await typed)).toEqual([expect.stringContaining('a tab in the indentation')])
  expect(messages(await typed)).not.toEqual([expect.stringContaining(addition)])
  client.notes.length = 0
  const saved = client.published('a.yaml', 2)
  client.send({ method: 'textDocument/didSave', params: { textDocument: { uri: client.uri('a.yaml') } } })
  expect(messages(await saved)).toEqual(atFirst)
})
