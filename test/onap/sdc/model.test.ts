import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue } from '../../../src/engine/findings/catalogue.ts'
import { checks, unreadable } from '../../../src/rules/sdc/checks.ts'
import { sdcCodes } from '../../../src/rules/sdc/codes.ts'
import { sdcFindings, sdcRules } from '../../../src/rules/sdc/findings.ts'
import { sdcRepairs } from '../../../src/rules/sdc/repairs/repairs.ts'
import { SdcPackage } from '../../../src/rules/sdc/sdc-package.ts'
import { calledFiles } from '../../../src/rules/sdc/text-scan.ts'
import { commandLine } from '../../cli/command-line.ts'
import { cases, givenFiles } from '../../cli/examples.ts'
import { removeTemporaryTrees, temporaryTree } from '../../run/temporary-tree.ts'
import { countsOf, saidOf, sdcPackage } from './packages.ts'

const version = 'heat_template_version: 2018-03-02\n'
const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`

/** What is said of one template beside its manifest. */
function said(text: string, more: Record<string, string> = {}): readonly string[] {
  return saidOf({ 'base.yaml': text, ...more })
}

describe('facts of SDC', () => {
  test('every code has the severity of its level', () => {
    for (const [id, { code, level, reach }] of Object.entries(checks)) {
      // What is a warning without onboarding may stop that under another name.
      if (reach === 'api') continue
      const wanted = level === 'warning' ? (code === 'sdc-own-fault' ? 'info' : 'warning') : 'error'
      expect(`${id} ${code} ${catalogue[code].severity}`).toBe(`${id} ${code} ${wanted}`)
    }
  })

  test('a rule declares the codes of its checks', () => {
    for (const { checks: own, codes } of sdcRules)
      expect(own.filter((id) => checks[id].reach === 'onboarding' && !(checks[id].code in codes))).toEqual([])
    const declared = new Set(sdcRules.flatMap(({ codes }) => Object.keys(codes)))
    expect(Object.keys(sdcCodes).filter((code) => !declared.has(code))).toEqual([])
  })

  test('every check is made by a rule, or reported along with one', () => {
    const made = new Set<string>([...sdcRules.flatMap((rule) => rule.checks), ...unreadable])
    const sources = ['upload', 'manifest', 'files', 'templates', 'nested', 'internal-errors']
    const texts = sources.map((name) =>
      readFileSync(join(import.meta.dirname, `../../../src/rules/sdc/rules/${name}.ts`), 'utf8'),
    )
    const along = (id: string) => texts.some((text) => text.includes(`'${id}'`))
    expect(Object.keys(checks).filter((id) => !made.has(id) && !along(id))).toEqual([])
  })
})

describe('nested files in the lines of a template', () => {
  test.each([
    ['  type: n.yaml', true],
    ['  type: n.yml  ', true],
    ['type: n.yaml', true],
    ['  type: "n.yaml"', false],
    ['  type: n.yaml # of glass', false],
    ['  lamp: {type: n.yaml}', false],
    ['  type: n.template', false],
  ])('%j', (line, isFound) => {
    expect(calledFiles(`${version}resources:\n${line}\n`).size).toBe(isFound ? 1 : 0)
  })

  test('stand between resources and the next section, of a template only', () => {
    expect(calledFiles(`${version}resources: # all\n  type: n.yaml\n`).size).toBe(0)
    expect(calledFiles(`${version}outputs:\n  type: n.yaml\n`).size).toBe(0)
    expect(calledFiles('resources:\n  type: n.yaml\n').size).toBe(0)
  })
})

describe('what a manifest lists and the package does not have', () => {
  const listing = (item: string) =>
    `{"data": [\n{"file": "base.yaml", "type": "HEAT", "isBase": "true"},\n${item}]}`

  test.each([
    ['a module', '{"file": "n.yaml", "type": "HEAT"}'],
    ['a volume', '{"file": "n.yaml", "type": "HEAT_VOL"}'],
    ['an environment at the top', '{"file": "n.env", "type": "HEAT_ENV"}'],
    ['an artifact', '{"file": "n.sh", "type": "OTHER"}'],
  ])('is said: %s', (_, item) => {
    const found = said(plain, { 'MANIFEST.json': listing(item) })
    expect(found).toEqual(['MANIFEST.json 3:10 sdc-manifest MNF4'])
  })

  test('is said once where a template calls it', () => {
    const calling = `${version}resources:\n  lamp:\n    type: n.yaml\n`
    const found = said(calling, { 'MANIFEST.json': listing('{"file": "n.yaml", "type": "HEAT"}') })
    expect(found).toEqual(['base.yaml 4:11 sdc-nested HNR1 MNF4'])
  })

  test('is not said of what lies in a folder', () => {
    const more = { 'd/n.yaml': plain, 'MANIFEST.json': listing('{"file": "d/n.yaml", "type": "HEAT"}') }
    expect(said(plain, more)).toEqual(['d/n.yaml 1:1 sdc-upload SDC-05'])
  })
})

