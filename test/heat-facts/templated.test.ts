import { looksTemplated } from '../../src/heat/templated.ts'

describe('looksTemplated', () => {
  it.each([
    ['a statement', 'resources:\n{% for role in roles %}\n  a: 1\n{% endfor %}\n', 2],
    ['an indented statement', 'a: 1\n    {%- if x %}\n', 2],
    ['a value', 'a: 1\nimage: {{ image }}\n', 2],
    ['an item', 'list:\n  - {{ item }}\n', 2],
    ['a value in flow', 'a: [x, {{ item }}]\n', 1],
    ['a key', '{{role}}Count: 1\n', 1],
    ['a comment', '{# about #}\na: 1\n', 1],
    ['after a block scalar', 'a: |\n  {{ x }}\n{% if y %}\n', 3],
    ['ERB', '<% if x %>\na: 1\n', 1],
    ["Python's percent", '"Resources" : {\n\n%(resources)s\n\n}\n', 3],
  ])('%s', (_, text, line) => {
    expect(looksTemplated(text, 'stack.yaml')).toBe(`contains tags of a template language (line ${line})`)
  })

  it.each([
    ['no tags', 'a: 1\n'],
    ['quotes', "a: \"{{ item }}\"\nb: '{% if x %}'\nc: [\"{{ x }}\", 'it''s {{ y }}']\n"],
    ['block scalars', 'a: |\n  {{ x }}\n\n  {% if y %}\nb: >-\n  {{ z }}\n- |2\n  {{ u }}\n'],
    ['escaped quotes', "a: \"\\\"{{ x }}\"\nb: '''{{ y }}'\n"],
    ['comments', '# {% for x %}\na: 1\n'],
    ['the middle of a plain scalar', 'a: name-{{ x }}\nb: /var/{{ y }}/log\n'],
    ["TripleO's placeholders", 'path: /etc/ceph/<%keyring%>\n<%keyring%>:\n  a: 1\n'],
    ['shell', 'a: ${#array[@]}\nb: $%(x)\n'],
  ])('not %s', (_, text) => {
    expect(looksTemplated(text, 'stack.yaml')).toBeUndefined()
  })

  it('is quick about long lines', () => {
    // No clock: so much text takes minutes, more than a test has, when its cost is not linear.
    expect(looksTemplated(`{"a": "${'\\"'.repeat(1_000_000)}{{"}`, 'a.json')).toBeUndefined()
  })

  it('believes a file name as soon as there is a tag', () => {
    const text = 'a: "{{ x }}"\n'
    const reason = 'a Jinja template, by its name and tags'
    expect(looksTemplated(text, 'dir/role.j2.yaml')).toBe(reason)
    expect(looksTemplated(text, 'dir\\stack.yaml.J2')).toBe(reason)
    expect(looksTemplated(text, 'dir.j2.d/stack.yaml')).toBeUndefined()
    expect(looksTemplated('a: 1\n', 'role.j2.yaml')).toBeUndefined()
    expect(looksTemplated('a: <%= x %>\n', 'stack.yaml.erb')).toBe('an ERB template, by its name and tags')
    expect(looksTemplated('a: "{{ x }}"\n', 'stack.yaml.erb')).toBeUndefined()
  })
})
