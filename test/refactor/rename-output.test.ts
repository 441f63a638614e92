/** Another name for an output of a nested template, where its callers ask for it. */
import { renamedAll } from '../../src/stack/refactor/rename.ts'
import { packageOf } from '../stack/texts.ts'

const lamp = `heat_template_version: 2018-08-31
outputs:
  light: {value: 1}
  other: {value: 2}
`
/** A template that calls it in several ways, with an output of its own. */
const caller = (value: string) => `heat_template_version: 2018-08-31
parameters: {n: {type: string}}
resources:
  lamp: {type: lamp.yaml}
  lamps: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: lamp.yaml}}}
  scaled: {type: OS::Heat::AutoScalingGroup, properties: {min_size: 1, max_size: 2, resource: {type: lamp.yaml}}}
  far: {type: OS::Heat::Stack, properties: {template: {get_file: lamp.yaml}}}
  value: {type: OS::Heat::Value, properties: {value: 1}}
outputs:
  light: {value: ${value}}
`

function renamed(value: string, to = 'glow') {
  const pkg = packageOf({ 'main.yaml': caller(value), 'lamp.yaml': lamp })
  return renamedAll(pkg, {
    kind: 'output',
    from: 'light',
    to,
    templates: ['lamp.yaml'],
    withOutputs: false,
  })
}

it.each([
  ['a nested template', '{get_attr: [lamp, light]}', '{get_attr: [lamp, glow]}'],
  ['something in it', '{get_attr: [lamp, light, 0, light]}', '{get_attr: [lamp, glow, 0, light]}'],
  ['all members', '{get_attr: [lamps, light]}', '{get_attr: [lamps, glow]}'],
  ['all members by name', '{get_attr: [lamps, attributes, light]}', '{get_attr: [lamps, attributes, glow]}'],
  ['members that are scaled', '{get_attr: [scaled, outputs, light]}', '{get_attr: [scaled, outputs, glow]}'],
  [
    'a list of those',
    '{get_attr: [scaled, outputs_list, light]}',
    '{get_attr: [scaled, outputs_list, glow]}',
  ],
  ['a stack', '{get_attr: [far, outputs, light]}', '{get_attr: [far, outputs, glow]}'],
  [
    'a function',
    "{list_join: ['', [{get_attr: [lamp, light]}]]}",
    "{list_join: ['', [{get_attr: [lamp, glow]}]]}",
  ],
  ['another output', '{get_attr: [lamp, other, light]}', '{get_attr: [lamp, other, light]}'],
  ['another resource', '{get_attr: [value, light]}', '{get_attr: [value, light]}'],
  ['references', '{get_attr: [lamps, refs]}', '{get_attr: [lamps, refs]}'],
])('of %s', (_, before, after) => {
  const made = renamed(before)
  if ('blocker' in made) throw new Error(made.blocker.why)
  const expected = packageOf({ 'main.yaml': caller(after), 'lamp.yaml': lamp.replace('light:', 'glow:') })
  for (const [path, { root }] of expected.files)
    expect(JSON.stringify(made.done.pkg.files.get(path)?.root, shown)).toBe(JSON.stringify(root, shown))
})

/** A tree without where its nodes stand. */
function shown(key: string, value: unknown): unknown {
  return ['key', 'value', 'entries', 'items', ''].includes(key) || /^\d+$/.test(key) ? value : undefined
}

it.each([
  ['all attributes', '{get_attr: [lamp]}', 'returns all attributes of lamp'],
  ['a computed name', '{get_attr: [lamp, {get_param: n}]}', 'may read output light of lamp'],
  ['a computed resource', '{get_attr: [{get_param: n}, light]}', 'computes the name of a resource'],
  ['outputs as a whole', '{get_attr: [far, outputs]}', 'may read output light of far'],
  ['a member', '{get_attr: [lamps, resource.0.light]}', 'may read output light of a member'],
  ['the path in a member', '{get_attr: [lamps, resource.0, light]}', 'may read output light of a member'],
])('is refused where a caller asks for %s', (_, value, why) => {
  const made = renamed(value)
  expect('blocker' in made && made.blocker.why).toContain(why)
})

it.each(['OS::stack_id', 'show', 'resource.x', 'other'])('is not %s', (to) => {
  expect('blocker' in renamed('1', to)).toBe(true)
})

it('is refused where environments decide what a type is', () => {
  const files = {
    'main.yaml': caller('{get_attr: [value, light]}').replace('OS::Heat::Value', 'Our::Lamp'),
    'lamp.yaml': lamp,
    'old.yaml': lamp,
    'main.env': 'resource_registry: {"Our::Lamp": lamp.yaml}\n',
    'other.env': 'resource_registry: {"Our::Lamp": old.yaml}\n',
  }
  const rename = { kind: 'output', from: 'light', to: 'glow', withOutputs: false } as const
  const made = renamedAll(packageOf(files), { ...rename, templates: ['lamp.yaml'] })
  expect('blocker' in made && made.blocker.why).toContain('environments decide')
})
