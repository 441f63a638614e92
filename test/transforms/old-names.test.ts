/** Transforms that look for old names are not asked where a template has no such type or word: what may be missed by that. */
import { locations, runText } from '../engine/run-text.ts'

const head = 'heat_template_version: 2018-08-31\nresources:\n'
const modernize = ['hot/modernize-types', 'hot/modernize-properties', 'hot/modernize-attributes']

function found(text: string): readonly string[] {
  return locations(runText(head + text, { chain: modernize, to: '2018-08-31' }))
}

const server = '{type: OS::Nova::Server, properties: {image: i, flavor: f}}'

test('the type of a resource that an alias brings from elsewhere', () => {
  const text = `  a: {type: OS::Heat::None, metadata: {x: &s ${server}}}\n  b: *s\noutputs:\n  o: {value: {get_attr: [b, first_address]}}\n`
  expect(found(text)).toEqual(['deprecated-name 6:14'])
})

test('the type of a member of a group inside of a group', () => {
  const group = (inner: string) => `{type: OS::Heat::ResourceGroup, properties: {resource_def: ${inner}}}`
  expect(found(`  a: ${group(group('{type: OS::Neutron::ExtraRoute}'))}\n`)).toEqual([
    'deprecated-resource-type 3:131',
  ])
})

test('a type in the list of a chain', () => {
  const text = '  a: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Neutron::ExtraRoute]}}\n'
  expect(found(text)).toEqual(['deprecated-resource-type 3:63'])
})

test('a property of a type that has another name itself', () => {
  const outcome = runText(`${head}  a: {type: OS::Quantum::Port, properties: {network_id: n}}\n`, {
    chain: modernize,
    to: '2018-08-31',
  })
  expect(outcome.after).toBe(`${head}  a: {type: OS::Neutron::Port, properties: {network: n}}\n`)
})

test('a word that belongs to another type', () => {
  expect(found(`  a: ${server}\noutputs:\n  queue_id: {value: {get_attr: [a, name]}}\n`)).toEqual([])
})
