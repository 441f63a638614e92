import { createEngine } from '../../src/engine/engine.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { transforms } from '../../transforms/registry.ts'

function upgraded(
  text: string,
  how: { templated?: boolean; to?: string; path?: string; chain?: 'upgrade' | 'modernize' } = {},
): FileOutcome {
  const { templated = true, to = '2018-08-31', path = 'role.j2.yaml', chain = 'upgrade' } = how
  const engine = createEngine({
    chain,
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
    expect(outcome.reason).toBe('a Jinja template, by its name and tags')
    expect(codesOf(outcome)).toEqual(['templated-file info 2:24'])
  })

  it.each([
    ['2016-10-14', '2018-08-31'],
    ['"2016-10-14"  # which', '"2018-08-31"  # which'],
    ['newton', 'rocky'],
    ['2021-04-16', '2018-08-31'],
  ])('changes the line %s with --templated, and proves the result over renderings', (before, after) => {
    const outcome = upgraded(file(before))
    expect(outcome.after).toBe(file(after))
    expect(outcome.proof).toBe('equal')
    expect(codesOf(outcome)).toEqual(['rendered info 1:1'])
    expect(outcome.findings[0]?.message).toMatch(/^proved equal in [0-9]+ renderings with generated values$/)
    expect(outcome.renderings).toBeGreaterThan(3)
  })

  it('keeps a release name, and the line ends', () => {
    const text = file('newton').replaceAll('\n', '\r\n')
    expect(upgraded(text, { to: 'rocky' }).after).toBe(text.replace('newton', 'rocky'))
  })

  it('changes one that YAML can read, too', () => {
    const text = "heat_template_version: pike\ndescription: '{{ what }}'\nresources: {}\n"
    expect(upgraded(text, { path: 'stack.yaml.j2' }).after).toBe(text.replace('pike', 'rocky'))
  })

  it.each([
    ['a tag gives the version', file('{{ version }}')],
    ['the version stands in a tag', '{#\nheat_template_version: 2016-10-14\n#}\nresources: {{ all }}\n'],
    ['there are two', `{% if old %}\n${file('2013-05-23')}{% else %}\n${file('2016-10-14')}{% endif %}\n`],
    ['it is not a version of Heat', file('2016-01-01')],
  ])('leaves a file alone where %s', (_, text) => {
    const outcome = upgraded(text)
    expect(outcome.status).toBe('skipped')
    expect(codesOf(outcome)).toHaveLength(1)
  })

  it('rewrites what stands outside of the tags, in branches and loops, too', () => {
    const text = `{#- ports -#}
heat_template_version: 2016-10-14
parameters:
  {{ role.name }}Net: {type: string}
resources:
{%- for role in roles if role.enabled|default(true) %}
  {{ role.name }}_port:  # of {{ role.name }}
    type: OS::Neutron::Port
    properties:
  {% if old is defined %}
      network_id: {get_param: {{ role.name }}Net}
  {%- else %}
      network_id: "{{ other }}"
  {%- endif %}
      name: net-{{ role.name }}{% if not loop.last %}-more{% endif %}
{% endfor %}
`
    const outcome = upgraded(text, { chain: 'modernize' })
    expect(outcome.after).toBe(
      text
        .replace('2016-10-14', '2018-08-31')
        .replace('network_id: "', 'network: "')
        .replace('network_id: {', 'network: {'),
    )
    expect(outcome.findings.find(({ code }) => code === 'rendered')?.message).toMatch(
      / in [0-9]+ renderings /,
    )
  })

  it.each([
    ['a macro', '{% macro a() %}{% endmacro %}\n', 1],
    ['what is included', 'resources:\n{% include "more.yaml" %}\n', 3],
    ['a tag that is never closed', 'resources:\n  a: {{ b\n', 3],
  ])('does not touch a file with %s, and names its line', (_, rest, line) => {
    const text = `heat_template_version: 2016-10-14\n`
    const source = line === 1 ? rest + text : text + rest
    const outcome = upgraded(source)
    expect(outcome.status).toBe('skipped')
    expect(codesOf(outcome)).toEqual([expect.stringMatching(`templated-file info ${line === 1 ? 1 : line}:`)])
  })

  it('changes the version alone where a tag writes lines, if renderings prove it', () => {
    const text = 'heat_template_version: 2016-10-14\nresources:\n  a:\n    type: OS::Heat::None\n{{ more }}\n'
    expect(upgraded(text).status).toBe('skipped')
    const quoted = text.replace('{{ more }}', `    metadata: {a: "{% if b %}c"{% else %}d"{% endif %}}`)
    const outcome = upgraded(quoted)
    expect(outcome.after).toBe(quoted.replace('2016-10-14', '2018-08-31'))
    expect(
      codesOf(outcome)
        .map((one) => one.split(' ')[0])
        .toSorted(),
    ).toEqual(['rendered', 'version-only'])
  })

  it('leaves alone what is not a template', () => {
    expect(codesOf(upgraded('{% for a in b %}\n- {{ a }}\n{% endfor %}\n'))).toEqual([])
  })
})
