import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { latestVersion } from '../../src/heat/versions.ts'
import { inProcess } from '../cli/in-process.ts'
import { Client, ProcessClient } from './client.ts'

const template = `heat_template_version: 2013-05-23
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Quantum::Port
    properties:
      network: {get_param: net}
  child:
    type: child.yaml
    properties: {net: {get_param: net}}
  ip:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: {get_param: nett}}
`
const child = `heat_template_version: 2013-05-23
parameters:
  net: {type: string}
outputs:
  net: {value: {get_param: net}}
`

let folder: string
let client: Client

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-lsp-'))
  write('a.yaml', template)
  write('child.yaml', child)
  client = new Client(folder)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Shown {
  readonly code: string
  readonly range: { readonly start: { readonly line: number; readonly character: number } }
}

const shown = (diagnostics: readonly Shown[]) =>
  diagnostics.map(({ code, range: { start } }) => `${start.line + 1}:${start.character + 1} ${code}`).sort()

const codes = (diagnostics: readonly Shown[]) => diagnostics.map(({ code }) => code)

/** What `hotshift check` says of a file. */
async function checked(path: string): Promise<readonly string[]> {
  const { stdout } = await inProcess(['check', path, '--format', 'json'], folder)
  const { files } = JSON.parse(stdout) as {
    files: readonly { path: string; findings: readonly { line: number; column: number; code: string }[] }[]
  }
  const own = files.find((one) => one.path === path)?.findings ?? []
  return own.map(({ line, column, code }) => `${line}:${column} ${code}`).sort()
}

