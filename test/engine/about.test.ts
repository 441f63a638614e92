/** What findings are about, whatever their messages say. */
import { createChecker } from '../../src/engine/check.ts'
import { aboutAnyName, aboutKey } from '../../src/heat/about.ts'

function aboutOf(text: string) {
  const { findings } = createChecker().run({ path: 'a.yaml', bytes: new TextEncoder().encode(text) })
  // Infos are about whatever rules look for beside what is wrong.
  return findings.filter(({ severity }) => severity !== 'info').map(({ code, about }) => ({ code, ...about }))
}

const server = (properties: string, before = '') => `heat_template_version: 2018-08-31
${before}resources:
  server:
    type: OS::Nova::Server
    properties: ${properties}
`

describe('a finding is about', () => {
  it('a resource, with its type and the keys that lead there', () => {
    expect(aboutOf(server('{flavor: m1, image: x, networks: [{netwrk: a}], flavr: b}'))).toContainEqual({
      code: 'unknown-property',
      kind: 'resource',
      name: 'server',
      type: 'OS::Nova::Server',
      location: '/resources/server/properties/networks/0/netwrk',
    })
  })

  it('each of several things that are missing at one location', () => {
    const found = aboutOf(
      'heat_template_version: 2018-08-31\nresources: {v: {type: OS::Neutron::Subnet}, w: {type: OS::Nova::KeyPair, properties: {}}}\n',
    )
    expect(found.map(({ code, location, item }) => [code, location, item])).toContainEqual([
      'missing-property',
      '/resources/w/type',
      'name',
    ])
  })

  it('a parameter, a section, an output and the file', () => {
    const found = aboutOf(
      `${server('{flavor: m1, image: x}', 'parameters: {a/b: {type: strng}}\nextra: 1\n')}outputs: {o: {value: {get_param: q}}}\n`,
    )
    expect(found.map(({ kind, name, location, item }) => [kind, name, location, item])).toEqual([
      ['parameter', 'a/b', '/parameters/a~1b/type', undefined],
      ['section', 'extra', '/extra', undefined],
      ['output', 'o', '/outputs/o/value/get_param', 'q'],
    ])
    expect(aboutOf('heat_template_version: [\n')).toEqual([
      expect.objectContaining({ kind: 'file', location: '' }),
    ])
  })

  it('the same in the next run, although lines and indexes change, and alike although its name does', () => {
    const [one, other] = [
      { kind: 'resource', name: 'a', location: '/resources/a/properties/networks/0/port', item: 'x' },
      { kind: 'resource', name: 'b', location: '/resources/b/properties/networks/3/port', item: 'y' },
    ] as const
    expect(aboutKey(one)).toBe(aboutKey({ ...one, location: '/resources/a/properties/networks/7/port' }))
    expect(aboutKey(one)).not.toBe(aboutKey(other))
    expect(aboutAnyName(one)).toBe(aboutAnyName(other))
  })
})
