import { annotated, typesFromRegistries } from '../../src/rules/capabilities/annotate.ts'
import { findCapable, summaryOf } from '../../src/rules/capabilities/queries.ts'
import { printed, sources, tree } from './trees.ts'

const version = 'heat_template_version: 2015-10-15\n'
const all = sources({
  'puppet/controller.yaml': `${version}capabilities: {deployment: puppet, resource_type: OS::Demo::Controller}\n`,
  'docker/controller.yaml': `${version}capabilities: {deployment: docker, resource_type: [OS::Demo::Controller, OS::Demo::Compute]}\n`,
  'plain.yaml': version,
  'env.yaml':
    'resource_registry:\n  OS::Demo::Controller: [puppet/controller.yaml, docker/controller.yaml]\n  OS::Demo::Plain: plain.yaml\n  OS::Demo::Simple: plain.yaml\n  OS::Demo::Any*: plain.yaml\n',
})

describe('findCapable', () => {
  it.each([
    [{ deployment: ['puppet'] }, ['puppet/controller.yaml']],
    [{ resource_type: ['OS::Demo::Controller'] }, ['docker/controller.yaml', 'puppet/controller.yaml']],
    [{ resource_type: ['OS::Demo::Controller'], deployment: ['docker'] }, ['docker/controller.yaml']],
    [{ deployment: ['kolla'] }, []],
  ])('%j', (wanted, paths) => {
    expect(findCapable(all.templates.values(), new Map(Object.entries(wanted)))).toEqual(paths)
  })
})

it('summaryOf lists keys, types and open choices', () => {
  const { capabilities, types, open } = summaryOf(all)
  expect([...capabilities]).toEqual([['deployment', ['docker', 'puppet']]])
  expect([...types]).toEqual([
    ['OS::Demo::Compute', ['docker/controller.yaml']],
    ['OS::Demo::Controller', ['docker/controller.yaml', 'puppet/controller.yaml']],
  ])
  expect([...open]).toEqual([['OS::Demo::Controller', ['puppet/controller.yaml', 'docker/controller.yaml']]])
})

it('typesFromRegistries names the types of each template, patterns left out', () => {
  expect([...typesFromRegistries(all)]).toEqual([
    ['puppet/controller.yaml', ['OS::Demo::Controller']],
    ['docker/controller.yaml', ['OS::Demo::Controller']],
    ['plain.yaml', ['OS::Demo::Plain', 'OS::Demo::Simple']],
  ])
})

describe('annotated', () => {
  const wanted = new Map([
    ['deployment', ['puppet']],
    ['resource_type', ['A::B', 'C::D']],
  ])

  it('adds a section behind version and description', () => {
    const one = tree(
      'a.yaml',
      '# ours\nheat_template_version: 2015-10-15\ndescription: one   # short\n\nresources: {}\n',
    )
    const { root, kept } = annotated(one, wanted, 'keep')
    expect(kept).toEqual([])
    expect(printed(one, root)).toBe(
      '# ours\nheat_template_version: 2015-10-15\ndescription: one   # short\n\ncapabilities:\n  deployment: puppet\n  resource_type: [A::B, C::D]\n\nresources: {}\n',
    )
  })

  it('changes nothing where all is said', () => {
    const one = tree('a.yaml', `${version}capabilities: {resource_type: [C::D, A::B], deployment: puppet}\n`)
    expect(annotated(one, wanted, 'keep').root).toBe(one.root)
  })

  it('keeps a different value unless it may overwrite it', () => {
    const one = tree('a.yaml', `${version}capabilities:\n  deployment: docker   # said\n`)
    const { root, kept } = annotated(one, wanted, 'keep')
    expect(kept.length).toBe(1)
    expect(printed(one, root)).toBe(
      `${version}capabilities:\n  deployment: docker   # said\n  resource_type: [A::B, C::D]\n`,
    )
    expect(printed(one, annotated(one, wanted, 'overwrite').root)).toBe(
      `${version}capabilities:\n  deployment: puppet   # said\n  resource_type: [A::B, C::D]\n`,
    )
  })
})
