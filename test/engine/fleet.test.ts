/** What an upgrade of the cloud changes: each release note is found where a template has it, and nowhere else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createChecker } from '../../src/engine/check.ts'
import { fleetOf } from '../../src/engine/queries/fleet.ts'
import { cloudRelease } from '../../src/heat/cloud.ts'
import {
  exampleOf,
  isOfAbsent,
  isOfTypes,
  noteRows,
  notesIn,
  releaseAfter,
  releaseBefore,
  strayNotes,
} from '../heat/see/fleet.ts'

const input = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })
describe('release notes', () => {
  it.each(noteRows.map((row) => [row.note, row.in, row] as const))(
    '%s is found, in Heat %s',
    (note, release, row) => {
      const aside = isOfAbsent(row) ? 'without' : 'with'
      expect(notesIn(exampleOf(row, aside), release)).toContain(note)
      for (const other of [releaseBefore(release), releaseAfter(release)])
        expect(notesIn(exampleOf(row, aside), other).filter((one) => one === note)).toEqual([])
    },
  )

  it('are none where a template only has the type', () => {
    for (const row of noteRows)
      if (!isOfTypes(row) && !isOfAbsent(row))
        expect(notesIn(exampleOf(row, 'without'), row.in)).not.toContain(row.note)
  })

  it('are none in templates that have none of their types', () => {
    const folder = join(import.meta.dirname, '../../corpus')
    const texts = (readdirSync(folder, { recursive: true }) as string[])
      .filter((name) => /\.(?:ya?ml|json|template)$/.test(name))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.length).toBeGreaterThan(100)
    for (const text of [...texts, ...noteRows.map((row) => exampleOf(row))])
      expect([text, strayNotes(text)]).toEqual([text, []])
  })
})

describe('types', () => {
  const template = (type: string) => `heat_template_version: 2018-08-31\nresources:\n  r: {type: ${type}}\n`

  it('that break are errors of check for the newer cloud, and not for the older one', () => {
    for (const type of ['OS::Senlin::Cluster', 'OS::Monasca::Notification']) {
      const { changes } = fleetOf([input('a.yaml', template(type))], { from: '20.0.0', to: '26.0.0' })
      const [found] = changes.filter(({ kind }) => kind === 'type')
      expect([type, found?.effect]).toEqual([type, 'breaks'])
      const codes = (name: string) => {
        const release = cloudRelease(name)
        if (release === undefined) throw new Error(name)
        const { findings } = createChecker({ cloud: { release } }).run(input('a.yaml', template(type)))
        return findings.filter(({ code }) => code === 'not-in-cloud').length
      }
      expect([type, codes('2023.1'), codes('2026.1')]).toEqual([type, 0, 1])
    }
  })

  it('that an environment of the run registers are no types of Heat', () => {
    const files = [
      input('a.yaml', template('OS::Senlin::Cluster')),
      input('own.yaml', template('OS::Heat::None')),
      input('env.yaml', 'resource_registry: {"OS::Senlin::Cluster": own.yaml}\n'),
    ]
    expect(fleetOf(files, { from: '20.0.0', to: '26.0.0' }).changes).toEqual([])
  })
})

describe('properties', () => {
  const changesOf = (type: string, properties: string, from: string, to: string) =>
    fleetOf(
      [
        input(
          'a.yaml',
          `heat_template_version: 2018-08-31\nresources:\n  r:\n    type: ${type}\n    properties: ${properties}\n`,
        ),
      ],
      { from, to },
    ).changes.map(({ about, effect, says, locations: [at] }) => [about, effect, says, at?.line, at?.column])

  it('that are required now', () => {
    expect(
      changesOf('OS::Octavia::Listener', '{protocol: HTTP, protocol_port: 80}', '21.0.0', '22.0.0'),
    ).toEqual([['OS::Octavia::Listener.loadbalancer', 'breaks', 'is required', 4, 11]])
    expect(changesOf('OS::Octavia::Listener', '{loadbalancer: a}', '21.0.0', '22.0.0')).toEqual([])
    // What a function gives is not known.
    expect(changesOf('OS::Octavia::Listener', '{get_param: all}', '21.0.0', '22.0.0')).toEqual([])
  })

  it('that replace the resource now', () => {
    expect(changesOf('OS::Neutron::Port', '{network: n, mac_address: m}', '12.0.0', '13.0.0')).toEqual([
      [
        'OS::Neutron::Port.mac_address',
        'changes',
        'replaces the resource when an update changes it, where it was updated in place',
        5,
        43,
      ],
    ])
  })

  it('that were removed, only where they are given', () => {
    expect(changesOf('OS::Nova::ServerGroup', '{rule: {a: 1}}', '17.0.0', '18.0.0')).toMatchObject([
      ['OS::Nova::ServerGroup.rule', 'breaks', 'was removed', 5, 24],
    ])
    expect(changesOf('OS::Nova::ServerGroup', '{name: a}', '17.0.0', '18.0.0')).toEqual([])
  })

  it('whose default is another one, where they are not given', () => {
    const [found] = changesOf('OS::Octavia::HealthMonitor', '{delay: 1}', '10.0.0', '11.0.0')
    expect(found?.slice(0, 3)).toEqual([
      'OS::Octavia::HealthMonitor.expected_codes',
      'changes',
      'has the default none, where it was "200"',
    ])
  })
})
