import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ProcessClient } from './client.ts'

const template = `heat_template_version: 2018-08-31
parameters:
  zone: {type: string, default: north}
conditions:
  is_big: {equals: [{get_param: zone}, big]}
resources:
  old:
    type: OS::Heat::Value
    properties: {value: 1}
  stack:
    type: child.yaml
    properties: {size: 1}
  server:
    type: OS::Nova::Server
    properties:
      name: web
      flavor: small
      image: debian
      admin_pass: first
      user_data: |
        echo 1
`
const child = `heat_template_version: 2018-08-31
parameters:
  size: {type: number}
resources:
  disk:
    type: OS::Cinder::Volume
    properties: {size: {get_param: size}}
`
let folder: string
let client: ProcessClient

const write = (path: string, text: string) => writeFileSync(join(folder, path), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-hints-'))
  write('a.yaml', template)
  write('child.yaml', child)
  client = new ProcessClient(folder)
})

afterEach(() => {
  client.process.kill()
  rmSync(folder, { recursive: true, force: true })
})

interface Hint {
  readonly position: { readonly line: number; readonly character: number }
  readonly label: string
  readonly tooltip: { readonly value: string }
}

async function hintsOf(path: string, from = 0, to = 1000): Promise<readonly Hint[]> {
  return client.request('textDocument/inlayHint', {
    textDocument: { uri: client.uri(path) },
    range: { start: { line: from, character: 0 }, end: { line: to, character: 0 } },
  })
}

/** The lines of a text that have a hint, with it behind them. */
function inText(hints: readonly Hint[], text: string): readonly string[] {
  const lines = text.split('\n')
  return [...hints]
    .sort((one, other) => one.position.line - other.position.line)
    .map(({ position: { line, character }, label }) => {
      expect(character).toBe(lines[line]?.length)
      return `${lines[line]?.trim()} | ${label}`
    })
}

function commit(): void {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    [...who, 'commit', '-qm', 'first'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  }
}

