/** Values that parameters get by a default, an environment or a caller are held against all that literals are held against. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const policy = (action: string) => `heat_template_version: 2018-08-31
parameters: {act: {type: string}}
resources:
  policy: {type: OS::Octavia::L7Policy, properties: {listener: abc, action: ${action}}}
`
const files = {
  'before.yaml': policy('REJECT'),
  'after.yaml': policy('{get_param: act}'),
  'url.env': 'parameters: {act: REDIRECT_TO_URL}\n',
  'reject.env': 'parameters: {act: REJECT}\n',
}

interface Found {
  readonly code: string
  readonly severity: string
  readonly line: number
  readonly message: string
}

async function findingsOf(tree: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const { stdout } = await inProcess(['check', '--format', 'json', ...args], temporaryTree(tree).root)
  const { files: all } = JSON.parse(stdout) as { files: { path: string; findings: Found[] }[] }
  return all.flatMap(({ path, findings }) =>
    findings.map(({ severity, code, line, message }) => `${path}:${line} ${severity} ${code} ${message}`),
  )
}

it('says which value by which way Heat rejects', async () => {
  expect(await findingsOf(files, 'after.yaml', '-e', 'url.env')).toEqual([
    'after.yaml:4 error bad-combination OS::Octavia::L7Policy requires "redirect_url" where the action is REDIRECT_TO_URL: "act" is "REDIRECT_TO_URL" (url.env)',
  ])
  expect(await findingsOf(files, 'after.yaml', '-e', 'reject.env')).toEqual([])
})

it('is a refusal of an update', async () => {
  const { root } = temporaryTree(files)
  const update = (environment: string) =>
    inProcess(['diff', 'before.yaml', 'after.yaml', '--env', environment, '--fail-on', 'refuse'], root)
  const refused = await update('url.env')
  expect([refused.status, refused.stdout]).toEqual([
    1,
    expect.stringContaining(
      'requires "redirect_url" where the action is REDIRECT_TO_URL: "act" is "REDIRECT_TO_URL" (url.env)',
    ),
  ])
  expect((await update('reject.env')).status).toBe(0)
})

const volume = (size: string, more = '') => `heat_template_version: 2018-08-31
parameters: {size: {type: string, default: ${size}${more}}}
resources: {disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}}
`

it('shows no value of a hidden parameter', async () => {
  const found = await findingsOf({ 't.yaml': volume('top-secret', ', hidden: true') })
  expect(found).toEqual(['t.yaml:3 warning rejected-default with the default of "size", Heat rejects this'])
})

it('is no warning where a value is given, and an error where none is and all environments are known', async () => {
  const tree = {
    't.yaml': volume('big'),
    'size.env': "parameters: {size: '8'}\n",
    'none.env': 'parameters: {}\n',
  }
  const rejected = 'the property "size" of OS::Cinder::Volume is not a whole number'
  expect(await findingsOf(tree, 't.yaml')).toEqual([
    `t.yaml:3 warning rejected-default with the default "big" of "size", Heat rejects this: ${rejected}`,
  ])
  expect(await findingsOf(tree, 't.yaml', '-e', 'size.env')).toEqual([])
  expect(await findingsOf(tree, 't.yaml', '-e', 'none.env')).toEqual([
    `t.yaml:3 error bad-value ${rejected}: "size" is "big" (its default)`,
  ])
})

it('counts what a caller passes, at the caller', async () => {
  const tree = {
    't.yaml': 'heat_template_version: 2018-08-31\nresources: {n: {type: n.yaml, properties: {size: huge}}}\n',
    'n.yaml': volume("'1'"),
  }
  expect(await findingsOf(tree)).toEqual([
    't.yaml:2 error bad-value n.yaml rejects this value of "size": the property "size" of OS::Cinder::Volume is not a whole number',
  ])
})

const ten = (what: string) => `[${Array.from({ length: 10 }, () => what).join(', ')}]`
/** A million parts from a few lines. */
const large = `{a: &a ${ten('1')}, b: &b ${ten('*a')}, c: &c ${ten('*b')}, d: &d ${ten('*c')}, e: &e ${ten('*d')}, f: ${ten('*e')}}`
const notes = (more: string) => `heat_template_version: 2018-08-31
parameters: {notes: {type: json${more}}}
resources:
  one: {type: OS::Cinder::Volume, properties: {size: 1, metadata: {get_param: notes}}}
  two: {type: OS::Cinder::Volume, properties: {size: 1, metadata: {get_param: notes}}}
`

it('says once in a file that a value is too large to be checked', async () => {
  const tooLarge = 'value-not-checked this value is too large to be checked where it is used'
  const byDefault = { 't.yaml': notes(`, default: ${large}`) }
  expect(await findingsOf(byDefault, '.')).toEqual([`t.yaml:2 info ${tooLarge}`])
  const byEnvironment = { 't.yaml': notes(''), 't.env': `parameters: {notes: ${large}}\n` }
  expect(await findingsOf(byEnvironment, 't.yaml', '-e', 't.env')).toEqual([`t.yaml:2 info ${tooLarge}`])
  const spelled = Array.from({ length: 30 }, () => '{get_param: notes}').join(', ')
  const byNumber = {
    't.yaml': `heat_template_version: 2018-08-31
parameters:
  notes: {type: json, default: {a: &a ${ten('1')}, b: &b ${ten('*a')}, c: &c ${ten('*b')}, d: ${ten('*c')}}}
resources:
  one: {type: OS::Heat::Value, properties: {value: [${spelled}]}}
`,
  }
  expect(await findingsOf(byNumber, '.')).toEqual([`t.yaml:5 info ${tooLarge}`])
})
