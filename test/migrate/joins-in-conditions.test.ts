/** Conditions that compare what a join makes: Heat computes none there, and the advice is what it does compute. */
import { check, rewrite } from '../../src/index.ts'

const template = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Stage: {Type: String, Default: live}
  Area: {Type: String, Default: north}
Conditions:
  IsHere: {'Fn::Equals': [{'Fn::Join': ['-', [{Ref: Stage}, {Ref: Area}]]}, live-north]}
Resources:
  Note: {Type: OS::Heat::None, Condition: IsHere}
`

const migrated = (partial: boolean) =>
  rewrite([{ path: 'note.yaml', text: template }], { chain: 'migrate', to: 'auto', partial })[0]

it('are left, with the form that HOT has', () => {
  const outcome = migrated(false)
  expect(outcome).toMatchObject({ status: 'blocked' })
  const [found] = outcome?.findings.filter(({ code }) => code === 'no-equivalent') ?? []
  expect(found).toMatchObject({ message: 'a condition cannot use list_join', line: 6 })
  expect(found?.help).toContain(`{yaql: {expression: "$.data.join('<delimiter>')", data: <list>}}`)
})

it('pass check once the advice is followed', () => {
  const text = migrated(true)?.after?.replace(
    "{list_join: ['-', [{get_param: Stage}, {get_param: Area}]]}",
    `{yaql: {expression: "$.data.join('-')", data: [{get_param: Stage}, {get_param: Area}]}}`,
  )
  expect(text).toContain('yaql')
  expect(check([{ path: 'note.yaml', text: text ?? '' }])[0]).toMatchObject({
    status: 'unchanged',
    findings: [],
  })
})