describe('hints of what an update does', () => {
  it('stand at what differs from the saved template, and are asked for again when it is saved', async () => {
    const answer = await client.start(
      { workspace: { inlayHint: { refreshSupport: true } } },
      { updateHints: 'saved' },
    )
    expect(answer.capabilities.inlayHintProvider).toBe(true)
    await client.open('a.yaml', template)
    expect(await hintsOf('a.yaml')).toEqual([])
    const text = template
      .replace('default: north', 'default: south')
      .replace(/ {2}old:\n.*\n.*\n/, '')
      .replace('flavor: small', 'flavor: {if: [is_big, large, small]}')
      .replace('image: debian', 'image: ubuntu')
      .replace('admin_pass: first', 'admin_pass: second')
      .replace('{size: 1}', '{size: 2}')
    client.change('a.yaml', 2, [{ text }])
    const hints = await hintsOf('a.yaml')
    expect(inText(hints, text)).toEqual([
      'zone: {type: string, default: south} | default "north" -> "south"',
      'resources: | - old deleted',
      'stack: | inside: 1 interrupted',
      'properties: {size: 2} | ~ updated in place',
      'flavor: {if: [is_big, large, small]} | ?~ restarts it if is_big',
      'image: ubuntu | ~ rebuilds it: its root disk is made anew',
      'admin_pass: second | ~ updated in place',
    ])
    const tips = hints.map(({ tooltip }) => tooltip.value)
    expect(tips).toContain('`properties.flavor`: `"small"` → `"large"` (restarts it, if is\\_big)')
    expect(tips).toContain('- stack/disk: updated in place; detaches it for some time')
    expect(tips.join('\n')).not.toMatch(/first|second/)
    // Only the lines that the editor shows.
    expect(await hintsOf('a.yaml', 10, 14)).toHaveLength(2)
    const refreshed = client.next(({ method }) => method === 'workspace/inlayHint/refresh')
    write('a.yaml', text)
    client.send({
      method: 'textDocument/didSave',
      params: { textDocument: { uri: client.uri('a.yaml') } },
    })
    await refreshed
    expect(await hintsOf('a.yaml')).toEqual([])
  })

  it('name what a line is not about, and are none while the text cannot be read', async () => {
    await client.start({}, { updateHints: 'saved' })
    const text = template
      .replace('      name: web\n', '')
      .replace('default: north', 'default: south, immutable: true')
    await client.open('a.yaml', text)
    expect(inText(await hintsOf('a.yaml'), text)).toEqual([
      'zone: {type: string, default: south, immutable: true} | ?! Heat may reject this update: the parameter zone is immutable, and gets another value (if zone is not given); default "north" -> "south"',
      'properties: | name: ~ updated in place',
    ])
    client.change('a.yaml', 2, [{ text: text.replace('image: debian', 'image: "debian') }])
    expect(await hintsOf('a.yaml')).toEqual([])
  })

  it('compare with the last commit, nested templates as well', async () => {
    const text = template.replace('echo 1', 'echo 2')
    await client.start({}, { updateHints: 'committed' })
    await client.open('a.yaml', text)
    // Outside of a repository.
    expect(await hintsOf('a.yaml')).toEqual([])
    commit()
    write('a.yaml', text)
    write('child.yaml', child.replace('get_param: size', 'get_param: size}, name: disk, metadata: {a: b'))
    write('new.yaml', template)
    client.send({ method: 'textDocument/didSave', params: { textDocument: { uri: client.uri('a.yaml') } } })
    expect(inText(await hintsOf('a.yaml'), text)).toEqual([
      'stack: | ~ updated in place; inside: 1 updated in place',
      'server: | -/+ replaced',
      'user_data: | | -/+ replaces it',
    ])
    await client.open('new.yaml', template)
    expect(await hintsOf('new.yaml')).toEqual([])
  })

  it('say which environment of the configuration does not count', async () => {
    write('hotshift.config.yaml', 'env: [prod.env]\n')
    await client.start({}, { updateHints: 'committed' })
    const text = template.replace('image: debian', 'image: ubuntu')
    commit()
    await client.open('a.yaml', text)
    const first = 'heat_template_version: 2018-08-31'
    const rest = 'image: ubuntu | ~ rebuilds it: its root disk is made anew'
    const missing = await hintsOf('a.yaml')
    expect(inText(missing, text)).toEqual([`${first} | hints without prod.env`, rest])
    expect(missing.map(({ tooltip }) => tooltip.value)).toContain(
      '`prod.env`, an environment of the configuration: there is no such file.',
    )
    const saved = () =>
      client.send({
        method: 'textDocument/didSave',
        params: { textDocument: { uri: client.uri('a.yaml') } },
      })
    write('prod.env', 'parameters: {zone: north}\n')
    saved()
    const [added] = await hintsOf('a.yaml')
    expect(added?.tooltip.value).toBe(
      '`prod.env`, an environment of the configuration: it is not in the last commit, where it counts as empty.',
    )
    write('prod.env', 'parameters: {zone: north\n')
    saved()
    const broken = await hintsOf('a.yaml')
    expect(inText(broken, text)).toEqual([`${first} | no hints, because of prod.env`])
    expect(broken[0]?.tooltip.value).toMatch(/`prod\.env`, an environment of the configuration: line \d/)
  })

  it('ask no git in a folder that is not trusted', async () => {
    commit()
    const text = template.replace('echo 1', 'echo 2')
    write('a.yaml', text)
    await client.start({}, { updateHints: 'committed', trusted: false })
    await client.open('a.yaml', text)
    expect(await hintsOf('a.yaml')).toEqual([])
    const other = text.replace('image: debian', 'image: ubuntu')
    client.change('a.yaml', 2, [{ text: other }])
    expect(inText(await hintsOf('a.yaml'), other)).toEqual([
      'image: ubuntu | ~ rebuilds it: its root disk is made anew',
    ])
    expect(client.errors).toBe('')
  })

  it('are none unless somebody asks for them', async () => {
    const answer = await client.start()
    expect(answer.capabilities.inlayHintProvider).toBeUndefined()
  })
})
