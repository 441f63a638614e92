import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from './client.ts'

const lamp = `heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    default: 5
    description: Watts
  spare: {type: string, description: Nothing}
resources:
  lamp: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
outputs:
  size:
    value: {get_attr: [lamp, value]}
`

let folder: string
let client: Client

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-profiles-'))
  client = new Client(folder)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

async function started(profile: string, files: Readonly<Record<string, string>>) {
  const config = profile === '' ? '' : `profile: ${profile}\n`
  const all = { 'hotshift.config.yaml': `commands:\n  check:\n    severity: []\n${config}`, ...files }
  for (const [path, text] of Object.entries(all)) writeFileSync(join(folder, path), text)
  await client.start()
}

interface Edit {
  readonly textDocument: { readonly uri: string }
  readonly edits: readonly { readonly newText: string }[]
}

interface Action {
  readonly title: string
  readonly kind: string
  readonly isPreferred?: true
  readonly edit: { readonly documentChanges: readonly (Edit | { readonly kind: string })[] }
}

async function fixesAt(path: string, line: number): Promise<readonly Action[]> {
  const at = { line, character: 4 }
  const actions: readonly Action[] = await client.request('textDocument/codeAction', {
    textDocument: { uri: client.uri(path) },
    range: { start: at, end: at },
    context: { diagnostics: [], only: ['quickfix'] },
  })
  return actions.filter(({ title }) => !title.startsWith('Ignore '))
}

const codesIn = (diagnostics: readonly { code: string }[]) => diagnostics.map(({ code }) => code)

describe('with a profile in the configuration', () => {
  it('findings are those of the package, other files as they are open', async () => {
    await started('onap', { 'base_lamp.yaml': lamp, 'base_lamp.env': 'parameters: {}\n' })
    const wrong = lamp.replace('get_param: size', 'get_param: siez')
    const found = codesIn(await client.open('base_lamp.yaml', wrong))
    expect(found).toEqual(expect.arrayContaining(['R-39402', 'R-90526', 'R-90279', 'unknown-reference']))
    expect((await fixesAt('base_lamp.yaml', 8)).map(({ title }) => title)).toContain('Write "size"')
    const stale = client.published('base_lamp.yaml', 1)
    await client.open('base_lamp.env', 'parameters:\n  nothing: 1\n')
    client.change('base_lamp.env', 2, [{ text: 'parameters:\n  more: 1\n' }])
    expect(codesIn((await stale) as unknown as readonly { code: string }[])).toContain('R-90526')
  })

  it('a repair that loses nothing is offered as an edit of all files that it changes', async () => {
    await started('onap', { 'base_lamp.yaml': lamp, 'base_lamp.env': 'parameters: {}\n' })
    await client.open('base_lamp.yaml', lamp)
    const [move, ...others] = await fixesAt('base_lamp.yaml', 4)
    expect([move?.title, move?.isPreferred, others]).toEqual([
      'Move the default to the environment file',
      true,
      [],
    ])
    expect(
      move?.edit.documentChanges.map((one) =>
        'textDocument' in one ? [one.textDocument.uri, one.edits.map(({ newText }) => newText)] : one,
      ),
    ).toEqual([
      [client.uri('base_lamp.env'), [expect.stringContaining('size: 5')]],
      [client.uri('base_lamp.yaml'), ['']],
    ])
  })

  it('one that loses something says what', async () => {
    await started('onap', { 'base_lamp.yaml': lamp, 'base_lamp.env': 'parameters: {}\n' })
    await client.open('base_lamp.yaml', lamp)
    const titles = (await fixesAt('base_lamp.yaml', 6)).map(({ title, isPreferred }) => [title, isPreferred])
    expect(titles).toContainEqual([
      'Remove parameters that nothing uses (lossy: deleted parameter)',
      undefined,
    ])
  })

  it('what is about the file as a whole is repaired from its first line', async () => {
    await started('onap,sdc', { 'base_lamp.yaml': lamp, 'base_lamp.env': 'parameters: {}\n' })
    await client.open('base_lamp.yaml', lamp)
    const fixes = await fixesAt('base_lamp.yaml', 0)
    expect(fixes.map(({ title }) => title)).toEqual(['Give templates a description', 'Write MANIFEST.json'])
    expect(fixes[1]?.edit.documentChanges[0]).toMatchObject({ kind: 'create' })
  })

  it('what SDC finds is repaired in its file', async () => {
    const doubled = lamp.replace('    default: 5\n', '    default: 4\n    default: 5\n')
    await started('sdc', { 'base_lamp.yaml': doubled })
    expect(codesIn(await client.open('base_lamp.yaml', doubled))).toContain('sdc-file')
    const fixes = await fixesAt('base_lamp.yaml', 4)
    expect(fixes.map(({ title }) => title)).toContain('Remove keys that a later one replaces')
  })
})

it('without one there is nothing of it', async () => {
  await started('', { 'base_lamp.yaml': lamp })
  expect(codesIn(await client.open('base_lamp.yaml', lamp))).toEqual([])
  expect(await fixesAt('base_lamp.yaml', 4)).toEqual([])
})
