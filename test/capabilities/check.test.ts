import { type CheckOptions, createChecker } from '../../src/engine/check.ts'

const template = (tool: string) => `heat_template_version: 2018-08-31\ncapabilities: {deployment: ${tool}}\n`

/** What check finds in one of some files: `line code: message`. */
function found(
  files: Readonly<Record<string, string>>,
  path: string,
  options: CheckOptions = {},
): readonly string[] {
  const readFile = (named: string) => (files[named] === undefined ? undefined : Buffer.from(files[named]))
  const { findings } = createChecker({ ...options, readFile }).run({
    path,
    bytes: Buffer.from(files[path] ?? ''),
  })
  return findings.map(({ code, line, message }) => `${line} ${code}: ${message}`)
}

const refused = (line: number, what: string) => `${line} capability-section: Heat rejects ${what}`

it.each([
  [template('puppet'), [refused(2, 'the section capabilities of a template')]],
  [
    'heat_template_version: 2018-08-31\ncapabilities:\n  deployment: 3\n  3: puppet\n  both: [a, {b: c}]\n  fine: [a, b]\n',
    [
      refused(2, 'the section capabilities of a template'),
      '3 capability-syntax: capabilities are a mapping of strings, or lists of strings',
      '4 capability-syntax: capabilities are a mapping of strings, or lists of strings',
      '5 capability-syntax: capabilities are a mapping of strings, or lists of strings',
    ],
  ],
  [
    'heat_template_version: 2018-08-31\ncapabilities: puppet\n',
    [
      refused(2, 'the section capabilities of a template'),
      '2 capability-syntax: capabilities are a mapping of strings, or lists of strings',
    ],
  ],
])('a template: %j', (text, expected) => {
  expect(found({ 'a.yaml': `${text}resources: {}\n` }, 'a.yaml')).toEqual(expected)
})

it.each([
  ['resource_registry: {A: a.yaml}\n', []],
  ['parameter_defaults: {requires: [a]}\n', []],
  [
    'requires: {deployment: docker}\nresource_registry: {A: [a.yaml, b.yaml]}\n',
    [refused(1, 'the section requires of an environment'), refused(2, 'several templates for A')],
  ],
  [
    'requires: {deployment: kolla}\nresource_registry:\n  A: [a.yaml, b.yaml]\n',
    [
      refused(1, 'the section requires of an environment'),
      refused(3, 'several templates for A'),
      '3 capability-none-fits: A: none of the candidates fits: "a.yaml" offers deployment: puppet, required is kolla; "b.yaml" offers deployment: docker, required is kolla',
    ],
  ],
  [
    'resource_registry:\n  A: [a.yaml, b.yaml]\n',
    [
      refused(2, 'several templates for A'),
      '2 capability-several-fit: A: several candidates fit: "a.yaml" (deployment: puppet), "b.yaml" (deployment: docker); require one of deployment',
    ],
  ],
  [
    'requires: {colour: red}\nresource_registry:\n  A: [a.yaml, gone.yaml]\n  B: a.yaml\n',
    [
      refused(1, 'the section requires of an environment'),
      '1 capability-unknown-key: no template declares the capability "colour"',
      refused(3, 'several templates for A'),
      '3 capability-missing-candidate: A: there is no template "gone.yaml" in this run',
    ],
  ],
  [
    'requires: {deployment: docker}\nresource_registry: {B: a.yaml}\n',
    [
      refused(1, 'the section requires of an environment'),
      '2 capability-contradicted: B: "a.yaml" offers deployment: puppet, required is docker',
    ],
  ],
])('an environment: %j', (text, expected) => {
  const files = { 'zoo.env': text, 'a.yaml': template('puppet'), 'b.yaml': template('docker') }
  expect(found(files, 'zoo.env')).toEqual(expected)
})

