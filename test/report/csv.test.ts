import { csvReporter } from '../../src/report/csv.ts'
import { finding } from '../runner/fake-engine.ts'
import { profileLookUp, profileOutcomes } from './profile-outcomes.ts'
import { collector, feed, lookUp, outcome, outcomes } from './sample-outcomes.ts'

const HEADER =
  'path,line,column,code,severity,keyword,repair,repaired,transform,message,help,rule,link,tested by\r\n'

async function csv(files = outcomes, look = lookUp): Promise<string> {
  const to = collector()
  await feed(csvReporter(to.write, look), files)
  return to.text()
}

describe('csv', () => {
  it('has one row per finding', async () => {
    expect(await csv()).toBe(
      `${HEADER}a b.json,12,3,select-null,info,,,,cfn/select,select-null here,Own help.,,,\r\n` +
        'a b.json,2,10,unknown-function,warning,,,,,"two\n  lines",General help.,,,\r\n' +
        'a b.json,3,1,unknown-function,warning,,,,,again,General help.,,,\r\n' +
        'b.yaml,1,1,aws-reading,info,,,,,aws-reading here,,,,\r\n' +
        'c.yaml,7,5,unknown-function,error,,,,,Fn::Foo is unknown,General help.,,,\r\n' +
        'f,1,1,link-not-followed,info,,,,,link-not-followed here,,,,\r\n',
    )
  })

  it('says what became of requirements', async () => {
    expect(await csv(profileOutcomes, profileLookUp)).toBe(
      `${HEADER}.,,,verdict,error,,,,,"does not meet what it MUST in 2 locations, once this is written",,,,\r\n` +
        'base.yaml,4,5,R-90526,info,MUST NOT,safe,yes,,"the default of ""flavor|x"" went to the environment",Section 3.,No defaults.,https://example.org/a%20b.html?x&y#R-90526,test_x.py\r\n' +
        'base.yaml,9,5,R-90526,error,MUST NOT,lossy,no,,"the default of ""list"" names @resources",Section 3.,No defaults.,https://example.org/a%20b.html?x&y#R-90526,test_x.py\r\n' +
        'base.yaml,12,3,R-11111,warning,SHOULD,by-hand,no,,<script>alert(1)</script> is not a name,Take `vm_name`.,"Names <b> ""well"".",,\r\n' +
        'vol.yaml,2,1,anchor-edit,error,,,,,an alias is in the way,,,,\r\n' +
        'vol.yaml,3,5,R-90526,error,MUST NOT,safe,no,,"the default of ""size""",Section 3.,No defaults.,https://example.org/a%20b.html?x&y#R-90526,test_x.py\r\n',
    )
  })

  it('has a header when there is nothing to say', async () => {
    expect(await csv([])).toBe(HEADER)
  })

  it.each([
    ['=1+1', '"\'=1+1"'],
    ['+1', '"\'+1"'],
    ['-1', '"\'-1"'],
    ['@SUM(A1)', '"\'@SUM(A1)"'],
    ['\tx', '"\'\tx"'],
    ['\rx', '\\x0dx'],
    ['\x1b[31mred\x07', '\\x1b[31mred\\x07'],
    ['a\nb', '"a\nb"'],
    ['1-1', '1-1'],
    ['a "b", c', '"a ""b"", c"'],
  ])('%j can do no harm in a spreadsheet', async (message, cell) => {
    const file = outcome({ path: 'x', status: 'blocked', findings: [finding({ code: 'yaml-tag', message })] })
    expect(await csv([file])).toBe(`${HEADER}x,1,1,yaml-tag,error,,,,,${cell},,,,\r\n`)
  })
})
