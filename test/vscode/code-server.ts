/** VS Code itself with the extension: code-server, which is VS Code behind a page, in headless Chromium. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

const PORT = 18_151

export interface Editor {
  readonly page: Page
  /** Runs a command by its name in the palette. */
  command(name: string): Promise<void>
  close(): Promise<void>
}

/**
 * @param codeServer the folder in which code-server is installed
 * @param scratch an empty folder for what it writes
 * @param folder what is opened in it
 */
export async function openEditor(
  codeServer: string,
  { scratch, folder, vsix }: { readonly scratch: string; readonly folder: string; readonly vsix: string },
): Promise<Editor> {
  const entry = join(codeServer, 'node_modules/code-server/out/node/entry.js')
  const [data, extensions] = [join(scratch, 'data'), join(scratch, 'extensions')]
  const env = { ...process.env, XDG_CONFIG_HOME: scratch, XDG_DATA_HOME: scratch }
  const places = ['--user-data-dir', data, '--extensions-dir', extensions]
  mkdirSync(join(data, 'User'), { recursive: true })
  writeFileSync(
    join(data, 'User/settings.json'),
    JSON.stringify({ 'workbench.startupEditor': 'none', 'workbench.colorTheme': 'Default Light Modern' }),
  )
  execFileSync(process.execPath, [entry, ...places, '--install-extension', vsix], { env, stdio: 'pipe' })
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override']
  const server = spawn(
    process.execPath,
    [
      entry,
      '--auth',
      'none',
      '--bind-addr',
      `127.0.0.1:${PORT}`,
      ...quiet,
      '--disable-workspace-trust',
      ...places,
    ],
    { env, stdio: 'ignore' },
  )
  let browser: Browser | undefined
  try {
    await listening()
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.goto(`http://127.0.0.1:${PORT}/?folder=${folder}`)
    await page.waitForSelector('.monaco-workbench .explorer-folders-view', { timeout: 60_000 })
    return editorOf(page, browser, server)
  } catch (error) {
    await browser?.close()
    server.kill()
    throw error
  }
}

function editorOf(page: Page, browser: Browser, server: ChildProcess): Editor {
  return {
    page,
    command: async (name) => {
      const row = page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first()
      // What opens or closes meanwhile takes the focus, and the palette closes without it.
      for (let tries = 0; ; tries++)
        try {
          await page.keyboard.press('F1')
          await page.waitForSelector('.quick-input-widget input', { timeout: 3000 })
          await page.keyboard.type(name)
          return await row.click({ timeout: 3000 })
        } catch (error) {
          if (tries === 5) throw error
        }
    },
    close: async () => {
      await browser.close()
      server.kill()
    },
  }
}

/** Waits until something listens. */
async function listening(): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(PORT, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isOpen) return
    await new Promise((resume) => setTimeout(resume, 100))
  }
  throw new Error('code-server does not listen')
}
