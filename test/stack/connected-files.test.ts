/** Which files of a package are connected with one another, and by which resources. */
import { connectedFiles, connectedTemplates } from '../../src/stack/connected-files.ts'
import { calling, packageIn } from './packages.ts'

const none = calling('OS::Heat::None')

describe('the templates that are connected with one by callers', () => {
  const pkg = packageIn({
    'top.yaml': calling('middle.yaml', 'other.yaml', 'middle.yaml', 'OS::Heat::None'),
    'middle.yaml': calling('deep.yaml'),
    'other.yaml': calling('missing.yaml'),
    'deep.yaml': none,
    'alone.yaml': none,
  })
  const of = (path: string) =>
    Object.fromEntries(connectedTemplates(pkg, path).map((one) => [one.path, [...one.by]]))

  it('are reached by the resources that are made of them, directly or through others', () => {
    expect(of('top.yaml')).toEqual({
      'middle.yaml': ['r0', 'r2'],
      'deep.yaml': ['r0', 'r2'],
      'other.yaml': ['r1'],
      'missing.yaml': ['r1'],
    })
  })

  it('are reached by no resource where only callers lead there', () => {
    expect(of('middle.yaml')).toEqual({
      'top.yaml': [],
      'deep.yaml': ['r0'],
      'other.yaml': [],
      'missing.yaml': [],
    })
  })

  it('are none for a template that neither calls nor is called', () => {
    expect(of('alone.yaml')).toEqual({})
  })

  it('have no content where they are not part of the package', () => {
    const without = connectedTemplates(pkg, 'top.yaml').filter(({ root }) => root === undefined)
    expect(without.map(({ path }) => path)).toEqual(['missing.yaml'])
  })

  it('are found in a circle, too', () => {
    const circle = packageIn({ 'a.yaml': calling('b.yaml'), 'b.yaml': calling('a.yaml') })
    const found = connectedTemplates(circle, 'a.yaml').map(({ path, by }) => [path, ...by])
    expect(found).toEqual([['b.yaml', 'r0']])
  })
})

describe('the sets of files that are connected', () => {
  const pkg = packageIn({
    'a.env': 'parameters: {}\n',
    'a.yaml': none,
    'b.yaml': calling('c.yaml'),
    'c.yaml': none,
    'd.yaml': none,
  })

  it('are a module with its environment, a caller with what it calls, and each other file', () => {
    expect(connectedFiles(pkg, ['a.env', 'a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'])).toEqual([
      ['a.env', 'a.yaml'],
      ['b.yaml', 'c.yaml'],
      ['d.yaml'],
    ])
  })

  it('are sets of the given files alone', () => {
    expect(connectedFiles(pkg, ['a.yaml', 'c.yaml'])).toEqual([['a.yaml'], ['c.yaml']])
    expect(connectedFiles(pkg, ['d.yaml'])).toEqual([['d.yaml']])
    expect(connectedFiles(pkg, [])).toEqual([])
  })
})
