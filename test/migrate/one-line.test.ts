/** A string that stands in one line stays in one line, where it can be read there. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

async function resultOf(values: string): Promise<string> {
  const tree = temporaryTree({
    'notes.yaml': `AWSTemplateFormatVersion: '2010-09-09'
Parameters:
  Town: {Type: String}
  Count: {Type: Number}
Resources:
  Store: {Type: AWS::S3::Bucket}
  Notes:
    Type: OS::Heat::Value
    Properties:
      value:
${values}`,
  })
  const { stderr } = await inProcess(['migrate', '--write', '--allow-dirty'], tree.root)
  expect(stderr).toContain('1 proved equal')
  return tree.read('notes.yaml')
}

it('joins strings, also where the tag stands on a line of its own', async () => {
  const made = await resultOf(`        bucket: !Sub the-books-that-nobody-has-borrowed-for-years-from-\${Town}
        below:
          !Sub 'the-books-that-nobody-has-borrowed-for-years-from-\${Town}'
        policy:
          - !Sub arn:\${AWS::Partition}:s3:::\${Store}
          - !Sub arn:\${AWS::Partition}:s3:::\${Store}/* # all of it
`)
  expect(made).toContain(`      value:
        bucket: {list_join: ['', [the-books-that-nobody-has-borrowed-for-years-from-, {get_param: Town}]]}
        below: {list_join: ['', [the-books-that-nobody-has-borrowed-for-years-from-, {get_param: Town}]]}
        policy:
          - {list_join: ['', ['arn:', {get_param: partition}, ':s3:::', {get_resource: Store}]]}
          - {list_join: ['', ['arn:', {get_param: partition}, ':s3:::', {get_resource: Store}, /*]]} # all of it
`)
})

it('stands below its key where it does not fit behind it', async () => {
  const made =
    await resultOf(`        the-number-of-the-shelf: !Sub \${Town}-shelves-\${AWS::Region}-of-\${AWS::AccountId}
`)
  expect(made).toContain(`      value:
        the-number-of-the-shelf:
          list_join: ['', [{get_param: Town}, -shelves-, {get_param: region}, -of-, {get_param: OS::project_id}]]
`)
})

it('has one form in a file, in whatever column it stands', async () => {
  const arn = `!Sub 'arn:\${AWS::Partition}:s3:::the-\${Town}-of-books/*'`
  const made = await resultOf(`        near: ${arn}
        policies:
          - far-away-from-the-margin: ${arn}
            farther:
              farther-still:
                - - - ${arn}
`)
  expect(made).not.toContain('str_replace')
  expect(made).toContain(`      value:
        near: {list_join: ['', ['arn:', {get_param: partition}, ':s3:::the-', {get_param: Town}, -of-books/*]]}
        policies:
          - far-away-from-the-margin:
              list_join: ['', ['arn:', {get_param: partition}, ':s3:::the-', {get_param: Town}, -of-books/*]]
            farther:
              farther-still:
                - - - list_join: ['', ['arn:', {get_param: partition}, ':s3:::the-', {get_param: Town}, -of-books/*]]
`)
})

it('has the same form in what was JSON', async () => {
  const arn = { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::the-${Town}-of-books/*' }
  const properties = { value: { near: arn, 'far-away-from-the-margin': arn } }
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Parameters: { Town: { Type: 'String' } },
    Resources: { Notes: { Type: 'OS::Heat::Value', Properties: properties } },
  }
  const tree = temporaryTree({ 'notes.json': JSON.stringify(template, undefined, 2) })
  expect((await inProcess(['migrate', '--write', '--allow-dirty'], tree.root)).stderr).toContain(
    '1 proved equal',
  )
  expect(tree.read('notes.yaml')).toContain(`      value:
        near: {list_join: ['', ['arn:', {get_param: partition}, ':s3:::the-', {get_param: Town}, -of-books/*]]}
        far-away-from-the-margin:
          list_join: ['', ['arn:', {get_param: partition}, ':s3:::the-', {get_param: Town}, -of-books/*]]
`)
})

it('replaces what may be a number', async () => {
  const made = await resultOf('        count: !Sub ${Count}-books\n')
  expect(made).toContain(`      value:
        count: {str_replace: {template: '\${Count}-books', params: {'\${Count}': {get_param: Count}}}}
`)
})

it('replaces a number in a join in one line, which list_join refuses', async () => {
  const made = await resultOf(`        pair: !Join ['', [books-, !Ref Count, -of-, !Ref Town]]
        count: !Join ['', [books-, !Ref Count]]
`)
  expect(made).toContain(`      value:
        pair:
          str_replace:
            template: books-\${Count}-of-\${Town}
            params:
              \${Count}: {get_param: Count}
              \${Town}: {get_param: Town}
        count: {str_replace: {template: 'books-\${Count}', params: {'\${Count}': {get_param: Count}}}}
`)
})

it('takes several lines for many values, and for a line that would be too long', async () => {
  const made =
    await resultOf(`        four: !Sub \${Town}-\${AWS::Region}-\${AWS::AccountId}-\${AWS::StackName}
        counts: !Sub the-books-that-nobody-has-borrowed-for-years-are-\${Count}
`)
  expect(made).toContain(`        four:
          str_replace:
            template: \${Town}-\${region}-\${account_id}-\${stack_name}
            params:
              \${Town}: {get_param: Town}
              \${region}: {get_param: region}
              \${account_id}: {get_param: OS::project_id}
              \${stack_name}: {get_param: OS::stack_name}
        counts:
          str_replace:
            template: the-books-that-nobody-has-borrowed-for-years-are-\${Count}
            params:
              \${Count}: {get_param: Count}
`)
})
