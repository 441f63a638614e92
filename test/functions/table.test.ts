import { callOf } from '../../src/heat/calls.ts'
import { cfnDialectFacts, hotConditionFunctions, hotFunctions } from '../../src/heat/facts/facts.ts'
import { argumentProblem } from '../../src/heat/functions/arguments.ts'
import {
  branchesOnCondition,
  functionNames,
  functionRow,
  isTransparent,
  mapKeysOf,
  mayGive,
} from '../../src/heat/functions/table.ts'
import type { Reading } from '../../src/heat/template.ts'
import type { HotVersion } from '../../src/heat/versions.ts'
import { isComputedClass } from '../../src/meaning/functions/classes.ts'
import { parsed } from './parsed.ts'

const ofHeat = new Set([
  ...Object.keys(hotFunctions),
  ...Object.keys(hotConditionFunctions),
  ...Object.values(cfnDialectFacts).flatMap((dialect) => [
    ...Object.keys(dialect.functions),
    ...Object.keys(dialect.conditionFunctions),
  ]),
])

describe('the table of functions', () => {
  it('has a row for every function of every version and dialect of Heat', () => {
    expect([...ofHeat].filter((name) => functionRow(name) === undefined)).toEqual([])
  })

  it('names no class that is not computed', () => {
    const histories = [...Object.values(hotFunctions), ...Object.values(hotConditionFunctions)]
    const named = [...histories, ...Object.values(cfnDialectFacts).flatMap(Object.values)].flatMap(
      Object.values,
    )
    const classes = named.filter((name) => typeof name === 'string' && name.includes('.functions.'))
    expect(classes.length).toBeGreaterThan(40)
    expect(classes.filter((name) => !isComputedClass(name))).toEqual([])
    expect(isComputedClass('hot.functions.NotThere')).toBe(false)
  })

  it('has no other rows but those that say that only AWS has the function', () => {
    const others = functionNames.filter((name) => !ofHeat.has(name))
    expect(others.filter((name) => functionRow(name)?.isAwsOnly !== true)).toEqual([])
    expect(others).toContain('Fn::Sub')
  })

  it('knows nothing by names that every object has', () => {
    expect(functionRow('constructor')).toBeUndefined()
    expect(functionRow('__proto__')).toBeUndefined()
  })

  it('tells which functions choose, and which leave no trace', () => {
    expect(functionNames.filter(branchesOnCondition)).toEqual(['if', 'Fn::If'])
    expect(functionNames.filter(isTransparent)).toEqual(['Fn::Base64'])
  })

  it('tells where a function wants a map, and which may give one', () => {
    expect(mapKeysOf('repeat')).toEqual(['for_each'])
    expect(mapKeysOf('str_replace_strict')).toEqual(['params'])
    expect(mapKeysOf('get_param')).toEqual([])
    expect(mayGive('map_merge', 'map')).toBe(true)
    expect(mayGive('if', 'map')).toBe(true)
    expect(mayGive('str_split', 'map')).toBe(false)
  })
})

interface Case {
  readonly version?: HotVersion
  readonly reading?: Reading
  readonly inCondition?: boolean
}

function problem(yaml: string, { version, reading = 'heat', inCondition = false }: Case = {}) {
  const call = callOf(parsed(yaml))
  if (call === undefined) throw new Error(`no function: ${yaml}`)
  const isFunction = (node: Parameters<typeof callOf>[0]) =>
    functionRow(callOf(node)?.name ?? '') !== undefined
  return argumentProblem(call, { isFunction, version, reading, inCondition })
}

describe('argumentProblem', () => {
  it.each([
    '{get_param: [name, {get_param: key}, 0]}',
    '{get_param: {get_param: name}}',
    '{get_attr: [server, name, 0, key]}',
    '{Ref: name}',
    '{Fn::Split: [",", {Ref: list}]}',
    '{Fn::Replace: [{a: 1, b: {Ref: x}}, text]}',
    '{Fn::Replace: [{Ref: map}, {Ref: text}]}',
    '{Fn::ResourceFacade: Metadata}',
    '{str_replace: {<<: {template: a}, params: {get_param: map}}}',
    '{map_replace: [{a: b}, {keys: {a: c}}]}',
    '{unknown: 1}',
  ])('is silent about %s', (yaml) => {
    expect(problem(yaml)).toBeUndefined()
  })

  it.each([
    ['{get_param: ""}', 'get_param takes a name, or a list of a name and a path'],
    ['{get_attr: [a, {get_attr: [b, c]}]}', 'get_attr cannot select its attribute by another attribute'],
    ['{get_attr: [a, b, [c]]}', 'get_attr takes names and numbers, not lists or mappings'],
    ['{Ref: {Ref: name}}', 'Ref takes the name of a parameter or resource, as a literal string'],
    ['{Fn::GetAtt: server.name}', 'Fn::GetAtt takes a list of two: the resource and its attribute'],
    ['{Fn::Split: ["", text]}', 'Fn::Split takes a delimiter that is a literal string, and a string'],
    ['{Fn::Split: [",", 5]}', 'Fn::Split takes a delimiter that is a literal string, and a string'],
    ['{Fn::Replace: [{a: [1]}, text]}', 'Fn::Replace takes a map of placeholders and a string'],
    ['{Fn::Replace: [{"": a}, text]}', 'Fn::Replace takes a map of placeholders and a string'],
    ['{Fn::MemberListToMap: [{Ref: a}, b, []]}', 'Fn::MemberListToMap takes two names and a list'],
    ['{Fn::ResourceFacade: {Ref: a}}', 'Fn::ResourceFacade takes Metadata, DeletionPolicy or UpdatePolicy'],
    ['{str_replace: {template: a}}', 'str_replace takes template and params'],
    ['{make_url: {hostname: a}}', 'make_url takes a map of parts of a URL'],
    ['{digest: [rot13, a]}', 'digest takes the name of an algorithm and a string'],
    ['{not: null}', 'not takes a condition'],
  ])('%s: %s', (yaml, expected) => {
    expect(problem(yaml)).toBe(expected)
  })

  it('goes by the version', () => {
    const join = '{list_join: [",", [a], [b]]}'
    expect(problem(join, { version: '2015-04-30' })).toBe('list_join takes a delimiter and a list')
    expect(problem(join, { version: '2015-10-15' })).toBeUndefined()
    // Python takes a text for the list of its letters.
    expect(problem('{get_attr: a}', { version: '2015-10-15' })).toBeUndefined()
    expect(problem('{get_attr: a}', { version: '2015-04-30' })).toBe(
      'get_attr takes a list of a resource, an attribute and a path',
    )
    const repeat = '{repeat: {template: a, for_each: {}, permutations: {get_param: a}}}'
    expect(problem(repeat, { version: '2016-10-14' })).toBeUndefined()
    expect(problem(repeat, { version: '2017-09-01' })).toBe(
      'repeat takes true or false for permutations, and no function',
    )
  })

  it('goes by the place', () => {
    expect(problem('{Ref: {Ref: name}}', { inCondition: true })).toBeUndefined()
  })

  it('goes by the reading', () => {
    expect(problem('{Fn::GetAtt: server.name}', { reading: 'aws' })).toBeUndefined()
    expect(problem('{Fn::GetAtt: .name}', { reading: 'aws' })).toBeDefined()
    expect(problem('{Fn::Base64: 5}', { reading: 'aws' })).toBeUndefined()
    expect(problem('{Fn::Base64: 5}')).toBe('Fn::Base64 takes a string')
  })
})
