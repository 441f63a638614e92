import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageTexts } from '../onap/changes.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = `heat_template_version: 2018-03-02
description: A web server
parameters:
  web_image_name:
    type: string
    description: the image
    default: ubuntu # LTS
  web_flavor_name: {type: string, description: the size}
  web_name_0: {type: string, description: the name}
  unused: {type: string, description: nothing}
resources:
  web_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: web_name_0}
      image: {get_param: web_image_name}
      flavor: {get_param: web_flavor_name}
`
const environment = 'parameters:\n  web_flavor_name: small\n  web_name_0: web\n'
const files = { 'base_web.yaml': template, 'base_web.env': environment }

async function remediate(args: readonly string[], tree = temporaryTree(files)) {
  const spawned = await inProcess(['remediate', '--profile', 'onap', '.', ...args], tree.root)
  const texts = () =>
    ['base_web.yaml', 'base_web.env'].map((path) => readFileSync(join(tree.root, path), 'utf8'))
  return { ...spawned, tree, texts }
}

interface Reported {
  readonly files: readonly {
    readonly findings: readonly { code: string; requirement?: { isRepaired: boolean } }[]
  }[]
}

/** Numbers of the requirements that a run repaired. */
function repaired(stdout: string): string[] {
  const { files } = JSON.parse(stdout) as Reported
  const all = files.flatMap(({ findings }) => findings)
  return [...new Set(all.filter((one) => one.requirement?.isRepaired).map(({ code }) => code))].sort()
}

describe('hotshift remediate', () => {
  it('shows what is safe, writes nothing, and tells with 3 that something is left', async () => {
    const { status, stdout, texts } = await remediate([])
    expect(status).toBe(3)
    expect(stdout).toBe(`diff --git a/base_web.env b/base_web.env
--- a/base_web.env
+++ b/base_web.env
@@ -1,3 +1,4 @@
 parameters:
   web_flavor_name: small
   web_name_0: web
+  web_image_name: ubuntu # LTS
diff --git a/base_web.yaml b/base_web.yaml
--- a/base_web.yaml
+++ b/base_web.yaml
@@ -4,7 +4,6 @@ parameters:
   web_image_name:
     type: string
     description: the image
-    default: ubuntu # LTS
   web_flavor_name: {type: string, description: the size}
   web_name_0: {type: string, description: the name}
   unused: {type: string, description: nothing}
`)
    expect(texts()).toEqual([template, environment])
  })

  it('--lossy --write leaves nothing, and a second run does nothing', async () => {
    const first = await remediate(['--lossy', '--write'])
    expect(first.status).toBe(0)
    expect(first.texts()).toEqual([
      `heat_template_version: 2018-03-02
description: A web server
parameters:
  web_image_name:
    type: string
    description: the image
  web_flavor_name: {type: string, description: the size}
  web_name_0: {type: string, description: the name}
  vnf_id:
    type: string
    description: ID of the VNF, given by ONAP
  vnf_name:
    type: string
    description: Name of the VNF, given by ONAP
  vf_module_id:
    type: string
    description: ID of the module, given by ONAP
  vf_module_name:
    type: string
    description: Name of the module, given by ONAP
  workload_context:
    type: string
    description: Workload context, given by ONAP
  environment_context:
    type: string
    description: Environment context, given by ONAP
resources:
  web_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: web_name_0}
      image: {get_param: web_image_name}
      flavor: {get_param: web_flavor_name}
      metadata:
        vnf_id: {get_param: vnf_id}
        vnf_name: {get_param: vnf_name}
        vf_module_id: {get_param: vf_module_id}
        vf_module_name: {get_param: vf_module_name}
        workload_context: {get_param: workload_context}
        environment_context: {get_param: environment_context}
