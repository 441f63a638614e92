import { compareReleases, impliesRelease } from '../../src/heat/versions.ts'

describe('compareReleases', () => {
  it('puts years before numbers, and each in their order', () => {
    const releases = ['10.0.0', '2015.1', '5.0.1', '2014.2', '5.0.0', '27.0.0', '2013.2', '2014.1.3']
    expect([...releases].sort(compareReleases)).toEqual([
      '2013.2',
      '2014.1.3',
      '2014.2',
      '2015.1',
      '5.0.0',
      '5.0.1',
      '10.0.0',
      '27.0.0',
    ])
  })

  it('takes missing parts as nought', () => {
    expect(compareReleases('2015.1', '2015.1.0')).toBe(0)
    expect(compareReleases('7', '7.0.0')).toBe(0)
  })
})

describe('impliesRelease', () => {
  it('tells whether every Heat that takes a version is as new as a release', () => {
    expect(impliesRelease('2013-05-23', '2014.1')).toBe(true)
    expect(impliesRelease('2013-05-23', '2014.2')).toBe(false)
    expect(impliesRelease('2015-10-15', '2015.1')).toBe(true)
    expect(impliesRelease('2018-08-31', '11.0.0')).toBe(true)
    expect(impliesRelease('2018-08-31', '12.0.0')).toBe(false)
    expect(impliesRelease('2021-04-16', '16.0.0')).toBe(true)
  })
})
