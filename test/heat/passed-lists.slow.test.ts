/** Nested templates that take a list and an index instead of an item: Heat updates nothing in them. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasHeat, python } from './installed.ts'

const withHeat = hasHeat ? describe : describe.skip
const fixtures = join(__dirname, '../../transforms/onap/pass-lists/fixtures')

type Files = Readonly<Record<string, string>>

function filesIn(folder: string): Files {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

interface Update {
  readonly fixture: string
  readonly parameters: Readonly<Record<string, unknown>>
}

/** By resource of nested stacks what Heat does when the package of a fixture becomes the expected one, of each update. */
function decisions(updates: readonly Update[]): readonly (readonly string[])[] {
  const lines = updates.map(({ fixture, parameters }) => {
    const before = filesIn(join(fixtures, fixture, 'input'))
    const after = { ...before, ...filesIn(join(fixtures, fixture, 'expected')) }
    const versions = [before, after].map((files) => ({
      template: files['base_shop.yaml'],
      files,
      environment: { parameters },
    }))
    return JSON.stringify(versions)
  })
  const { stdout, stderr } = spawnSync(python, [join(__dirname, 'update_package.py')], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const found = Object.entries(JSON.parse(line) as Record<string, string>)
      return found.flatMap(([name, what]) => (isMade(name) ? [`${name} ${what}`] : [])).sort()
    })
}

/** A server or port, and not what makes the stack that it is in. */
function isMade(name: string): boolean {
  return /_(?:server|port)_0$/.test(name)
}

const names = { web_names: 'a,b,c', web_oam_ips: '10.0.0.4,10.0.0.5,10.0.0.6' }
const updates: readonly Update[] = [
  { fixture: 'change', parameters: { ...names, oam_net_id: 'oam' } },
  { fixture: 'known-index', parameters: { web_names: names.web_names, number_of_web: 2 } },
  { fixture: 'taken-index', parameters: names },
  { fixture: 'levels', parameters: { web_names: names.web_names, number_of_web: 1 } },
  // Heat splits the second name where it passes it on, which is why such lists are not passed.
  { fixture: 'change', parameters: { ...names, oam_net_id: 'oam', web_names: ['a', 'b,c', 'd'] } },
]

withHeat('passing a list and an index', () => {
  it('leaves what nested templates make as it is, unless a name has a comma', () => {
    expect(decisions(updates)).toEqual([
      [
        'first_web/web_0_oam_port_0 none',
        'first_web/web_server_0 none',
        'second_web/web_0_oam_port_0 none',
        'second_web/web_server_0 none',
        'spare_web/0/web_0_oam_port_0 none',
        'spare_web/0/web_server_0 none',
      ],
      ['any_web/web_server_0 none', 'first_web/web_server_0 none', 'second_web/web_server_0 none'],
      [
        'first_web/web_0_oam_port_0 none',
        'first_web/web_server_0 none',
        'second_web/web_0_oam_port_0 none',
        'second_web/web_server_0 none',
      ],
      ['web/web/web_server_0 none'],
      [
        'first_web/web_0_oam_port_0 none',
        'first_web/web_server_0 none',
        'second_web/web_0_oam_port_0 none',
        'second_web/web_server_0 replaced',
        'spare_web/0/web_0_oam_port_0 none',
        'spare_web/0/web_server_0 replaced',
      ],
    ])
  })
})
