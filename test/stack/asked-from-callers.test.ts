/** Which resources of a template, and which members of its groups, `get_attr` looks up from where. */
import { askedBySteps, askedFromCallers } from '../../src/stack/asked-from-callers.ts'
import { calling, packageIn } from './packages.ts'

const inner = calling('OS::Heat::Value', 'deep.yaml')
const deep = calling('OS::Heat::Value')
const texts = { 'n.yaml': inner, 'deep.yaml': deep }
const group = (member: string) => `{type: OS::Heat::ResourceGroup, properties: {resource_def: ${member}}}`

/** What outputs look up of `s`, by the template in which it is found. */
function asked(resource: string, ...steps: readonly string[]) {
  const value = `{get_attr: [s, ${steps.join(', ')}]}`
  const caller = `heat_template_version: 2018-08-31\nresources:\n  s: ${resource}\noutputs: {o: {value: ${value}}}\n`
  const pkg = packageIn({ ...texts, 'a.yaml': caller })
  return Object.fromEntries(
    ['a.yaml', 'n.yaml', 'deep.yaml'].flatMap((path) => {
      const found = askedFromCallers(pkg, path).map((one) => {
        const name = typeof one.attribute === 'string' ? one.attribute : `.${one.attribute.name}`
        return `${one.of} ${one.resource ?? '?'} ${name}${one.way === undefined ? '' : ' (changeable)'}`
      })
      return found.length === 0 ? [] : [[path, found]]
    }),
  )
}

const stack = '{type: n.yaml}'

it('finds the resource of a nested template, and the ones that this is made of', () => {
  expect(asked(stack, 'resource.r0', 'value')).toEqual({ 'n.yaml': ['resource r0 .value (changeable)'] })
  expect(asked(stack, 'resource.r0.value')).toEqual({ 'n.yaml': ['resource r0 .value (changeable)'] })
  expect(asked(stack, 'resource.r0')).toEqual({ 'n.yaml': ['resource r0 reference (changeable)'] })
  expect(asked(stack, 'resource.r1', 'resource.r0', 'value')).toEqual({
    'n.yaml': ['resource r1 .resource.r0 (changeable)'],
    'deep.yaml': ['resource r0 .value (changeable)'],
  })
})

it('finds nothing where an output is looked up, or the stack itself', () => {
  expect(asked(stack, 'some_output')).toEqual({})
  expect(asked(stack)).toEqual({})
})

it('does not know which resource it is where a function names it', () => {
  expect(asked(stack, '{get_param: p}')).toEqual({ 'n.yaml': ['resource ? unclear'] })
  expect(asked(stack, 'resource.r0', '{get_param: p}')).toEqual({
    'n.yaml': ['resource r0 unclear (changeable)'],
  })
})

it('finds the members of a group, and the resources of the templates that they are made of', () => {
  const members = group(stack)
  expect(asked(members, 'resource.0', 'resource.r0', 'value')).toEqual({
    'a.yaml': ['member s .resource.r0 (changeable)'],
    'n.yaml': ['resource r0 .value (changeable)'],
  })
  expect(asked(members, 'attributes', 'resource.r0')).toEqual({
    'a.yaml': ['member s .resource.r0 (changeable)'],
    'n.yaml': ['resource r0 reference (changeable)'],
  })
  expect(asked(members, 'refs')).toEqual({ 'a.yaml': ['member s reference (changeable)'] })
  expect(asked(members, '{get_param: p}')).toEqual({
    'a.yaml': ['member s unclear'],
    'n.yaml': ['resource ? unclear'],
  })
})

it('finds nothing of the members where the group itself is asked', () => {
  expect(asked(group(stack), 'current_size')).toEqual({})
  expect(asked(group(stack))).toEqual({})
})

it('finds the members of a group inside of another one', () => {
  expect(asked(group(group(stack)), 'resource.0', 'resource.1', 'resource.r0', 'value')).toMatchObject({
    'n.yaml': ['resource r0 .value (changeable)'],
  })
})

it('finds nothing in a stack that gives its outputs alone', () => {
  const alone = '{type: OS::Heat::Stack, properties: {template: {get_file: n.yaml}}}'
  expect(asked(alone, 'resource.r0')).toEqual({})
})

it('finds what functions of CloudFormation look up, which no other lookup can replace', () => {
  const pkg = packageIn({
    'n.yaml': inner,
    'deep.yaml': deep,
    'a.yaml':
      "AWSTemplateFormatVersion: '2010-09-09'\nResources:\n  s: {Type: n.yaml}\nOutputs:\n  o: {Value: {'Fn::GetAtt': [s, resource.r0]}}\n",
  })
  expect(askedFromCallers(pkg, 'n.yaml')).toMatchObject([
    { caller: 'a.yaml', resource: 'r0', attribute: 'reference', way: undefined },
  ])
})

it('finds a template that a file names which cannot be read, without saying what it looks up', () => {
  const unreadable = 'heat_template_version: 2018-08-31\nresources: [\n# n.yaml, resource.\n'
  const pkg = packageIn({ 'n.yaml': inner, 'deep.yaml': deep, 'bad.yaml': unreadable })
  expect(askedFromCallers(pkg, 'n.yaml')).toMatchObject([
    { caller: 'bad.yaml', at: undefined, resource: undefined, attribute: 'unclear' },
  ])
})

it('finds the same for steps that stand in no template', () => {
  const pkg = packageIn({ ...texts, 'a.yaml': calling('n.yaml') })
  const found = askedBySteps(pkg, 'a.yaml', 'r0', ['resource.r1', 'resource.r0.value'])
  expect(found.map(({ template, resource, attribute }) => [template, resource, attribute])).toEqual([
    ['n.yaml', 'r1', { name: 'resource.r0.value' }],
    ['deep.yaml', 'r0', { name: 'value' }],
  ])
  expect(askedBySteps(pkg, 'a.yaml', 'other', ['resource.r1'])).toEqual([])
})
