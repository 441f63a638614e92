import { createChecker } from '../../src/engine/check.ts'
import { outcomesOf } from '../../src/engine/outcome.ts'

/** The findings of a template that have fixes, with what each fix makes of the text. */
function fixed(text: string, path = 'a.yaml') {
  const [outcome] = outcomesOf(createChecker().run({ path, bytes: new TextEncoder().encode(text) }))
  return (outcome?.findings ?? []).flatMap(({ code, fixes = [] }) =>
    fixes.map(({ title, edits }) => {
      const after = edits.reduceRight(
        (all, one) => all.slice(0, one.start) + one.text + all.slice(one.end),
        text,
      )
      return { code, title, after }
    }),
  )
}

const head = 'heat_template_version: 2018-08-31\n'

it.each([
  [
    'a resource type',
    `${head}resources:\n  a: {type: 'OS::Nova::Servr'}\n`,
    'OS::Nova::Servr',
    'OS::Nova::Server',
    'unknown-resource-type',
  ],
  [
    'a property',
    `${head}resources:\n  a:\n    type: OS::Heat::RandomString\n    properties: {lenght: 3}\n`,
    'lenght',
    'length',
    'unknown-property',
  ],
  [
    'a nested property',
    `${head}resources:\n  a:\n    type: OS::Heat::RandomString\n    properties:\n      character_sequences:\n        - {sequense: abc}\n`,
    'sequense',
    'sequence',
    'unknown-property',
  ],
  [
    'a resource',
    `${head}resources:\n  server: {type: OS::Heat::None}\noutputs:\n  a: {value: {get_resource: "servre"}}\n`,
    'servre',
    'server',
    'unknown-reference',
  ],
  [
    'a pseudo parameter of CloudFormation',
    `${head}resources: {}\noutputs:\n  a: {value: {get_param: 'AWS::StackName'}}\n`,
    'AWS::StackName',
    'OS::stack_name',
    'unknown-reference',
  ],
  [
    'an attribute',
    `${head}resources:\n  a: {type: OS::Heat::RandomString}\noutputs:\n  b: {value: {get_attr: [a, valeu]}}\n`,
    'valeu',
    'value',
    'unknown-attribute',
  ],
  [
    'a key',
    `${head}parameters:\n  a: {type: string, defualt: b}\nresources: {}\n`,
    'defualt',
    'default',
    'unknown-key',
  ],
  ['a section', `${head}resources: {}\noutpusts: {}\n`, 'outpusts', 'outputs', 'unknown-section'],
])('writes the name that is meant: %s', (_, text, wrong, right, code) => {
  expect(fixed(text)).toContainEqual({ code, title: `Write "${right}"`, after: text.replace(wrong, right) })
})

it('declares a parameter before the others, or a section for it', () => {
  const use =
    'resources:\n  a:\n    type: OS::Heat::Value\n    properties:\n      value: {get_param: flavor}\n'
  const title = 'Declare the parameter "flavor"'
  const code = 'unknown-reference'
  expect(fixed(head + use)).toEqual([
    { code, title, after: `${head}parameters:\n  flavor:\n    type: string\n${use}` },
  ])
  const others = 'parameters:\n    # the size\n    size: {type: number}\n'
  const after = others.replace('    #', '    flavor:\n        type: string\n    #')
  expect(fixed(`${head}${others}${use}`)).toEqual([{ code, title, after: `${head}${after}${use}` }])
  const crlf = (text: string) => text.replaceAll('\n', '\r\n')
  expect(fixed(crlf(`${head}${others}${use}`))).toEqual([
    { code, title, after: crlf(`${head}${after}${use}`) },
  ])
})

it('fixes nothing where nobody can tell what is meant, or where a name is written otherwise', () => {
  expect(
    fixed(`${head}resources:\n  a: {type: OS::Heat::None}\noutputs:\n  b: {value: {get_resource: zzzzzz}}\n`),
  ).toEqual([])
  expect(
    fixed(
      `${head}parameters: {}\nresources:\n  server: {type: OS::Heat::None}\noutputs:\n  b: {value: {get_resource: "ser\\u0076re"}}\n`,
    ),
  ).toEqual([])
})
