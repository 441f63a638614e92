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
  return stderr.match(/the (?:hidden )?default .*of ".*/g)
}

it('are named with why, where an environment gives another value or the same', async () => {
  const env = 'parameters: {size: 5, mode: fast, zones: [a], keys: [k2], same: x, right: 3}\n'
  expect(await dropped({ 'web.yaml': template, 'web.env': env })).toEqual([
    'the default big of "size" is removed (it is not a number, so Heat rejects it where it is used): parameters of web.env set it to 5',
    'the default none of "mode" is removed (it is not one of fast, safe, so Heat rejects the template with it): parameters of web.env set it to fast',
    'the default {a: b} of "zones" is removed (it is neither a string nor a list, so Heat rejects the template with it): parameters of web.env set it to [a]',
    'the hidden default of "keys" is removed (it is not what the parameter accepts, so Heat rejects the template with it): parameters of web.env set it to a hidden value',
    'the default x of "same" is removed (it is shorter than 2, so Heat rejects the template with it): parameters of web.env set it to x',
  ])
})

it('are named with why, where every call passes a value', async () => {
  expect(await dropped({ 'main.yaml': main, 'part.yaml': template })).toEqual([
    'the default big of "size" is removed (it is not a number, so Heat rejects it where it is used): every caller passes its own value',
    'the default none of "mode" is removed (it is not one of fast, safe, so Heat rejects the template with it): every caller passes its own value',
    'the default {a: b} of "zones" is removed (it is neither a string nor a list, so Heat rejects the template with it): every caller passes its own value',
    'the hidden default of "keys" is removed (it is not what the parameter accepts, so Heat rejects the template with it): every caller passes its own value',
    'the default x of "same" is removed (it is shorter than 2, so Heat rejects the template with it): every caller passes its own value',
    'the default 3 of "right" is removed: every caller passes its own value',
  ])
})
