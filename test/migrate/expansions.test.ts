/** What another program has to expand first: one finding for each location, with the command that does it. */
import { rewrite } from '../../src/index.ts'

const errorsOf = (text: string) => {
  const [outcome] = rewrite([{ path: 'a.yaml', text }], { chain: 'migrate' })
  return outcome?.findings.flatMap(({ severity, code, line, message, help = '' }) =>
    severity === 'error' ? [{ code, line, message, help }] : [],
  )
}
const head = "AWSTemplateFormatVersion: '2010-09-09'\n"
const noting = (value: string) =>
  `Resources:\n  Note: {Type: 'OS::Heat::Value', Properties: {value: ${value}}}\n`

it.each([
  ['!FindInMap [M, !Ref P, k, {DefaultValue: none}]', 'Fn::FindInMap'],
  ['!Length {Ref: P}', 'Fn::Length'],
  ['!ToJsonString {a: !Ref P}', 'Fn::ToJsonString'],
])('%s depends on a parameter', (value, name) => {
  const text = `${head}Transform: AWS::LanguageExtensions
Parameters: {P: {Type: CommaDelimitedList}}
Mappings: {M: {a: {k: v}}}
${noting(value)}`
  expect(errorsOf(text)).toEqual([
    {
      code: 'unknown-section',
      line: 6,
      message: `the transform AWS::LanguageExtensions expands ${name}; expand it first`,
      help: 'Write out what depends on a parameter here; hotshift computes the rest.',
    },
  ])
})

it('names each location that a transform is needed for', () => {
  const text = `${head}Transform: AWS::LanguageExtensions
Parameters: {P: {Type: CommaDelimitedList}}
Resources:
  Fn::ForEach::Notes: [Name, !Ref P, {'Note\${Name}': {Type: 'OS::Heat::Value'}}]
  Note: {Type: 'OS::Heat::Value', Properties: {value: !Length {Ref: P}}}
`
  expect(errorsOf(text)?.map(({ code, line }) => `${code} ${line}`)).toEqual([
    'unknown-section 5',
    'unknown-section 6',
  ])
})

it.each([
  [
    `Transform: AWS::Serverless-2016-10-31\nResources: {F: {Type: 'AWS::Serverless::Function'}}\n`,
    'sam validate --debug --template <file>',
  ],
  [noting('!Rain::Embed file.txt'), 'rain pkg <file>'],
])('%j is expanded by a program', (text, command) => {
  const [error, ...others] = errorsOf(`${head}${text}`) ?? []
  expect(error?.help).toContain(`Convert what \`${command}\` prints`)
  expect(others).toEqual([])
})

it('names the command for a macro inside of a value', () => {
  const [error] = errorsOf(`${head}${noting("{'Fn::Transform': {Name: Now}}")}`) ?? []
  expect(error).toMatchObject({
    code: 'no-equivalent',
    message:
      'Fn::Transform: macros run at AWS only; convert what `aws cloudformation get-template --template-stage Processed --stack-name <stack>` prints',
  })
})
