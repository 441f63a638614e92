import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latestVersion } from '../../src/heat/versions.ts'
import { Client } from './client.ts'

const HOTSHIFT = join(import.meta.dirname, '../../bin/hotshift.cjs')

const template = `heat_template_version: 2013-05-23
parameters:
  net: {type: string, default: private}  # of the project
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: {get_param: net}
`
const environment = `parameters:
  other: 1
`
const cloudFormation = `{
  "AWSTemplateFormatVersion": "2010-09-09",
  "Parameters": {"Size": {"Type": "Number", "Default": "1"}},
  "Resources": {
    "Volume": {"Type": "AWS::EC2::Volume", "Properties": {"AvailabilityZone": "nova", "Size": {"Ref": "Size"}}}
  }
}
`

let folder: string
let client: Client

const write = (path: string, text: string) => writeFileSync(join(folder, path), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-lsp-'))
  write('a.yaml', template)
  client = new Client(folder)
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const execute = (command: string, argument: object) =>
  client.request('workspace/executeCommand', { command, arguments: [argument] })

/** The text that the command line makes of a file. */
function rewritten(...args: readonly string[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'hotshift-lsp-'))
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [HOTSHIFT, ...args, '--out', copy], {
      cwd: folder,
      encoding: 'utf8',
    })
    const file = readdirSync(copy).find((name) => /^[ac]\./.test(name))
    if (file === undefined) throw new Error(stdout + stderr)
    return readFileSync(join(copy, file), 'utf8')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** The kinds of the actions for the whole file. */
