/** `--lossy=R-…`: something is given up for some requirements only, and what the others would cost is said. */
import { commands } from '../../src/apps/cli/main.ts'
import { switches } from '../../src/show/report/written.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const files = {
  'p/base_oven.yaml': `heat_template_version: 2018-03-02
description: An oven
parameters:
  oven_image_name: {type: string, description: Image, default: brick}
  oven_flavor_name: {type: string, description: Size}
  oven_names: {type: comma_delimited_list, description: Names}
  spare: {type: string, description: Nobody reads it}
  vnf_id: {type: string, description: By ONAP}
  vnf_name: {type: string, description: By ONAP}
  vf_module_id: {type: string, description: By ONAP}
resources:
  oven_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: [oven_names, 0]}
      image: {get_param: oven_image_name}
      flavor: {get_param: oven_flavor_name}
      metadata:
        vnf_id: {get_param: vnf_id}
        vnf_name: {get_param: vnf_name}
        vf_module_id: {get_param: vf_module_id}
`,
  'p/base_oven.env': 'parameters:\n  oven_flavor_name: hot\n  oven_names: [oven]\n',
}

/** The list that is passed has a name that no list of server names may have, once the nested template reads it. */
const nested = {
  'p/base_lamp.yaml': `heat_template_version: 2018-03-02
description: Lamps
parameters:
  lamp_titles: {type: comma_delimited_list, description: Names}
  lamp_image_name: {type: string, description: Image}
  lamp_flavor_name: {type: string, description: Flavor}
resources:
  lamps:
    type: nested_lamp.yaml
    properties:
      lamp_name_0: {get_param: [lamp_titles, 0]}
      lamp_image_name: {get_param: lamp_image_name}
      lamp_flavor_name: {get_param: lamp_flavor_name}
`,
  'p/base_lamp.env': 'parameters:\n  lamp_image_name: brass\n  lamp_flavor_name: tall\n',
  'p/nested_lamp.yaml': `heat_template_version: 2018-03-02
description: A lamp
parameters:
  lamp_name_0: {type: string, description: Name}
  lamp_image_name: {type: string, description: Image}
  lamp_flavor_name: {type: string, description: Flavor}
resources:
  lamp_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: lamp_name_0}
      image: {get_param: lamp_image_name}
      flavor: {get_param: lamp_flavor_name}
`,
}

async function remediated(...args: readonly string[]) {
  const tree = temporaryTree(files)
  const run = await inProcess(['remediate', '--profile', 'onap', '--write', ...args, 'p'], tree.root)
  return { ...run, env: tree.read('p/base_oven.env'), template: tree.read('p/base_oven.yaml') }
}

describe('--lossy=R-…', () => {
  it('gives something up for these requirements, and repairs what costs nothing for all', async () => {
    const { env, template, stderr } = await remediated('--lossy=R-22838')
    expect(env).toBe('parameters:\n  oven_flavor_name: hot\n  oven_image_name: brick\n')
    expect(template).not.toContain('default')
    expect(template).toContain('spare:')
    expect(template).not.toContain('workload_context')
    expect(stderr).toContain(
      '--supplied repairs up to 3 more locations, for which ONAP supplies the value\n--lossy repairs up to 1 more location, each of which loses something: 1 deleted parameter\n',
    )
  })

  it('takes several, given together or one after the other', async () => {
    const together = await remediated('--lossy=R-22838,R-90279')
    const apart = await remediated('--lossy=R-22838', '--lossy=R-90279')
    expect(together.template).not.toContain('spare')
    expect([apart.template, apart.env]).toEqual([together.template, together.env])
  })

  it.each([
    ['--lossy', '--except', 'R-22838'],
    ['--except', 'R-22838,R-90279,R-100400,R-47061,R-88536'],
  ])('offers nothing that the run leaves out on request: %j', async (...args) => {
    const told = await remediated(...args)
    const { stdout } = await remediated(...args, '--format', 'markdown')
    expect(told.stderr).not.toContain('--lossy repairs')
    expect(stdout).toMatch(/^\d+ locations before, /m)
    expect(stdout).not.toContain('--lossy repairs')
  })

  it('says what alone prevents the repair of a requirement that was chosen', async () => {
    const tree = temporaryTree(nested)
    const run = async (lossy: string) =>
      (await inProcess(['remediate', '--profile', 'onap', lossy, 'p'], tree.root)).stderr
    expect(await run('--lossy=R-708564')).toMatch(
      /help: It is not repaired: that would violate R-\d+ \(.*\)\. For all requirements together, `hotshift remediate --lossy` passes the list "lamp_titles"/,
    )
    expect(await run('--lossy=R-72483')).toContain(
      'help: `hotshift remediate --lossy` passes the list "lamp_titles"',
    )
    expect(await run('--lossy')).not.toMatch(/`hotshift remediate --lossy`/)
  })

  it('goes with --except, which leaves out of all', async () => {
    const { env, template } = await remediated('--lossy', '--except', 'R-22838')
    expect(env).toContain('oven_names: [oven]')
    expect(template).not.toContain('spare')
    expect(template).toContain('workload_context')
  })

  it('may stand in a configuration', async () => {
    const tree = temporaryTree({
      ...files,
      'hotshift.config.json': '{"profile": "onap", "lossy": ["R-90279"]}',
    })
    const { stdout, stderr } = await inProcess(['remediate', 'p'], tree.root)
    expect(stdout).toContain('-  spare:')
    expect(stderr).toContain('--supplied repairs up to 4 more locations, for which ONAP supplies the value\n')
  })

  it('is named where somebody leaves out the =', async () => {
    const run = await inProcess(
      ['remediate', '--profile', 'onap', '--lossy', 'R-22838'],
      temporaryTree(files).root,
    )
    expect(run.stderr).toContain(
      'hotshift: R-22838 is no path\n  --lossy=R-22838 is for some requirements only\n',
    )
  })

  it.each([
    ['--lossy=R-1', 'R-1: ONAP has no such requirement'],
    ['--lossy=', '--lossy= needs a name: --lossy=<R-number>,..., or --lossy alone'],
  ])('is refused as %s', async (option, message) => {
    const { status, stderr } = await inProcess(
      ['remediate', '--profile', 'onap', option],
      temporaryTree(files).root,
    )
    expect([status, stderr.split('\n', 1)[0]]).toEqual([64, `hotshift: ${message}`])
  })
})

it('what a switch takes is named with = in reports', () => {
  const taking = commands.flatMap(({ options }) =>
    options.flatMap(({ name, modes, names }) => (modes === undefined && names === undefined ? [] : [name])),
  )
  expect([...switches].sort()).toEqual([...new Set(taking)].sort())
})
