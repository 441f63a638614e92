/** `hotshift graph`: what resources wait for, in the order in which Heat creates them. */
import { inflateRawSync } from 'node:zlib'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const web = `heat_template_version: 2018-08-31
parameters:
  size: {type: string}
  public: {type: string, default: outside}
conditions:
  large: {equals: [{get_param: size}, large]}
resources:
  server:
    type: OS::Nova::Server
    depends_on: address
    properties:
      image: i
      flavor: f
      networks: [{port: {get_resource: port}}]
      user_data: {if: [large, {get_resource: disk}, none]}
  disk: {type: OS::Cinder::Volume, condition: large, properties: {size: 1}}
  net: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet, properties: {network: {get_resource: net}, cidr: 10.0.0.0/24}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  router: {type: OS::Neutron::Router, properties: {external_gateway_info: {network: {get_param: public}}}}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: {get_param: public}}}
  extra: {type: My::Extra, properties: {name: {get_attr: [server, name]}}}
`
const extra = `heat_template_version: 2018-08-31
parameters: {name: {type: string}}
resources:
  first: {type: OS::Heat::Value, properties: {value: {get_param: name}}}
  second: {type: OS::Heat::Value, properties: {value: {get_attr: [first, value]}}}
`
const files = {
  'web.yaml': web,
  'extra.yaml': extra,
  'e.env': 'resource_registry: {My::Extra: extra.yaml}\n',
}

const run = async (line: string, more: Readonly<Record<string, string>> = {}, input?: string) =>
  inProcess(line.split(' '), temporaryTree({ ...files, ...more }).root, {}, input)