describe('findings', () => {
  it('are those of hotshift check', async () => {
    const started = new ProcessClient(folder)
    await started.start()
    const found = shown(await started.open('a.yaml', template))
    expect(found).toEqual(await checked('a.yaml'))
    expect(found).toContain('14:48 unknown-reference')
    expect(await started.end()).toBe(0)
    expect(started.errors).toBe('')
  })

  it('name the other locations that they are about, in this file and in others', async () => {
    write('child.yaml', child.replace('net: {type: string}', 'net: {type: string}\n  size: {type: number}'))
    await client.start()
    const found = (await client.open('a.yaml', template)) as readonly (Shown & {
      readonly relatedInformation?: readonly {
        readonly message: string
        readonly location: { readonly uri: string; readonly range: Shown['range'] }
      }[]
    })[]
    const related = found.flatMap(({ code, relatedInformation = [] }) =>
      relatedInformation.map(({ message, location: { uri, range } }) => [code, uri, range.start, message]),
    )
    expect(related).toEqual([
      ['nested-parameter', client.uri('child.yaml'), { line: 3, character: 2 }, '"size" is declared here'],
      ['unknown-reference', client.uri('a.yaml'), { line: 2, character: 2 }, '"net" is declared here'],
    ])
  })

  it('follow the configuration, ignoring comments and severities', async () => {
    write('hotshift.config.yaml', 'commands:\n  check:\n    severity: [unknown-reference=info]\n')
    await client.start()
    const text = template.replace(
      '    type: OS::Q',
      '    # hotshift-ignore deprecated-name: old cloud\n    type: OS::Q',
    )
    write('a.yaml', text)
    const diagnostics = await client.open('a.yaml', text)
    expect(shown(diagnostics)).toEqual(await checked('a.yaml'))
    expect(
      diagnostics.map(({ code, severity }: { code: string; severity: number }) => [code, severity]),
    ).toEqual([['unknown-reference', 3]])
  })

  it('are said of a text that was never saved, and of a nested template as it is open', async () => {
    await client.start()
    await client.open('child.yaml', child.replace('net: {type', 'other: {type'))
    const found = shown(await client.open('a.yaml', template))
    expect(
      found.filter((one) => one.startsWith('11:') || one.startsWith('10:') || one.startsWith('9:')),
    ).not.toEqual([])
  })

  it('follow what is typed in a nested template, once that can be read', async () => {
    write('child.yaml', child)
    await client.start()
    await client.open('a.yaml', template)
    await client.open('child.yaml', child)
    const stale = client.published('a.yaml', 1)
    client.change('child.yaml', 2, [{ text: child.replaceAll('net', 'network') }])
    expect(codes(await stale)).toContain('nested-parameter')
    const right = client.published('a.yaml', 1)
    client.change('child.yaml', 3, [{ text: child.replace('{type: string}', '{type: string') }])
    await client.published('child.yaml', 3)
    client.change('child.yaml', 4, [{ text: child }])
    expect(codes(await right)).not.toContain('nested-parameter')
    const closed = client.published('a.yaml', 1)
    client.change('child.yaml', 5, [{ text: child.replaceAll('net', 'network') }])
    expect(codes(await closed)).toContain('nested-parameter')
    const onDisk = client.published('a.yaml', 1)
    client.send({
      method: 'textDocument/didClose',
      params: { textDocument: { uri: client.uri('child.yaml') } },
    })
    expect(codes(await onDisk)).not.toContain('nested-parameter')
  })

  it('of other documents are asked for again by an editor that pulls them', async () => {
    write('child.yaml', child)
    const pull = { textDocument: { diagnostic: {} } }
    await client.start(pull)
    const ask = () =>
      client.request('textDocument/diagnostic', { textDocument: { uri: client.uri('a.yaml') } })
    for (const [path, text] of [
      ['a.yaml', template],
      ['child.yaml', child],
    ] as const) {
      const textDocument = { uri: client.uri(path), languageId: 'yaml', version: 1, text }
      client.send({ method: 'textDocument/didOpen', params: { textDocument } })
    }
    expect(codes((await ask()).items)).not.toContain('nested-parameter')
    const again = client.next(({ method }) => method === 'workspace/diagnostic/refresh')
    client.change('child.yaml', 2, [{ text: child.replaceAll('net', 'network') }])
    await again
    expect(codes((await ask()).items)).toContain('nested-parameter')
  })

  it('are pulled by an editor that can', async () => {
    await client.start({ textDocument: { diagnostic: {} } })
    const textDocument = { uri: client.uri('a.yaml'), languageId: 'yaml', version: 1, text: template }
    client.send({ method: 'textDocument/didOpen', params: { textDocument } })
    const { kind, items } = await client.request('textDocument/diagnostic', {
      textDocument: { uri: client.uri('a.yaml') },
    })
    expect([kind, shown(items)]).toEqual(['full', await checked('a.yaml')])
    expect(client.notes.filter(({ method }) => method === 'textDocument/publishDiagnostics')).toEqual([])
  })

  it('leave CloudFormation alone, unless they are asked for', async () => {
    const text = "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  a: {Type: 'AWS::Nothing::AtAll'}\n"
    await client.start()
    expect(await client.open('c.yaml', text)).toEqual([])
    expect(await client.open('notes.yaml', 'a: [1, 2]\n')).toEqual([])
    const other = new Client(folder)
    await other.start({}, { cloudFormation: true })
    expect(shown(await other.open('c.yaml', text))).toContain('3:13 unknown-resource-type')
  })

  it('stay where they are while a line is being typed, and none is invented', async () => {
    await client.start()
    const before = shown(await client.open('a.yaml', template))
    // Below the property of the port, letter by letter.
    const typed = '      na'
    client.change('a.yaml', 2, [insertion(8, 0, '\n')])
    let version = 2
    const states: string[][] = []
    for (const [index, char] of [...typed].entries()) {
      version += 1
      const found = client.published('a.yaml', version)
      client.change('a.yaml', version, [insertion(8, index, char)])
      states.push(shown(await found))
    }
    const moved = before.map((one) => one.replace(/^14:/, '15:'))
    const elsewhere = states.map((state) => state.filter((one) => !one.includes('yaml-')))
    expect(elsewhere.filter((state) => state.join() !== moved.join())).toEqual([])
    expect(states.at(-1)?.some((one) => one.startsWith('9:7 yaml-'))).toBe(true)
  })
})

function insertion(line: number, character: number, text: string) {
  return { range: { start: { line, character }, end: { line, character } }, text }
}

/** The same without what Heat refuses. */
const sound = template.replace('{get_param: nett}', '{get_param: net}')

