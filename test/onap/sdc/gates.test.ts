import { createPackageEngine } from '../../../src/engine/engine.ts'
import { createGateChecker } from '../../../src/engine/packages/gates.ts'
import { createProfileChecker, createRemediationEngine } from '../../../src/engine/packages/profile.ts'
import { withSdcRemediation } from '../../../src/engine/packages/sdc-remediation.ts'
import { remediation } from '../../../transforms/onap/remediation.ts'
import { sdcTransforms } from '../../../transforms/onap/sdc-repairs.ts'

const version = 'heat_template_version: 2018-03-02\n'

function inputs(files: Readonly<Record<string, string>>) {
  return Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
}

/** `file line:column code` of what all gates find. */
function found(
  files: Readonly<Record<string, string>>,
  gates: 'onap' | 'sdc' | 'both',
  folders: readonly string[] = [],
): readonly string[] {
  const engine = createGateChecker({
    plain: { exists: () => false, besides: [], environments: [] },
    requirements: gates === 'sdc' ? undefined : createProfileChecker(remediation),
    sdc: gates === 'onap' ? undefined : { isWanted: () => true, folders },
  })
  const outcomes = engine.runTogether?.(inputs(files)) ?? []
  return outcomes.flatMap(({ path, findings }) =>
    findings.map(({ line, column, code }) => `${path} ${line}:${column} ${code}`),
  )
}

describe('a profile adds to what every template is checked for', () => {
  const caller = (properties: string, file = 'n.yaml') =>
    `${version}parameters: {}\nresources:\n  call:\n    type: ${file}\n    properties: {${properties}}\n`
  const nested = `${version}parameters:\n  size: {type: number}\nresources:\n  lamp: {type: OS::Heat::Value, properties: {value: {get_param: size}}}\n`

  test.each([
    ['a nested file that is not there', caller('', 'nowhere.yaml'), '5:11 missing-file'],
    [
      'a property that the nested file does not know',
      caller('size: 1, colour: red'),
      '6:27 unknown-property',
      '6:27 R-92635',
    ],
    ['a value of another type', caller('size: large'), '6:24 bad-value', '6:24 R-92635'],
    [
      'an output that the nested file does not have',
      `${caller('size: 1')}outputs:\n  o: {value: {get_attr: [call, shade]}}\n`,
      '8:32 missing-output',
    ],
    ['a circle', caller('', 'base.yaml'), '5:11 nested-error'],
  ])('%s', (_, text, finding, required = finding) => {
    expect(found({ 'base.yaml': text, 'n.yaml': nested }, 'onap')).toContain(`base.yaml ${required}`)
    expect(found({ 'base.yaml': text, 'n.yaml': nested }, 'sdc')).toContain(`base.yaml ${finding}`)
  })

  test('what a requirement says of the same location is said once', () => {
    const text = `${version}resources:\n  lamp: {type: OS::Heat::Value, propertys: {value: 1}}\n`
    const both = found({ 'base.yaml': text }, 'onap')
    expect(both).toContain('base.yaml 3:33 R-92635')
    expect(both.filter((one) => one.includes('3:33'))).toHaveLength(1)
  })

  describe('an environment that cannot be read is what Heat refuses', () => {
    const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
    const of = (files: Readonly<Record<string, string>>) => found({ 'base.yaml': plain, ...files }, 'onap')

    test.each([
      ['by its syntax', { 'base.env': 'parameters:\n  lit: "on\n' }, 'base.env 2:8 R-92635'],
      ['as no mapping', { 'base.env': '- lit\n' }, 'base.env 1:1 R-92635'],
      ['as two documents', { 'base.env': 'parameters: {}\n---\na: 1\n' }, 'base.env 2:1 R-92635'],
      ['by its syntax, of no module', { 'lamp.env': 'parameters: {lit: "on\n' }, 'lamp.env 1:19 R-92635'],
      [
        'by its syntax, of a module that cannot be read',
        { 'b.yaml': `${version}resources: [\n`, 'b.env': 'lit: "' },
        'b.env 1:6 R-92635',
      ],
    ])('%s', (_, files, finding) => {
      const path = finding.split(' ')[0] ?? ''
      expect(of(files).filter((one) => one.startsWith(`${path} `))).toEqual([finding])
    })

    test('and not what other programs call so', () => {
      const files = { '.env': 'LAMP=on\n', 'compose.env': 'LAMP: x: "\n', 'base.yaml.env': '- lit\n' }
      expect(of(files).filter((one) => one.includes('.env '))).toEqual([])
    })

    test('also for a repair, which says it once', () => {
      const engine = createRemediationEngine(remediation({ isLossy: true, isWanted: () => true }), {})
      const outcomes =
        engine.runTogether?.(
          inputs({ 'base.yaml': plain, 'base.env': 'parameters: [\n', 'n.yaml': `${version}resources: [\n` }),
        ) ?? []
      const said = outcomes.map(
        ({ path, status, findings }) => `${path} ${status} ${findings.map(({ code }) => code).join()}`,
      )
      expect(said).toEqual(expect.arrayContaining(['base.env blocked R-92635', 'n.yaml blocked R-95303']))
    })
  })

  test('what exists already waits for nothing, which is the requirement that Heat takes the template', () => {
    const text = `${version}parameters: {}\nresources:\n  bulb: {type: OS::Heat::None}\n  lamp: {type: OS::Heat::Value, external_id: a, depends_on: bulb}\n`
    expect(found({ 'base.yaml': text }, 'onap')).toContain('base.yaml 5:61 R-92635')
  })

  test('a file of an archive is beside the others of it', () => {
    const files = { 'a.zip/base.yaml': caller('size: 1'), 'a.zip/n.yaml': nested }
    expect(found(files, 'both').filter((one) => one.endsWith('missing-file'))).toEqual([])
  })

  test('types of Contrail are known where ONAP is asked for', () => {
    const text = `${version}resources:\n  a: {type: OS::ContrailV2::NetworkIpam, properties: {name: a}}\n`
    expect(
      found({ 'base.yaml': text }, 'both').filter((one) => one.includes('unknown-resource-type')),
    ).toEqual([])
  })
})

