/** What two templates may hide from values that nobody thought of, each beside a look-alike that is equal. */
import { holes } from './holes.ts'
import { compareTexts } from './pairs.ts'

describe.each(holes)('$what', ({ before, another, same }) => {
  it('is not equal', () => {
    expect(compareTexts(before, another).verdict).not.toBe('equal')
  })

  it('is equal in other words', () => {
    const { verdict, differences, reasons } = compareTexts(before, same)
    expect({ verdict, differences, reasons }).toEqual({ verdict: 'equal', differences: [], reasons: [] })
  })
})

describe('what Heat refused and takes now', () => {
  const before = `heat_template_version: 2013-05-23
parameters: {n: {type: string}}
outputs: {o: {value: {str_replace: {template: host=$H, params: {$H: {get param: n}}}}}}
`

  it('is not a difference, and is named', () => {
    const { verdict, tolerated } = compareTexts(before, before.replace('2013-05-23', '2015-10-15'))
    expect(verdict).toBe('equal')
    expect(tolerated.map(({ path }) => path)).toContain('outputs.o.value')
  })

  it('is not named where nothing was refused', () => {
    const taken = before.replace('get param', 'get_param')
    const { verdict, tolerated } = compareTexts(taken, taken.replace('2013-05-23', '2015-10-15'))
    expect({ verdict, tolerated }).toEqual({ verdict: 'equal', tolerated: [] })
  })
})

// Heat 19 takes what is false in Python for no section, but for conditions.
describe('a section that is no mapping', () => {
  const hot = (name: string, value: string) => `heat_template_version: 2018-08-31\n${name}: ${value}\n`

  it.each(['parameters', 'resources', 'conditions', 'outputs'])(
    'differs from none in %s, for Heat refuses it',
    (name) => {
      for (const value of ['x', '[a]', '5', 'true'])
        expect([value, compareTexts(hot(name, 'null'), hot(name, value)).verdict]).toEqual([value, 'differs'])
    },
  )

  it.each(['parameters', 'resources', 'outputs'])('is none in %s where it is empty', (name) => {
    for (const value of ['[]', "''", '0', 'false'])
      expect([value, compareTexts(hot(name, 'null'), hot(name, value)).verdict]).toEqual([value, 'equal'])
  })

  it('is refused as conditions where it is empty, too', () => {
    expect(compareTexts(hot('conditions', '{}'), hot('conditions', '[]')).verdict).toBe('differs')
  })

  it('is refused by AWS as well', () => {
    const cfn = (value: string) => `Resources: {B: {Type: 'AWS::S3::Bucket'}}\nOutputs: ${value}\n`
    expect(compareTexts(cfn('null'), cfn("'2010-09-09'")).verdict).toBe('differs')
  })
})
