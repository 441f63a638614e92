/** What `hotshift diff` says of updates that Heat refuses. */
import { commandLine } from '../cli/command-line.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

describe('refusals of an update', () => {
  it('says what check says of the new template as possible where the live stack has it as well', async () => {
    const of = (name: string) =>
      `heat_template_version: 2018-08-31\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: ${name}, newer: 1}}\n`
    const tree = temporaryTree({ 'a.yaml': of('a'), 'b.yaml': of('b') })
    const { out } = await commandLine(tree.root, 'diff a.yaml b.yaml')
    const [first, second] = out.split('\n')
    expect(first).toBe('Heat may reject this update. If not: 1 resource: 1 replaced')
    expect(second).toMatch(
      /^ {2}b\.yaml:3:54 {2}unknown-property .* \(the old template has this too, so your cloud may accept it\)$/,
    )
    const same = await commandLine(tree.root, 'diff a.yaml a.yaml')
    expect(same.out.split('\n')[0]).toBe('Heat may reject this update. If not: nothing happens to the stack')
    expect(same.code).toBe(3)
  })

  it('takes another value that Heat rejects at the same location for another fault', async () => {
    const of = (size: string) =>
      `heat_template_version: 2018-08-31\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: ${size}}}\n`
    const tree = temporaryTree({ 'a.yaml': of('big'), 'b.yaml': of('huge'), 'c.yaml': `${of('big')}# c\n` })
    const firstLine = async (line: string) => (await commandLine(tree.root, line)).out.split('\n')[0]
    expect(await firstLine('diff a.yaml b.yaml')).toMatch(/^Heat rejects this update: 1 reason/)
    expect(await firstLine('diff a.yaml c.yaml')).toMatch(/^Heat may reject this update/)
  })

  it.each(['--env-before p.env --env p.env', '--env p.env', ''])(
    'leaves open whether the cloud has a type that both templates use and nobody registers: %s',
    async (named) => {
      const template =
        'heat_template_version: 2018-08-31\nparameters: {a: {type: string, default: b}}\nresources:\n  one: {type: My::X, properties: {a: {get_param: a}}}\n'
      const tree = temporaryTree({ 'a.yaml': template, 'p.env': 'parameters: {a: b}\n' })
      const { out, code } = await commandLine(tree.root, `diff a.yaml a.yaml ${named}`)
      expect([out.includes('Heat rejects'), code]).toEqual([false, named === '' ? 0 : 3])
      expect(out.includes('unknown-resource-type')).toBe(named !== '')
      const registered = temporaryTree({
        'a.yaml': template,
        'x.yaml': 'heat_template_version: 2018-08-31\nparameters: {a: {type: string}}\nresources: {}\n',
        'p.env': 'parameters: {a: b}\n',
        'x.env': 'resource_registry: {"My::X": x.yaml}\n',
      })
      const lost = await commandLine(registered.root, 'diff a.yaml a.yaml --env-before x.env --env p.env')
      expect([lost.out.split(':')[0], lost.code]).toEqual(['Heat rejects this update', 1])
    },
  )

  it('says of a default that Heat rejects that another value may be given', async () => {
    const text = (first: string) =>
      `heat_template_version: newton\nparameters: {l: {type: comma_delimited_list, default: 'w,n'}}\nresources:\n  v: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}], metadata: {map_merge: [{${first}}]}}}\n`
    // An item of such a list is a string whatever the list is, and never a map.
    const cases = [
      ['get_param: {get_param: [l, 0]}', 3, 'rejected-default .* \\(if no other value is given\\)'],
      ['get_param: [l, 0]', 1, 'bad-arguments .* an item of the list "l" is a string'],
    ] as const
    for (const [first, exit, said] of cases) {
      const tree = temporaryTree({ 'a.yaml': text(first) })
      const { out, code } = await commandLine(tree.root, 'diff a.yaml a.yaml')
      expect(out).toMatch(new RegExp(`  ${said}$`, 'm'))
      expect(code).toBe(exit)
      // One cause is one finding, although the default shows it as well.
      const checked = await commandLine(tree.root, 'check a.yaml --format concise')
      expect(checked.out.match(/rejected-default|bad-arguments/g)).toEqual([said.split(' ')[0]])
    }
  })

  it.each([
    [
      'a key',
      'resources:\n  a: {type: OS::Heat::Value, properties: {value: 1}, foo: 1}',
      '3:54  unknown-key',
    ],
    ['a section', 'foo: {}\nresources: {}', '2:1  unknown-section'],
    [
      'arguments',
      'conditions: {c: {equals: [1]}}\nresources:\n  a: {type: OS::Heat::Value, condition: c, properties: {value: 1}}',
      '2:18  bad-arguments',
    ],
    ['no type', 'resources:\n  a: {properties: {value: 1}}', '3:3  missing-key'],
    [
      'a parameter that is not declared',
      'resources:\n  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}',
      '3:62  unknown-reference',
    ],
  ])(
    'says once and with its location that Heat refuses %s, also where both templates have it',
    async (_, text, said) => {
      const refused = `heat_template_version: 2018-08-31\n${text}\n`
      for (const old of [refused, 'heat_template_version: 2018-08-31\nresources: {}\n']) {
        const tree = temporaryTree({ 'old.yaml': old, 'new.yaml': refused })
        const { out, code } = await commandLine(tree.root, 'diff old.yaml new.yaml --fail-on refuse')
        const [first, second] = out.split('\n')
        expect(first?.split('. Without')[0]).toBe('Heat rejects this update: 1 reason')
        expect(second?.trim().slice(0, `new.yaml:${said}`.length)).toBe(`new.yaml:${said}`)
        expect(code).toBe(1)
      }
    },
  )

  it('says that Heat refuses a value for a parameter that no template has', async () => {
    const text = 'heat_template_version: 2018-08-31\nparameters: {zone: {type: string}}\nresources: {}\n'
    const tree = temporaryTree({ 'a.yaml': text, 'b.yaml': text })
    const { out, code } = await commandLine(tree.root, 'diff a.yaml b.yaml --set zone=a --set zome=b')
    expect(out.split('\n')[1]).toContain('b.yaml has no parameter "zome", and Heat rejects a value for it')
    expect(code).toBe(1)
    const { code: unchanged } = await commandLine(tree.root, 'diff a.yaml b.yaml --set zone=a')
    expect(unchanged).toBe(0)
  })

  it.each([
    ['', 'Heat may reject this update', 1],
    ['--set zone=a', 'nothing happens', 0],
  ])('says that a new parameter without a default has to be given: %s', async (given, first, exit) => {
    const of = (parameters: string) =>
      `heat_template_version: 2018-08-31\nparameters: ${parameters}\nresources: {}\n`
    const tree = temporaryTree({ 'a.yaml': of('{}'), 'b.yaml': of('{zone: {type: string}}') })
    const { out, code } = await commandLine(tree.root, `diff a.yaml b.yaml --fail-on refuse ${given}`)
    expect([out.slice(0, first.length), code]).toEqual([first, exit])
    expect(
      out.includes(
        '  b.yaml:2:14  no environment gives "zone" a value, and it has no default (if zone is not given)',
      ),
    ).toBe(exit === 1)
  })

  it('has one reason for one parameter that the new template does not have', async () => {
    const of = (name: string) =>
      `heat_template_version: 2018-08-31\nparameters: {${name}: {type: string, default: a}}\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: {get_param: n}}}\n`
    const tree = temporaryTree({ 'a.yaml': of('n'), 'b.yaml': of('m') })
    const { out } = await commandLine(tree.root, 'diff a.yaml b.yaml')
    expect(out.split('\n').slice(0, 3)).toEqual([
      'Heat rejects this update: 1 reason. Without it: 1 resource: 1 may be replaced',
      '  b.yaml:4:63  unknown-reference  there is no parameter "n" in this template',
      '',
    ])
  })

  it('refuses what restricted_actions forbids', async () => {
    const of = (name: string) =>
      `heat_template_version: 2018-08-31\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: ${name}}}\n`
    const tree = temporaryTree({
      'a.yaml': of('a'),
      'b.yaml': of('b'),
      'r.env': 'resource_registry: {resources: {k: {restricted_actions: replace}}}\n',
    })
    const { out, code } = await commandLine(
      tree.root,
      'diff a.yaml b.yaml --env-before r.env --env r.env --fail-on refuse',
    )
    expect(out).toContain('  ! k  OS::Nova::KeyPair  rejected by Heat')
    expect(code).toBe(1)
    const port = (name: string) =>
      `heat_template_version: 2018-08-31\nparameters: {n: {type: string}}\nresources:\n  k: {type: "Own::Type", properties: {name: ${name}}}\n`
    const both = temporaryTree({
      'a.yaml': port('{get_param: n}'),
      'b.yaml': port('b'),
      'r.env':
        'resource_registry: {resources: {k: {restricted_actions: [replace, update]}}}\nparameters: {n: a}\n',
    })
    const twice = await commandLine(both.root, 'diff a.yaml b.yaml --env r.env')
    expect(twice.out).toContain('k  Own::Type  may be rejected by Heat\n')
  })
})
