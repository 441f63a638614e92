import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from './client.ts'

const template = `heat_template_version: 2018-08-31
resources:
  one:
    type: OS::Neutron::Port
    properties:
      name: web
`
const environment = 'resource_registry:\n  Our::Disk: disk.yaml\n'
const disk = 'heat_template_version: 2018-08-31\ndescription: A disk\nparameters:\n  size: {type: number}\n'

let folder: string
let client: Client

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-completions-'))
  writeFileSync(join(folder, 'a.yaml'), template)
  writeFileSync(join(folder, 'a.env'), environment)
  writeFileSync(join(folder, 'disk.yaml'), disk)
  client = new Client(folder)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Item {
  readonly label: string
  readonly sortText: string
  readonly detail?: string
  readonly tags?: readonly number[]
  readonly deprecated?: boolean
  readonly documentation?: { readonly value: string }
}

const types = async () => {
  const items: readonly Item[] = await client.at('completion', 'a.yaml', 3, 10)
  return new Map(items.map((one) => [one.label, one]))
}

describe('completion', () => {
  it('says of a type what it is when the editor asks for it', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const offered = await types()
    const resolved = async (label: string) => {
      const item: Item = await client.request('completionItem/resolve', offered.get(label))
      return item.documentation?.value
    }
    expect(offered.get('OS::Neutron::Port')?.documentation).toBeUndefined()
    expect(await resolved('OS::Neutron::Port')).toContain('Required: `network`')
    expect(await resolved('Our::Disk')).toBe(
      '**Our::Disk** (nested template, disk.yaml)\n\nA disk\n\nRequired: `size`',
    )
    expect(await resolved('disk.yaml')).toContain('A disk')
  })

  it.each([
    ['by a tag', { tagSupport: { valueSet: [1] } }, [[1], undefined]],
    ['as editors of old are', { deprecatedSupport: true }, [undefined, true]],
    ['not at all where the editor does not know it', {}, [undefined, undefined]],
  ])('marks what is deprecated %s, and offers it last', async (_, completionItem, expected) => {
    await client.start({ textDocument: { completion: { completionItem } } })
    await client.open('a.yaml', `${template}      \n`)
    const items: readonly Item[] = await client.at('completion', 'a.yaml', 6, 6)
    const old = items.find(({ label }) => label === 'network_id')
    expect([old?.tags, old?.deprecated, old?.detail]).toEqual([...expected, 'string, deprecated'])
    const usual = items.find(({ label }) => label === 'fixed_ips')
    expect((old?.sortText ?? '') > (usual?.sortText ?? '')).toBe(true)
  })
})

describe('an environment', () => {
  const offered = async (text: string, [line, character]: readonly [number, number], path = 'new.env') => {
    await client.start()
    await client.open(path, text)
    const items: readonly Item[] = await client.at('completion', path, line, character)
    return items.map(({ label }) => label)
  }

  it.each([
    ['below a comment', '# Values\nparam', [1, 5]],
    ['below the start of the document', '---\n\nparam\n', [2, 5]],
    ['whose values are there', 'param\n  size: 1\n', [0, 5]],
  ] as const)('has its sections offered before a colon is typed, %s', async (_, text, at) => {
    expect(await offered(text, at)).toEqual(expect.arrayContaining(['parameters', 'parameter_defaults']))
  })

  it.each([
    ['of a shell', 'SIZE=1\nparam', [1, 5], 'shell.env'],
    ['of another program', 'name\n  size: 1\n', [0, 4], 'other.yaml'],
    ['of prose', 'Some words, and more', [0, 4], 'prose.yaml'],
  ] as const)('is none %s', async (_, text, at, path) => {
    expect(await offered(text, at, path)).toEqual([])
  })

  it('gives defaults to the parameters of nested templates, too, and values to those of its own', async () => {
    writeFileSync(
      join(folder, 'a.yaml'),
      `${template}  deep: {type: Our::Disk}\nparameters:\n  name: {type: string}\n`,
    )
    const sections = 'resource_registry:\n  Our::Disk: disk.yaml\nparameters:\n  \nparameter_defaults:\n  \n'
    expect(await offered(sections, [3, 2], 'a.env')).toEqual(['name'])
    const at = (method: string) => client.at(method, 'a.env', 5, 2)
    const items: readonly Item[] = await at('completion')
    expect(items.map(({ label }) => label)).toEqual(['name', 'size'])
    client.change('a.env', 2, [{ text: sections.replace('defaults:\n  ', 'defaults:\n  size: 1') }])
    expect(JSON.stringify(await at('hover'))).toContain('disk.yaml')
    expect(await at('definition')).toMatchObject([{ uri: client.uri('disk.yaml') }])
  })
})

it('a selection grows from a value to its entry, and outwards', async () => {
  await client.start()
  await client.open('a.yaml', template)
  const [first] = await client.request('textDocument/selectionRange', {
    textDocument: { uri: client.uri('a.yaml') },
    positions: [{ line: 5, character: 13 }],
  })
  const lines = template.split('\n')
  const shown: string[] = []
  for (let one = first; one !== undefined; one = one.parent) {
    const { start, end } = one.range
    shown.push(`${start.line + 1}:${(lines[start.line] ?? '').slice(start.character)} to ${end.line + 1}`)
  }
  expect(shown).toEqual([
    '6:web to 6',
    '6:name: web to 6',
    '5:properties: to 6',
    '4:type: OS::Neutron::Port to 6',
    '3:one: to 6',
    '2:resources: to 6',
    '1:heat_template_version: 2018-08-31 to 6',
  ])
})
