/** `--requirements`: packages are held against what a release of ONAP has. */
import { requirementTable } from '../../src/rules/onap/facts/facts.ts'
import facts from '../../src/rules/onap/facts/requirements.json' with { type: 'json' }
import {
  isInRelease,
  isReworded,
  newestRelease,
  releaseNamed,
  releaseNames,
  requirementsReleases,
} from '../../src/rules/onap/releases.ts'
import { commandLine } from '../cli/command-line.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** The server lacks vf_module_name (R-100400, of Dublin); its name is counted by vf_module_index (R-55307, of Frankfurt). */
const template = `heat_template_version: 2018-03-02
description: A kiln
parameters:
  kiln_image_name: {type: string, description: Image}
  kiln_flavor_name: {type: string, description: Size}
  kiln_names: {type: comma_delimited_list, description: Names}
  vf_module_index: {type: number, description: By ONAP}
  vnf_id: {type: string, description: By ONAP}
  vnf_name: {type: string, description: By ONAP}
  vf_module_id: {type: string, description: By ONAP}
  workload_context: {type: string, description: By ONAP}
  environment_context: {type: string, description: By ONAP}
resources:
  kiln_server_0:
    type: OS::Nova::Server
    properties:
      name: {get_param: [kiln_names, {get_param: vf_module_index}]}
      image: {get_param: kiln_image_name}
      flavor: {get_param: kiln_flavor_name}
      metadata:
        vnf_id: {get_param: vnf_id}
        vnf_name: {get_param: vnf_name}
        vf_module_id: {get_param: vf_module_id}
        workload_context: {get_param: workload_context}
        environment_context: {get_param: environment_context}
`
const environment = 'parameters:\n  kiln_image_name: clay\n  kiln_flavor_name: hot\n'
const files = { 'p/base_kiln.yaml': template, 'p/base_kiln.env': environment }

async function run(line: string, more: Readonly<Record<string, string>> = {}) {
  const tree = temporaryTree({ ...files, ...more })
  return { ...(await commandLine(tree.root, line)), tree }
}

/** The requirements that a check finds. */
async function found(options: string): Promise<string[]> {
  return codesIn((await run(`check --profile onap p ${options} --format json`)).out)
}

function codesIn(out: string): string[] {
  const report: { files: { findings: { code: string }[] }[] } = JSON.parse(out)
  const codes = report.files.flatMap((file) => file.findings.map(({ code }) => code))
  return [...new Set(codes)].filter((code) => code.startsWith('R-')).sort()
}

