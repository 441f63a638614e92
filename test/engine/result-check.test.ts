import { locations, runText } from './run-text.ts'

const withParameter = (parameter: string, value = '{Ref: P}') => `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  P: ${parameter}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: ${value}}}
`

describe('what Heat would refuse in a result', () => {
  it('blocks the file where the original did not have it', () => {
    // AWS trims the items of the default, and not what it compares them with.
    const parameter = '{Type: CommaDelimitedList, Default: "a, b", AllowedValues: [a, " b"]}'
    const outcome = runText(withParameter(parameter), { from: 'aws' })
    expect(outcome.status).toBe('blocked')
    const errors = outcome.findings.filter(({ severity }) => severity === 'error')
    expect(errors.map(({ code, line }) => `${code} ${line}`)).toEqual(['bad-value 3'])
    expect(errors[0]?.message).toMatch(/^in the result, /)
  })

  it('is a warning where Heat refuses the original for it', () => {
    const outcome = runText(withParameter('{Type: String, Default: a, AllowedValues: [b]}'))
    expect(outcome.status).toBe('changed')
    const [finding] = outcome.findings.filter(({ code }) => code === 'bad-value')
    expect(finding).toMatchObject({ severity: 'warning', line: 3 })
    expect(finding?.message).toMatch(/; Heat rejects the original too$/)
    const ofAws = runText(withParameter('{Type: String, Default: a, AllowedValues: [b]}'), { from: 'aws' })
    expect(ofAws.findings.find(({ code }) => code === 'bad-value')?.message).toMatch(/^in the result, /)
  })

  it('is not said twice, and not of what Heat takes', () => {
    expect(locations(runText(withParameter('{Type: String, Default: b, AllowedValues: [b]}')))).toEqual([])
    const unknown = runText(withParameter('{Type: String, Default: b}', '{Ref: Nobody}'))
    expect(locations(unknown)).toEqual(['unknown-reference 5:53'])
  })

  it('is told for each of many parts, whichever of them it is in', () => {
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G']
    const text = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
${names.map((name, index) => `  ${name}: {Type: String, Default: a, AllowedValues: [${index % 2 === 0 ? 'b' : 'a'}]}`).join('\n')}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: [${names.map((name) => `{Ref: ${name}}`).join(', ')}]}}
`
    const found = runText(text).findings.filter(({ code }) => code === 'bad-value')
    expect(found.map(({ severity, line }) => `${severity} ${line}`)).toEqual(
      [3, 5, 7, 9].map((line) => `warning ${line}`),
    )
  })

  it('is looked for in parameters alone where short tags hide the values of the original', () => {
    const tagged = withParameter('{Type: String}', '!Ref P').replace(
      'OS::Heat::Value, Properties: {value',
      'OS::Nova::Server, Properties: {flavr',
    )
    expect(runText(tagged).status).toBe('changed')
  })
})

describe('a comment that is gone', () => {
  it('is said, at its place', () => {
    const outcome = runText(`AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes:
    # never looked up
    a: {b: c}
Resources:
  Note: {Type: OS::Heat::None}
`)
    expect(locations(outcome)).toEqual(['unused-mapping 3:3', 'comment-lost 4:5'])
  })

  it('is not said of one that a blueprint takes into a nested template', () => {
    const blueprint = runText(`name: hall
components:
  tier:
    type: tier
    initialSize: 3
    nodespec:
      requires:
        os: rhel
    requires:
      loadbalancer:
        publicPort: 80
        # who balances
        fulfillment: id:lb
  lb:
    requires:
      dns: www.example.com
`)
    const parameters = ['3:3', '3:3', '3:3', '14:3', '16:7'].map((at) => `blueprint-parameter ${at}`)
    expect(locations(blueprint)).toEqual(parameters)
  })

  it('is said of what becomes types of OpenStack, too', () => {
    const natively = runText(
      `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  P: {Type: String, Default: a, AllowedValues: [b]}
Mappings:
  Sizes:
    # never looked up
    a: {b: c}
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: P}}}
`,
      { chain: 'migrate-natively' },
    )
    expect(locations(natively)).toEqual(['bad-value 3:30', 'unused-mapping 5:3', 'comment-lost 6:5'])
  })

  it('is not said of a block comment of JSON, whose lines become comments of their own', () => {
    const outcome = runText(`{
  /* first

     second */
  "AWSTemplateFormatVersion": "2010-09-09",
  "Resources": {"Note": {"Type": "OS::Heat::None"}} // behind \u0007
}
`)
    expect(outcome.after).toContain('# first\n#\n# second\n')
    expect(locations(outcome)).toEqual([])
  })
})
