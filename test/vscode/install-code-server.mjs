// Installs VS Code as code-server into a folder, for code-server.slow.test.ts: 300 MB, therefore no dependency of the project.
//
//   node test/vscode/install-code-server.mjs ~/.cache/hotshift-tools/code-server
//
// 4.100.3 is the last one for Node 20. Of its native modules only the one that writes logs is built; that needs a compiler,
// and the headers of Node beside it.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('name the folder: node test/vscode/install-code-server.mjs <folder>')
const folder = resolve(given)
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"private":true}\n')

/** @type {(cwd: string, ...args: string[]) => void} */
const npm = (cwd, ...args) => {
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...args], {
    cwd,
    stdio: 'inherit',
  })
}
const vscode = join(folder, 'node_modules/code-server/lib/vscode')
npm(folder, 'code-server@4.100.3')
npm(vscode, '--omit=dev')
npm(join(vscode, 'extensions'), '--omit=dev')

const { prefix } = JSON.parse(
  execFileSync('npm', ['config', 'list', '--json', '--long'], { encoding: 'utf8', maxBuffer: 1 << 24 }),
)
const builder = join(prefix, 'lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js')
const headers = dirname(dirname(process.execPath))
execFileSync(process.execPath, [builder, 'rebuild', `--nodedir=${headers}`], {
  cwd: join(vscode, 'node_modules/@vscode/spdlog'),
  stdio: 'inherit',
})
// Nobody logs in, and what would hash passwords is native.
writeFileSync(join(folder, 'node_modules/argon2/argon2.js'), 'module.exports = {}\n')
