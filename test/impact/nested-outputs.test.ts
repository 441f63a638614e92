/** Outputs of nested stacks, groups and chains, as those who read them see them change. */
import { verdictOf } from '../../src/meaning/impact/model.ts'
import { effectsOf, impactBetween, template } from './impact-of.ts'

/** A nested template with one output, made of a value that it is given and of a server of its own. */
const kid = (output: string, rest = '') =>
  template(`parameters: {p: {type: string, default: x}, q: {type: string, default: y}}
resources:
  inner: {type: OS::Nova::Server, properties: {flavor: f, image: i, name: {get_param: q}, networks: [{network: n}]}}
  other: {type: OS::Heat::Value, properties: {value: {get_param: p}}}
${output === '' ? '' : `outputs: {v: {value: ${output}}${rest}}\n`}`)

/** A key that is named by what is read, a server with that key, and one that is told it. */
const readers = (read: string) => `
  key: {type: OS::Nova::KeyPair, properties: {name: ${read}}}
  keyed: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}], key_name: {get_resource: key}}}
  told: {type: OS::Nova::Server, properties: {flavor: f, image: i, networks: [{network: n}], user_data: ${read}}}`

const nested = (read = '{get_attr: [n, v]}', properties = '{}') =>
  template(`resources:\n  n: {type: kid.yaml, properties: ${properties}}${readers(read)}\n`)

const between = (
  [before, kidBefore]: readonly [string, string],
  [after, kidAfter]: readonly [string, string] = [before, kidBefore],
) => impactBetween(before, after, {}, { 'kid.yaml': kidBefore }, { 'kid.yaml': kidAfter })

const [one, two] = [kid('one'), kid('two')]
const ofServer = kid('{get_attr: [inner, first_address]}')

const replaced = { key: 'replace', keyed: 'replace', told: 'replace' }

