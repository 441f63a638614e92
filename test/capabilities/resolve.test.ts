import { resolveCapabilities, withChoices } from '../../src/rules/capabilities/resolve.ts'
import { printed, type ReadTree, sources } from './trees.ts'

const template = (said: string) => `heat_template_version: 2015-10-15\n${said}resources: {}\n`

const controllers = {
  'puppet/controller.yaml': template('capabilities: {deployment: puppet}\n'),
  'docker/controller.yaml': template('capabilities: {deployment: docker}\n'),
}

function environment(requires: string, registry: string): string {
  return `${requires}resource_registry:\n${registry}`
}

const list = '  OS::Demo::Controller: [puppet/controller.yaml, docker/controller.yaml]\n'

function messages(
  texts: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string[]>> = {},
): string[] {
  const { problems } = resolveCapabilities(sources(texts), new Map(Object.entries(more)))
  return problems.map(({ code, path, message }) => `${path} ${code}: ${message}`)
}

function chosen(
  texts: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string[]>> = {},
): string[] {
  const { choices, problems } = resolveCapabilities(sources(texts), new Map(Object.entries(more)))
  expect(problems).toEqual([])
  return choices.map(({ of, chosen }) => `${of.name}: ${chosen.target}`)
}

describe('a list of candidates', () => {
  it.each([
    [
      'takes the one that offers what is required',
      'requires: {deployment: puppet}\n',
      'puppet/controller.yaml',
    ],
    ['takes the other one', 'requires: {deployment: docker}\n', 'docker/controller.yaml'],
    [
      'takes one that offers any of several values',
      'requires: {deployment: [docker, kolla]}\n',
      'docker/controller.yaml',
    ],
  ])('%s', (_name, requires, path) => {
    expect(chosen({ ...controllers, 'env.yaml': environment(requires, list) })).toEqual([
      `OS::Demo::Controller: ${path}`,
    ])
  })

  it('is decided by the last environment that requires a key', () => {
    const texts = {
      ...controllers,
      'a-env.yaml': environment('requires: {deployment: puppet}\n', list),
      'b-env.yaml': 'requires: {deployment: docker}\n',
    }
    expect(chosen(texts)).toEqual(['OS::Demo::Controller: docker/controller.yaml'])
    expect(chosen(texts, { deployment: ['puppet'] })).toEqual([
      'OS::Demo::Controller: puppet/controller.yaml',
    ])
  })

  it('knows nothing of keys that are about other types', () => {
    const texts = {
      ...controllers,
      'net.yaml': template('capabilities: {nics: bonded}\n'),
      'env.yaml': environment('requires: {deployment: docker, nics: bridged}\n', list),
    }
    expect(chosen(texts)).toEqual(['OS::Demo::Controller: docker/controller.yaml'])
  })

  it('takes a template that offers several values', () => {
    const texts = {
      'both.yaml': template('capabilities:\n  deployment: [puppet, docker]\n'),
      'other.yaml': template('capabilities:\n  deployment: kolla\n'),
      'env.yaml': environment('requires: {deployment: docker}\n', '  X::Y: [both.yaml, other.yaml]\n'),
    }
    expect(chosen(texts)).toEqual(['X::Y: both.yaml'])
  })

  it('is chosen for one resource only, and for a pattern', () => {
    const registry =
      '  OS::Demo::*: [puppet/controller.yaml, docker/controller.yaml]\n  resources:\n    one:\n      X::Y: [docker/controller.yaml, puppet/controller.yaml]\n'
    const texts = { ...controllers, 'env.yaml': environment('requires: {deployment: docker}\n', registry) }
    expect(chosen(texts)).toEqual(['OS::Demo::*: docker/controller.yaml', 'X::Y: docker/controller.yaml'])
  })
})