`,
      'parameters:\n  web_flavor_name: small\n  web_image_name: ubuntu # LTS\n',
    ])
    const second = await remediate(['--lossy', '--format', 'json'], first.tree)
    expect([second.status, repaired(second.stdout)]).toEqual([0, []])
  })

  it.each([
    [['--only', 'R-90279', '--lossy'], ['R-90279']],
    [['--only', 'R-90279'], []],
    [
      ['--only', 'R-26124'],
      ['R-26124', 'R-90526', 'R-91125'],
    ],
    [['--except', 'R-90526'], []],
    [
      ['--except', 'R-26124'],
      ['R-26124', 'R-90526', 'R-91125'],
    ],
    [
      ['--lossy', '--except', 'R-90279,R-90526,R-37437,R-71493', '--except', 'R-72483,R-47061'],
      ['R-100400', 'R-22838', 'R-88536'],
    ],
  ])('%j repairs %j', async (args, expected) => {
    expect(repaired((await remediate([...args, '--format', 'json'])).stdout)).toEqual(expected)
  })

  it('says beside each requirement what was done, or what can be', async () => {
    const rows = (await remediate(['--format', 'csv'])).stdout.split('\r\n')
    const own = rows.filter((row) => /R-(?:90526|22838|90279)/.test(row))
    expect(own.every((row) => /,https:[^,]+#R-\d+,test_\w+\.py::[^,]+$/.test(row))).toBe(true)
    // Without the words and the link of the requirement.
    expect(own.map((row) => row.replace(/,(?:"(?:[^"]|"")*"|[^,"]+),https:[^,]+,[^,]+$/, ''))).toEqual([
      'base_web.env,3,3,R-22838,error,MUST NOT,supplied,no,,"""web_name_0"" must not be in the environment file: ONAP assigns the name of ""web_server_0""","`hotshift remediate --supplied` deletes the entry with its comments; SDNC supplies the value at instantiation."',
      'base_web.yaml,7,5,R-90526,info,MUST NOT,safe,yes,,"the parameter ""web_image_name"" has a default",Repaired: moves the default to the environment file.',
      'base_web.yaml,9,3,R-90279,error,MUST,lossy,no,,"the parameter ""unused"" is used by no resource and no output","`hotshift remediate --lossy` deletes it with its comments, and the values and properties that are given to it."',
    ])
  })

  it.each([
    [['--only', 'R-1'], 'R-1: ONAP has no such requirement'],
    [['--except', 'R-90527'], 'R-90527: ONAP has no such requirement'],
  ])('%j is refused', async (args, problem) => {
    const { status, stderr } = await remediate(args)
    expect([status, stderr.includes(problem)]).toEqual([64, true])
  })

  it('leaves alone what a waiver names, and is done when nothing else is left', async () => {
    const waived = ['R-20856', 'R-90526'].map((requirement) => ({
      requirement,
      reason: 'agreed by mail',
      expires: '2999-12-31',
    }))
    const texts = packageTexts('onap-lighthouse')
    const tree = temporaryTree({
      ...Object.fromEntries(texts),
      'base_lighthouse.env': `${texts.get('base_lighthouse.env')}  vnf_id: x\n`,
      'nested_buoy.yaml': (texts.get('nested_buoy.yaml') ?? '').replace(
        '    type: string\n',
        '$&    default: red\n',
      ),
      'hotshift.config.json': JSON.stringify({ waivers: waived }),
    })
    const run = () =>
      inProcess(['remediate', '--profile', 'onap', '--lossy', '--except', 'R-26124'], tree.root)
    const { status, stdout, stderr } = await run()
    expect(stdout).toBe('')
    expect(stderr).toContain('2 findings ignored: 2 by a waiver')
    expect(status).toBe(0)
    const both = await inProcess(['remediate', '--profile', 'onap', '--format', 'json'], tree.root)
    expect(both.stdout).not.toContain('It is not repaired')
    tree.write('hotshift.config.json', JSON.stringify({ waivers: waived.slice(0, 1) }))
    expect((await run()).stdout).toContain('-    default: red\n')
    expect((await run()).stdout).not.toContain('-  vnf_id: x')
    tree.write(
      'hotshift.config.json',
      JSON.stringify({ waivers: waived.map((one) => ({ ...one, expires: '2001-01-31' })) }),
    )
    expect((await run()).stdout).toContain('-  vnf_id: x\n')
    expect((await run()).stderr).toContain('2 waivers ended')
  })

  it('lets a template in which nothing else can be repaired follow the new name of a file', async () => {
    const heading = 'heat_template_version: 2018-03-02\ndescription: a\n'
    const nested =
      'parameters:\n  x: {type: string, description: b}\nresources:\n  y: {type: OS::Heat::None}\n'
    const tree = temporaryTree({
      'base_web.yaml': `${heading}resources:\n  a: {type: nested-a.yaml, properties: {x: 1}}\n`,
      'base_web.env': 'parameters: {}\n',
      'nested-a.yaml': heading + nested,
    })
    const { stderr } = await remediate(['--lossy', '--write'], tree)
    expect(stderr).toContain('R-35414')
    expect(stderr).not.toContain('reference-not-followed')
    expect(tree.read('base_web.yaml')).toContain('{type: nested_a.yaml, ')
    expect(tree.read('nested_a.yaml')).toContain('description: a')
  })

  it('needs a profile', async () => {
    const { status, stderr } = await inProcess(['remediate', '.'], temporaryTree(files).root)
    expect([status, stderr.includes('remediate needs a profile: --profile onap')]).toEqual([64, true])
  })
})