describe('hotshift graph', () => {
  it('lists the waves, and marks what a parameter without a value decides', async () => {
    const { status, stdout } = await run('graph web.yaml -e e.env')
    expect(status).toBe(0)
    expect(stdout).toBe(`web.yaml: 8 resources, created in 5 waves, deleted in reverse
    1  disk?    OS::Cinder::Volume
       net      OS::Neutron::Net
       router   OS::Neutron::Router
    2  address  OS::Neutron::FloatingIP  waits for router (by its class)
       subnet   OS::Neutron::Subnet      waits for net
    3  port     OS::Neutron::Port        waits for net, subnet (by its class)
    4  server   OS::Nova::Server         waits for disk, subnet (by its class), port, address (depends_on)
    5  extra    My::Extra                waits for server

? for some values only of what is not given: size; --set or -e gives a value
`)
  })

  it('decides conditions by what is given', async () => {
    const { stdout } = await run('graph web.yaml -e e.env --set size=small')
    expect(stdout).toContain('7 resources')
    expect(stdout).not.toMatch(/disk|\?/)
    expect((await run('graph web.yaml -e e.env --set size=large')).stdout).toMatch(/disk {5}OS::Cinder/)
  })

  it('follows nested templates as deep as asked', async () => {
    const { stdout } = await run('graph web.yaml -e e.env --set size=small --depth 2')
    expect(stdout).toContain(`waits for server
       extra.yaml: 2 resources, created in 2 waves, deleted in reverse
           1  first   OS::Heat::Value
           2  second  OS::Heat::Value  waits for first
`)
  })

  it('names the references that make a circle', async () => {
    const circle = `heat_template_version: 2018-08-31
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_resource: b}}}
  b: {type: OS::Heat::Value, depends_on: a}
`
    const { status, stdout } = await run('graph c.yaml', { 'c.yaml': circle })
    expect(status).toBe(1)
    expect(stdout).toContain(`circle: a → b → a; Heat creates none of them
  3:50  a refers to b
  4:42  b depends on a
`)
  })

  it('does not take two networks that are not known yet for one, as a floating IP and a gateway do', async () => {
    const unknown = `heat_template_version: 2018-08-31
resources:
  server: {type: OS::Nova::Server, properties: {image: i, flavor: f, networks: [{network: n}]}}
  gateway: {type: OS::Neutron::RouterGateway, properties: {router_id: r, network: {get_attr: [server, name]}}}
  address: {type: OS::Neutron::FloatingIP, properties: {floating_network: {get_attr: [server, name]}}}
`
    const { stdout } = await run('graph u.yaml', { 'u.yaml': unknown })
    expect(stdout).toContain('address  OS::Neutron::FloatingIP     waits for server\n')
  })

  it('writes Graphviz, Mermaid and JSON', async () => {
    const small = `heat_template_version: 2018-08-31
resources:
  "a\\"b": {type: OS::Heat::None}
  c: {type: OS::Heat::None, depends_on: "a\\"b"}
`
    const of = async (format: string) =>
      (await run(`graph s.yaml --format ${format}`, { 's.yaml': small })).stdout
    expect(await of('dot')).toBe(`digraph "s.yaml" {
  rankdir=LR
  node [shape=box]
  "a\\"b" [label="a\\"b\\nOS::Heat::None"]
  "c" [label="c\\nOS::Heat::None"]
  "c" -> "a\\"b" [label="depends_on"]
}
`)
    expect(await of('mermaid')).toBe(`flowchart LR
  n0["a#34;b<br/>OS::Heat::None"]
  n1["c<br/>OS::Heat::None"]
  n1 -->|depends_on| n0
`)
    expect(JSON.parse(await of('json'))).toMatchObject({
      path: 's.yaml',
      waves: [['a"b'], ['c']],
      edges: [{ from: 'c', to: 'a"b', by: 'depends_on' }],
      circles: [],
    })
  })

  it('draws a picture, and has it in reports and on the page for reviews', async () => {
    const circle = `heat_template_version: 2016-10-14
resources:
  "<a>": {type: OS::Heat::Value, properties: {value: {get_resource: b}}}
  b: {type: OS::Heat::Value, depends_on: "<a>", properties: {value: 1}}
  c: {type: OS::Heat::Value, properties: {value: 1}}
  d: {type: OS::Heat::Value, properties: {value: {get_resource: c}}}
`
    const { status, stdout } = await run('graph c.yaml --format svg', { 'c.yaml': circle })
    expect(status).toBe(1)
    expect(stdout).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 747 134"/)
    expect(stdout).toContain('<title>4 resources in 2 waves, 1 circle</title>')
    expect(stdout).toContain('>wave 1: created first, deleted last</text>')
    expect(stdout).toContain('>never created</text>')
    expect(stdout).toMatch(/stroke="#c62828"[^>]*><title>&lt;a&gt; refers to b<\/title>/)
    expect(stdout).not.toContain('<a>')
    const { stdout: checked } = await run('check c.yaml --format html', { 'c.yaml': circle })
    expect(checked).toContain('<h2>What waits for what</h2>')
    expect(checked).toContain('<p>circle: &lt;a&gt; → b → &lt;a&gt;; Heat creates none of them<br>3:')
    const tree = temporaryTree({ 'c.yaml': circle })
    await inProcess('upgrade --to latest c.yaml --format html --output page.html'.split(' '), tree.root)
    const [, body = ''] = /id="body-0">([^<]*)</.exec(tree.read('page.html')) ?? []
    expect(JSON.parse(inflateRawSync(Buffer.from(body, 'base64')).toString())).toMatchObject({
      drawing: {
        picture: { name: 'svg' },
        circles: [expect.stringMatching(/^circle/), '3:54  <a> refers to b', '4:42  b depends on <a>'],
      },
    })
    expect(
      (
        await run('graph l.yaml --format svg', {
          'l.yaml': 'heat_template_version: 2016-10-14\nresources: {a: {type: OS::Heat::None}}\n',
        })
      ).status,
    ).toBe(64)
  })

  it('reads standard input, and says what it cannot read or follow', async () => {
    expect((await run('graph - --stdin-path web.yaml', {}, web)).stdout).toContain('web.yaml: 8 resources')
    expect(await run('graph gone.yaml')).toMatchObject({
      status: 2,
      stderr: 'gone.yaml:1:1  error  path-not-found  no such file or directory\n',
    })
    expect((await run('graph web.yaml --depth 0')).status).toBe(64)
    const caller = 'heat_template_version: 2018-08-31\nresources: {n: {type: gone.yaml}}\n'
    expect((await run('graph d.yaml --depth 2', { 'd.yaml': caller })).stdout).toContain('not followed: ')
  })
})