describe('fixes', () => {
  const actionsAt = (path: string, line: number, only?: string[]) => {
    const at = { line, character: 12 }
    return client.request('textDocument/codeAction', {
      textDocument: { uri: client.uri(path) },
      range: { start: at, end: at },
      context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
    })
  }

  it('write the new name where that is proved equal, as the command line does', async () => {
    await client.start()
    await client.open('a.yaml', sound)
    const actions = await actionsAt('a.yaml', 5)
    const titles = actions.map(({ title, kind, isPreferred }: Record<string, unknown>) => [
      title,
      kind,
      isPreferred === true,
    ])
    expect(titles).toEqual([
      ['Write the new name', 'quickfix', true],
      ['Ignore deprecated-name here, with a reason', 'quickfix', false],
      ['Replace deprecated names (proved equal)', 'source.fixAll.hotshift', false],
      ['Upgrade to 2021-04-16', 'source.upgrade.hotshift', false],
    ])
    const [{ edit }] = actions
    expect(edit.documentChanges).toEqual([
      {
        textDocument: { uri: client.uri('a.yaml'), version: 1 },
        edits: [
          {
            range: { start: { line: 5, character: 14 }, end: { line: 5, character: 21 } },
            newText: 'Neutron',
          },
        ],
      },
    ])
  })

  it('prove nothing of a template that Heat refuses: all that is refused would be equal', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const actions = await actionsAt('a.yaml', 5)
    expect(
      actions.map(({ title, isPreferred }: Record<string, unknown>) => [title, isPreferred === true]),
    ).toEqual([
      ['Write "OS::Neutron::Port"', false],
      ['Ignore deprecated-name here, with a reason', false],
      // A command: the proof of the rewrite is the command's own.
      [`Upgrade to ${latestVersion}`, false],
    ])
  })

  it('make a text readable, and are all that is offered until it is', async () => {
    await client.start()
    await client.open('a.yaml', template.replace('{get_param: net}\n  child', '{get_param: net\n  child'))
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri: client.uri('a.yaml') },
      range: { start: { line: 8, character: 0 }, end: { line: 8, character: 0 } },
      context: { diagnostics: [] },
    })
    expect(
      actions.map(({ title, edit }: { title: string; edit: { documentChanges: { edits: unknown }[] } }) => [
        title,
        edit.documentChanges[0]?.edits,
      ]),
    ).toEqual([
      [
        'Write } at the end of the line',
        [{ range: { start: { line: 7, character: 30 }, end: { line: 7, character: 30 } }, newText: '}' }],
      ],
    ])
  })

  it('write the name that was meant, and declare what is not declared', async () => {
    await client.start()
    const text = template
      .replace('net: {type', 'network: {type')
      .replaceAll('get_param: net}', 'get_param: network}')
    const wrong = text.replace('nett', 'netwrok')
    await client.open('a.yaml', wrong)
    const actions = await client.request('textDocument/codeAction', {
      textDocument: { uri: client.uri('a.yaml') },
      range: { start: { line: 13, character: 40 }, end: { line: 13, character: 40 } },
      context: { diagnostics: [] },
    })
    const titles = actions.flatMap(({ title, kind }: { title: string; kind: string }) =>
      kind === 'quickfix' ? [title] : [],
    )
    expect(titles.slice(0, 2)).toEqual(['Write "network"', 'Declare the parameter "netwrok"'])
    expect(actions[0].edit.documentChanges[0].edits).toEqual([
      { range: { start: { line: 13, character: 47 }, end: { line: 13, character: 54 } }, newText: 'network' },
    ])
    expect(actions[0].isPreferred).toBeUndefined()
  })

  it('are one for all findings that they repair', async () => {
    await client.start()
    const group = 'resources:\n  group:\n    type: OS::Heat::AutoScalingGroup\n'
    const diagnostics = await client.open('a.yaml', `heat_template_version: 2018-08-31\n${group}`)
    expect(shown(diagnostics)).toEqual(Array.from({ length: 3 }, () => '4:11 missing-property'))
    const actions: readonly { title: string; kind: string; diagnostics: readonly unknown[] }[] =
      await client.request('textDocument/codeAction', {
        textDocument: { uri: client.uri('a.yaml') },
        range: { start: { line: 3, character: 12 }, end: { line: 3, character: 12 } },
        context: { diagnostics },
      })
    expect(
      actions.flatMap(({ title, kind, diagnostics }) =>
        kind === 'quickfix' ? [[title, diagnostics.length]] : [],
      ),
    ).toEqual([
      ['Give "max_size", "min_size", "resource" by parameters', 3],
      ['Ignore missing-property here, with a reason', 3],
    ])
  })

  it('are none while the text cannot be read, and none of a kind that was not asked for', async () => {
    await client.start()
    await client.open('a.yaml', sound)
    expect(
      (await actionsAt('a.yaml', 5, ['source.fixAll'])).map(({ kind }: { kind: string }) => kind),
    ).toEqual(['source.fixAll.hotshift'])
    expect(await actionsAt('a.yaml', 5, ['refactor'])).toEqual([])
    client.change('a.yaml', 2, [insertion(8, 0, '      na\n')])
    expect(await actionsAt('a.yaml', 5)).toEqual([])
  })
})

