import { Random as Numbers } from '../heat/mutation/mutator.ts'

/** Small trees of files that ask a lot of one another, and edits of them, by a number. */

/** Paths, by what they hold: `../` among them, and names of which one leads to another. */
const templates = ['a.yaml', 'b.yaml', 'n/c.yaml', 'n/d.yaml', 'x.template', 'e.env.yaml']
const environments = ['a.env', 'b.env', 'n/c.env', 'reg.yaml', 'reg2.yaml']
const others = ['s.sh', 'n/s.sh', 'app.yaml']
export const allPaths = [...templates, ...environments, ...others]

export type Tree = ReadonlyMap<string, string>

/** A number below a bound. */
export type Random = (bound: number) => number

export function randomFrom(seed: number): Random {
  const numbers = new Numbers(seed)
  return (bound) => numbers.below(bound)
}

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T
const times = (random: Random, most: number, part: (index: number) => string) =>
  Array.from({ length: random(most + 1) }, (_, index) => part(index)).join('')

const types = [
  'OS::Nova::Server',
  'OS::Heat::RandomString',
  'My::Type',
  'My::Other',
  'My::Third',
  'n/c.yaml',
  'd.yaml',
  'c.yaml',
  '../a.yaml',
  'b.yaml',
  'file:///etc/none.yaml',
]
const names = ['p', 'q', 'r', 's']

function parameters(random: Random): string {
  const declared = names.filter(() => random(2) === 0)
  return declared
    .map((name) => {
      const value = pick(random, ['', '', ', default: 1', ', default: ""', ', default: null'])
      return `  ${name}: {type: ${pick(random, ['string', 'number', 'json'])}${value}}\n`
    })
    .join('')
}

function property(random: Random): string {
  const value = pick(random, [
    '1',
    'x',
    '{get_param: p}',
    '{get_param: q}',
    '{get_file: s.sh}',
    '{get_file: n/s.sh}',
  ])
  return `${pick(random, [...names, 'length', 'image', 'wrong'])}: ${value}`
}

function resource(random: Random, name: string): string {
  const type = pick(random, types)
  const properties = [...new Set([property(random), property(random)].slice(0, random(3)))]
  const own = `{${properties.join(', ')}}`
  if (random(4) > 0) return `  ${name}:\n    type: ${type}\n    properties: ${own}\n`
  return `  ${name}:\n    type: OS::Heat::ResourceGroup\n    properties: {count: 2, resource_def: {type: ${type}, properties: ${own}}}\n`
}

export function template(random: Random): string {
  const resources = times(random, 3, (index) => resource(random, `r${index}`))
  const output = pick(random, ['r0, value', 'r0, o', 'r1, o', 'r9, o'])
  return [
    `heat_template_version: ${pick(random, ['2013-05-23', '2016-10-14', '2018-08-31', '1999-01-01'])}\n`,
    random(6) === 0 ? '# hotshift-ignore unused-declaration\n' : '',
    `parameters:\n${parameters(random)}resources:\n${resources}`,
    random(2) === 0 ? `outputs:\n  o: {value: {get_attr: [${output}]}}\n` : '',
    random(12) === 0 ? '  wrong: [indentation\n' : '',
  ].join('')
}

function registered(random: Random, name: string): string {
  const target = pick(random, [...types, '"OS::Heat::None"', '[n/c.yaml, b.yaml]', 'null'])
  return `${name}: ${target}`
}

export function environment(random: Random): string {
  const resources = random(3) === 0 ? `  resources:\n    r0: {${registered(random, 'My::Type')}}\n` : ''
  const base = random(8) === 0 ? '  base_url: n\n' : ''
  const own = ['My::Type', 'My::Other', '"My::*"'].filter(() => random(2) === 0)
  const registry = own.map((name) => `  ${registered(random, name)}\n`).join('') + resources + base
  // So few that a name is often given nowhere.
  const values = (word: string, share: number) =>
    random(share) > 0
      ? ''
      : `${word}:\n${names.map((name) => (random(share) > 0 ? '' : `  ${name}: ${random(3)}\n`)).join('')}`
  return [
    values('parameters', 2),
    values('parameter_defaults', 3),
    registry === '' ? '' : `resource_registry:\n${registry}`,
    random(12) === 0 ? '\tcannot be read: My::Third\n' : '',
    random(5) === 0 ? `# ${random(9)}\n` : '',
  ].join('')
}

const blueprint = (random: Random) =>
  `hotshift_blueprint: 1\ncomponents:\n  web: {type: ${pick(random, ['server', 'mine'])}, setup: ${pick(random, ['s.sh', 'none.sh'])}}\n`

function contentFor(path: string, random: Random): string {
  // Now and then a file holds something other than its name says.
  const isOdd = random(15) === 0
  if (path === 'app.yaml' && !isOdd) return blueprint(random)
  if (others.includes(path)) return `#!/bin/sh\necho ${random(9)}\n`
  return templates.includes(path) !== isOdd ? template(random) : environment(random)
}

export function randomTree(random: Random): Tree {
  const paths = allPaths.filter(() => random(4) > 0)
  return new Map(paths.map((path) => [path, contentFor(path, random)]))
}

/** A small change: one name or number in the place of another. */
function withAnotherWord(content: string, random: Random): string {
  const words = [...content.matchAll(/\b(?:[pqrs]|r\d|My::\w+|\d|[abcd]\.yaml)\b/g)]
  const one = words[random(Math.max(1, words.length))]
  if (one === undefined) return content
  const all = /^[pqrs]$/.test(one[0]) ? names : /^\d$/.test(one[0]) ? ['1', '2', '3'] : types
  return content.slice(0, one.index) + pick(random, all) + content.slice(one.index + one[0].length)
}

/** Another file, one less, or another content in the place of one; sometimes nothing. */
export function edited(tree: Tree, random: Random): Tree {
  const next = new Map(tree)
  const path = pick(random, allPaths)
  const other = pick(random, allPaths)
  const content = tree.get(path)
  switch (random(8)) {
    case 0:
      return tree
    case 1:
      next.delete(path)
      return next
    case 2:
      if (content !== undefined) next.set(other, content)
      return next
    case 3:
      if (content !== undefined) next.set(path, `${content}# ${random(99)}\n`)
      return next
    case 4:
    case 5:
      if (content !== undefined) next.set(path, withAnotherWord(content, random))
      return next
    default:
      next.set(path, contentFor(path, random))
      return next
  }
}
