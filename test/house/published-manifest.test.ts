/** package.json has no scripts while npm packs, and is what it was afterwards, whatever became of that. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

const SCRIPT = join(import.meta.dirname, '../../bin/published-manifest.mjs')

afterEach(removeTemporaryTrees)

const manifest = `${JSON.stringify({
  name: 'lamp',
  version: '1.0.0',
  files: ['lamp.js'],
  scripts: {
    prepack: 'node bin/published-manifest.mjs strip && cp package.json packed.json',
    postpack: 'node bin/published-manifest.mjs restore',
  },
})}\n`

function packed(destination: string) {
  const tree = temporaryTree({ 'package.json': manifest, 'lamp.js': '' })
  mkdirSync(join(tree.root, 'bin'))
  cpSync(SCRIPT, join(tree.root, 'bin/published-manifest.mjs'))
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', destination], {
    cwd: tree.root,
  })
  expect(JSON.parse(tree.read('packed.json')).scripts).toBeUndefined()
  return { ...tree, status }
}

it('after npm pack', () => {
  const { status, read, root } = packed('.')
  expect(status).toBe(0)
  expect(read('package.json')).toBe(manifest)
  expect(existsSync(join(root, 'dist/package.json'))).toBe(false)
})

it('after an npm pack that fails', async () => {
  const { status, read } = packed('nowhere')
  expect(status).not.toBe(0)
  for (let tries = 0; tries < 50 && read('package.json') !== manifest; tries++) await wait(100)
  expect(read('package.json')).toBe(manifest)
})
