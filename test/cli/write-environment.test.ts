/** `migrate --write-environment`: an environment for the parameters that a conversion adds. */
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const importing = `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Size: {Type: Number}
Resources:
  Note: {Type: 'OS::Heat::Value', Properties: {value: [!Ref Size, !ImportValue net]}}
`
const command = ['migrate', '--accept', 'import-value', '--write-environment', '--write', '--allow-dirty']

describe('an environment for new parameters', () => {
  it('has their names and descriptions, and no values', async () => {
    const tree = temporaryTree({
      'a/web.yaml': importing,
      'plain.yaml': importing.replace('!ImportValue net', 'b'),
    })
    expect((await inProcess(command, tree.root)).status).toBe(0)
    expect(
      tree.read('a/web.env'),
    ).toBe(`# Parameters that the conversion of web.yaml added. Enter their values.
# openstack stack create -t web.yaml -e web.env STACK
parameters:
  # Value that another stack exports as net
  Net: null
`)
    expect(tree.read('plain.yaml')).toContain('heat_template_version')
    expect(() => tree.read('plain.env')).toThrow()
    const again = await inProcess(command, tree.root)
    expect(again.stderr).toContain('  unchanged  3\n')
  })

  it('leaves the environment alone that is there', async () => {
    const tree = temporaryTree({ 'web.yaml': importing, 'web.env': 'parameters: {Size: 1}\n' })
    await inProcess(command, tree.root)
    expect(tree.read('web.env')).toBe('parameters: {Size: 1}\n')
    expect(tree.read('web-new.env')).toContain('# openstack stack create -t web.yaml -e web-new.env STACK\n')
  })

  it('is shown in a dry run', async () => {
    const { root } = temporaryTree({ 'web.yaml': importing })
    const { stdout } = await inProcess(command.slice(0, 4), root)
    expect(stdout).toContain('diff --git a/web.env b/web.env\nnew file mode 100644\n')
  })

  it.each([
    ['--compose', ['--compose', 'all.yaml']],
    ['standard input', ['-']],
  ])('needs more than %s', async (_, args) => {
    const { root } = temporaryTree({ 'web.yaml': importing })
    expect((await inProcess([...command.slice(0, 4), ...args], root)).status).toBe(64)
  })
})
