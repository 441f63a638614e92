/** A template that was named but cannot be read: every command that rewrites says where, whichever kinds it is about. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const files = {
  'torn.yaml': 'heat_template_version: 2018-08-31\nresources:\n\ta: 1\n',
  'torn.json': '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {',
  'plain.yaml': 'lamps: 3\n',
}

const commands = [
  ['migrate', '--to', 'auto'],
  ['upgrade', '--to', 'latest'],
  ['nativize'],
  ['extract-defaults'],
]

describe.each(commands)('%s %s %s', (...command) => {
  it.each([
    ['torn.yaml', '3:1  error    yaml-tab  '],
    ['torn.json', '1:58  error    json-syntax  '],
  ])('is blocked by %s', async (path, expected) => {
    const { status, stderr } = await inProcess([...command, path], temporaryTree(files).root)
    expect(stderr).toContain(`blocked    ${path}\n`)
    expect(stderr).toContain(expected)
    expect(stderr).not.toContain('not-a-template')
    expect(status).toBe(3)
  })

  it('fails for what is no template', async () => {
    const { status, stderr } = await inProcess([...command, 'plain.yaml'], temporaryTree(files).root)
    expect(stderr).toContain('1:1  error    not-a-template  is not a template, and was named\n')
    expect(status).toBe(2)
  })
})
