import { csvReporter } from '../../src/show/report/csv.ts'
import { finding } from '../run/fake-engine.ts'
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
        'a b.json,2,10,unknown-function,warning,,,,,two lines,General help.,,,\r\n' +
        'a b.json,3,1,unknown-function,warning,,,,,again,General help.,,,\r\n' +
        'b.yaml,1,1,aws-name,info,,,,,aws-name here,,,,\r\n' +
        'c.yaml,7,5,unknown-function,error,,,,,Fn::Foo is unknown,General help.,,,\r\n' +
        'f,1,1,link-not-followed,info,,,,,link-not-followed here,,,,\r\n',
    )
  })

  it('says what became of requirements', async () => {
    expect(await csv(profileOutcomes, profileLookUp)).toBe(
      `${HEADER}.,,,verdict,error,,,,,"does not meet what it MUST in 2 locations, once this is written",,,,\r\n` +
        '.,,,gate,info,,,,,Heat: not known,,,,\r\n' +
        '.,,,gate,info,,,,,VVP: not known,,,,\r\n' +
        '.,,,gate,info,,,,,SDC: not asked,,,,\r\n' +
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
    ['\tx', ' x'],
    ['\rx', '\\x0dx'],
    ['\x1b[31mred\x07', '\\x1b[31mred\\x07'],
    ['a\nb', 'a b'],
    ['a;=1+1', '"a;\'=1+1"'],
    ['::error::x', '"::error::x"'],
    ['1-1', '1-1'],
    ['a "b", c', '"a ""b"", c"'],
  ])('%j can do no harm in a spreadsheet', async (message, cell) => {
    const file = outcome({ path: 'x', status: 'blocked', findings: [finding({ code: 'yaml-tag', message })] })
    expect(await csv([file])).toBe(`${HEADER}x,1,1,yaml-tag,error,,,,,${cell},,,,\r\n`)
  })

  /** As a spreadsheet reads it that separates by another character: quotes count at the start of a cell alone. */
  function cellsWith(separator: string, text: string): readonly string[] {
    const cells: string[] = []
    for (let at = 0; at <= text.length; at++) {
      let cell = ''
      if (text[at] === '"') {
        for (at++; at < text.length && (text[at] !== '"' || text[at + 1] === '"'); at++) {
          if (text[at] === '"') at++
          cell += text[at]
        }
        at++
      }
      for (; at < text.length && text[at] !== separator && text[at] !== '\n'; at++) cell += text[at]
      cells.push(cell.replace(/\r$/, ''))
    }
    return cells
  }

  const attacks = ['=1+1', '+1', '-1', '@A', '\t=1', '"=1', '" =1', "' =1", 'x"\n=1', '::error ::x'].flatMap(
    (text) => [
      text,
      ...[';', ',', '|', '\t', '\n', '\r\n', ';"', '; ', ',"', ';;'].map((before) => `a${before}${text}`),
    ],
  )

  it('gives no reader a formula, whatever separates cells for it, and GitHub no command', async () => {
    const files = attacks.map((message, index) =>
      outcome({
        path: `${index % 2 ? message : 'x'}${index}`,
        status: 'blocked',
        findings: [finding({ code: 'yaml-tag', message })],
      }),
    )
    const text = await csv(files)
    expect(cellsWith(',', text)).toContain("a;'=1+1")
    for (const separator of [',', ';', '\t', '|'])
      expect(
        cellsWith(separator, text).filter((cell) => /^[ "']*[=+\-@]/.test(cell.replace(/^["' ]*'/, '!'))),
      ).toEqual([])
    expect(text.split(/\r?\n/).filter((line) => /^\s*::/.test(line))).toEqual([])
  })
})
