/** Numbers that YAML reads otherwise than they look, in a template that was written for AWS. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (more: string) => `AWSTemplateFormatVersion: '2010-09-09'
Mappings:
  Sizes: {big: {flavor: 0644}}
Resources:
  Note:
    Type: OS::Heat::Value
    Properties: {value: [0755, '0755', 12:30, 90, {"Fn::FindInMap": [Sizes, big, flavor]}${more}]}
`

async function migrated(text: string) {
  const tree = temporaryTree({ 'note.yaml': text })
  const { stderr, status } = await inProcess(['migrate', '--write', '--allow-dirty', '--verbose'], tree.root)
  return {
    said: stderr.match(/^ +\d+:\d+ +warning +misread-value .*$/gm),
    made: tree.read('note.yaml'),
    status,
  }
}

it('are written as they stand, and reported', async () => {
  const { said, made, status } = await migrated(template(", !Sub 'x'"))
  expect(made).toContain("value: [0755, '0755', 12:30, 90, 0644, 'x']")
  expect(said).toEqual([
    '  3:25  warning  misread-value   0644 is read as the octal number 420; quote it, in the result',
    '  7:26  warning  misread-value   0755 is read as the octal number 493; quote it, in the result',
    '  7:40  warning  misread-value   12:30 is read as a number to base 60, 750; quote it, in the result',
  ])
  expect(status).toBe(0)
})

it('are left to check where Heat reads the template, which read them so before', async () => {
  expect((await migrated(template(''))).said).toBeNull()
})