describe('--requirements', () => {
  it('asks for what a release has, and for nothing that came later', async () => {
    expect(await found('')).toEqual(['R-100400', 'R-55307'])
    expect(await found('--requirements guilin')).toEqual(['R-100400', 'R-55307'])
    expect(await found('--requirements frankfurt')).toEqual(['R-100400', 'R-55307'])
    expect(await found('--requirements elalto')).toEqual(['R-100400'])
    expect(await found('--requirements DUBLIN')).toEqual(['R-100400'])
    expect(await found('--requirements casablanca')).toEqual([])
  })

  it('is a key of a configuration, which the command line overrides', async () => {
    const { root, write } = temporaryTree({ ...files, 'hotshift.config.yaml': 'requirements: casablanca\n' })
    const check = (...options: readonly string[]) =>
      inProcess(['check', 'p', '--format', 'json', ...options], root)
    expect(codesIn((await check('--profile', 'onap')).stdout)).toEqual([])
    expect(codesIn((await check('--profile', 'onap', '--requirements', 'dublin')).stdout)).toEqual([
      'R-100400',
    ])
    expect((await check()).status).toBe(0)
    write('hotshift.config.yaml', 'requirements: kohn\n')
    expect((await check('--profile', 'onap')).stderr).toContain(
      'hotshift.config.yaml:1:15: --requirements kohn: no release',
    )
  })

  it('repairs for that release only, and says which it is', async () => {
    const all = await run('remediate --profile onap --lossy --write p')
    expect(all.tree.read('p/base_kiln.yaml')).toContain('vf_module_name: {get_param: vf_module_name}')
    const old = await run(
      'remediate --profile onap --lossy --write --requirements casablanca p --output r.json',
    )
    expect(old.tree.read('p/base_kiln.yaml')).toBe(template)
    expect(old.code).toBe(0)
    const { requirements, written } = JSON.parse(old.tree.read('r.json'))
    expect([requirements.release, written.requirements, written.left]).toEqual([
      'Casablanca',
      'Casablanca',
      [],
    ])
    expect(requirements.introducedLater).toContain('R-100400')
    expect(requirements.rewordedLater).toContain('R-29751')
  })

  it('stands in every report', async () => {
    const { out, tree } = await run(
      'check --profile onap p --requirements el-alto --output r.html --output r.md --output r.csv',
    )
    const text =
      'requirements of ONAP El Alto (1 introduced later and not asked for, 67 asked for in a later wording)'
    expect(out).toContain(`\n${text}\n`)
    expect(tree.read('r.html')).toContain(`2 files checked; ${text}.`)
    expect(tree.read('r.md')).toContain(`2 files checked; ${text}.`)
    expect(tree.read('r.csv')).toContain('release,info,,,,,"ONAP El Alto (1 introduced later')
    const { out: json } = await commandLine(
      tree.root,
      'check --profile onap p --requirements elalto --format json',
    )
    tree.write('r.json', json)
    expect((await commandLine(tree.root, 'merge r.json --format markdown')).out).toContain(text)
    const newest = await run('check --profile onap p --output r.md')
    expect(newest.tree.read('r.md')).toContain('2 files checked; requirements of ONAP Honolulu.')
    expect(newest.out).not.toContain('requirements of')
  })

  it('leaves open what all scripts of VVP say where some of their tests were not asked for', async () => {
    const { tree } = await run('check --profile onap p --requirements casablanca --output r.csv')
    expect(tree.read('r.csv')).toContain('VVP: asked in part')
  })

  it('marks a requirement that is worded otherwise now', async () => {
    const wrong = { 'p/base_kiln.yaml': template.replaceAll('kiln_server_0', 'kiln_0') }
    const { tree } = await run('check --profile onap p --requirements casablanca --output r.md', wrong)
    expect(tree.read('r.md')).toMatch(/R-29751.*in a later wording/)
  })

  it('refuses what is no release, and says what there is', async () => {
    const unknown = await run('check --profile onap p --requirements frankfrut')
    expect(unknown.code).toBe(64)
    expect(unknown.err).toBe(
      `hotshift: --requirements frankfrut: no release whose requirements are known
did you mean frankfurt?
the releases are beijing, casablanca, dublin, el-alto, frankfurt, guilin, honolulu
`,
    )
  })

  it('goes with the profile of ONAP, and with requirements that the release has', async () => {
    for (const options of ['', '--profile sdc'])
      expect((await run(`check p ${options} --requirements dublin`)).err).toContain(
        'together with --profile onap',
      )
    const later = await run('check --profile onap p --requirements dublin --only R-55307')
    expect([later.code, later.err]).toEqual([
      64,
      'hotshift: R-55307: ONAP Dublin has no such requirement\nit came with Frankfurt\n',
    ])
  })
})

describe('the history of requirements', () => {
  const entries = Object.entries(requirementTable)

  it('names releases that there are, and changes of the wording after what they change', () => {
    expect(requirementsReleases.at(-1)).toBe(newestRelease)
    expect(facts.release).toBe(newestRelease)
    const ranks: readonly (string | undefined)[] = [undefined, ...requirementsReleases]
    const rank = (release: string | undefined) => ranks.indexOf(release)
    const wrong = entries.filter(
      ([, { introduced, updated }]) =>
        rank(introduced) < 0 || (updated !== undefined && rank(updated) <= rank(introduced)),
    )
    expect(wrong.map(([id]) => id)).toEqual([])
  })

  it('gives every release at least what the one before it has', () => {
    const counts = requirementsReleases.map(
      (release) => entries.filter(([, entry]) => isInRelease(entry, release)).length,
    )
    expect(counts).toEqual([281, 288, 334, 341, 343, 343, 343])
    expect(entries.filter(([, entry]) => isReworded(entry, newestRelease))).toEqual([])
  })

  it('reads names as people write them', () => {
    expect(['El Alto', 'elalto', 'EL_ALTO', ' el-alto'].map(releaseNamed)).toEqual(Array(4).fill('El Alto'))
    expect(releaseNames.map(releaseNamed)).toEqual(requirementsReleases)
    expect(releaseNamed('')).toBeUndefined()
  })
})