function listing(...files: readonly string[]): string {
  const data = files.map((file, index) => ({ file, type: 'HEAT', isBase: String(index === 0) }))
  return JSON.stringify({ data })
}

describe('packages', () => {
  const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
  const manifest = '{"data": [{"file": "base.yaml", "type": "HEAT", "isBase": "true"}]}'

  test('of one run are each for itself, and a folder below one is in it', () => {
    const files = {
      'a/base.yaml': plain,
      'a/MANIFEST.json': manifest,
      'a/sub/x.sh': 'x',
      'b/base.yaml': plain,
      'b/MANIFEST.json': manifest,
      'README.md': 'x',
    }
    expect(found(files, 'sdc')).toEqual(['a/sub/x.sh 1:1 sdc-upload'])
  })

  test('in an archive include the folders at its top', () => {
    expect(found({ 'a.zip/a/base.yaml': plain }, 'sdc')).toContain('a.zip/a/base.yaml 1:1 sdc-upload')
  })
})

describe('a package without any template', () => {
  const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
  const environment = 'parameters: {}\n'

  test.each<[string, Record<string, string>, readonly string[], readonly string[]]>([
    ['of anything', { 'v/notes.md': 'x' }, ['v/'], ['v/notes.md 1:1 sdc-manifest']],
    ['in the working directory', { 'notes.md': 'x' }, [''], ['notes.md 1:1 sdc-manifest']],
    ['of what an archive has', { 'v.zip/notes.md': 'x' }, [], ['v.zip/notes.md 1:1 sdc-manifest']],
    ['with a manifest', { 'v/MANIFEST.json': '{"data": []}' }, ['v/'], ['v/MANIFEST.json 1:1 sdc-base']],
    [
      'with an environment, also below a directory with others',
      { 'a/base.yaml': plain, 'a/MANIFEST.json': listing('base.yaml'), 'b/b.env': environment },
      [''],
      ['b/b.env 1:1 sdc-manifest', 'b/b.env 1:1 sdc-unassigned'],
    ],
    [
      'with folders in it, which are no packages of their own',
      { 'v/a.env': environment, 'v/sub/b.env': environment },
      ['v/'],
      ['v/a.env 1:1 sdc-manifest', 'v/a.env 1:1 sdc-unassigned', 'v/sub/b.env 1:1 sdc-upload'],
    ],
  ])('%s', (_, files, folders, expected) => {
    expect(found(files, 'sdc', folders)).toEqual(expected)
  })

  test.each<[string, Record<string, string>, readonly string[]]>([
    ['a file that was named', { 'v/notes.md': 'x' }, []],
    [
      'a directory above a package',
      { 'README.md': 'x', 'a/base.yaml': plain, 'a/MANIFEST.json': listing('base.yaml') },
      [''],
    ],
    ['what another program calls an environment', { '.env': 'LAMP=on\n' }, []],
  ])('is not %s', (_, files, folders) => {
    expect(found(files, 'sdc', folders)).toEqual([])
  })

  test('advises to give the one that has them', () => {
    const engine = createGateChecker({ plain: undefined, sdc: { isWanted: () => true, folders: ['v/'] } })
    const [outcome] = engine.runTogether?.(inputs({ 'v/notes.md': 'x' })) ?? []
    expect(outcome?.findings.map(({ help }) => help)).toEqual([
      'No file has a line that begins with heat_template_version:, by which SDC knows templates. Put the templates beside it, or give the folder or the archive that has them.',
    ])
    expect(outcome?.status).toBe('blocked')
  })

  test('of a run in pieces is known from all of it', () => {
    const all = inputs({ 'README.md': 'x', 'a/base.yaml': plain, 'a/MANIFEST.json': listing('base.yaml') })
    const engine = withSdcRemediation(createPackageEngine({ transforms: [], rounds: 'settled' }), [''])
    expect(engine.partition?.(all)).toEqual([['a/base.yaml', 'a/MANIFEST.json']])
    expect(engine.runTogether?.(all.slice(0, 1))[0]?.findings).toEqual([])
  })
})

