/** Defaults that Heat refuses: where they are dropped, a finding says so, also where nothing else would be lost. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = `heat_template_version: 2018-08-31
parameters:
  size: {type: number, default: big}
  mode: {type: string, default: none, constraints: [{allowed_values: [fast, safe]}]}
  zones: {type: comma_delimited_list, default: {a: b}}
  keys: {type: comma_delimited_list, hidden: true, default: [k1], constraints: [{allowed_values: [k2]}]}
  same: {type: string, default: x, constraints: [{length: {min: 2}}]}
  right: {type: number, default: 3}
resources:
  a: {type: OS::Heat::Value, properties: {value: [{get_param: size}, {get_param: mode}, {get_param: zones}]}}
`
const main = `heat_template_version: 2018-08-31
resources:
  part:
    type: part.yaml
    properties: {size: 5, mode: fast, zones: [a], keys: [k2], same: xx, right: 3}
`

const dropped = async (files: Readonly<Record<string, string>>) => {
  const { stderr } = await inProcess(['extract-defaults', '--verbose'], temporaryTree(files).root)
  return stderr.match(/the default of .*/g)
}

it('are named with why, where an environment gives another value or the same', async () => {
  const env = 'parameters: {size: 5, mode: fast, zones: [a], keys: [k2], same: x, right: 3}\n'
  expect(await dropped({ 'web.yaml': template, 'web.env': env })).toEqual([
    'the default of "size" is dropped, which was big and is not a number, so that Heat rejects it where it is used: parameters of web.env say 5',
    'the default of "mode" is dropped, which was none and is not one of fast, safe, so that Heat rejects the template with it: parameters of web.env say fast',
    'the default of "zones" is dropped, which was {a: b} and is neither a string nor a list, so that Heat rejects the template with it: parameters of web.env say [a]',
    'the default of "keys" is dropped, which was a hidden value and is not what the parameter takes, so that Heat rejects the template with it: parameters of web.env say a hidden value',
    'the default of "same" is dropped, which was x and is shorter than 2, so that Heat rejects the template with it: parameters of web.env say x',
  ])
})

it('are named with why, where every call passes a value', async () => {
  expect(await dropped({ 'main.yaml': main, 'part.yaml': template })).toEqual([
    'the default of "size" is dropped, which was big and is not a number, so that Heat rejects it where it is used: every call passes a value of its own',
    'the default of "mode" is dropped, which was none and is not one of fast, safe, so that Heat rejects the template with it: every call passes a value of its own',
    'the default of "zones" is dropped, which was {a: b} and is neither a string nor a list, so that Heat rejects the template with it: every call passes a value of its own',
    'the default of "keys" is dropped, which was a hidden value and is not what the parameter takes, so that Heat rejects the template with it: every call passes a value of its own',
    'the default of "same" is dropped, which was x and is shorter than 2, so that Heat rejects the template with it: every call passes a value of its own',
    'the default of "right" is dropped, which was 3: every call passes a value of its own',
  ])
})