describe('names', () => {
  it('lead to where they are declared, in other files too', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const [own] = await client.at('definition', 'a.yaml', 7, 29)
    expect([own.uri, own.range.start]).toEqual([client.uri('a.yaml'), { line: 2, character: 2 }])
    const [file] = await client.at('definition', 'a.yaml', 9, 12)
    expect(file.uri).toBe(client.uri('child.yaml'))
    const all = await client.at('references', 'a.yaml', 2, 3, { context: { includeDeclaration: true } })
    expect(all.map(({ range }: Shown) => range.start.line)).toEqual([2, 7, 10])
  })

  it('are changed in all files of the package, as hotshift rename does', async () => {
    await client.start()
    await client.open('child.yaml', child)
    const { documentChanges } = await client.at('rename', 'child.yaml', 2, 3, { newName: 'network' })
    const lines = documentChanges.map(
      ({ textDocument, edits }: { textDocument: { uri: string }; edits: Shown[] }) => [
        textDocument.uri.slice(textDocument.uri.lastIndexOf('/') + 1),
        edits.map(({ range }) => range.start.line),
      ],
    )
    expect(lines).toEqual([
      ['child.yaml', [2, 4]],
      ['a.yaml', [10]],
    ])
    expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(template)
  })

  it('are changed from an environment as from its template, and refused where no template is known', async () => {
    const environment = 'parameters:\n  net: private\n'
    write('a.env', environment)
    await client.start()
    await client.open('a.env', environment)
    const rename = (line: number) => client.at('rename', 'a.env', line, 3, { newName: 'network' })
    const { documentChanges } = await rename(1)
    const changed = documentChanges.map((one: { textDocument: { uri: string } }) => one.textDocument.uri)
    expect(changed.sort()).toEqual([client.uri('a.env'), client.uri('a.yaml')])
    client.change('a.env', 2, [{ text: 'parameters:\n  nothing: private\n' }])
    await expect(rename(1)).rejects.toThrow('no template beside the environment')
  })

  it('are refused with a reason', async () => {
    await client.start()
    await client.open('a.yaml', template)
    await expect(client.at('rename', 'a.yaml', 2, 3, { newName: 'a b' })).rejects.toThrow('"a b" is no name')
    await expect(client.at('rename', 'a.yaml', 4, 3, { newName: 'ip' })).rejects.toThrow(
      'cannot be renamed to "ip"',
    )
    expect(await client.at('prepareRename', 'a.yaml', 5, 14)).toBeNull()
  })
})