async function kindsAt(path: string) {
  const start = { line: 0, character: 0 }
  const actions = await client.request('textDocument/codeAction', {
    textDocument: { uri: client.uri(path) },
    range: { start, end: start },
    context: { diagnostics: [] },
  })
  return actions.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`)
}

describe('upgrade', () => {
  it('shows what the command line makes of the file, and changes nothing', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const answer = await execute('hotshift.upgrade', {
      uri: client.uri('a.yaml'),
      to: 'rocky',
      preview: true,
    })
    expect(answer).toMatchObject({
      status: 'changed',
      proof: 'equal',
      message: 'upgrade: proved to mean the same',
    })
    expect(answer.files).toEqual([
      {
        uri: client.uri('a.yaml'),
        isNew: false,
        before: template,
        after: rewritten('upgrade', 'a.yaml', '--to', 'rocky'),
      },
    ])
    expect(answer.edit.documentChanges).toEqual([
      {
        textDocument: { uri: client.uri('a.yaml'), version: 1 },
        edits: [
          {
            range: { start: { line: 0, character: 26 }, end: { line: 0, character: 33 } },
            newText: '8-08-31',
          },
        ],
      },
    ])
    expect(client.notes.filter(({ method }) => method === 'workspace/applyEdit')).toEqual([])
  })

  it('has the editor change the text as it is open, with the version of the configuration', async () => {
    write('hotshift.config.yaml', 'commands:\n  upgrade:\n    to: queens\n')
    await client.start()
    await client.open('a.yaml', template.replace('network:', 'network_id:'))
    expect(await kindsAt('a.yaml')).toContain('source.upgrade.hotshift Upgrade to 2018-03-02')
    client.replies.set('workspace/applyEdit', () => ({ applied: true }))
    const asked = client.next(({ method }) => method === 'workspace/applyEdit')
    const answer = await execute('hotshift.upgrade', { uri: client.uri('a.yaml') })
    expect(answer.status).toBe('changed')
    const { params } = await asked
    expect(params.edit.documentChanges[0].textDocument).toEqual({ uri: client.uri('a.yaml'), version: 1 })
    expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(template)
  })

  it('is refused without a version, for another text, and for an editor that does not do it', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const uri = client.uri('a.yaml')
    await expect(execute('hotshift.upgrade', { uri })).rejects.toThrow('upgrade needs a version')
    await expect(execute('hotshift.upgrade', { uri, to: 'rocki' })).rejects.toThrow('rocki')
    await expect(execute('hotshift.upgrade', { uri, to: 'rocky', version: 7 })).rejects.toThrow(
      'the text has changed since',
    )
    await expect(execute('hotshift.upgrade', { uri: client.uri('b.yaml'), to: 'rocky' })).rejects.toThrow(
      'is not open',
    )
    await expect(execute('hotshift.upgrade', { to: 'rocky' })).rejects.toThrow('takes { uri }')
    await expect(execute('hotshift.unknown', { uri })).rejects.toThrow()
    client.replies.set('workspace/applyEdit', () => ({ applied: false, failureReason: 'read only' }))
    await expect(execute('hotshift.upgrade', { uri, to: 'rocky' })).rejects.toThrow('read only')
  })

  it('says why nothing changes', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const uri = client.uri('a.yaml')
    const answer = await execute('hotshift.upgrade', { uri, to: '2013-05-23', preview: true })
    expect(answer).toEqual({ status: 'unchanged', proof: 'none', message: 'upgrade: nothing to change' })
    await client.open('b.yaml', template.replace('{get_param: net}', '{get_param: [net'))
    const broken = await execute('hotshift.upgrade', {
      uri: client.uri('b.yaml'),
      to: 'rocky',
      preview: true,
    })
    expect([broken.status, broken.files]).toEqual(['blocked', undefined])
    expect(broken.message).toMatch(/^upgrade: .*line 8/)
  })

  it('knows the versions', async () => {
    await client.start()
    const versions = await client.request('workspace/executeCommand', { command: 'hotshift.versions' })
    expect(versions[0]).toMatchObject({ version: latestVersion })
    expect(versions).toContainEqual({ version: '2021-04-16', release: 'wallaby' })
    expect(versions.at(-1)).toEqual({ version: '2013-05-23' })
  })
})

describe('extract-defaults', () => {
  it('changes the environment beside the template, which is created if there is none', async () => {
    await client.start()
    await client.open('a.yaml', template)
    const uri = client.uri('a.yaml')
    const made = await execute('hotshift.extractDefaults', { uri, preview: true })
    expect(made.edit.documentChanges.map((one: { kind?: string }) => one.kind)).toEqual([
      undefined,
      'create',
      undefined,
    ])
    expect(made.files.map((one: { uri: string; isNew: boolean }) => [one.uri, one.isNew])).toEqual([
      [uri, false],
      [client.uri('a.env'), true],
    ])
    expect(made.files[1].after).toBe('parameters:\n  net: private\n')
    write('a.env', environment)
    const shown = client.published('a.env', 1)
    client.send({
      method: 'textDocument/didOpen',
      params: {
        textDocument: { uri: client.uri('a.env'), languageId: 'yaml', version: 1, text: environment },
      },
    })
    await shown
    const added = await execute('hotshift.extractDefaults', { uri, preview: true })
    expect(added.edit.documentChanges[1].textDocument).toEqual({ uri: client.uri('a.env'), version: 1 })
    expect(added.files[1].after).toBe('parameters:\n  other: 1\n  net: private\n')
    expect(added.message).toBe('extract-defaults: proved to mean the same, 1 other file changed')
  })

  it('passes the value on from callers in other folders, which are not open', async () => {
    mkdirSync(join(folder, 'nodes'))
    write('nodes/port.yaml', template)
    write('a.yaml', 'heat_template_version: 2013-05-23\nresources:\n  port: {type: nodes/port.yaml}\n')
    await client.start()
    await client.open('nodes/port.yaml', template)
    const uri = client.uri('nodes/port.yaml')
    const made = await execute('hotshift.extractDefaults', { uri, preview: true })
    expect(made.files.map((one: { uri: string }) => one.uri).sort()).toEqual([
      client.uri('a.env'),
      client.uri('a.yaml'),
      uri,
    ])
  })

  it('is offered where there is a default, and needs a file', async () => {
    await client.start()
    await client.open('a.yaml', template)
    expect(await kindsAt('a.yaml')).toContain(
      'refactor.extract.hotshift.defaults Move defaults into the environment',
    )
    await client.open('b.yaml', template.replace(', default: private', ''))
    expect((await kindsAt('b.yaml')).join()).not.toContain('refactor.extract')
    await client.open('b.yaml', template, 2)
    await expect(execute('hotshift.extractDefaults', { uri: client.uri('b.yaml') })).rejects.toThrow(
      'save the template first',
    )
  })
})

describe('migrate', () => {
  it('makes HOT of CloudFormation, and is offered where that is asked for', async () => {
    write('c.json', cloudFormation)
    await client.start()
    await client.open('c.json', cloudFormation)
    expect(await kindsAt('c.json')).toEqual([])
    const uri = client.uri('c.json')
    const { status, files, edit } = await execute('hotshift.migrate', { uri, preview: true })
    expect(status).toBe('changed')
    expect(files[0].after).toBe(rewritten('migrate', 'c.json'))
    expect(files[0].newUri).toBe(client.uri('c.yaml'))
    expect(edit.documentChanges.at(-1)).toEqual({ kind: 'rename', oldUri: uri, newUri: client.uri('c.yaml') })
    const other = new Client(folder)
    await other.start({}, { cloudFormation: true })
    await other.open('c.json', cloudFormation)
    client = other
    expect(await kindsAt('c.json')).toContain('refactor.rewrite.hotshift.migrate Migrate to HOT')
  })
})

describe('a folder that the editor does not trust', () => {
  const marker = () => join(folder, 'ran')
  const module = () => `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(marker())}, '')
export default { commands: { check: { severity: ['deprecated-name=off'] } } }
`
  it('has no code of its configuration run, and is told so once', async () => {
    write('hotshift.config.mjs', module())
    await client.start({}, { trusted: false })
    const told = client.next(({ method }) => method === 'window/showMessageRequest')
    await client.open('a.yaml', template.replace('OS::Neutron', 'OS::Quantum'))
    expect((await told).params.message).toContain('the editor does not trust the folder')
    expect(() => readFileSync(marker())).toThrow('ENOENT')
    client.send({ method: 'textDocument/didSave', params: { textDocument: { uri: client.uri('a.yaml') } } })
    await client.open('b.yaml', template)
    const messages = client.notes.filter(({ method }) => method === 'window/showMessageRequest')
    expect(messages.length).toBe(1)
  })

  it('has what its configuration says as data', async () => {
    write('hotshift.config.yaml', 'commands:\n  check:\n    severity: [deprecated-name=info]\n')
    await client.start({}, { trusted: false })
    const found = await client.open('a.yaml', template.replace('OS::Neutron', 'OS::Quantum'))
    expect(found.map(({ code, severity }: { code: string; severity: number }) => [code, severity])).toEqual([
      ['deprecated-name', 3],
    ])
  })
})
