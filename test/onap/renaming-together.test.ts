/** Renaming all parameters in one pass gives what renaming them one after the other gives, with the same findings. */
import { createPackageEngine } from '../../src/engine/engine.ts'
import { everything } from '../../src/rules/onap/repairing.ts'
import { Ledger, type Repair, type Violation } from '../../src/rules/onap/rule.ts'
import { parameterRenaming } from '../../src/rules/onap/rules/parameter-renaming.ts'
import type { Workspace } from '../../src/stack/workspace.ts'
import { repairTransform } from '../../transforms/onap/remediation.ts'

const server = (id: string, image: string, flavor: string, more = '') => `  ${id}:
    type: OS::Nova::Server
    properties: {name: {get_param: ${id}-name}, image: {get_param: ${image}}, flavor: {get_param: ${flavor}}${more}}
`
const template = (parameters: readonly string[], resources: string, more = '') =>
  `heat_template_version: 2018-08-31
parameters:
${parameters.map((name) => `  ${name}: {type: string}  # of ${name}\n`).join('')}${more}resources:
${resources}`
const environment = (names: readonly string[], section = 'parameters') =>
  `${section}:\n${names.map((name) => `  ${name}: x\n`).join('')}`

const plain = ['web_server_0-name', 'The-Image', 'The-Flavor']
const web = server('web_server_0', 'The-Image', 'The-Flavor')
const nested = `  n:\n    type: nested.yaml\n    properties: {The-Image: {get_param: The-Image}, Other-1: y}\n`

const packages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'of one module': { 'base_w.yaml': template(plain, web), 'base_w.env': environment(plain) },
  'of modules that have the same names': {
    'base_w.yaml': template(plain, web),
    'base_w.env': environment(plain),
    'w.yaml': template(plain, web.replaceAll('web_server', 'app_server')),
    'w.env': environment(plain, 'parameter_defaults'),
  },
  'that a nested template takes': {
    'base_w.yaml': template(plain, `${web}${nested}`),
    'base_w.env': environment(plain, 'parameter_defaults'),
    'nested.yaml': template(['The-Image', 'Other-1'], server('db_0', 'The-Image', 'Other-1')),
  },
  'that a missing template takes': {
    'base_w.yaml': template(plain, `${web}${nested}`),
  },
  'of which outputs have the name': {
    'base_w.yaml': `${template(plain, web)}outputs: {Shared-Net: {value: x}}\n`,
    'w.yaml': template(['Shared-Net', 'Own-1'], server('app_0', 'Shared-Net', 'Own-1')),
  },
  'of which some cannot be renamed': {
    'base_w.yaml': template(
      [...plain, 'Used-1', 'Free-1'],
      `${web}${server('app_0', 'Used-1', 'Free-1', ', metadata: {a: {Ref: Used-1}}')}`,
      'parameter_groups: [{parameters: [The-Image, Free-1]}]\n',
    ),
    'base_w.env': environment([...plain, 'Free-1', 'web_image_name']),
  },
  'of which one takes the name of another': {
    'base_w.yaml': template(
      ['web_flavor_name', 'web_image_name', 'Free-1'],
      server('web_server_0', 'web_flavor_name', 'web_image_name').replace('web_server_0-name', 'Free-1'),
    ),
  },
  'that are declared twice': {
    'base_w.yaml': template([...plain, 'The-Image', 'A-1', 'A_1'], web),
    'base_w.env': environment([...plain, 'The-Image']),
  },
  'whose names are computed': {
    'base_w.yaml': template(
      plain,
      `${web}${server('x', '[The-Image, {get_param: The-Flavor}]', 'The-Flavor')}`,
    ),
  },
}

function outcomesOf(files: Readonly<Record<string, string>>) {
  const run = { scope: everything, ledger: new Ledger() }
  const engine = createPackageEngine({ transforms: [repairTransform(parameterRenaming, run)], proof: 'none' })
  const inputs = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  return (engine.runTogether?.(inputs) ?? []).map(({ path, status, after, transforms, findings }) => ({
    path,
    status,
    after,
    transforms,
    findings: findings.map(({ code, message, line, help }) => ({ code, message, line, help })),
  }))
}

type Mutable = { repairTogether?: Repair['repairTogether'] | undefined }

describe('parameters renamed together', () => {
  const { repairTogether } = parameterRenaming
  const mutable: Mutable = parameterRenaming
  afterEach(() => {
    mutable.repairTogether = repairTogether
  })

  it.each(Object.keys(packages))('%s', (name) => {
    const together = outcomesOf(packages[name] ?? {})
    delete mutable.repairTogether
    const alone = outcomesOf(packages[name] ?? {})
    expect(together).toEqual(alone)
  })

  it('are renamed in one pass, those that cannot be are left, and that is found by halves', () => {
    const passes: number[] = []
    mutable.repairTogether = (pkg: Workspace, violations: readonly Violation[]) => {
      passes.push(violations.length)
      return repairTogether?.(pkg, violations)
    }
    outcomesOf(packages['of one module'] ?? {})
    expect(passes).toEqual([6])
    passes.length = 0
    outcomesOf(packages['of which some cannot be renamed'] ?? {})
    expect(passes.length).toBeGreaterThan(1)
    expect(passes.length).toBeLessThan(20)
  })

  it('are as many as a package may have', () => {
    const names = Array.from({ length: 150 }, (_, n) => [`Image-${n}`, `Flavor-${n}`, `web_${n}-name`]).flat()
    const servers = Array.from({ length: 150 }, (_, n) =>
      server(`web_${n}`, `Image-${n}`, `Flavor-${n}`),
    ).join('')
    const passes: number[] = []
    mutable.repairTogether = (pkg: Workspace, violations: readonly Violation[]) => {
      passes.push(violations.length)
      return repairTogether?.(pkg, violations)
    }
    const [outcome] = outcomesOf({ 'base_w.yaml': template(names, servers) })
    expect(outcome?.status).toBe('changed')
    expect(passes.length).toBeLessThan(50)
  })
})
