/** `hotshift render` and `hotshift eval`: what Heat gets, as far as it is known. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const web = `heat_template_version: 2018-08-31
parameters:
  zones: {type: comma_delimited_list, default: 'a,b'}
  size: {type: string}
  token: {type: string, hidden: true, default: s3cret}
  count: {type: number, default: 2}
conditions:
  large: {equals: [{get_param: size}, large]}
  none: {equals: [{get_param: count}, 0]}
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: i
      flavor: {if: [large, l, s]}
      admin_pass: plain-words
      user_data:
        str_replace:
          template: |
            #!/bin/sh
            join $zones --at $address --token $token
          params:
            $zones: {list_join: [' ', {get_param: zones}]}
            $address: {get_attr: [gate, first_address]}
            $token: {get_param: token}
  gate: {type: OS::Nova::Server, depends_on: server, properties: {image: i, flavor: s}}
  spare: {type: OS::Nova::Server, condition: none}
  disk: {type: OS::Cinder::Volume, condition: large, properties: {size: 1}}
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: {get_param: count}, resource_def: {type: My::Part, properties: {n: '%index%'}}}
outputs:
  mode: {value: '0644'}
  parts: {value: {get_attr: [group, made]}}
`
const part = `heat_template_version: 2018-08-31
parameters: {n: {type: string}}
resources: {v: {type: OS::Heat::Value, properties: {value: {list_join: ['-', [part, {get_param: n}]]}}}}
outputs: {made: {value: {get_param: n}}}
`
const files = { 'web.yaml': web, 'part.yaml': part, 'e.env': 'resource_registry: {My::Part: part.yaml}\n' }
const run = (args: readonly string[]) => inProcess(args, temporaryTree(files).root)
const render = (line: string) => run(`render web.yaml -e e.env ${line}`.trim().split(' '))

describe('hotshift render', () => {
  it('resolves what is known, and leaves the rest in the words of the template', async () => {
    const { status, stdout } = await render('')
    expect(status).toBe(0)
    expect(stdout).toBe(`# size has no value: -e or --set gives one
# not created, by its condition: spare
parameters:
  zones:
    - a
    - b
  token: "******"
  count: 2
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: i
      flavor: <if large then "l" else "s">
      admin_pass: "******"
      user_data: |
        #!/bin/sh
        join a b --at <get_attr gate.first_address> --token ******
  gate:
    type: OS::Nova::Server
    depends_on:
      - server
    properties:
      image: i
      flavor: s
  disk:
    type: OS::Cinder::Volume
    condition: large
    properties:
      size: 1
  group:
    type: OS::Heat::ResourceGroup
    properties:
      count: 2
      resource_def:
        type: My::Part
        properties:
          "n": "%index%"
outputs:
  mode: "0644"
  parts:
    - "0"
    - "1"
`)
  })

  it('decides conditions, and shows one resource or output', async () => {
    expect((await render('--set size=large --resource disk')).stdout).toBe(
      'resources:\n  disk:\n    type: OS::Cinder::Volume\n    properties:\n      size: 1\n',
    )
    expect((await render('--output mode')).stdout).toBe('outputs:\n  mode: "0644"\n')
    const { status, stderr } = await render('--set size=small --resource disk')
    expect([status, stderr]).toEqual([64, expect.stringContaining('disk is not created, by its condition')])
  })

  it('shows members and nested templates as deep as asked', async () => {
    const { stdout } = await render('--depth 3 --resource group')
    expect(stdout).toContain(`    members:
      "0":
        type: My::Part
        properties:
          "n": "0"
        stack:
          parameters:
            "n": "0"
          resources:
            v:
              type: OS::Heat::Value
              properties:
                value: part-0
`)
  })

  it('has files and templates as a client sends them, and policies and characters as Heat reads them', async () => {
    const sent = `heat_template_version: 2018-08-31
parameters: {name: {type: string, default: abc}, size: {type: number, default: 8}}
resources:
  r:
    type: OS::Heat::Value
    deletion_policy: retain
    properties:
      value:
        part: {get_file: part.yaml}
        char: {get_param: [name, 1]}
        none: {get_param: [name, 9]}
        digit: {get_param: [size, 0]}
outputs:
  last:
    value: |
      end
`
    const { root } = temporaryTree({
      'sent.yaml': sent,
      'part.yaml': 'heat_template_version: 2018-08-31 # new\n',
    })
    const { stdout } = await inProcess(['render', 'sent.yaml', '--format', 'json'], root)
    expect(JSON.parse(stdout)).toMatchObject({
      resources: {
        r: {
          deletion_policy: 'Retain',
          properties: {
            value: { part: '{"heat_template_version": "2018-08-31"}', char: 'b', none: '', digit: '' },
          },
        },
      },
      outputs: { last: 'end' },
    })
  })

  it('makes an output of a nested template once, however many read it', async () => {
    const many = Array.from({ length: 3000 }, (_, n) => n)
    const nested = `heat_template_version: 2018-08-31
parameters: {x: {type: string, default: y}}
outputs: {o: {value: [${many.map(() => '{list_join: ["", [{get_param: x}, a]]}').join(', ')}]}}
`
    const top = `heat_template_version: 2018-08-31
resources:
  n: {type: nested.yaml}
${many.map((n) => `  r${n}: {type: OS::Heat::Value, properties: {value: {get_attr: [n, o, ${n}]}}}`).join('\n')}
`
    const { root } = temporaryTree({ 'top.yaml': top, 'nested.yaml': nested })
    const { stdout } = await inProcess(['render', 'top.yaml', '--resource', 'r2999'], root)
    expect(stdout).toContain('value: ya\n')
  })

  it('is JSON for programs, in which nothing hidden stands either', async () => {
    const { stdout } = await render('--format json --depth 3')
    expect(JSON.parse(stdout)).toMatchObject({
      resources: { server: { properties: { flavor: '<if large then "l" else "s">' } } },
      absent: ['spare'],
      notGiven: ['size'],
      notFollowed: [],
    })
    expect(stdout).not.toMatch(/s3cret|plain-words/)
  })
})

describe('hotshift eval', () => {
  const value = async (expression: string, ...more: readonly string[]) => {
    const { status, stdout, stderr } = await run(['eval', 'web.yaml', '-e', 'e.env', expression, ...more])
    return [status, stdout, stderr]
  }

  it('shows a part of the stack', async () => {
    expect(await value('resources.server.properties.flavor', '--set', 'size=large')).toEqual([0, 'l\n', ''])
    expect(await value('parameters.zones[1]')).toEqual([0, 'b\n', ''])
    expect(await value('resources.sever')).toEqual([64, '', expect.stringContaining('did you mean server?')])
  })

  it('resolves an expression', async () => {
    expect(await value('{list_join: ["-", {get_param: zones}]}')).toEqual([0, 'a-b\n', ''])
    expect(await value('{get_attr: [group, resource.1.made]}')).toEqual([0, '1\n', ''])
    expect(await value('{digest: [sha256, {get_param: token}]}')).toEqual([
      0,
      expect.not.stringContaining('s3cret'),
      '',
    ])
  })

  it('reads standard input, beside the files of the folder', async () => {
    const { stdout } = await inProcess(
      ['eval', '-', '-e', 'e.env', '{get_attr: [group, resource.1.made]}'],
      temporaryTree(files).root,
      {},
      web,
    )
    expect(stdout).toBe('1\n')
    const { stderr } = await inProcess(['eval', '-', '{get_param: size}'], temporaryTree().root, {}, 'a: [')
    expect(stderr).toContain('stdin:1:')
  })

  it('says what it does not read', async () => {
    const outside = web.replace('type: My::Part', 'type: /etc/part.yaml')
    const tree = temporaryTree({ ...files, 'web.yaml': outside })
    const { stderr } = await inProcess(['eval', 'web.yaml', '{get_param: count}'], tree.root)
    expect(stderr).toContain('not read: it lies outside of')
  })

  it('says where Heat or YAML refuses it', async () => {
    expect(await value('{get_param: nix}')).toEqual([
      1,
      '',
      expect.stringContaining('Heat rejects the expression'),
    ])
    expect(await value('{a: [')).toEqual([
      2,
      '',
      expect.stringMatching(/^expression:1:6 {2}error {2}yaml-syntax/),
    ])
  })
})
