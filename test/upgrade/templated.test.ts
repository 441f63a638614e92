import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'

function upgraded(text: string, how: { templated?: boolean; to?: string; path?: string } = {}): FileOutcome {
  const { templated = true, to = '2018-08-31', path = 'role.j2.yaml' } = how
  const engine = createEngine({
    chain: 'upgrade',
    to,
    templated,
    accept: [],
    partial: false,
    registry: transforms,
  })
  return engine.run({ path, bytes: Buffer.from(text) })
}

const file = (version: string) => `# {{ name }}
heat_template_version: ${version}
resources:
{% for role in roles %}
  {{role.name}}: {type: OS::Heat::None}
{% endfor %}
`

const codesOf = ({ findings }: FileOutcome) =>
  findings.map(({ code, severity, line, column }) => `${code} ${severity} ${line}:${column}`)

describe('upgrade of templates that another program fills in first', () => {
  it('names them, with the place of the version', () => {
    const outcome = upgraded(file('2016-10-14'), { templated: false })
    expect(outcome.status).toBe('skipped')
    expect(outcome.reason).toBe('is named as a Jinja template and has Jinja tags')
    expect(codesOf(outcome)).toEqual(['templated-file info 2:24'])
  })

  it.each([
    ['2016-10-14', '2018-08-31'],
    ['"2016-10-14"  # which', '"2018-08-31"  # which'],
    ['newton', '2018-08-31'],
  ])('changes the line %s with --templated, and nothing else', (before, after) => {
    const outcome = upgraded(file(before))
    expect(outcome.after).toBe(file(after))
    expect(outcome.proof).toBe('none')
    expect(codesOf(outcome)).toEqual([`version-only warning 2:${before.startsWith('"') ? 25 : 24}`])
  })

  it('keeps a release name, and the line ends', () => {
    const text = file('newton').replaceAll('\n', '\r\n')
    expect(upgraded(text, { to: 'rocky' }).after).toBe(text.replace('newton', 'rocky'))
  })

  it('changes one that YAML can read, too', () => {
    const text = "heat_template_version: pike\ndescription: '{{ what }}'\nresources: {}\n"
    expect(upgraded(text, { path: 'stack.yaml.j2' }).after).toBe(text.replace('pike', '2018-08-31'))
  })

  it.each([
    ['a tag gives the version', file('{{ version }}')],
    ['the version stands in a tag', '{#\nheat_template_version: 2016-10-14\n#}\nresources: {{ all }}\n'],
    ['there are two', `{% if old %}\n${file('2013-05-23')}{% else %}\n${file('2016-10-14')}{% endif %}\n`],
    ['it is newer already', file('2021-04-16')],
    ['it is not a version of Heat', file('2016-01-01')],
  ])('leaves a file alone where %s', (_, text) => {
    const outcome = upgraded(text)
    expect(outcome.status).toBe('skipped')
    expect(codesOf(outcome)).toHaveLength(1)
  })

  it('leaves alone what is not a template', () => {
    expect(codesOf(upgraded('{% for a in b %}\n- {{ a }}\n{% endfor %}\n'))).toEqual([])
  })
})
