/** What `hotshift new transform` writes in a checkout has all that the tests of the project ask of a transform. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../docs/handbook.ts'

const copied = [
  'src',
  'transforms',
  'test',
  'bin',
  'dist',
  'package.json',
  'tsconfig.json',
  'jest.config.js',
  'biome.json',
]

it('needs no other file to pass type check, lint and the tests of transforms', () => {
  const copy = mkdtempSync(join(tmpdir(), 'hotshift-checkout-'))
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
    return { status, output: `${stdout}${stderr}` }
  }
  try {
    for (const name of copied) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    expect(run('bin/hotshift.cjs', 'new', 'transform', 'hot/label-disks')).toMatchObject({ status: 0 })
    const checks = [
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
      ['node_modules/@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', 'transforms'],
      [
        'node_modules/jest/bin/jest.js',
        'test/transforms/(fixtures|readmes|chains)',
        '-t',
        'label-disks|registered|chain|runs',
      ],
    ]
    for (const check of checks) expect(run(...check)).toMatchObject({ status: 0 })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})