describe('what reads an output of a nested stack', () => {
  it.each([
    ['{get_attr: [n, v]}', one, two],
    ['{list_join: [-, [a, {get_attr: [n, v]}]]}', one, two],
    ['{get_attr: [n, v]}', kid('{get_param: p}'), kid('{get_param: q}')],
    ['{get_attr: [n, v, a, 0]}', kid('{a: [b]}'), kid('{a: [c]}')],
    ['{get_attr: [n, resource.other, value]}', one, one.replace('default: x', 'default: z')],
    ['{get_attr: [n, resource.other.value]}', one, one.replace('default: x', 'default: z')],
  ])('is replaced where %s gives another value', (read, before, after) => {
    expect(effectsOf(between([nested(read), before], [nested(read), after]))).toMatchObject(replaced)
  })

  it('may be replaced where a literal comes in place of what only the cloud knows', () => {
    const effects = effectsOf(between([nested(), ofServer], [nested(), one]))
    expect(effects).toMatchObject({ key: 'may replace', keyed: 'may replace', told: 'may replace' })
  })

  it('is replaced where a reference comes in place of a word that is too short for an id, and may be where it is long', () => {
    const of = (name: string) =>
      template(
        `resources:\n  net: {type: OS::Neutron::Net}\n  reader: {type: OS::Nova::KeyPair, properties: {name: ${name}}}\n`,
      )
    const effect = (name: string) =>
      effectsOf(between([of(name), one], [of('{get_resource: net}'), one])).reader
    expect(['a-word', 'net', '10.0.0.1', 'a-long-name-of-something'].map(effect)).toEqual([
      'replace',
      'may replace',
      'may replace',
      'may replace',
    ])
  })

  it('is left alone where the value is the same one, however it is written', () => {
    const same = between([nested(), kid('{get_param: p}')], [nested(), kid('x')])
    expect(effectsOf(same)).toEqual({})
    expect(verdictOf(same)).toBe('nothing')
    expect(verdictOf(between([nested(), one], [nested('one'), one]))).toBe('nothing')
  })

  it('is left alone where something else changes inside', () => {
    const renamed = between(
      [nested(), kid('{get_param: p}')],
      [nested(undefined, '{q: z}'), kid('{get_param: p}')],
    )
    expect(effectsOf(renamed)).toEqual({ n: 'update', 'n/inner': 'update' })
    const served = effectsOf(between([nested(), ofServer], [nested(undefined, '{q: z}'), ofServer]))
    expect(served).toEqual({ n: 'update', 'n/inner': 'update' })
  })

  it('is not updated where only metadata read it: Heat resolves the old ones anew, and finds them the same', () => {
    const noted = (note: string) =>
      template(
        `resources:\n  n: {type: kid.yaml}\n  reader: {type: OS::Nova::KeyPair, metadata: {note: ${note}}, properties: {name: a}}\n`,
      )
    const read = noted('{get_attr: [n, v]}')
    expect(effectsOf(between([read, one], [read, two]))).toEqual({})
    // What is looked up inside of a string is null.
    expect(effectsOf(between([read, one], [noted('{get_attr: [n, v, a]}'), one]))).toEqual({
      reader: 'update',
    })
    expect(effectsOf(between([noted('one'), one], [noted('two'), one]))).toEqual({ reader: 'update' })
  })

  it('follows a resource that is replaced inside', () => {
    const other = ofServer
      .replace('{network: n}', '{network: m}')
      .replace('image: i', 'image: j, image_update_policy: REPLACE')
    const effects = effectsOf(between([nested(), ofServer], [nested(), other]))
    expect(effects).toMatchObject({ 'n/inner': 'replace', key: 'may replace', told: 'may replace' })
  })

  it('is refused where the output is gone', () => {
    const { refusals } = between([nested(), one], [nested(), kid('')])
    expect(refusals).toMatchObject([{ certainty: 'sure', message: expect.stringContaining('(n v)') }])
  })

  it.each([
    ['{get_attr: [n, w]}', '{get_resource: own}'],
    ['{get_attr: [n, resource.own]}', 'x'],
    ['{get_attr: [n, w]}', '{get_attr: [deeper, w]}'],
  ])('is refused where %s leads to what a condition leaves out: %s', (read, output) => {
    const inner = template(`parameters: {is_there: {type: boolean, default: true}}
conditions: {there: {get_param: is_there}}
resources:
  own: {type: OS::Nova::ServerGroup, condition: there}
  deeper: {type: deep.yaml}
outputs: {w: {value: ${output}}}
`)
    const deep = template(`parameters: {is_there: {type: boolean, default: true}}
conditions: {there: {get_param: is_there}}
resources: {own: {type: OS::Nova::ServerGroup, condition: there}}
outputs: {w: {value: {get_resource: own}}}
`)
    const files = { 'kid.yaml': inner, 'deep.yaml': deep }
    const without = (text: string) => text.replace('default: true', 'default: false')
    const after = { 'kid.yaml': without(inner), 'deep.yaml': without(deep) }
    const impact = impactBetween(nested(read), nested(read), {}, files, after)
    expect(impact.refusals).toMatchObject([
      {
        certainty: 'sure',
        message: expect.stringMatching(/^a resource reads "n\/.*own", which is not created$/),
      },
    ])
    expect(impactBetween(nested(read), nested(read), {}, files, files).refusals).toEqual([])
  })

  it('gets nothing where the condition of the output does not hold', () => {
    const off = two
      .replace('outputs:', 'conditions: {off: {equals: [a, b]}}\noutputs:')
      .replace('value: two', 'value: two, condition: off')
    expect(effectsOf(between([nested(), one], [nested(), off]))).toMatchObject(replaced)
  })

  it('gets what OS::stack_id gives for a reference', () => {
    const named = (id: string) => kid('x', `, OS::stack_id: {value: ${id}}`)
    const read = '{get_resource: n}'
    expect(effectsOf(between([nested(read), named('a')], [nested(read), named('b')]))).toMatchObject(replaced)
    expect(effectsOf(between([nested(read), named('a')]))).toEqual({})
  })
})

const members = (type: string, read: string, properties = '{}', rest = 'count: 2, ') => {
  const definition = type === 'AutoScalingGroup' ? 'resource' : 'resource_def'
  const group =
    type === 'ResourceChain'
      ? `{resources: [kid.yaml, kid.yaml], resource_properties: ${properties}}`
      : `{${rest}${definition}: {type: kid.yaml, properties: ${properties}}}`
  return template(`resources:\n  n: {type: OS::Heat::${type}, properties: ${group}}${readers(read)}\n`)
}
const sized = 'min_size: 2, max_size: 2, desired_capacity: 2, '

