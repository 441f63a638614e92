/** The other locations of findings in reports. */
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const files = {
  'a.yaml': `heat_template_version: 2018-08-31
parameters: {net: {type: string}}
resources:
  a: {type: oven.yaml, properties: {size: {get_param: nett}}}
`,
  'oven.yaml': 'heat_template_version: 2018-08-31\nparameters:\n  loaves: {type: number}\nresources: {}\n',
}

const check = async (format: string) =>
  (await inProcess(['check', 'a.yaml', '--format', format], temporaryTree(files).root)).stdout

it('stand in JSON, with the path of another file', async () => {
  const [{ findings }] = JSON.parse(await check('json')).files
  const related = findings.map((one: { code: string; related: unknown }) => [one.code, one.related])
  expect(related).toEqual([
    [
      'nested-parameter',
      [
        {
          message: '"loaves" is declared here',
          path: 'oven.yaml',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 9,
        },
      ],
    ],
    [
      'unknown-property',
      [
        {
          message: 'these are the parameters of oven.yaml',
          path: 'oven.yaml',
          line: 2,
          column: 1,
          endLine: 2,
          endColumn: 11,
        },
      ],
    ],
    [
      'unknown-reference',
      [{ message: '"net" is declared here', line: 2, column: 14, endLine: 2, endColumn: 17 }],
    ],
  ])
})

it('stand in SARIF as locations with a message', async () => {
  const [{ results }] = JSON.parse(await check('sarif')).runs
  const found = results.find((one: { ruleId: string }) => one.ruleId === 'nested-parameter')
  expect(found.relatedLocations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'oven.yaml' },
        region: { startLine: 3, startColumn: 3, endLine: 3, endColumn: 9 },
      },
      message: { text: '"loaves" is declared here' },
    },
  ])
})

it('stand below the message for people', async () => {
  expect(await check('text')).toMatch(
    /did you mean "net"\?\n(?: +.*\n){2}\s+see 2:14: "net" is declared here\n/,
  )
  expect(await check('text')).toContain('see oven.yaml:3:3: "loaves" is declared here')
})
