import {
  compareVersions,
  conditionFunctionsOf,
  features,
  functionClass,
  functionsOf,
  hasFeature,
  hasFunction,
  hotVersions,
  latestVersion,
  oldestVersion,
  parseTarget,
  removedFunctionsOf,
  versionOf,
  versionsWith,
} from '../../src/heat/versions.ts'

describe('the versions of HOT', () => {
  it('are in the order of their dates, the latest last', () => {
    expect(hotVersions).toEqual([...hotVersions].sort())
    expect(hotVersions.length).toBeGreaterThan(10)
    expect(oldestVersion).toBe('2013-05-23')
    expect(latestVersion).toBe(hotVersions.at(-1))
  })

  it('compare by age', () => {
    expect(compareVersions('2013-05-23', '2021-04-16')).toBeLessThan(0)
    expect(compareVersions('2018-08-31', '2018-03-02')).toBeGreaterThan(0)
    expect(compareVersions('2016-10-14', '2016-10-14')).toBe(0)
  })

  it('are written as a date or as one of six release names, spelled as Heat spells them', () => {
    expect(versionOf('2015-04-30')).toBe('2015-04-30')
    expect(versionOf('rocky')).toBe('2018-08-31')
    expect(versionOf('wallaby')).toBe('2021-04-16')
    expect(versionOf('Rocky')).toBeUndefined()
    expect(versionOf('kilo')).toBeUndefined()
    expect(versionOf('2013-05-23a')).toBeUndefined()
    expect(versionOf('constructor')).toBeUndefined()
  })
})

describe('parseTarget', () => {
  it.each([
    ['2018-08-31', { kind: 'hot', version: '2018-08-31' }],
    ['rocky', { kind: 'hot', version: '2018-08-31', release: 'rocky' }],
    [' Newton ', { kind: 'hot', version: '2016-10-14', release: 'newton' }],
    ['kilo', { kind: 'hot', version: '2015-04-30' }],
    ['icehouse', { kind: 'hot', version: '2013-05-23' }],
    ['latest', { kind: 'hot', version: latestVersion }],
    ['oldest', { kind: 'oldest' }],
    ['cfn-yaml', { kind: 'cfn-yaml' }],
  ])('%s', (text, target) => {
    expect(parseTarget(text)).toEqual(target)
  })

  it('names what was probably meant', () => {
    expect(parseTarget('rockey')).toEqual({ kind: 'unknown', near: ['rocky'] })
    expect(parseTarget('2018-03-03')).toEqual({ kind: 'unknown', near: ['2018-03-02', '2018-08-31'] })
    expect(parseTarget('2010-09-09')).toEqual({ kind: 'unknown', near: ['2013-05-23'] })
    expect(parseTarget('2018')).toEqual({ kind: 'unknown', near: ['2018-03-02', '2018-08-31'] })
    expect(parseTarget('cfn-yml')).toEqual({ kind: 'unknown', near: ['cfn-yaml'] })
    expect(parseTarget('toString')).toEqual({ kind: 'unknown', near: [] })
    expect(parseTarget('')).toEqual({ kind: 'unknown', near: [] })
  })
})

// What the classes of heat/engine/hot/template.py hold, looked up by hand.
describe('functions', () => {
  it('of the first version are half CloudFormation', () => {
    expect([...functionsOf('2013-05-23')].sort()).toEqual([
      'Fn::Base64',
      'Fn::GetAZs',
      'Fn::Join',
      'Fn::MemberListToMap',
      'Fn::Replace',
      'Fn::ResourceFacade',
      'Fn::Select',
      'Fn::Split',
      'Ref',
      'get_attr',
      'get_file',
      'get_param',
      'get_resource',
      'list_join',
      'resource_facade',
      'str_replace',
    ])
  })

  it('of 2015-04-30 have lost all of these but Fn::Select', () => {
    expect([...functionsOf('2015-04-30')].sort()).toEqual([
      'Fn::Select',
      'digest',
      'get_attr',
      'get_file',
      'get_param',
      'get_resource',
      'list_join',
      'repeat',
      'resource_facade',
      'str_replace',
    ])
    expect(removedFunctionsOf('2015-04-30').has('Ref')).toBe(true)
    expect(removedFunctionsOf('2015-04-30').has('Fn::Select')).toBe(false)
    expect(removedFunctionsOf('2015-10-15').has('Fn::Select')).toBe(true)
    expect(removedFunctionsOf('2013-05-23').size).toBe(0)
  })

  it('know the versions that have them', () => {
    expect(versionsWith('str_split')[0]).toBe('2015-10-15')
    expect(versionsWith('map_merge')[0]).toBe('2016-04-08')
    expect(versionsWith('if')[0]).toBe('2016-10-14')
    expect(versionsWith('Fn::Select')).toEqual(['2013-05-23', '2014-10-16', '2015-04-30'])
    expect(versionsWith('Fn::GetAZs')).toEqual(['2013-05-23'])
    expect(versionsWith('Fn::GetAtt')).toEqual([])
    expect(versionsWith('hasOwnProperty')).toEqual([])
    expect(hasFunction('2016-04-08', 'yaql')).toBe(false)
    expect(hasFunction('2016-10-14', 'yaql')).toBe(true)
  })

  it('keep or change their class between versions', () => {
    expect(functionClass('2013-05-23', 'get_attr')).toBe('hot.functions.GetAttThenSelect')
    expect(functionClass('2015-04-30', 'get_attr')).toBe('hot.functions.GetAtt')
    expect(functionClass('2021-04-16', 'get_attr')).toBe('hot.functions.GetAttAllAttributes')
    expect(functionClass('2018-08-31', 'if')).toBe('hot.functions.If')
    expect(functionClass('2021-04-16', 'if')).toBe('hot.functions.IfNullable')
    expect(functionClass('2018-08-31', 'Ref')).toBeUndefined()
  })

  it('in conditions are others', () => {
    expect([...conditionFunctionsOf('2016-04-08')]).toEqual([])
    expect([...conditionFunctionsOf('2016-10-14')].sort()).toEqual([
      'and',
      'equals',
      'get_param',
      'not',
      'or',
    ])
    expect([...conditionFunctionsOf('2017-09-01')].sort()).toEqual([
      'and',
      'contains',
      'equals',
      'get_param',
      'not',
      'or',
      'yaql',
    ])
  })
})

describe('features', () => {
  it('begin with a version and stay', () => {
    expect(features).toEqual({
      conditions: '2016-10-14',
      lowerCaseDeletionPolicy: '2016-10-14',
      externalId: '2016-10-14',
      moduloConstraint: '2017-02-24',
      parameterTags: '2018-03-02',
      jsonInText: '2015-10-15',
      allAttributes: '2015-10-15',
      attributePaths: '2014-10-16',
      permutations: '2017-09-01',
      twoItemIf: '2021-04-16',
    })
    expect(hasFeature('2016-04-08', 'conditions')).toBe(false)
    expect(hasFeature('2016-10-14', 'conditions')).toBe(true)
    expect(hasFeature('2018-08-31', 'twoItemIf')).toBe(false)
  })
})
