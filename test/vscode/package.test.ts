import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { ProcessClient } from '../lsp/client.ts'

const ROOT = join(import.meta.dirname, '../..')

let folder: string
let parts: Readonly<Record<string, Uint8Array>>

const textOf = (name: string) => new TextDecoder().decode(parts[name])

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hotshift-vsix-'))
  const file = join(folder, 'hotshift.vsix')
  execFileSync(process.execPath, [join(ROOT, 'bin/build-vscode.mjs'), file])
  parts = unzipSync(readFileSync(file))
  for (const [name, bytes] of Object.entries(parts)) {
    const path = join(folder, 'unpacked', name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
  }
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Manifest {
  readonly version: string
  readonly main: string
  readonly engines: { readonly vscode: string }
  readonly activationEvents: readonly string[]
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: unknown } }
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[]
    readonly snippets: readonly { readonly path: string }[]
    readonly languages?: unknown
  }
}

describe('the extension of VS Code', () => {
  const manifest = (): Manifest => JSON.parse(textOf('extension/package.json'))

  it('has the version of the package, and all that its manifests name', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    expect(manifest().version).toBe(version)
    const outer = textOf('extension.vsixmanifest')
    expect(outer).toContain(`Version="${version}"`)
    expect(outer).toContain(`Microsoft.VisualStudio.Code.Engine" Value="${manifest().engines.vscode}"`)
    const assets = [...outer.matchAll(/<Asset [^>]*Path="([^"]+)"/g)].map(([, path = '']) => path)
    const { main, contributes } = manifest()
    const named = [main, ...contributes.snippets.map(({ path }) => path)].map((path) =>
      join('extension', path),
    )
    expect(assets.length).toBe(3)
    for (const path of [...assets, ...named]) expect(Object.keys(parts)).toContain(path)
    const bill = JSON.parse(textOf('extension/hotshift.cdx.json'))
    expect(bill.metadata.component.purl).toBe(`pkg:vscode-extension/hotshift/hotshift@${version}`)
    const names = bill.components.map(({ name }: { readonly name: string }) => name)
    // The server, what only the server has, and what only the client has.
    expect(names).toEqual(expect.arrayContaining(['hotshift', 'yaml', 'vscode-languageclient']))
    const own = bill.dependencies.find(
      ({ ref }: { readonly ref: string }) => ref === bill.metadata.component.purl,
    )
    expect(own.dependsOn).toContain(`pkg:npm/hotshift@${version}`)
    const endings = new Set(Object.keys(parts).map((name) => /\.\w+$/.exec(name)?.[0]))
    endings.delete('.xml')
    for (const ending of endings) expect(textOf('[Content_Types].xml')).toContain(`Extension="${ending}"`)
  })

  it('asks to be started for no more than it has to, and takes no language for itself', () => {
    const { activationEvents, capabilities, contributes } = manifest()
    expect(activationEvents.filter((one) => !one.startsWith('onLanguage:'))).toEqual([])
    expect(contributes.languages).toBeUndefined()
    expect(capabilities.untrustedWorkspaces.supported).toBe('limited')
    // What every YAML file loads; all else comes with the first one that is Heat's.
    expect(parts['extension/extension.cjs']?.length).toBeLessThan(5000)
  })

  it('has what VS Code calls', () => {
    const script = textOf('extension/extension.cjs')
    for (const name of ['activate', 'deactivate']) expect(script).toMatch(new RegExp(`\\b${name}:\\(\\)=>`))
  })

  it('registers the commands that it has in the menus', () => {
    const script = textOf('extension/extension.cjs')
    const commands = manifest().contributes.commands.map(({ command }) => command)
    expect(commands.length).toBeGreaterThan(4)
    expect(commands.filter((command) => !script.includes(`"${command}"`))).toEqual([])
  })

  it('holds no native code, and loads nothing that is not in it', () => {
    expect(Object.keys(parts).filter((name) => /\.(?:node|wasm|so|dll|dylib|exe)$/.test(name))).toEqual([])
    const known = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'vscode'])
    for (const name of ['extension', 'client']) {
      const script = textOf(`extension/${name}.cjs`)
      const required = [...script.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, one = '']) => one)
      expect(required.filter((one) => !known.has(one) && one !== './client.cjs')).toEqual([])
    }
  })

  it('brings a server that answers', async () => {
    const text =
      'heat_template_version: 2013-05-23\nresources:\n  port: {type: OS::Quantum::Port, properties: {network: n}}\n'
    // As the client of VS Code starts it.
    const server = join(folder, 'unpacked/extension/server/bin/hotshift.cjs')
    const client = new ProcessClient(folder, server, [`--clientProcessId=${process.pid}`])
    try {
      const { serverInfo } = await client.start({}, { trusted: false })
      expect(serverInfo).toEqual({ name: 'hotshift', version: manifest().version })
      const found = await client.open('a.yaml', text)
      expect(found.map(({ code }: { code: string }) => code)).toEqual(['deprecated-name'])
      const uri = client.uri('a.yaml')
      const command = { command: 'hotshift.upgrade', arguments: [{ uri, to: 'rocky', preview: true }] }
      const { files } = await client.request('workspace/executeCommand', command)
      expect(files[0].after).toBe(text.replace('2013-05-23', '2018-08-31'))
      const { contents } = await client.at('hover', 'a.yaml', 2, 20)
      expect(contents.value).toContain('OS::Neutron::Port')
      expect(await client.end()).toBe(0)
      expect(client.errors).toBe('')
    } finally {
      client.process.kill()
    }
  })
})