describe('what ends in an internal error', () => {
  test.each([
    ['SDC-C1', 'resources:\n  a: {properties: {}}\n'],
    ['SDC-C2', 'resources:\n  a:\n'],
    ['SDC-C3', 'resources:\n  a: {type: OS::Neutron::Port}\n'],
    ['SDC-C5', 'resources:\n  a: {type: OS::Heat::Value}\noutputs:\n  o: {value: {get_attr: [a]}}\n'],
    ['SDC-C6', 'parameters:\n  p:\nresources:\n  a: {type: OS::Heat::Value}\n'],
    ['SDC-C8', 'resources:\n  a: {type: OS::Neutron::Port, properties: {network: x, fixed_ips: [{}]}}\n'],
    ['SDC-C9', 'resources:\n  a: {type: OS::Nova::Server, properties: {flavor: x, networks: [x]}}\n'],
    ['SDC-C10', 'resources:\n  a: {type: OS::Nova::Server, properties: {flavor: x, scheduler_hints: x}}\n'],
  ])('%s', (check, text) => {
    expect(said(version + text).filter((one) => one.includes('sdc-internal-error'))).toEqual([
      expect.stringContaining(` sdc-internal-error ${check}`),
    ])
  })
})

describe('what fails in the translation', () => {
  test.each([
    ['SDC-T2', '{type: OS::Cinder::VolumeAttachment, properties: {volume_id: x}}'],
    ['SDC-T3', '{type: OS::Neutron::Subnet, properties: {cidr: x}}'],
    ['SDC-T4', '{type: OS::Contrail::AttachPolicy, properties: {network: x}}'],
    ['SDC-T5', '{type: OS::Contrail::ServiceTemplate, properties: {name: x}}'],
    ['SDC-T6', '{type: OS::Contrail::ServiceInstance, properties: {name: x}}'],
    ['SDC-T7', '{type: OS::Heat::Value, properties: {value: {get_attr: [b, value]}}}'],
  ])('%s', (check, resource) => {
    expect(countsOf({ 'base.yaml': `${version}resources:\n  a: ${resource}\n` }).get(check)).toBe(1)
  })

  test('an environment with another section, of a template with parameters only', () => {
    const env = { 'base.env': 'parameters: {}\nparameter_defaults: {size: a}\n' }
    const typed = plain.replace('resources:', 'parameters:\n  size: {type: number}\nresources:')
    expect(said(typed, env)).toEqual(['base.env 2:1 sdc-translation-error SDC-T8'])
    expect(said(plain, env)).toEqual([])
  })

  test('the same ID in two files', () => {
    expect(said(plain, { 'm.yaml': plain })).toEqual(['m.yaml 3:3 sdc-translation-error SDC-T1'])
  })
})

describe('manifests', () => {
  const withManifest = (data: unknown, more: Record<string, string> = {}) =>
    saidOf({ 'base.yaml': plain, ...more, 'MANIFEST.json': JSON.stringify({ data }) })
  const base = { file: 'base.yaml', type: 'HEAT', isBase: true }

  test('children of other types', () => {
    expect(withManifest([{ ...base, data: [{ file: 'a.sh', type: 'SHELL' }] }], { 'a.sh': 'x' })).toEqual([
      'MANIFEST.json 1:74 sdc-manifest SDC-07',
      'a.sh 1:1 sdc-unassigned SDC-10 MNF5',
    ])
  })

  test('a comma behind the last entry makes an empty one; single quotes and comments pass', () => {
    const text = (end: string) => `{'data': [{'file': 'base.yaml', 'type': 'HEAT', 'isBase': 'true'}${end}]}`
    expect(saidOf({ 'base.yaml': plain, 'MANIFEST.json': text('') })).toEqual([])
    expect(saidOf({ 'base.yaml': plain, 'MANIFEST.json': text(',') })).toEqual([
      'MANIFEST.json 1:66 sdc-manifest SDC-09 MNF7',
    ])
  })

  test('without data', () => {
    expect(saidOf({ 'base.yaml': plain, 'MANIFEST.json': '{}' })).toContain(
      'MANIFEST.json 1:1 sdc-manifest SDC-09',
    )
  })

  test('charts, where there is no template', () => {
    const chart = (isBase?: boolean) => ({
      file: 'c.tgz',
      type: 'HELM',
      ...(isBase === undefined ? {} : { isBase }),
    })
    const codes = (data: unknown) =>
      saidOf({ 'c.tgz': 'x', 'MANIFEST.json': JSON.stringify({ data }) }).join('\n')
    expect(codes([chart()])).toContain('SDC-15')
    expect(codes([chart(false)])).toContain('SDC-16')
    expect(codes([chart(true), chart(true)])).toContain('SDC-17')
  })

  test('a folder', () => {
    expect(said(plain, { 'scripts/a.sh': 'x' })).toContain('scripts/a.sh 1:1 sdc-upload SDC-05')
  })
})

