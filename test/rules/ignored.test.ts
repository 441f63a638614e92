import { createChecker } from '../../src/engine/check.ts'
import { sifted } from '../../src/engine/findings/ignored-findings.ts'
import { readDocument } from '../../src/text/document/document.ts'

const check = (text: string) => {
  const { findings, ignored = [] } = createChecker().run({
    path: 'a.yaml',
    bytes: new TextEncoder().encode(text),
  })
  return {
    findings: findings.map(({ code, line, message }) => `${line} ${code}: ${message}`),
    ignored: ignored.map(
      ({ code, line, ignoredBy }) => `${line} ${code}: ${ignoredBy.kind}, ${ignoredBy.reason}`,
    ),
  }
}

const head = 'heat_template_version: 2018-08-31\nresources:\n'

describe('a comment that ignores a finding', () => {
  it('is about the whole entry that begins below it', () => {
    const text = `${head}  # hotshift-ignore unknown-reference: our own plug-in\n  a:\n    {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n  b:\n    {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`
    expect(check(text)).toEqual({
      findings: [expect.stringMatching(/^7 unknown-reference: /)],
      ignored: ['5 unknown-reference: comment, our own plug-in'],
    })
  })

  it('is about its own line when it stands behind something', () => {
    const text = `${head}  a:\n    {type: OS::Heat::Value, properties: {value: {get_param: p}}} # hotshift-ignore unknown-reference: ours\n  b: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`
    expect(check(text).ignored).toEqual(['4 unknown-reference: comment, ours'])
    expect(check(text).findings).toHaveLength(1)
  })

  it('is about an item of a list, with other comments and blank lines between', () => {
    const text = `${head}  a:\n    type: OS::Heat::Value\n    properties:\n      value:\n        # hotshift-ignore unknown-reference: comes with the next version\n        # and this is why\n\n        - {get_param: p}\n        - {get_param: q}\n`
    const { findings, ignored } = check(text)
    expect(ignored).toHaveLength(1)
    expect(findings).toHaveLength(1)
  })

  it('may be about the whole file, and name several codes', () => {
    const text = `# hotshift-ignore-file unknown-section, unknown-reference : generated\n${head}  a: {type: OS::Heat::Value, properties: {value: {get_param: p}}}\nresource: {}\n`
    expect(check(text)).toEqual({ findings: [], ignored: expect.any(Array) })
    expect(check(text).ignored).toHaveLength(2)
  })

  it('counts in a JSON template with comments, too', () => {
    const text =
      '{\n// hotshift-ignore-file json-comment, unknown-reference: for people\n"heat_template_version": "2018-08-31",\n"resources": {"a": {"type": "OS::Heat::Value", "properties": {"value": {"get_param": "p"}}}}}\n'
    expect(readDocument(text)).toHaveProperty('document')
    expect(check(text).findings).toEqual([])
  })

  it('names codes that exist, or is an error', () => {
    const text = `${head}  # hotshift-ignore unknown-referense, R-12345, zzzzzzzzzzzz: ours\n  a: {type: OS::Heat::None}\n`
    expect(check(text).findings).toEqual([
      '3 unknown-ignore: no finding has the code unknown-referense; did you mean unknown-reference?',
      '3 unknown-ignore: no finding has the code zzzzzzzzzzzz',
    ])
  })

  it('is about codes of a profile too, of which only that says that they ignore nothing', () => {
    const text = `${head}  # hotshift-ignore R-22838, sdc-naming, odd-character: ours\n  a: {type: OS::Heat::None}\n`
    expect(check(text).findings).toEqual([
      '3 unused-ignore: this comment ignores nothing: there is no odd-character here',
    ])
    const reading = readDocument(text)
    const found = 'document' in reading ? sifted([], reading.document, 'onap').findings : []
    expect(found.map(({ message }) => message)).toEqual([
      'this comment ignores nothing: there is no R-22838 here',
    ])
  })

  it('is reported when there is nothing to ignore, each code by itself', () => {
    const text = `${head}  # hotshift-ignore unknown-reference, odd-character: ours\n  a:\n    {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`
    expect(check(text).findings).toEqual([
      '3 unused-ignore: this comment ignores nothing: there is no odd-character here',
    ])
  })

  it.each([
    '# hotshift-ignore unknown-reference',
    '# hotshift-ignore',
    '# hotshift-ignore unknown-reference:',
    '# hotshift-ignored x: y',
  ])('needs a code and a reason: %s', (comment) => {
    const text = `${head}  ${comment}\n  a:\n    {type: OS::Heat::Value, properties: {value: {get_param: p}}}\n`
    expect(check(text).ignored).toEqual([])
    expect(check(text).findings[0]).toMatch(/^3 malformed-ignore: /)
  })

  it('is none inside of a string', () => {
    const text = `${head}  a:\n    type: OS::Heat::Value\n    properties: {value: ["# hotshift-ignore unknown-reference: no", {get_param: p}]}\n`
    expect(check(text).ignored).toEqual([])
    expect(check(text).findings).toHaveLength(1)
  })
})