describe('the server', () => {
  it('says what it can do, and knows a configuration that it cannot read', async () => {
    write('hotshift.config.yaml', 'severity: [no-such-code=error]\n')
    const { capabilities } = await client.start()
    expect(capabilities).toMatchObject({ hoverProvider: true, renameProvider: { prepareProvider: true } })
    const message = client.next(({ method }) => method?.startsWith('window/showMessage') === true)
    const found = client.open('a.yaml', template)
    expect((await message).params.message).toMatch(/there is no finding no-such-code/)
    expect((await found).length).toBeGreaterThan(0)
  })

  it('refuses a folder that the configuration gives as an environment, as check does', async () => {
    write('envs/prod.env', 'parameters: {}\n')
    write('hotshift.config.yaml', 'env: [envs]\n')
    await client.start()
    const message = client.next(({ method }) => method?.startsWith('window/showMessage') === true)
    const found = client.open('a.yaml', template)
    expect((await message).params.message).toMatch(/^hotshift: envs:1:1: cannot be read: it is a directory/)
    expect((await found).length).toBeGreaterThan(0)
  })

  it('goes on after requests that were taken back, documents that are not open, and nonsense', async () => {
    const client = new ProcessClient(folder)
    await client.start()
    await client.open('a.yaml', template)
    const { id, answer } = client.begin('textDocument/codeAction', {
      textDocument: { uri: client.uri('a.yaml') },
      range: { start: { line: 5, character: 12 }, end: { line: 5, character: 12 } },
      context: { diagnostics: [] },
    })
    client.send({ method: '$/cancelRequest', params: { id } })
    await answer
    expect(await client.at('hover', 'nowhere.yaml', 0, 0)).toBeNull()
    await expect(client.request('no/such', {})).rejects.toThrow(/no\/such/)
    client.send({
      method: 'textDocument/didChange',
      params: { textDocument: { uri: 'untitled:x', version: 2 }, contentChanges: [] },
    })
    expect((await client.at('hover', 'a.yaml', 5, 14)).contents.value).toContain('OS::Neutron::Port')
    expect(await client.end()).toBe(0)
  })

  it('does not begin what was taken back before its turn', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const about = { textDocument: { uri: client.uri('a.yaml') }, position: { line: 5, character: 14 } }
    const requests = Array.from({ length: 20 }, () => client.begin('textDocument/hover', about))
    for (const { id } of requests.slice(1)) client.send({ method: '$/cancelRequest', params: { id } })
    const answers = await Promise.all(requests.map(({ answer }) => answer))
    expect(answers[0]?.result.contents.value).toContain('OS::Neutron::Port')
    const taken = answers.filter(({ error }) => error?.message === 'taken back')
    expect(taken.length).toBeGreaterThan(10)
    expect((await client.at('hover', 'a.yaml', 5, 14)).contents.value).toContain('OS::Neutron::Port')
  })

  it('leaves places to fill in where the editor has them', async () => {
    const text = 'heat_template_version: 2018-08-31\nresources:\n  a:\n    type: OS::Neutron::Subn\n'
    const offered = async () => {
      const items = await client.at('completion', 'new.yaml', 3, 23)
      const { insertTextFormat, textEdit } = items.find(
        ({ label }: { label: string }) => label === 'OS::Neutron::Subnet',
      )
      return [insertTextFormat, textEdit.newText]
    }
    const completionItem = { snippetSupport: true }
    await client.start({ textDocument: { completion: { completionItem } } })
    await client.open('new.yaml', text)
    expect(await offered()).toEqual([2, 'OS::Neutron::Subnet\nproperties:\n  network: ${1}'])
    client = new Client(folder)
    await client.start()
    await client.open('new.yaml', text)
    expect(await offered()).toEqual([undefined, 'OS::Neutron::Subnet'])
  })

  it('offers nothing in files that are not for Heat', async () => {
    await client.start()
    await client.open('compose.yaml', 'services:\n  web: {image: nginx}\n\n')
    expect(await client.at('completion', 'compose.yaml', 2, 0)).toEqual([])
    await client.open('new.yaml', 'heat')
    const labels = (await client.at('completion', 'new.yaml', 0, 4)).map(
      ({ label }: { label: string }) => label,
    )
    expect(labels).toContain('heat_template_version')
    const text = "AWSTemplateFormatVersion: '2010-09-09'\n\n"
    await client.open('c.yaml', text)
    expect(await client.at('completion', 'c.yaml', 1, 0)).toEqual([])
  })

  it('has the same text as the editor after any edits, and says of it what the command line does', async () => {
    await client.start()
    await client.open('a.yaml', template)
    let text = template
    let state = 51
    const random = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648
      return state % below
    }
    const pieces = ['x', '\n', '  ', ': ', '{', '}', "'", 'get_param', '# ', 'é😀', '']
    for (let version = 2; version <= 60; version++) {
      const start = random(text.length)
      const end = Math.min(text.length, start + random(4))
      const piece = pieces[random(pieces.length)] ?? ''
      client.change('a.yaml', version, [
        { range: { start: positionIn(text, start), end: positionIn(text, end) }, text: piece },
      ])
      text = text.slice(0, start) + piece + text.slice(end)
    }
    // Back to a text that can be read, by one edit of the whole.
    const whole = { start: { line: 0, character: 0 }, end: positionIn(text, text.length) }
    const found = client.published('a.yaml', 61)
    client.change('a.yaml', 61, [{ range: whole, text: template }])
    expect(shown(await found)).toEqual(await checked('a.yaml'))
  })

  it('ends when the editor is no more', async () => {
    const started = new ProcessClient(folder)
    await started.start()
    const ended = new Promise((resolve) => started.process.once('exit', resolve))
    started.process.stdin?.end()
    expect(typeof (await ended)).toBe('number')
  })
})

function positionIn(text: string, offset: number) {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}