describe('a type with candidates', () => {
  const head = 'heat_template_version: 2018-08-31\n'
  const files = {
    'docker.yaml': `${head}capabilities: {deployment: docker}\nparameters: {zoo: {type: string}, container: {type: string}}\nresources: {}\noutputs: {a: {value: 1}, b: {value: 2}}\n`,
    'puppet.yaml': `${head}capabilities: {deployment: puppet}\nparameters: {zoo: {type: string}, n: {type: number, default: 1}}\nresources: {}\noutputs: {a: {value: 1}}\n`,
    'zoo.env': 'resource_registry:\n  OS::Zoo::Keeper: [puppet.yaml, docker.yaml]\n',
    'zoo.yaml': `${head}resources:
  k:
    type: OS::Zoo::Keeper
    properties: {zoo: z, n: abc, other: 1}
outputs:
  a: {value: {get_attr: [k, a]}}
  b: {value: {get_attr: [k, b]}}
  c: {value: {get_attr: [k, c]}}
`,
  }
  const foundWith = (more: Readonly<Record<string, string>>) => {
    const all = { ...files, ...more }
    return found(all, 'zoo.yaml', { besides: Object.keys(all), together: ['zoo.env'] })
  }

  it('is known, and what is given to it is held against each of them', () => {
    expect(foundWith({})).toEqual([
      '4 capability-candidates-part: with "docker.yaml": nested template OS::Zoo::Keeper requires "container", which is not passed',
      '5 capability-candidates-part: with "docker.yaml": OS::Zoo::Keeper has no property "n"',
      '5 capability-candidates-part: with "puppet.yaml": the property "n" of OS::Zoo::Keeper is not a number',
      '5 unknown-property: OS::Zoo::Keeper has no property "other"',
      '8 capability-candidates-part: with "puppet.yaml": OS::Zoo::Keeper has no output "b"',
      '9 missing-output: OS::Zoo::Keeper has no output "c"',
    ])
  })

  it('is the one that fits where the environment requires it', () => {
    expect(foundWith({ 'zoo.env': `${files['zoo.env']}requires: {deployment: puppet}\n` })).toEqual([
      '5 bad-value: the property "n" of OS::Zoo::Keeper is not a number',
      '5 unknown-property: OS::Zoo::Keeper has no property "other"',
      '8 missing-output: OS::Zoo::Keeper has no output "b"',
      '9 missing-output: OS::Zoo::Keeper has no output "c"',
    ])
  })

  it('is not doubted for what all of them take', () => {
    const text = `${head}resources: {k: {type: OS::Zoo::Keeper, properties: {zoo: z, container: c}}}\n`
    const puppet = files['puppet.yaml'].replace('n: {type: number, default: 1}', 'container: {type: string}')
    expect(foundWith({ 'zoo.yaml': text, 'puppet.yaml': puppet })).toEqual([])
  })

  it('has an error where one of them has', () => {
    const text = `${head}resources: {k: {type: OS::Zoo::Keeper, properties: {zoo: z}}}\n`
    const docker = `${head}capabilities: {deployment: docker}\nparameters: {zoo: {type: strin}}\nresources: {}\n`
    const [one, ...more] = foundWith({ 'zoo.yaml': text, 'docker.yaml': docker })
    expect(more).toEqual([])
    expect(one).toMatch(/^2 capability-candidates-part: with "docker\.yaml": docker\.yaml:3 has an error: /)
  })

  it('is held against those that can be read', () => {
    const text = `${head}resources: {k: {type: OS::Zoo::Keeper, properties: {zoo: z, x: 1}}}\n`
    const env = 'resource_registry:\n  OS::Zoo::Keeper: [puppet.yaml, gone.yaml]\n'
    expect(foundWith({ 'zoo.yaml': text, 'zoo.env': env })).toEqual([
      '2 unknown-property: OS::Zoo::Keeper has no property "x"',
    ])
  })

  it('is a member of a group, too', () => {
    const text = `${head}resources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def: {type: OS::Zoo::Keeper, properties: {zoo: z, n: 1}}\n`
    expect(foundWith({ 'zoo.yaml': text })).toEqual([
      '6 capability-candidates-part: with "docker.yaml": nested template OS::Zoo::Keeper requires "container", which is not passed',
      '6 capability-candidates-part: with "docker.yaml": OS::Zoo::Keeper has no property "n"',
    ])
  })
})
