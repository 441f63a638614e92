/** What a proof takes for granted stands in every report of the run that relies on it. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const template = (index: string) => `AWSTemplateFormatVersion: '2010-09-09'
Parameters: {N: {Type: Number, Default: ${index}}, L: {Type: CommaDelimitedList, Default: 'a,b'}}
Outputs: {o: {Value: {'Fn::Select': [{Ref: N}, {Ref: L}]}}}
`
const sentence = 'the index N is a whole number'
const files = { 'a.template': template('1'), 'b.template': template('0'), 'c.template': template("'1.0'") }

it('in the text of a run, with the number of files', async () => {
  const { stderr } = await inProcess(['migrate'], temporaryTree(files).root)
  expect(stderr).toContain('assumption')
  expect(stderr).toMatch(new RegExp(`^${sentence} +2$`, 'm'))
})

it('in JSON, with each file', async () => {
  const { stdout } = await inProcess(['migrate', '--format', 'json'], temporaryTree(files).root)
  const said = JSON.parse(stdout).files.map(({ path, assumptions }: Record<string, unknown>) => [
    path,
    assumptions,
  ])
  expect(said).toEqual([
    ['a.template', [sentence]],
    ['b.template', [sentence]],
    ['c.template', undefined],
  ])
})

it.each(['markdown', 'html'])('in %s', async (format) => {
  const { root } = temporaryTree(files)
  const { stdout } = await inProcess(['migrate', '--format', format], root)
  expect(stdout).toContain(sentence)
  const { stdout: other } = await inProcess(['migrate', 'c.template', '--format', format], root)
  expect(other).not.toContain('<h2>Assumptions')
})

it('in none where nothing was taken for granted', async () => {
  const { stderr } = await inProcess(['migrate', 'c.template'], temporaryTree(files).root)
  expect(stderr).not.toContain('assumption')
})