describe('remediation', () => {
  const engine = withSdcRemediation(createPackageEngine({ transforms: sdcTransforms, rounds: 'settled' }))
  const run = (files: Readonly<Record<string, string>>) => engine.runTogether?.(inputs(files)) ?? []
  const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
  const bulb = plain.replace('lamp', 'bulb')

  test('says of a manifest what SDC says, as check does', () => {
    const manifest = listing('base_lamp.yaml').replace(']', ', {"file": "gone.sh", "type": "OTHER"}]')
    const files = { 'base_lamp.yaml': plain, 'MANIFEST.json': manifest }
    const checker = createGateChecker({
      plain: undefined,
      requirements: createProfileChecker(remediation),
      sdc: { isWanted: () => true, folders: [] },
    })
    const onap = createRemediationEngine(remediation({ isLossy: true, isWanted: () => true }), {})
    for (const one of [checker, withSdcRemediation(onap)]) {
      const said = one.runTogether?.(inputs(files))?.find(({ path }) => path === 'MANIFEST.json')
      expect(said?.findings.map(({ code }) => code)).toContain('sdc-manifest')
      expect(said?.findings.map(({ code }) => code)).not.toContain('manifest-wrong')
    }
  })

  test('writes a manifest, where one template is the base', () => {
    const outcomes = run({
      'base_lamp.yaml': plain,
      'bulb.yaml': bulb,
      'bulb.env': 'parameters: {}\n',
      'a.sh': 'x',
    })
    const made = outcomes.find(({ path }) => path === 'MANIFEST.json')
    expect(made?.isNew).toBe(true)
    expect(JSON.parse(made?.after ?? '')).toEqual({
      name: 'package',
      description: '',
      version: '1.0',
      data: [
        { file: 'base_lamp.yaml', type: 'HEAT', isBase: 'true' },
        { file: 'bulb.yaml', type: 'HEAT', isBase: 'false', data: [{ file: 'bulb.env', type: 'HEAT_ENV' }] },
        { file: 'a.sh', type: 'OTHER' },
      ],
    })
  })

  test('leaves it to a person where none has the name of a base, or two have', () => {
    for (const files of [
      { 'lamp.yaml': plain, 'bulb.yaml': bulb },
      { 'base_lamp.yaml': plain, 'base_bulb.yaml': bulb },
    ]) {
      const outcomes = run(files)
      expect(outcomes.map(({ path, status }) => `${path} ${status}`)).toEqual(
        expect.arrayContaining([expect.stringContaining(' blocked')]),
      )
      expect(outcomes.some(({ path }) => path === 'MANIFEST.json')).toBe(false)
    }
  })

  test('corrects a manifest, and touches nothing else in it', () => {
    const before = `{
  "name": "lamps", "vendor": "ours",
  "data": [
    {"file": "base_lamp.yaml", "type": "HEAT"},
    {"file": "bulb.env", "type": "HEAT_ENV"},
    {"file": "bulb.yaml",   "type": "HEAT"},
    {"file": "play.yaml", "type": "OTHER"},
    {"type": "OTHER"}
  ]
}
`
    const files = {
      'base_lamp.yaml': plain,
      'bulb.yaml': bulb,
      'bulb.env': 'parameters: {}\n',
      'play.yaml': 'a: 1\n',
    }
    const after = run({ ...files, 'MANIFEST.json': before }).find(
      ({ path }) => path === 'MANIFEST.json',
    )?.after
    expect(after).toBe(`{
  "name": "lamps", "vendor": "ours",
  "data": [
    {"file": "base_lamp.yaml", "type": "HEAT", "isBase": "true"},
    {"file": "bulb.yaml",   "type": "HEAT",   "data": [{"file": "bulb.env", "type": "HEAT_ENV"}]},
    {"file": "play.yaml", "type": "OTHER"}
  ]
}
`)
    const again = run({ ...files, 'MANIFEST.json': after ?? '' })
    expect(again.filter(({ status }) => status === 'changed')).toEqual([])
  })

  test('what is repaired is said, and what is left', () => {
    const files = {
      'base_lamp.yaml': `${version}parameters:\n  lit: {type: boolean}\nresources:\n  lamp: {type: OS::Heat::Value, properties: {value: {get_param: lit}}}\n`,
      'base_lamp.env': 'parameters:\n  lit: "1"\n  colour: red\n',
    }
    const said = run(files).flatMap(({ path, findings }) =>
      findings.map(({ line, column, severity, code }) => `${path} ${line}:${column} ${severity} ${code}`),
    )
    expect(said).toEqual([
      'base_lamp.yaml 1:1 info sdc-manifest',
      'base_lamp.env 2:8 info sdc-value',
      'base_lamp.env 3:3 error sdc-environment',
    ])
  })
})

