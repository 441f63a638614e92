import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '../../src/apps/cli/main.ts'
import { commandHelp, programHelp, shortHelp } from '../../src/apps/cli/output/help.ts'

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const expected: readonly (readonly [string, string])[] = [
  ['--help', programHelp(commands)],
  ['-h', programHelp(commands)],
  ['--version', `${version}\n`],
  ...commands.flatMap((command) => [
    [`${command.name} --help`, commandHelp(command)] as const,
    [`${command.name} -h`, shortHelp(command)] as const,
  ]),
]

describe('the answers that the build prepares', () => {
  it('are what the command line would say', () => {
    const prepared: unknown = JSON.parse(readFileSync(join(ROOT, 'dist/help.json'), 'utf8'))
    expect(prepared).toEqual(Object.fromEntries(expected))
  })

  it('are what the executable prints', () => {
    const shim = join(ROOT, 'bin/hotshift.cjs')
    const { stdout, stderr, status } = spawnSync(process.execPath, [shim, 'migrate', '--help'], {
      encoding: 'utf8',
    })
    expect({ stdout, stderr, status }).toEqual({
      stdout: Object.fromEntries(expected)['migrate --help'],
      stderr: '',
      status: 0,
    })
  })
})
