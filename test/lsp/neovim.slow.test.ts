import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const hasNeovim = spawnSync('nvim', ['--version']).status === 0
if (!hasNeovim) console.warn('skipped: a session in a real editor needs Neovim (apt-get install neovim)')
const inNeovim = hasNeovim ? describe : describe.skip

const template = `heat_template_version: 2013-05-23
parameters:
  net: {type: string}
resources:
  port:
    type: OS::Quantum::Port
    properties:
      network: {get_param: net}
`

inNeovim('in Neovim', () => {
  it('findings are shown, a fix is made, and completion works in a half typed line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hotshift-nvim-'))
    try {
      writeFileSync(join(folder, 'a.yaml'), template)
      const env = {
        ...process.env,
        FOLDER: folder,
        HOTSHIFT: join(import.meta.dirname, '../../bin/hotshift.cjs'),
        NODE: process.execPath,
        XDG_STATE_HOME: folder,
        XDG_CACHE_HOME: folder,
      }
      const session = join(import.meta.dirname, 'neovim.lua')
      spawnSync('nvim', ['--headless', '--clean', '-n', '-c', `luafile ${session}`], { env, timeout: 60_000 })
      const { labels, ...answer } = JSON.parse(readFileSync(join(folder, 'answer.json'), 'utf8'))
      expect(answer).toEqual({
        findings: ['6 deprecated-name'],
        definition: [3, 2],
        offered: [
          'Write the new name',
          'Ignore deprecated-name here, with a reason',
          'Replace deprecated names (proved equal)',
          'Upgrade to 2021-04-16',
        ],
        line: '    type: OS::Neutron::Port',
        after: 0,
      })
      expect(labels).toContain('name')
      expect(labels).not.toContain('network')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