describe('what cannot be chosen', () => {
  it('names every candidate that does not fit, with the key that decides', () => {
    const texts = { ...controllers, 'env.yaml': environment('requires: {deployment: kolla}\n', list) }
    expect(messages(texts)).toEqual([
      'env.yaml capability-none-fits: OS::Demo::Controller: none of the candidates fits: "puppet/controller.yaml" offers deployment: puppet, required is kolla; "docker/controller.yaml" offers deployment: docker, required is kolla',
    ])
  })

  it('does not take a candidate that says nothing of a required key', () => {
    const texts = {
      'said.yaml': template('capabilities: {deployment: puppet}\n'),
      'silent.yaml': template(''),
      'env.yaml': environment('requires: {deployment: docker}\n', '  X::Y: [said.yaml, silent.yaml]\n'),
    }
    expect(messages(texts)).toEqual([
      'env.yaml capability-none-fits: X::Y: none of the candidates fits: "said.yaml" offers deployment: puppet, required is docker; "silent.yaml" offers deployment: nothing, required is docker',
    ])
  })

  it('names the candidates that fit and the keys in which they differ', () => {
    expect(messages({ ...controllers, 'env.yaml': environment('', list) })).toEqual([
      'env.yaml capability-several-fit: OS::Demo::Controller: several candidates fit: "puppet/controller.yaml" (deployment: puppet), "docker/controller.yaml" (deployment: docker); require one of deployment',
    ])
  })

  it('says so where the candidates offer the same', () => {
    const texts = {
      'a.yaml': template(''),
      'b.yaml': template(''),
      'env.yaml': environment('', '  X::Y: [a.yaml, b.yaml]\n'),
    }
    expect(messages(texts)).toEqual([
      'env.yaml capability-several-fit: X::Y: several candidates fit: "a.yaml", "b.yaml"; they offer the same',
    ])
  })

  it('misses templates', () => {
    const texts = {
      ...controllers,
      'env.yaml': environment(
        'requires: {deployment: docker}\n',
        '  X::Y: [docker/controller.yaml, gone.yaml]\n',
      ),
    }
    expect(messages(texts)).toEqual([
      'env.yaml capability-missing-candidate: X::Y: there is no template "gone.yaml" in this run',
    ])
  })

  it('is a key that nobody declares', () => {
    const texts = {
      ...controllers,
      'env.yaml': environment('requires: {deployment: docker, nic: bonded}\n', list),
    }
    expect(messages(texts)).toEqual([
      'env.yaml capability-unknown-key: no template declares the capability "nic"',
    ])
  })

  it('is not a problem of a plain mapping, unless its template says otherwise', () => {
    const registry =
      '  A::B: docker/controller.yaml\n  C::D: puppet/controller.yaml\n  E::F: OS::Heat::None\n'
    const texts = { ...controllers, 'env.yaml': environment('requires: {deployment: docker}\n', registry) }
    expect(messages(texts)).toEqual([
      'env.yaml capability-contradicted: C::D: "puppet/controller.yaml" offers deployment: puppet, required is docker',
    ])
  })
})

describe('a list that a later environment overrides', () => {
  const overriding = (registry: string) => ({
    ...controllers,
    'a-env.yaml': environment(
      '',
      '  X::Y: [puppet/controller.yaml, docker/controller.yaml, gone.yaml]\n  A::B: docker/controller.yaml\n',
    ),
    'b-env.yaml': environment('', registry),
  })

  it('is not a problem, and goes, for nobody reads it', () => {
    const all = sources(overriding('  X::Y: docker/controller.yaml\n'))
    const resolution = resolveCapabilities(all)
    expect(resolution.problems).toEqual([])
    const first = all.all.get('a-env.yaml') as ReadTree
    expect(printed(first, withChoices(first, resolution))).toBe(
      'resource_registry:\n  A::B: docker/controller.yaml\n',
    )
  })

  it('counts where the later one is about one resource only', () => {
    const registry = '  resources:\n    one:\n      X::Y: docker/controller.yaml\n'
    expect(messages(overriding(registry))).toEqual([
      'a-env.yaml capability-missing-candidate: X::Y: there is no template "gone.yaml" in this run',
    ])
  })
})

describe('lowering', () => {
  const text = `# What this cloud is made of.
requires:
  deployment: docker   # not puppet

# Who is who.
resource_registry:
  # the brain
  OS::Demo::Controller: [puppet/controller.yaml, 'docker/controller.yaml']   # two ways
  OS::Demo::Net:
    - puppet/controller.yaml
    - docker/controller.yaml
  OS::Demo::Other: other.yaml
parameter_defaults:
  size: 0644
`
  const all = sources({ ...controllers, 'env.yaml': text })
  const environmentTree = all.all.get('env.yaml') as ReadTree

  it('leaves the chosen one of each list, with all comments', () => {
    expect(
      printed(environmentTree, withChoices(environmentTree, resolveCapabilities(all))),
    ).toBe(`# What this cloud is made of.
requires:
  deployment: docker   # not puppet

# Who is who.
resource_registry:
  # the brain
  OS::Demo::Controller: 'docker/controller.yaml'   # two ways
  OS::Demo::Net: docker/controller.yaml
  OS::Demo::Other: other.yaml
parameter_defaults:
  size: 0644
`)
  })
})
