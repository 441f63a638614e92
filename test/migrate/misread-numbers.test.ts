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
    `  3:25  warning  misread-value   in the result, Heat reads 0644 as the octal number 420; write '0644'`,
    `  7:26  warning  misread-value   in the result, Heat reads 0755 as the octal number 493; write '0755'`,
    `  7:40  warning  misread-value   in the result, Heat reads 12:30 as the base-60 number 750; write '12:30'`,
  ])
  expect(status).toBe(0)
})

it('are left to check where Heat reads the template, which read them so before', async () => {
  expect((await migrated(template(''))).said).toBeNull()
})
