/** What `verify` reads beside the two templates, and what it makes of files that it can read beside one of them only. */
import { verify } from '../../src/engine/proof/verify.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Verdict and reasons; the template is `t.yaml` in a folder of either side. */
function verdictOf(
  template: string | readonly [string, string],
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
) {
  const texts = typeof template === 'string' ? ([template, template] as const) : template
  const side = (files: Readonly<Record<string, string>>, index: 0 | 1) => ({
    path: 't.yaml',
    bytes: bytes(`heat_template_version: 2018-08-31\n${texts[index]}`),
    read: (path: string) => (files[path] === undefined ? undefined : bytes(files[path])),
  })
  const result = verify(side(before, 0), side(after, 1))
  if ('problem' in result) throw new Error(result.problem.message)
  const { verdict, differences, reasons } = result.verdict
  return [verdict, ...differences.map(({ path }) => path), ...reasons.map(({ why }) => why)]
}

const script = 'outputs: {o: {value: {get_file: x.sh}}}\n'
const nested = 'resources: {r: {type: child.yaml, properties: {p: 1}}}\n'
const child = (value: string) =>
  `heat_template_version: 2018-08-31\nparameters: {p: {type: string}}\noutputs: {o: {value: ${value}}}\n`

describe('a file that both templates name', () => {
  it('is compared by its content where both have it', () => {
    expect(verdictOf(script, { 'x.sh': 'a' }, { 'x.sh': 'a' })).toEqual(['equal'])
    expect(verdictOf(script, { 'x.sh': 'a' }, { 'x.sh': 'b' })).toEqual(['differs', 'outputs.o.value'])
    expect(verdictOf(nested, { 'child.yaml': child('1') }, { 'child.yaml': child('2') })[0]).toBe('differs')
  })

  it('is its name where neither has it', () => {
    expect(verdictOf(script, {}, {})).toEqual(['equal'])
    expect(verdictOf(nested, {}, {})).toEqual(['equal'])
  })

  it.each([
    ['x.sh', script, 'a'],
    ['child.yaml', nested, child('1')],
  ])('leaves %s open where one of them has it', (name, template, content) => {
    const why = (which: string) => `${which}: ${name} does not exist`
    expect(verdictOf(template, { [name]: content }, {})).toEqual(['unproved', why('after')])
    expect(verdictOf(template, {}, { [name]: content })).toEqual(['unproved', why('before')])
  })

  it('is the same under its new name, which only one of them may have', () => {
    const templates = [nested.replace('child.yaml', 'child.template'), nested] as const
    const [old, next] = [{ 'child.template': child('1') }, { 'child.yaml': child('1') }]
    expect(verdictOf(templates, old, next)).toEqual(['equal'])
    expect(verdictOf(templates, {}, {})[0]).toBe('unproved')
    expect(verdictOf(templates, old, {})[0]).toBe('unproved')
    expect(verdictOf(templates, {}, next)[0]).toBe('unproved')
  })

  it('does not hide what differs elsewhere', () => {
    const other = script.replace('}\n', ', q: {value: 1}}\n')
    expect(verdictOf([other, other.replace('1', '2')], { 'x.sh': 'a' }, {})).toEqual([
      'differs',
      'outputs.q.value',
      'after: x.sh does not exist',
    ])
  })
})
