/** What types lead to, from the template in which they stand. */
import fc from 'fast-check'
import { Registry } from '../../src/stack/calls.ts'
import { NameResolver } from '../../src/stack/names.ts'
import { packageIn } from './packages.ts'

const names = new NameResolver({ together: [] })
const hot = 'heat_template_version: 2018-08-31\nresources: {}\n'

it.each(['leaf.yaml', 'leaf.template', 'leaf.yml'])('finds %s beside the template that names it', (type) => {
  const paths = ['a/x.yaml', 'b/y.yaml'].map((from) => names.type(from, type))
  expect(paths).toEqual([
    { is: 'file', path: `a/${type}`, by: [] },
    { is: 'file', path: `b/${type}`, by: [] },
  ])
})

const types = ['My::X', 'My::Y', 'Your::X', 'Your::Sub::X', 'OS::Nova::Server']
const registered = fc.constantFrom(...types, 'My::*', 'Your::*', 'Your::Sub::*', 'OS::*')
const target = fc.constantFrom(...types, 'My::*', 'Your::*', 'Your::Sub::*', 'a.yaml', 'sub/b.yaml')
const mappings = fc.dictionary(registered, target, { maxKeys: 5 })
const registry = fc.record({ own: mappings, one: mappings })

function environment({ own, one }: Record<'own' | 'one', Readonly<Record<string, string>>>): string {
  return JSON.stringify({ resource_registry: { ...own, resources: { one } } })
}

it('finds no template that the calls of a package do not know', () => {
  let count = 0
  fc.assert(
    fc.property(
      registry,
      fc.constantFrom(...types),
      fc.constantFrom('one', 'two'),
      (given, type, resource) => {
        const environments = packageIn({ 'e.env': environment(given), 't.yaml': hot }).environments()
        const named = new NameResolver({ together: environments }).type('t.yaml', type, resource)
        if (named.is !== 'file') return
        count += 1
        const paths = new Registry(environments).lookUp(type, resource).map(({ path }) => path)
        expect(paths).toContain(named.path)
      },
    ),
    { seed: 4107, numRuns: 3000 },
  )
  expect(count).toBeGreaterThan(300)
})
