/** `migrate --to cfn-yaml --heat-2012`: CloudFormation in Heat's own format. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const note = (version: string) =>
  `{${version}\n "Resources": {"Note": {"Type": "OS::Heat::Value", "Properties": {"value": {"Ref": "AWS::Region"}}}}}\n`

async function migrated(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const tree = temporaryTree(files)
  const all = ['migrate', '--to', 'cfn-yaml', '--heat-2012', '--write', '--allow-dirty', ...args]
  return { ...(await inProcess(all, tree.root)), tree }
}

const written = `HeatTemplateFormatVersion: '2012-12-12'
Resources:
  Note: {Type: OS::Heat::Value, Properties: {value: {Ref: AWS::Region}}}
`

it("declares what Heat's own converter declares", async () => {
  const { tree, stderr, status } = await migrated({
    'note.json': note('"AWSTemplateFormatVersion": "2010-09-09",'),
  })
  expect(tree.read('note.yaml')).toBe(written)
  expect(stderr).toContain('1 proved equal')
  expect(status).toBe(0)
  expect((await inProcess(['check'], tree.root)).status).toBe(0)
})

it('declares it where there is no version, for templates that are said to be meant for Heat', async () => {
  const files = { 'note.json': note('') }
  const { stderr, status } = await migrated(files)
  expect(stderr).toContain('Give the same command with --from heat: nothing but the version')
  expect(stderr).not.toContain('no other version')
  expect(status).toBe(3)
  expect((await migrated(files, '--from', 'heat')).tree.read('note.yaml')).toBe(written)
})

it('advises the reading of Heat only where nothing but the version is missing', async () => {
  const other = (version: string) => note(version).replace('AWS::Region', 'AWS::Partition')
  for (const version of ['', '"AWSTemplateFormatVersion": "2010-09-09",']) {
    const { stderr, status } = await migrated({ 'note.json': other(version) })
    expect(stderr).toContain('no-equivalent  what AWS makes of this template')
    expect(stderr).not.toContain('--from heat')
    expect(stderr).not.toContain('no other version')
    expect(status).toBe(3)
  }
})

it('needs CloudFormation as the result', async () => {
  const { stderr, status } = await inProcess(['migrate', '--heat-2012'], temporaryTree({}).root)
  expect(stderr).toContain('--heat-2012 needs --to cfn-yaml')
  expect(status).toBe(64)
})