describe('what reads members of a group', () => {
  it.each([
    ['ResourceGroup', '{get_attr: [n, resource.0.v]}', undefined],
    ['ResourceGroup', '{get_attr: [n, resource.0, v]}', undefined],
    ['ResourceGroup', '{list_join: [-, {get_attr: [n, v]}]}', undefined],
    ['ResourceGroup', '{get_attr: [n, attributes, v]}', undefined],
    ['ResourceChain', '{get_attr: [n, resource.1, v]}', undefined],
    ['ResourceChain', '{list_join: [-, {get_attr: [n, v]}]}', undefined],
    ['AutoScalingGroup', '{list_join: [-, {get_attr: [n, outputs_list, v]}]}', sized],
    ['AutoScalingGroup', '{get_attr: [n, outputs, v]}', sized],
    ['AutoScalingGroup', '{get_attr: [n, resource.0, v]}', sized],
  ])('is replaced: %s, %s', (type, read, rest) => {
    const group = members(type, read, '{}', rest)
    expect(effectsOf(between([group, one], [group, two])).key).toMatch(/^(?:may )?replace$/)
    expect(effectsOf(between([group, one], [group, two])).told).toMatch(/^(?:may )?replace$/)
    expect(verdictOf(between([group, one]))).toBe('nothing')
    const otherName = members(type, read, '{q: z}', rest)
    const effects = effectsOf(between([group, one], [otherName, one]))
    expect([effects.key, effects.told, effects.keyed]).toEqual([undefined, undefined, undefined])
  })

  it('follows the number of the member', () => {
    const read = (number: number) =>
      members('ResourceGroup', `{get_attr: [n, resource.${number}.v]}`, "{p: 'm%index%'}")
    const own = kid('{get_param: p}')
    expect(effectsOf(between([read(0), own], [read(1), own]))).toEqual(replaced)
    const address = kid('{get_attr: [inner, first_address]}')
    expect(effectsOf(between([read(0), address], [read(1), address]))).toMatchObject({ told: 'may replace' })
  })

  it('follows how many there are', () => {
    const of = (count: number, read: string) => members('ResourceGroup', read, '{}', `count: ${count}, `)
    const list = '{list_join: [-, {get_attr: [n, v]}]}'
    expect(effectsOf(between([of(2, list), one], [of(3, list), one]))).toMatchObject({
      ...replaced,
      'n/2': 'create',
    })
    const first = '{get_attr: [n, resource.0.v]}'
    const grown = effectsOf(between([of(2, first), one], [of(3, first), one]))
    expect([grown.key, grown.told]).toEqual([undefined, undefined])
    const size = '{get_attr: [n, current_size]}'
    const scaled = (count: number) =>
      members('AutoScalingGroup', size, '{}', `min_size: 1, max_size: 5, desired_capacity: ${count}, `)
    expect(effectsOf(between([scaled(2), one], [scaled(4), one]))).toMatchObject(replaced)
    expect(effectsOf(between([scaled(2), one], [scaled(2), two]))).not.toHaveProperty('key')
  })

  it('follows resources that are no stacks', () => {
    const of = (image: string, read: string) =>
      template(
        `resources:\n  n: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Nova::Server, properties: {image: ${image}, flavor: f, image_update_policy: REPLACE, networks: [{network: n}]}}}}${readers(read)}\n`,
      )
    const refs = '{list_join: [-, {get_attr: [n, refs]}]}'
    expect(effectsOf(between([of('i', refs), one], [of('j', refs), one]))).toMatchObject(replaced)
    const first = '{get_attr: [n, resource.0]}'
    expect(effectsOf(between([of('i', first), one], [of('j', first), one]))).toMatchObject(replaced)
    const renamed = of('i', first).replace('image: i', 'image: i, name: z')
    const effects = effectsOf(between([of('i', first), one], [renamed, one]))
    expect([effects.key, effects.told]).toEqual([undefined, undefined])
  })

  it('is followed through two levels', () => {
    const middle = (type: string, read: string) =>
      template(`resources:\n  k: {type: ${type}}\noutputs: {v: {value: ${read}}}\n`)
    const outer = template(`resources:\n  n: {type: mid.yaml}${readers('{get_attr: [n, v]}')}\n`)
    const inside = (text: string, deep: string) => ({ 'mid.yaml': text, 'kid.yaml': deep })
    const plain = middle('kid.yaml', '{get_attr: [k, v]}')
    const impact = impactBetween(outer, outer, {}, inside(plain, one), inside(plain, two))
    expect(effectsOf(impact)).toMatchObject(replaced)
    const group = middle(
      'OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: OS::Heat::ResourceGroup, properties: {count: 1, resource_def: {type: kid.yaml}}}}',
      '{get_attr: [k, resource.0, resource.0.v]}',
    )
    const deep = impactBetween(outer, outer, {}, inside(group, one), inside(group, two))
    expect(effectsOf(deep)).toMatchObject({ key: 'replace', told: 'replace' })
  })
})