test('what Heat knows and SDC does not has its own advice', () => {
  const text = plain
    .replace('resources:', 'parameters:\n  p: {type: string, tags: [a]}\nresources:')
    .replace('properties', 'condition: a, properties')
  const found = sdcFindings(sdcPackage({ 'base.yaml': text })).filter(({ check }) => check === 'HOT12')
  expect(found.map(({ remedy }) => ('advice' in remedy ? remedy.advice : undefined))).toEqual([
    'Leave them out: they have no effect on a stack.',
    'A resource that is only sometimes there belongs in a module of its own.',
  ])
})

describe('limits', () => {
  test('nesting', () => {
    const deep = (levels: number) =>
      plain.replace('value: 1', `value: ${'['.repeat(levels)}${']'.repeat(levels)}`)
    expect(said(deep(47))).toEqual([])
    expect(said(deep(48))).toEqual([expect.stringContaining('sdc-file YML2')])
  })

  test('aliases', () => {
    const aliases = (count: number) =>
      plain.replace('value: 1', `value: [&a {}, ${Array(count).fill('*a').join(', ')}]`)
    expect(said(aliases(50))).toEqual([])
    expect(said(aliases(51))).toEqual([expect.stringContaining('sdc-file YML2')])
  })
})

describe('types', () => {
  test.each([
    ['number', '08', false],
    ['number', '"07"', true],
    ['number', '"0x1F"', true],
    ['number', '10 gb', true],
    ['number', '10gb', false],
    ['number', '10GB', true],
    ['number', '1.5f', true],
    ['number', 'abc', false],
    ['boolean', '"0"', false],
    ['boolean', '0', true],
    ['boolean', 'y', true],
    ['boolean', '2', false],
    ['comma_delimited_list', '{a: 1}', false],
    ['comma_delimited_list', '{a: 1, b: 2}', true],
    ['json', '\'{"a": 1}\'', false],
    ['json', '[]', true],
    ['string', '2026-01-01', false],
    ['string', '"2026-01-01"', true],
    ['string', '[a]', false],
    ['string', '9223372036854775808', false],
  ])('%s %s', (type, value, fits) => {
    const text = plain.replace(
      'resources:',
      `parameters:\n  p: {type: ${type}, default: ${value}}\nresources:`,
    )
    expect(said(text)).toEqual(fits ? [] : [expect.stringContaining('sdc-value HOT4')])
  })
})

test('names with one of the words that SDC cuts at are no fault of the package', () => {
  const text = `${version}parameters:
  image_server_name_0: {type: string}
  image_server_image_name: {type: string}
  image_server_flavor_name: {type: string}
resources:
  a:
    type: OS::Nova::Server
    properties:
      name: {get_param: image_server_name_0}
      image: {get_param: image_server_image_name}
      flavor: {get_param: image_server_flavor_name}
      metadata: {vnf_id: x, vf_module_id: x}
`
  expect(said(text.replaceAll('image_server_', 'lamp_'))).toEqual([])
  expect(said(text)).toEqual([expect.stringContaining('sdc-own-fault NNS11')])
})

describe('a finding that is repaired names what repairs it', () => {
  afterEach(removeTemporaryTrees)
  const seen = new Set<string>()
  const ofSdc = cases.filter(([code]) => code in sdcCodes)

  it.each(ofSdc)('%s', async (_code, example) => {
    const files = givenFiles(example)
    const all = Object.entries(files).map(([name, text]) => ({ name, path: name, text }))
    const remedies = sdcFindings(new SdcPackage(all)).map(({ remedy }) => remedy)
    const named = new Set(remedies.flatMap((remedy) => (remedy.kind === 'repaired' ? [remedy.by] : [])))
    const { out } = await commandLine(temporaryTree(files).root, 'remediate --profile sdc . --format json')
    for (const by of named) {
      const id = sdcRepairs.find((one) => one.repairs === by)?.id ?? 'onap/write-manifest'
      expect(out).toContain(`"${id}"`)
      seen.add(by)
    }
  })

  it('of these repairs at least', () => {
    expect([...seen].sort()).toEqual(['duplicates', 'file names', 'manifest', 'sections', 'values'])
  })
})
