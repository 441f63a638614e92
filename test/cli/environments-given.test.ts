/** What is given as an environment and is none: every command that takes one says the same, and changes nothing. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const template = (preset: string) => `heat_template_version: 2018-08-31
parameters: {size: {type: number${preset}}}
resources: {a: {type: OS::Heat::Value, properties: {value: {get_param: size}}}}
`
const files = {
  'web/web.yaml': template(', default: 3'),
  'web/bare.yaml': template(''),
  'folder/one.env': 'parameters: {size: 5}\n',
  'other.yaml': template(', default: 4'),
  'good.env': 'parameters: {size: 5}\n',
  'broken.env': 'parameters: {size: 5\n b: ]\n',
  'list.env': '- size\n',
  'values.env': 'parameters: [size]\n',
}

const withEnvironment = (given: string): readonly (readonly string[])[] => [
  ['extract-defaults', 'web', '-e', given],
  ['rename', 'web', '--rename', 'size=gigabytes', '-e', given],
  ['parameter', 'remove', 'size', 'web', '-e', given],
  ['verify', 'web/web.yaml', 'web/web.yaml', '--env', given],
  ['diff', 'web/web.yaml', 'web/web.yaml', '--env', given],
]

describe('a folder that is given as an environment', () => {
  const asked = [
    ...withEnvironment('folder'),
    ['check', 'web', '-e', 'folder'],
    ['check', '--fix', 'web', '-e', 'folder'],
    ['check', '--profile', 'onap', 'web', '-e', 'folder'],
    ['extract-defaults', 'web', '--hidden-into', 'folder'],
  ]
  it.each(asked)('is refused by %s %s %s %s %s %s', async (...args) => {
    const { status, stdout, stderr } = await inProcess(args.filter(Boolean), temporaryTree(files).root)
    expect(stdout).toBe('')
    expect(stderr).toContain('folder:1:1  error  unreadable-file  cannot be read: it is a directory\n')
    expect(status).toBe(2)
  })
})

describe('an environment that is not there', () => {
  const asked = [
    ...withEnvironment('nowhere.env').slice(1),
    ['extract-defaults', 'web', '-e', 'good.env', '-e', 'nowhere.env'],
  ]
  it.each(asked)('is refused by %s %s %s %s %s %s', async (...args) => {
    const { status, stdout, stderr } = await inProcess(args.filter(Boolean), temporaryTree(files).root)
    expect(stdout).toBe('')
    expect(stderr).toContain('nowhere.env:1:1  error  path-not-found  no such file or directory\n')
    expect(status).toBe(2)
  })

  it('is a failed file for check', async () => {
    const asked = ['check', 'web', '-e', 'nowhere.env']
    const { status, stdout } = await inProcess(asked, temporaryTree(files).root)
    expect(stdout).toContain('nowhere.env  path-not-found  no such file or directory\n')
    expect(status).toBe(2)
  })
})

describe('a link without its target that is given as an environment', () => {
  const linked = () => {
    const { root } = temporaryTree(files)
    symlinkSync('nowhere.env', join(root, 'link.env'))
    return root
  }

  it.each(withEnvironment('link.env'))('is refused by %s %s %s %s %s %s', async (...args) => {
    const { status, stdout, stderr } = await inProcess(args.filter(Boolean), linked())
    expect(stdout).toBe('')
    expect(stderr).toContain('link.env:1:1  error  broken-link  is a link whose target is missing\n')
    expect(status).toBe(2)
  })

  it('is a failed file for check', async () => {
    const { status, stdout } = await inProcess(['check', 'web', '-e', 'link.env'], linked())
    expect(stdout).toContain('1:1  error    broken-link  is a link whose target is missing\n')
    expect(status).toBe(2)
  })
})

describe('a template that is given as an environment', () => {
  const wrong = 'unknown-section  an environment has no section "heat_template_version"\n'

  it.each(withEnvironment('other.yaml'))('is refused by %s %s %s %s %s %s', async (...args) => {
    const { status, stdout, stderr } = await inProcess(args.filter(Boolean), temporaryTree(files).root)
    expect(stdout).toBe('')
    expect(stderr).toContain(`other.yaml:1:1  error  ${wrong}`)
    expect(status).toBe(2)
  })

  it('is one error for check', async () => {
    const { status, stdout } = await inProcess(
      ['check', 'web', '-e', 'other.yaml'],
      temporaryTree(files).root,
    )
    expect(stdout).toContain(`1:1  error    ${wrong}`)
    expect(stdout).toContain(': 1 with errors, 2 clean\n')
    expect(stdout).not.toContain('missing-value')
    expect(status).toBe(1)
  })
})

it.each([['check'], ['rename', '--rename', 'size=bytes'], ['extract-defaults']])(
  'a binary file that is given as an environment is not passed over: %j',
  async (...command) => {
    const { root, write } = temporaryTree(files)
    write('image.env', new Uint8Array([0, 1, 2, 0, 3]))
    const { status, stdout, stderr } = await inProcess([...command, 'web', '-e', 'image.env'], root)
    expect(stdout + stderr).toContain(
      '1:1  error    not-a-template  is no environment, and was named: binary file\n',
    )
    expect(status).toBe(2)
  },
)

describe('an environment that cannot be read', () => {
  it.each([
    ['broken.env', 'error    yaml-syntax'],
    ['list.env', 'error    not-a-template'],
    ['values.env', 'error    not-a-mapping'],
    ['nowhere.env', 'failed     nowhere.env  path-not-found'],
  ])('has a finding of its own and leaves no value missing: %s', async (given, line) => {
    const asked = ['check', 'web/bare.yaml', '-e', given]
    const { stdout } = await inProcess(asked, temporaryTree(files).root)
    expect(stdout).toContain(`${line}  `)
    expect(stdout).not.toContain('missing-value')
    // Beside one that can be read, too.
    expect((await inProcess([...asked, '-e', 'good.env'], temporaryTree(files).root)).stdout).not.toContain(
      'missing-value',
    )
  })
})

it('an environment that is given as a template is told where it goes', async () => {
  const { status, stderr } = await inProcess(
    ['verify', 'good.env', 'web/web.yaml'],
    temporaryTree(files).root,
  )
  expect(stderr).toBe(
    'good.env:1:1  error  not-a-template  the file is an environment, not a template\n' +
      '  A template is a mapping with heat_template_version, HeatTemplateFormatVersion or AWSTemplateFormatVersion. Pass an environment with --env, together with its template.\n',
  )
  expect(status).toBe(2)
})