describe('names that a repair for ONAP gives', () => {
  const engine = withSdcRemediation(
    createRemediationEngine(remediation({ isLossy: true, isWanted: () => true }), {}),
  )
  const caller = `${version}description: Lamps.
parameters:
  size: {type: string, description: How large.}
resources:
  lamp-a:
    type: lamp-post.yaml
    properties:
      size: {get_param: size}
      colour: red
  lamp-b:
    type: nowhere-post.yaml
`
  const nested = `${version}description: A post.
parameters:
  size: {type: string, description: How large.}
resources:
  post: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
`
  const files = {
    'base_lamp.yaml': caller,
    'base_lamp.env': 'parameters:\n  size: 1\n',
    'lamp-post.yaml': nested,
    'MANIFEST.json':
      '{"data": [{"file": "base_lamp.yaml", "type": "HEAT", "isBase": "true", "data": [{"file": "base_lamp.env", "type": "HEAT_ENV"}]}]}',
  }

  test('are those that SDC finds, and what is left is left under them', () => {
    const outcomes = engine.runTogether?.(inputs(files)) ?? []
    expect(outcomes.map(({ newPath }) => newPath).filter((one) => one !== undefined)).toEqual([
      'lamp_post.yaml',
    ])
    const said = outcomes.flatMap(({ path, findings }) =>
      findings
        .filter(({ code }) => code.startsWith('sdc-'))
        .map(({ line, severity, message }) => `${path} ${line} ${severity} ${message}`),
    )
    expect(said).toEqual([
      'base_lamp.yaml 10 error lamp_post.yaml declares no parameter "colour", which "lamp_a" passes (SDC: HNR3)',
      'base_lamp.yaml 12 error SDC finds no file "nowhere-post.yaml" in the package (SDC: HNR1, again as MNF4)',
    ])
  })
})

describe('the manifest, without SDC', () => {
  const plain = `${version}resources:\n  lamp: {type: OS::Heat::Value, properties: {value: 1}}\n`
  const listed = (type: string) =>
    `{"data": [{"file": "base_lamp.yaml", "type": "HEAT"}, {"file": "play.yaml", "type": "${type}"}]}`
  const codes = (type: string, text: string) =>
    found({ 'base_lamp.yaml': plain, 'play.yaml': text, 'MANIFEST.json': listed(type) }, 'onap').filter(
      (one) => one.includes('manifest'),
    )

  test('says of a file of YAML that is no template that it is none, and nothing where the manifest says so', () => {
    expect(codes('OTHER', '- hosts: all\n')).toEqual([])
    expect(codes('HEAT', '- hosts: all\n')).toEqual(['MANIFEST.json 1:64 manifest-wrong'])
    expect(codes('OTHER', plain)).toEqual(['MANIFEST.json 1:64 manifest-wrong'])
  })
})
