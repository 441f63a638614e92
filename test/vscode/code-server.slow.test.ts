import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEditor } from './code-server.ts'

const ROOT = join(import.meta.dirname, '../..')
const installed = process.env.HOTSHIFT_CODE_SERVER ?? join(homedir(), '.cache/hotshift-tools/code-server')
const canRun =
  existsSync(join(installed, 'node_modules/code-server/out/node/entry.js')) && existsSync('/usr/bin/chromium')
if (!canRun)
  console.warn(
    `skipped: a session in VS Code needs Chromium, and code-server (node test/vscode/install-code-server.mjs ${installed})`,
  )
const inVscode = canRun ? describe : describe.skip

const template = `heat_template_version: 2013-05-23
parameters:
  net: {type: string, default: private}
resources:
  port:
    type: OS::Quantum::Port
    properties:
      network: {get_param: net}
  ip:
    type: OS::Neutron::FloatingIP
    properties: {floating_network: {get_param: net}}
`

const drawnTemplate = `heat_template_version: 2018-08-31
parameters:
  net: {type: string}
  flavor: {type: string, default: m1.small}
resources:
  port:
    type: OS::Quantum::Port
    properties:
      network: {get_param: nett}
  server:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
      image: cirros
      networks: [{port: {get_resource: port}}]
      user_data_format: SOFTWARE_CONFG
`

inVscode('in VS Code', () => {
  it('the server starts for Heat only, and what commands change is shown and then made', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'hotshift-vscode-'))
    const folder = join(scratch, 'open')
    mkdirSync(folder)
    const vsix = join(scratch, 'hotshift.vsix')
    execFileSync(process.execPath, [join(ROOT, 'bin/build-vscode.mjs'), vsix])
    writeFileSync(join(folder, 'a.yaml'), template)
    writeFileSync(join(folder, 'compose.yaml'), 'services:\n  web: {image: nginx}\n')
    const servers = () =>
      spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
        .stdout.split('\n')
        .filter((line) => line.includes(scratch) && line.includes('hotshift.cjs lsp')).length
    const editor = await openEditor(installed, { scratch, folder, vsix })
    const { page } = editor
    const open = (name: string) =>
      page.locator('.explorer-folders-view .monaco-list-row', { hasText: name }).dblclick()
    /** Saves, and waits until a file on the disk says something. */
    const saved = async (path: string, what: string) => {
      const textOf = () => (existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : '')
      for (let tries = 0; tries < 20 && !textOf().includes(what); tries++) {
        await page.waitForTimeout(500)
        await editor.command('File: Save All')
      }
      expect(textOf()).toContain(what)
    }
    const apply = () =>
      page.locator('.notification-toast .monaco-button', { hasText: 'Apply' }).first().click()
    try {
      await open('compose.yaml')
      await page.locator('.view-lines', { hasText: 'nginx' }).waitFor()
      expect(servers()).toBe(0)
      await open('a.yaml')
      await page.waitForSelector('.squiggly-info, .squiggly-warning', { timeout: 60_000 })
      expect(servers()).toBe(1)
      await editor.command('hotshift: Upgrade to a Newer Version')
      await page.locator('.quick-input-list .monaco-list-row', { hasText: '2018-08-31' }).click()
      await apply()
      await saved('a.yaml', 'heat_template_version: 2018-08-31\n')
      await editor.command('hotshift: Move Defaults into the Environment')
      await apply()
      await saved('a.env', 'parameters:\n  net: private\n')
      // The difference has closed, and the template is what the command is about.
      await editor.command('hotshift: Fix All That Is Proved Equal')
      await saved('a.yaml', 'OS::Neutron::Port')
      expect(readFileSync(join(folder, 'a.yaml'), 'utf8')).toBe(
        template
          .replace('2013-05-23', '2018-08-31')
          .replace(', default: private', '')
          .replace('Quantum', 'Neutron'),
      )
    } finally {
      await editor.close()
      rmSync(scratch, { recursive: true, force: true })
    }
  })

  // `UPDATE_PICTURES=1 npm run test:slow -- test/vscode` draws the picture anew, as fonts and the browser decide about its bytes.
  const drawn = process.env.UPDATE_PICTURES === undefined ? it.skip : it
  drawn('a session is drawn for docs/editors.md', async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'hotshift-vscode-'))
    const [folder, vsix] = [join(scratch, 'templates'), join(scratch, 'hotshift.vsix')]
    mkdirSync(folder)
    writeFileSync(join(folder, 'stack.yaml'), drawnTemplate)
    execFileSync(process.execPath, [join(ROOT, 'bin/build-vscode.mjs'), vsix])
    const editor = await openEditor(installed, { scratch, folder, vsix })
    try {
      const { page } = editor
      await page.setViewportSize({ width: 1100, height: 640 })
      await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'stack.yaml' }).dblclick()
      await page.waitForSelector('.squiggly-error', { timeout: 60_000 })
      await editor.command('View: Toggle Problems')
      await page.waitForSelector('.markers-panel .monaco-list-row')
      await page.locator('.view-line', { hasText: 'nett' }).locator('span').last().click()
      await editor.command('Quick Fix...')
      await page.waitForSelector('.action-widget .action', { timeout: 60_000 })
      const path = join(ROOT, 'docs/pictures/vscode.png')
      await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
    } finally {
      await editor.close()
      rmSync(scratch, { recursive: true, force: true })
    }
  })
})
