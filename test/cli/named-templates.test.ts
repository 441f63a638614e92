/** With `-e`, the named templates and what they call are the stack: a template that lies beside them is none of it. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const hot = 'heat_template_version: 2018-08-31\n'
const reading = (name: string, more = '') =>
  `${hot}parameters: {${name}: {type: number${more}}}\nresources: {v: {type: OS::Heat::Value, properties: {value: {get_param: ${name}}}}}\n`

const check = async (files: Readonly<Record<string, string>>, ...args: readonly string[]) => {
  const { stdout, status } = await inProcess(
    ['check', ...args, '--format', 'concise'],
    temporaryTree(files).root,
  )
  return [status, stdout]
}

it('a value is not held against a template that nobody named', async () => {
  const files = {
    'd/a.yaml': reading('size'),
    'd/b.yaml': reading('size', ', constraints: [{range: {min: 5}}]'),
    'e.env': 'parameters: {size: 1}\n',
  }
  expect(await check(files, 'd/a.yaml', '-e', 'e.env')).toEqual([0, ''])
  expect(await check(files, 'd', '-e', 'e.env')).toEqual([1, expect.stringContaining('(declared in b.yaml)')])
})

it('a parameter that only such a template has is none of the stack', async () => {
  const files = {
    'd/a.yaml': reading('size'),
    'd/b.yaml': reading('other'),
    'e.env': 'parameters: {size: 1, other: 2}\n',
  }
  expect(await check(files, 'd/a.yaml', '-e', 'e.env')).toEqual([
    1,
    expect.stringContaining('refused-parameter d/a.yaml has no parameter "other"'),
  ])
})

it('what they call is a part of it', async () => {
  const files = {
    'd/a.yaml': `${hot}resources: {c: {type: c.yaml}}\n`,
    'd/c.yaml': reading('other'),
    'e.env': 'parameter_defaults: {other: 2}\n',
  }
  expect(await check(files, 'd/a.yaml', '-e', 'e.env')).toEqual([0, ''])
})

it('warnings count where --fail-on names their severity or their code', async () => {
  const files = { 'a.yaml': `${hot}resources: {v: {type: OS::Heat::Value, properties: {value: 0644}}}\n` }
  const status = async (...args: readonly string[]) => (await check(files, 'a.yaml', ...args))[0]
  expect(await status()).toBe(0)
  expect(await status('--fail-on', 'warning')).toBe(1)
  expect(await status('--fail-on', 'warning:misread-value')).toBe(1)
  expect(await status('--fail-on', 'warning:duplicate-key')).toBe(0)
  expect(await status('--fail-on', 'info')).toBe(0)
  expect(await status('--fail-on', 'warning:misread')).toBe(64)
  expect(await status('--fail-on', 'trouble')).toBe(64)
})
