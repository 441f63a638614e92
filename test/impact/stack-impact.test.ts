import { impactOf } from '../../src/engine/proof/impact.ts'
import { noImpact, verdictOf } from '../../src/meaning/impact/model.ts'
import { effectsOf, impactBetween, template, withResources } from './impact-of.ts'

describe('what an update does to a stack', () => {
  it('is nothing where the templates mean the same', () => {
    const before = template(
      'parameters: {p: {type: string}}\nresources:\n  r: {type: OS::Nova::KeyPair, properties: {name: {list_join: ["", [a, {get_param: p}]]}}}\n',
    )
    const after = before
      .replace('2018-08-31', '2021-04-16')
      .replace(
        '{list_join: ["", [a, {get_param: p}]]}',
        '{str_replace: {template: a$p, params: {$p: {get_param: p}}}}',
      )
    const impact = impactBetween(before, after)
    expect(impact).toEqual({ ...noImpact, unchanged: 1 })
    expect(verdictOf(impact)).toBe('nothing')
  })

  it('is what the schemas of the classes say', () => {
    const before = withResources(
      'net OS::Neutron::Net {name: a}',
      'vol OS::Cinder::Volume {size: 1, availability_zone: a}',
      'kept OS::Cinder::Volume {size: 1}',
      'gone OS::Nova::KeyPair {name: a}',
    )
    const after = withResources(
      'net OS::Neutron::Net {name: b}',
      'vol OS::Cinder::Volume {size: 1, availability_zone: b}',
      "kept OS::Cinder::Volume {size: '1'}",
      'new OS::Swift::Container {name: a}',
    )
    expect(effectsOf(impactBetween(before, after))).toEqual({
      net: 'update',
      vol: 'replace',
      new: 'create',
      gone: 'delete',
    })
  })

  it('follows references to what is replaced', () => {
    const of = (zone: string) =>
      withResources(
        `vol OS::Cinder::Volume {size: 1, availability_zone: ${zone}}`,
        'server OS::Nova::Server {flavor: f, image: i, networks: [{network: n}], metadata: {vol: {get_resource: vol}}}',
        'att OS::Cinder::VolumeAttachment {instance_uuid: {get_resource: server}, volume_id: {get_resource: vol}}',
        'key OS::Nova::KeyPair {name: {get_attr: [vol, display_name]}}',
      )
    const impact = impactBetween(of('a'), of('b'))
    expect(effectsOf(impact)).toEqual({ vol: 'replace', server: 'update', att: 'update', key: 'may replace' })
    expect(impact.resources.find(({ name }) => name === 'server')?.changes).toMatchObject([
      { path: 'properties.metadata.vol', by: 'vol', certainty: 'sure', action: 'update' },
    ])
  })

  it('asks what a class decides by itself', () => {
    const of = (image: string, rest: string) =>
      withResources(`s OS::Nova::Server {flavor: f, image: ${image}, networks: [{network: n}]${rest}}`)
    expect(effectsOf(impactBetween(of('a', ''), of('b', '')))).toEqual({ s: 'update' })
    const policy = ', image_update_policy: REPLACE'
    expect(effectsOf(impactBetween(of('a', policy), of('b', policy)))).toEqual({ s: 'replace' })
    const port = (name: string) =>
      withResources(`p OS::Neutron::Port {network: n, name: ${name}, replacement_policy: REPLACE_ALWAYS}`)
    expect(effectsOf(impactBetween(port('a'), port('a')))).toEqual({ p: 'replace' })
  })

  it('says under which values something happens', () => {
    const of = (zone: string, isWanted: string) =>
      template(
        `parameters: {env: {type: string}}\nconditions: {prod: {equals: [{get_param: env}, prod]}}\nresources:\n` +
          `  v: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {if: [prod, ${zone}, z]}}}\n` +
          `  w: {type: OS::Nova::KeyPair, condition: ${isWanted}, properties: {name: k}}\n`,
      )
    const [before, after] = [of('a', 'prod'), of('b', '{not: prod}')]
    expect(effectsOf(impactBetween(before, after))).toEqual({
      v: 'replace if prod',
      w: 'delete if prod, create if not prod',
    })
    expect(effectsOf(impactBetween(before, after, { env: 'prod' }))).toEqual({ v: 'replace', w: 'delete' })
    expect(effectsOf(impactBetween(before, after, { env: 'dev' }))).toEqual({ w: 'create' })
  })

  it('takes defaults for what nobody gave', () => {
    const of = (value: string) =>
      template(
        `parameters: {zone: {type: string, default: ${value}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {get_param: zone}}}\n`,
      )
    const impact = impactBetween(of('a'), of('b'))
    expect(effectsOf(impact)).toEqual({ v: 'replace if zone is not given' })
    expect(impact.parameters).toEqual([{ name: 'zone', change: 'changed', notes: ['default "a" -> "b"'] }])
    expect(effectsOf(impactBetween(of('a'), of('b'), { zone: 'c' }))).toEqual({})
  })

  it('shows no value that comes to a hidden parameter of a nested template', () => {
    const outer = (sections: string) => template(`resources:\n${sections}`)
    const child = (delimiter: string, preset = 'preset-secret') =>
      template(
        `parameters: {p: {type: string, hidden: true, default: ${preset}}, q: {type: json, hidden: true, default: {}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, name: {get_param: [q, inner-secret]}, availability_zone: {list_join: ["${delimiter}", [{get_param: p}, b]]}}}\noutputs: {out: {value: {get_param: p}}}\n`,
      )
    const before = outer(
      '  a: {type: child.yaml, properties: {p: first-secret, q: {inner-secret: deep-secret}}}\n  b: {type: child.yaml}\n  c: {type: child.yaml, properties: {p: other-secret}}\n  o: {type: OS::Heat::Value, properties: {value: {get_attr: [a, out]}}}\n',
    )
    const after = before
      .replace('get_attr: [a, out]', 'get_attr: [c, out]')
      .replace('deep-secret', 'new-secret')
    const impact = impactBetween(
      before,
      after,
      {},
      { 'child.yaml': child('x') },
      { 'child.yaml': child('y', 'new-secret') },
    )
    expect(JSON.stringify(impact)).not.toMatch(/(?:first|other|preset|deep|new)-secret/)
    expect(effectsOf(impact)).toMatchObject({
      'a/v': 'replace',
      'b/v': 'replace',
      'c/v': 'replace',
      o: 'update',
    })
  })

  it('shows no hidden value', () => {
    const of = (value: string) =>
      template(
        `parameters: {word: {type: string, hidden: true, default: ${value}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {list_join: ['', [a, {get_param: word}]]}}}\n`,
      )
    const impact = impactBetween(of('first-secret'), of('other-secret'))
    expect(effectsOf(impact)).toEqual({ v: 'replace if word is not given' })
    expect(impact.resources[0]?.changes).toMatchObject([
      { before: '"a" + word (hidden, old default)', after: '"a" + word (hidden, new default)' },
    ])
    expect(JSON.stringify(impact)).not.toMatch(/first-secret|other-secret/)
  })

  it('shows nothing that a hidden value is compared with', () => {
    const of = (preset: string, condition: string) =>
      template(
        `parameters: {word: {type: string, hidden: true, default: ${preset}}, list: {type: comma_delimited_list, hidden: true, default: ''}}\nconditions: {c: ${condition}}\nresources:\n  v: {type: OS::Heat::Value, condition: c, properties: {value: 1}}\n`,
      )
    const conditions = [
      ['{equals: [{get_param: word}, first-secret]}', '{equals: [{get_param: word}, other-secret]}'],
      ['{equals: [first-secret, {get_param: word}]}', '{not: {equals: [{get_param: word}, first-secret]}}'],
      ['{contains: [first-secret, {get_param: list}]}', '{contains: [other-secret, {get_param: list}]}'],
    ] as const
    for (const [before, after] of conditions) {
      const impact = impactBetween(of('first-secret', before), of('other-secret', after))
      expect(impact.resources).not.toEqual([])
      expect(JSON.stringify(impact)).not.toMatch(/first-secret|other-secret/)
    }
  })

  it('knows a resource again under another name', () => {
    const before = withResources('a OS::Nova::KeyPair {name: k}')
    const after = withResources('b OS::Nova::KeyPair {name: k}')
    const impact = impactBetween(before, after)
    expect(effectsOf(impact)).toEqual({ b: 'create', a: 'delete' })
    expect(impact.resources.map(({ renamed }) => renamed)).toEqual(['b', 'a'])
  })

  it('says what survives', () => {
    const of = (zone: string) =>
      template(
        `resources:\n  v: {type: OS::Cinder::Volume, deletion_policy: retain, properties: {size: 1, availability_zone: ${zone}}}\n`,
      )
    expect(impactBetween(of('a'), of('b')).resources).toMatchObject([{ name: 'v', survives: 'Retain' }])
  })

  it('looks into nested templates', () => {
    const outer = (size: number) => withResources(`stack child.yaml {size: ${size}}`)
    const child = (zone: string) =>
      template(
        `parameters: {size: {type: number}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, availability_zone: ${zone}}}\n`,
      )
    const [one, other] = [{ 'child.yaml': child('a') }, { 'child.yaml': child('b') }]
    expect(effectsOf(impactBetween(outer(1), outer(1), {}, one))).toEqual({})
    expect(effectsOf(impactBetween(outer(1), outer(2), {}, one))).toEqual({
      stack: 'update',
      'stack/v': 'update',
    })
    expect(effectsOf(impactBetween(outer(1), outer(1), {}, one, other))).toEqual({
      stack: 'update',
      'stack/v': 'replace',
    })
  })

  it('looks at the members of groups', () => {
    const of = (count: number, zone: string) =>
      withResources(
        `g OS::Heat::ResourceGroup {count: ${count}, resource_def: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: ${zone}}}}`,
      )
    expect(effectsOf(impactBetween(of(1, 'a'), of(2, 'a')))).toEqual({ g: 'update', 'g/1': 'create' })
    expect(effectsOf(impactBetween(of(1, 'a'), of(1, 'b')))).toEqual({ g: 'update', 'g/*': 'replace' })
  })

  it('leaves alone what others made, and refuses to make it another', () => {
    const of = (id: string, name: string) =>
      template(
        `resources:\n  k: {type: OS::Nova::KeyPair, external_id: ${id}, properties: {name: ${name}}}\n`,
      )
    expect(effectsOf(impactBetween(of('a', 'x'), of('a', 'y')))).toEqual({})
    expect(effectsOf(impactBetween(of('a', 'x'), of('b', 'x')))).toEqual({ k: 'refuse' })
  })

  it('cannot tell what nobody knows', () => {
    const of = (name: string) => withResources(`r My::Own::Type {name: ${name}}`)
    const impact = impactBetween(of('a'), of('b'))
    expect(effectsOf(impact)).toEqual({ r: 'may replace, may update' })
    expect(verdictOf(impact)).toBe('untold')
  })

  it('follows types that Heat takes for one another', () => {
    const volume = (type: string) => withResources(`n ${type} {name: a}`)
    expect(effectsOf(impactBetween(volume('OS::Quantum::Net'), volume('OS::Neutron::Net')))).toEqual({})
    expect(effectsOf(impactBetween(volume('OS::Nova::KeyPair'), volume('OS::Neutron::Net')))).toEqual({
      n: 'replace',
    })
  })

  it('names parameters that must be given, outputs and conditions that change', () => {
    const before = template(
      'parameters: {a: {type: string}}\nconditions: {c: {equals: [{get_param: a}, x]}}\noutputs: {o: {value: 1}, gone: {value: 1}}\n',
    )
    const after = template(
      'parameters: {b: {type: string}, a: {type: string}}\nconditions: {c: {equals: [{get_param: a}, y]}}\noutputs: {o: {value: 2}, new: {value: 1}}\n',
    )
    const { parameters, outputs, conditions } = impactBetween(before, after)
    expect(parameters).toEqual([{ name: 'b', change: 'added', notes: ['must be given'] }])
    expect(outputs).toEqual([
      { name: 'o', change: 'changed', notes: ['1 -> 2'] },
      { name: 'new', change: 'added', notes: [] },
      { name: 'gone', change: 'removed', notes: [] },
    ])
    expect(conditions).toEqual([{ name: 'c', change: 'changed', notes: ['a is "x" -> a is "y"'] }])
  })

  it('takes new parameters at their defaults', () => {
    const before = template('resources:\n  k: {type: OS::Nova::KeyPair, properties: {name: a}}\n')
    const of = (preset: string) =>
      template(
        `parameters: {key: {type: string, default: ${preset}}}\nresources:\n  k: {type: OS::Nova::KeyPair, properties: {name: {get_param: key}}}\n`,
      )
    expect(effectsOf(impactBetween(before, of('a')))).toEqual({})
    expect(effectsOf(impactBetween(before, of('b')))).toEqual({ k: 'replace' })
    expect(effectsOf(impactBetween(before, of('a'), { key: 'c' }))).toEqual({ k: 'replace' })
    expect(effectsOf(impactBetween(of('a'), before))).toEqual({ k: 'may replace if key is given' })
  })

  it('says a difference once, however many conditions stand inside of it', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const parameters = (preset: string) =>
      `parameters:\n${names.map((name) => `  ${name}: {type: string, default: ${preset}}\n`).join('')}`
    const of = (preset: string, text: string) =>
      template(
        `${parameters(preset)}resources:\n  k:\n    type: OS::Nova::KeyPair\n    properties:\n      name: {str_replace: {template: ${text}, params: {${names.map((name) => `${name}: {get_param: ${name}}`).join(', ')}}}}\n`,
      )
    const [one, other] = impactBetween(of('x', 'abcdef'), of('y', 'zabcdef')).resources
    expect(other).toBeUndefined()
    expect(one?.effects).toEqual([{ action: 'replace', certainty: 'may' }])
    expect(one?.changes).toHaveLength(1)
  })

  it('names what moves into a nested stack, and out of it', () => {
    const volume = (name: string, size: string) =>
      `  ${name}: {type: OS::Cinder::Volume, properties: {size: ${size}, name: {get_resource: key}}}\n`
    const key = '  key: {type: OS::Nova::KeyPair, properties: {name: k}}\n'
    const flat = template(`resources:\n${key}${volume('data', '1')}`)
    const nested = template('resources:\n  shop: {type: child.yaml, properties: {size: 1}}\n')
    const child = template(
      `parameters: {size: {type: number}}\nresources:\n${key}${volume('data', '{get_param: size}')}`,
    )
    const movedOf = (impact: ReturnType<typeof impactBetween>) =>
      impact.resources.map(({ name, effects, renamed, moved }) => [name, effects[0]?.action, renamed, moved])
    expect(movedOf(impactBetween(flat, nested, {}, {}, { 'child.yaml': child }))).toEqual([
      ['key', 'delete', 'shop/key', 'into a nested stack'],
      ['data', 'delete', 'shop/data', 'into a nested stack'],
      ['shop', 'create', undefined, undefined],
      ['shop/key', 'create', 'key', 'into a nested stack'],
      ['shop/data', 'create', 'data', 'into a nested stack'],
    ])
    expect(
      movedOf(impactBetween(nested, flat, {}, { 'child.yaml': child }, {})).map(([, , , moved]) => moved),
    ).toEqual([
      undefined,
      'out of a nested stack',
      'out of a nested stack',
      'out of a nested stack',
      'out of a nested stack',
    ])
  })

  it('does not take two of one type that stay apart for one that moves', () => {
    const key = (names: string) => names.split('').map((name) => `k${name} OS::Nova::KeyPair {name: ${name}}`)
    const child = withResources('kx OS::Nova::KeyPair {name: x}', 'ky OS::Nova::KeyPair {name: y}')
    const impact = impactBetween(
      withResources(...key('ab')),
      withResources('s child.yaml'),
      {},
      {},
      { 'child.yaml': child },
    )
    expect(impact.resources.some(({ moved }) => moved !== undefined)).toBe(false)
  })

  it('names outputs that read what is replaced', () => {
    const of = (name: string) =>
      `${withResources(`k OS::Nova::KeyPair {name: ${name}}`)}outputs: {id: {value: {get_resource: k}}, key: {value: {get_attr: [k, public_key]}}}\n`
    expect(impactBetween(of('a'), of('b')).outputs).toEqual([
      { name: 'id', change: 'changed', notes: ['reads k, which is another one'] },
      { name: 'key', change: 'changed', notes: ['reads k.public_key, known after the update'] },
    ])
  })

  it('says what Heat refuses of the new template', () => {
    const impact = impactBetween(
      withResources('k OS::Nova::KeyPair {name: a}'),
      withResources('k OS::Nova::KeyPair {name: {get_resource: absent}}'),
    )
    expect(impact.refusals).toEqual([
      { message: 'The specified reference "absent" is incorrect.', certainty: 'sure', of: 'template' },
    ])
  })

  it.each([
    [
      'key of a resource',
      'resources: {v: {type: OS::Heat::None, DependsOn: a}}\n',
      'Invalid keyword(s) inside a resource definition: DependsOn',
    ],
    [
      'condition of a resource',
      'resources: {v: {type: OS::Heat::None, condition: absent}}\n',
      'Invalid condition "absent"',
    ],
    ['condition that nothing asks for', 'conditions: {c: 1}\n', 'The definition of condition "c" is invalid'],
    ['section', 'Mappings: {}\n', 'The template section is invalid: Mappings'],
  ])('says that Heat refuses a %s', (_, part, what) => {
    const impact = impactBetween(template('description: a\n'), template(`description: a\n${part}`))
    expect(impact.refusals).toEqual([{ message: what, certainty: 'sure', of: 'template' }])
  })

  it('takes a default that moves into an environment for what it was', () => {
    const of = (preset: string) =>
      template(
        `parameters: {zone: {type: string${preset}}}\nresources:\n  v: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {get_param: zone}}}\n`,
      )
    const between = (before: string, after: string, value: string) => {
      const answer = impactOf(
        { path: 'a.yaml', bytes: Buffer.from(before) },
        {
          path: 'b.yaml',
          bytes: Buffer.from(after),
          environment: { path: 'b.env', bytes: Buffer.from(`parameters: {zone: ${value}}\n`) },
        },
      )
      return 'impact' in answer ? effectsOf(answer.impact) : answer
    }
    expect(between(of(', default: north'), of(''), 'north')).toEqual({})
    expect(between(of(', default: north'), of(''), 'south')).toEqual({
      v: 'replace if zone is not given, may replace if zone is given',
    })
  })

  it('says what differs where templates do not say it: what stands for a part that is missing', () => {
    const volume = 'b: {type: OS::Cinder::Volume, properties: {size: 1, name: '
    const before = `HeatTemplateFormatVersion: '2012-12-12'\nResources:\n  a: {Type: OS::Nova::Server}\n  ${volume.replace('type', 'Type').replace('properties', 'Properties')}{Fn::Select: [x, {Fn::GetAtt: [a, addresses]}]}}}\n`
    const after = withResources('a OS::Nova::Server {}').concat(
      `  ${volume}{get_attr: [a, addresses, x]}}}\n`,
    )
    const [change] = impactBetween(before, after).resources.flatMap(({ changes }) => changes)
    expect(change).toMatchObject({
      before: 'get_attr a.addresses["x"] ("" where it is missing)',
      after: 'get_attr a.addresses["x"] (null where it is missing)',
    })
  })

  it('is sure of attributes that give what the template says, and of values that are made anew', () => {
    const all = (length: number, value: string) =>
      withResources(
        `random OS::Heat::RandomString {length: ${length}}`,
        `value OS::Heat::Value {value: ${value}}`,
        `config OS::Heat::SoftwareConfig {config: ${value}}`,
        'a OS::Nova::KeyPair {name: {get_resource: random}}',
        'b OS::Nova::KeyPair {name: {get_attr: [random, value]}}',
        'c OS::Nova::KeyPair {name: {get_attr: [value, value]}}',
        'd OS::Nova::KeyPair {name: {get_attr: [config, config]}}',
        'e OS::Nova::KeyPair {name: {get_attr: [config, group]}}',
      )
    const { a, b, c, d, e } = effectsOf(impactBetween(all(8, 'x'), all(9, 'y')))
    expect({ a, b, c, d, e }).toEqual({
      a: 'replace',
      b: 'replace',
      c: 'replace',
      d: 'replace',
      e: 'may replace',
    })
    expect(effectsOf(impactBetween(all(8, 'x'), all(8, 'x')))).toEqual({})
  })

  it('knows references that are a name from those that are an id', () => {
    const all = (key: string, text: string, other: string) =>
      withResources(
        `key OS::Nova::KeyPair {name: ${key}, public_key: ${text}}`,
        'of_key OS::Heat::RandomString {salt: {get_resource: key}}',
        `${other} OS::Neutron::Net {name: n}`,
        `of_net OS::Heat::RandomString {salt: {get_resource: ${other}}}`,
      )
    const between = (before: string, after: string) => {
      const { key, of_key, of_net } = effectsOf(impactBetween(before, after))
      return { key, of_key, of_net }
    }
    // Nova's name of a key is its id: with the same name, what refers to it stays as it is.
    expect(between(all('a', 'x', 'net'), all('a', 'y', 'net'))).toEqual({ key: 'replace' })
    expect(between(all('a', 'x', 'net'), all('b', 'x', 'net'))).toEqual({ key: 'replace', of_key: 'replace' })
    expect(between(all('a', 'x', 'net'), all('a', 'x', 'web'))).toEqual({ of_net: 'replace' })
    // What was of another type had another reference, and other attributes.
    const server = all('a', 'x', 'net').replace('OS::Nova::KeyPair', 'OS::Neutron::Net')
    expect(between(server, all('a', 'x', 'net'))).toEqual({ key: 'replace', of_key: 'replace' })
  })

  it('is sure of strings that are made of the same unknown parts and more', () => {
    const of = (name: string) =>
      template(`parameters: {p: {type: string}, q: {type: string}}
resources:
  k:
    type: OS::Nova::KeyPair
    properties: {name: {str_replace: {template: ${name}, params: {P: {get_param: p}, Q: {get_param: q}}}}}
`)
    const between = (before: string, after: string) => effectsOf(impactBetween(of(before), of(after))).k
    expect(between('a-P', 'a-P-P')).toBe('replace')
    expect(between('a-P-b-Q', 'b-Q-c-P')).toBe('replace')
    expect(between('a-P', 'a-Q')).toBe('may replace')
    expect(between('a-P', 'P-a')).toBe('may replace')
    expect(between('ab-P-c', 'ab-Q')).toBe('may replace')
    expect(between('x-P', 'xx-P-Q')).toBe('replace')
  })

  it('takes it that what had to be given is given again', () => {
    const of = (preset: string) =>
      template(`parameters: {p: {type: string${preset}}}
resources: {k: {type: OS::Nova::KeyPair, properties: {name: {get_param: p}}}}
`)
    expect(effectsOf(impactBetween(of(''), of(', default: x')))).toEqual({})
    expect(effectsOf(impactBetween(of(', default: x'), of(', default: y')))).toEqual({
      k: 'replace if p is not given',
    })
  })

  it('is nothing where a policy is the one that holds anyway, or where only the order changes', () => {
    const of = (rest: string) =>
      template(
        `resources: {a: {type: OS::Nova::KeyPair, properties: {name: a}}, b: {type: OS::Nova::KeyPair, properties: {name: b}${rest}}}\n`,
      )
    expect(effectsOf(impactBetween(of(''), of(', deletion_policy: Delete')))).toEqual({})
    expect(
      effectsOf(impactBetween(of(', deletion_policy: Retain'), of(', deletion_policy: retain'))),
    ).toEqual({})
    expect(effectsOf(impactBetween(of(''), of(', depends_on: a')))).toEqual({})
    expect(effectsOf(impactBetween(of(''), of(', deletion_policy: Retain')))).toEqual({ b: 'update' })
  })

  it('follows what the cloud shows of a resource that is updated in place', () => {
    const of = (network: string, name: string) =>
      withResources(
        `s OS::Nova::Server {name: ${name}, flavor: f, image: i, networks: [{network: ${network}}]}`,
        'address OS::Heat::Value {value: {get_attr: [s, first_address]}}',
        'console OS::Heat::Value {value: {get_attr: [s, console_urls]}}',
        'all OS::Heat::Value {value: {get_attr: [s, show]}}',
      )
    expect(effectsOf(impactBetween(of('n', 'a'), of('m', 'a')))).toEqual({
      s: 'update',
      address: 'may update',
      all: 'may update',
    })
    expect(effectsOf(impactBetween(of('n', 'a'), of('n', 'b')))).toEqual({ s: 'update', all: 'may update' })
  })
})
