import { isForHotshift } from '../../src/apps/vscode/content.ts'

describe('files that start the server', () => {
  it.each([
    ['# a comment\nheat_template_version: rocky\n'],
    ['{"heat_template_version": "2013-05-23"}'],
    ['{\n  "heat_template_version" : "2013-05-23"}'],
    ['\uFEFFheat_template_version: rocky\r\n'],
    ['parameters: {}\nresource_registry:\n  A: a.yaml\n'],
    ['parameter_defaults: {a: 1}\n'],
    ["HeatTemplateFormatVersion: '2012-12-12'\n"],
  ])('are those of Heat: %j', (text) => {
    expect(isForHotshift(text, false)).toBe(true)
  })

  it.each([
    ['services:\n  web: {image: nginx}\n'],
    ['# heat_template_version: rocky\na: 1\n'],
    ['parameters:\n  - name: pool\n'],
    ['resources:\n  - deployment.yaml\n'],
    [`${'# long\n'.repeat(1000)}heat_template_version: rocky\n`],
    [''],
  ])('are no others: %j', (text) => {
    expect(isForHotshift(text, true)).toBe(false)
  })

  it('are those of CloudFormation where that is asked for', () => {
    const text = "AWSTemplateFormatVersion: '2010-09-09'\n"
    expect([isForHotshift(text, false), isForHotshift(text, true)]).toEqual([false, true])
  })
})
