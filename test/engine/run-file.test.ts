import { engineFor, locations, runText } from './run-text.ts'

const template = `AWSTemplateFormatVersion: '2010-09-09'
Resources:
  Notes:
    Type: OS::Heat::Value
    Properties: {value: a}
`

describe('files that are not templates', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['an empty file', '', 'empty file'],
    ['blanks and line breaks', ' \n\t\n\r\n', 'empty file'],
    ['a byte order mark alone', '\ufeff', 'empty file'],
    ['a byte order mark and a line break', '\ufeff\n', 'empty file'],
    ['a NUL character', `${template}\0`, 'binary file'],
    ['other YAML', 'services:\n  web: {image: nginx}\n', 'not a template'],
    ['other JSON', '{"name": "hotshift", "version": "1.0.0"}\n', 'not a template'],
    ['a list', '- AWSTemplateFormatVersion\n- Resources\n', 'not a template'],
    ['text', 'AWSTemplateFormatVersion is a key\n', 'not a template'],
    ['comments only', '# AWSTemplateFormatVersion\n# Resources\n', 'not a template'],
  ]
  it.each(cases)('%s is skipped', (_, text, reason) => {
    const outcome = runText(text)
    expect(outcome).toMatchObject({ status: 'skipped', reason, kind: 'not-a-template', findings: [] })
    expect(outcome.after).toBeUndefined()
  })

  it('keeps the text that it was given', () => {
    expect(runText('{"a": 1}').before).toBe('{"a": 1}')
  })
})

describe('text that is not UTF-8', () => {
  it('is blocked at the first byte that is none', () => {
    const head = Buffer.from("AWSTemplateFormatVersion: '2010-09-09'\nDescription: gr\u00fc\ufffd")
    const bytes = Buffer.concat([head, Buffer.from([0xff, 0x0a]), Buffer.from('Resources: {}\n')])
    const outcome = engineFor().run({ path: 'stack.yaml', bytes })
    expect(outcome).toMatchObject({ status: 'blocked', kind: 'cfn-yaml', reason: 'a byte here is not UTF-8' })
    expect(locations(outcome)).toEqual(['invalid-utf8 2:18'])
  })

  it('is skipped where it is not a template', () => {
    const outcome = engineFor().run({ path: 'notes.txt', bytes: Buffer.from([0x61, 0xff, 0x62]) })
    expect(outcome.status).toBe('skipped')
  })
})

describe('text that cannot be read', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    [
      'truncated JSON',
      '{\n  "AWSTemplateFormatVersion": "2010-09-09",\n  "Resources": {"A": {"Type": "OS::Heat::None"',
      'json-syntax 3:47',
    ],
    [
      'YAML indented by a tab',
      "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n\tNotes: {Type: 'OS::Heat::None'}\n",
      'yaml-tab 3:1',
    ],
    ['two documents', `${template}---\n${template}`, 'yaml-several-documents 6:1'],
    ['an unknown alias', "AWSTemplateFormatVersion: '2010-09-09'\nResources: *things\n", 'yaml-anchor 2:12'],
    [
      'a quote without an end',
      "AWSTemplateFormatVersion: '2010-09-09'\nDescription: \"no end\nResources: {}\n",
      'yaml-syntax 2:14',
    ],
  ]
  it.each(cases)('%s is blocked at the place', (_, text, location) => {
    const outcome = runText(text)
    expect(outcome.status).toBe('blocked')
    expect(locations(outcome)).toEqual([location])
    expect(outcome.findings[0]?.severity).toBe('error')
    expect(outcome.reason).toBe(outcome.findings[0]?.message)
    expect(outcome.before).toBe(text)
    expect(outcome.after).toBeUndefined()
  })

  it('nests too deeply', () => {
    const deep = `{"AWSTemplateFormatVersion": "2010-09-09", "Resources": ${'['.repeat(5000)}${']'.repeat(5000)}}`
    expect(locations(runText(deep))).toEqual(['nesting-too-deep 1:312'])
  })
})

describe('versions', () => {
  const withVersion = (lines: string) => `${lines}\nResources: {}\n`
  const cases: readonly (readonly [string, string, string, string])[] = [
    [
      'one that Heat does not know',
      "AWSTemplateFormatVersion: '2010-09-10'",
      'template-version 1:27',
      '"2010-09-10" is not a version that Heat knows',
    ],
    [
      'one of the other dialect',
      "HeatTemplateFormatVersion: '2010-09-09'",
      'template-version 1:28',
      '"2010-09-09" is not a version that Heat knows',
    ],
    [
      'a number',
      'AWSTemplateFormatVersion: 2010',
      'template-version 1:27',
      'the version of the template is not a string',
    ],
    [
      'two keys',
      "AWSTemplateFormatVersion: '2010-09-09'\nHeatTemplateFormatVersion: '2012-12-12'",
      'template-version 2:28',
      'the template names several versions; Heat rejects it',
    ],
  ]
  it.each(cases)('%s: blocked', (_, lines, location, reason) => {
    const outcome = runText(withVersion(lines))
    expect(outcome).toMatchObject({ status: 'blocked', reason })
    expect(locations(outcome)).toEqual([location])
  })

  it.each(['2010-09-09', '"2010-09-09"', "'2010-09-09'", '!!str 2010-09-09'])(
    '%s is 2010-09-09',
    (version) => {
      expect(runText(withVersion(`AWSTemplateFormatVersion: ${version}`)).status).toBe('changed')
    },
  )
})

