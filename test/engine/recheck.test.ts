/** The check of a document in which somebody types finds what a check of the whole finds, and asks less. */
import fc from 'fast-check'
import { createChecker } from '../../src/engine/check.ts'
import { outcomesOf } from '../../src/engine/outcome.ts'
import { CheckMemories, CheckMemory } from '../../src/engine/recheck.ts'
import '../seed.ts'

/** Resources with which nothing is wrong, and which name nothing. */
const others = Array.from({ length: 40 }, (_, index) => `  other${index}: {type: OS::Heat::RandomString}\n`)

const template = `heat_template_version: 2018-08-31
parameters:
  flavor: {type: string, default: small}
  unused_flavor: {type: string, default: 'no'}
conditions:
  large: {equals: [{get_param: flavor}, large]}
resources:
  port:
    type: OS::Neutron::Port
    properties:
      network: inner
      fixed_ips:
        - ip_address: 10.0.0.4
  server:
    type: OS::Nova::Server
    condition: large
    depends_on: port
    properties:
      image: debian
      flavor: {get_param: flavor}
      networks:
        - port: {get_resource: port}
      user_data:
        str_replace:
          template: echo $ip
          params:
            $ip: {get_attr: [port, fixed_ips, 0, ip_address]}
${others.slice(0, 20).join('')}  volume:
    type: OS::Cinder::Volume
    properties:
      size: 0
  attached:
    type: OS::Cinder::VolumeAttachment
    properties:
      instance_uuid: {get_resource: server}
      volume_id: {get_resource: volume}
${others.slice(20).join('')}outputs:
  address:
    value: {get_attr: [server, first_address]}
`

const path = 'web.yaml'

function check(text: string, memory?: CheckMemory) {
  const input = { path, bytes: new TextEncoder().encode(text), read: { text } }
  const around = { readFile: () => undefined, exists: () => false, besides: [path], environments: [] }
  return outcomesOf(createChecker(memory === undefined ? around : { ...around, memory }).run(input))[0]
}

/** A memory that counts how often it had something to go on. */
class Counting extends CheckMemory {
  override again(...asked: Parameters<CheckMemory['again']>): ReturnType<CheckMemory['again']> {
    const again = super.again(...asked)
    if (again !== undefined) this.times += 1
    return again
  }

  times = 0
}

describe('the second check', () => {
  test.each([
    ['a value that is refused', 'size: 0', 'size: -1'],
    ['one that is right again', 'size: 0', 'size: 5'],
    ['a property that does not exist', 'network: inner', 'network: inner\n      netwrok: other'],
    ['a reference that leads nowhere', '{get_resource: volume}', '{get_resource: volumes}'],
    [
      'a parameter that is read nowhere else',
      '{get_param: flavor}\n      networks',
      '{get_param: unused_flavor}\n      networks',
    ],
    ['a circle', '      network: inner', '      network: {get_attr: [server, name]}'],
    ['a condition', 'condition: large', 'condition: larger'],
    ['an output', 'first_address', 'accessIPv4'],
    [
      'lines more above a finding',
      '          template: echo $ip',
      '          template: |\n            echo\n            $ip',
    ],
  ])('finds all after %s', (_, from, to) => {
    const memory = new Counting()
    check(template, memory)
    expect(template).toContain(from)
    const text = template.replace(from, to)
    expect(check(text, memory)).toEqual(check(text))
    expect(memory.times).toBe(1)
  })

  test('looks at all where more than a part has changed', () => {
    const memory = new Counting()
    check(template, memory)
    for (const [from, to] of [
      ['port:\n    type', 'ports:\n    type'],
      ['OS::Cinder::Volume\n', 'OS::Cinder::Volumes\n'],
      ["default: 'no'", 'default: no'],
      ['size: 0', 'size: 0\n    metadata: {type: nested.yaml}'],
    ] as const) {
      expect(template).toContain(from)
      const text = template.replace(from, to)
      expect(check(text, memory)).toEqual(check(text))
      check(template, memory)
    }
    expect(memory.times).toBe(0)
  })

  test('looks at all where another file says something else', () => {
    const input = { path, bytes: new TextEncoder().encode(template), read: { text: template } }
    const memory = new Counting()
    const run = (environment: string) => {
      const readFile = (name: string) =>
        name === 'web.env' ? new TextEncoder().encode(environment) : undefined
      return createChecker({ readFile, besides: [path, 'web.env'], memory }).run(input)
    }
    run('parameters: {flavor: small}')
    run('parameters: {flavor: small}')
    expect(memory.times).toBe(1)
    run('parameters: {flavor: large}')
    expect(memory.times).toBe(1)
  })

  test('agrees with the first one, whatever is typed', () => {
    const memory = new Counting()
    check(template, memory)
    const lines = template.split('\n')
    const words = [
      'x',
      ' ',
      ':',
      "'",
      '{get_param: flavor}',
      '{get_resource: port}',
      'null',
      '0644',
      '- a',
      '$ip',
      '',
    ]
    const edit = fc.record({
      line: fc.nat(lines.length - 1),
      column: fc.nat(60),
      length: fc.nat(12),
      word: fc.constantFrom(...words),
    })
    fc.assert(
      fc.property(edit, ({ line, column, length, word }) => {
        const typed = lines.map((one, at) =>
          at === line ? `${one.slice(0, column)}${word}${one.slice(column + length)}` : one,
        )
        const text = typed.join('\n')
        const found = check(text, memory)
        expect(found).toEqual(check(text))
        check(template, memory)
      }),
      { numRuns: 150 },
    )
    expect(memory.times).toBeGreaterThan(30)
  })
})

test('an editor remembers the documents that were checked last', () => {
  const memories = new CheckMemories()
  const first = memories.of('a.yaml')
  for (const name of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) memories.of(`${name}.yaml`)
  expect(memories.of('a.yaml')).toBe(first)
  memories.of('i.yaml')
  memories.of('j.yaml')
  expect(memories.of('a.yaml')).toBe(first)
  for (const name of ['k', 'l', 'm', 'n', 'o', 'p', 'q', 'r']) memories.of(`${name}.yaml`)
  expect(memories.of('a.yaml')).not.toBe(first)
})