describe('what a run says of a file', () => {
  it('leaves templates alone that no transform is for', () => {
    const hot = 'heat_template_version: 2013-05-23\nresources: {}\n'
    expect(runText(hot)).toMatchObject({ status: 'unchanged', kind: 'hot', findings: [], transforms: [] })
  })

  it('counts the changes of each transform, in the order of the chain', () => {
    const outcome = runText(template)
    expect(outcome).toMatchObject({ status: 'changed', kind: 'cfn-yaml' })
    expect(outcome.transforms.map(({ id }) => id)).toEqual(['cfn/resources', 'cfn/hot-version'])
    expect(outcome.transforms.every(({ changes }) => changes > 0)).toBe(true)
    expect(outcome.newPath).toBeUndefined()
  })

  it('does not take data for a call that a transform made', () => {
    const items = ['"a\\nb "', 'Ref: OS', '" c\\n"', 'get_param: OS']
    const join = `\n      Fn::Join:\n      - ''\n      - ${items.map((one) => `- ${one}\n`).join('        ')}`
    const text = template.replace('{value: a}', `\n      value:${join.replaceAll('\n', '\n  ')}`)
    const outcome = runText(text.replace('Resources:', 'Parameters: {OS: {Type: String}}\nResources:'))
    expect(locations(outcome)).toEqual(['data-becomes-call 13:13'])
  })

  it('names the result of JSON after the file, with .yaml', () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}'
    const newPath = (path: string) => runText(json, {}, path).newPath
    expect(newPath('a/b.template')).toBe('a/b.yaml')
    expect(newPath('a.b.json')).toBe('a.b.yaml')
    expect(newPath('noending')).toBe('noending.yaml')
    expect(newPath('wrong.yaml')).toBeUndefined()
  })

  it('does not edit JSON as JSON', () => {
    const json = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}'
    const outcome = runText(json, { chain: ['cfn/hot-version'] }, 'a.json')
    expect(outcome).toMatchObject({ status: 'blocked' })
    expect(outcome.findings.map(({ code }) => code)).toEqual(['json-not-edited'])
  })

  it('edits as JSON what Python reads as JSON, and says so of comments', () => {
    const json = (lead: string) =>
      `{"AWSTemplateFormatVersion": "2010-09-09",${lead} "Parameters": {}, "Resources": {"A": {"Type": "OS::Heat::Value", "Properties": {"value": [{"Ref": "AWS::Region"}, NaN, -Infinity]}}}}`
    const run = (text: string) => runText(text, { chain: ['cfn/region-to-parameter'] }, 'a.json')
    const { status, after } = run(json(''))
    expect(status).toBe('changed')
    expect(after).toContain('[{"Ref": "region"}, NaN, -Infinity]')
    const commented = run(json('\n// first\n'))
    expect(commented).toMatchObject({ status: 'blocked' })
    expect(commented.findings.map(({ code }) => code)).toContain('json-not-edited')
  })

  it('keeps a byte order mark and the lack of a final line break', () => {
    const outcome = runText("\ufeffAWSTemplateFormatVersion: '2010-09-09'\r\nResources: {}")
    expect(outcome.after).toBe('\ufeffheat_template_version: 2018-08-31\r\nresources: {}')
  })

  it('turns a defect of ours into the failure of that file', () => {
    const broken = {
      id: 'cfn/broken',
      title: 'Break',
      description: 'Breaks.',
      references: [],
      safety: 'exact',
      appliesTo: () => true,
      run: () => {
        throw new Error('out of order')
      },
    } as const
    const outcome = runText(template, { chain: ['cfn/broken'], registry: new Map([[broken.id, broken]]) })
    expect(outcome).toMatchObject({ status: 'failed', reason: 'internal error: out of order' })
    expect(outcome.findings.map(({ code }) => code)).toEqual(['internal-error'])
  })

  it('refuses unknown targets and transforms', () => {
    expect(() => engineFor({ to: 'yesterday' })).toThrow(RangeError)
    expect(() => engineFor({ chain: ['cfn/nothing'] })).toThrow('unknown transform cfn/nothing')
  })
})

describe('comments of JSON', () => {
  it('become comments of YAML line by line, with control characters as escapes', () => {
    const outcome = runText(
      `{ // bell \x07, escape \x1b[31m
  "HeatTemplateFormatVersion": "2012-12-12",
  /* one\rtwo: \u2028three: \x85four: \ufffe */
  "Resources": {}
}
`,
      {},
      'stack.json',
    )
    expect(outcome.after).toBe(`# bell \\u0007, escape \\u001b[31m
heat_template_version: 2018-08-31
# one
# two:
# three:
# four: \\ufffe
resources: {}
`)
  })
})

describe('what only one of the two loaders of Heat reads', () => {
  const template = `HeatTemplateFormatVersion: '2012-12-12'
Resources:
  r: {Type: OS::Heat::Value, Properties: {value: [a, b:]}}
`

  it('is blocked at the colon where the result could not be read', () => {
    const outcome = runText(template)
    expect(outcome.status).toBe('blocked')
    expect(locations(outcome)).toEqual(['yaml-syntax 3:55'])
  })

  it('is rewritten once there is a blank', () => {
    expect(runText(template.replace(':]', ': ]')).after).toBe(`heat_template_version: 2018-08-31
resources:
  r: {type: OS::Heat::Value, properties: {value: [a, b: ]}}
`)
  })
})
