import { readDocument } from '../../src/document/document.ts'
import type { Mapping } from '../../src/document/node.ts'
import { rangeOfPath } from '../../src/engine/proof.ts'

const text = `Resources:
  web.server:
    Type: AWS::EC2::Instance
    Properties:
      Tags:
        - {Key: a}
        - {Key: b}
`

function found(path: string): string | undefined {
  const reading = readDocument(text)
  if ('problem' in reading) throw new Error(reading.problem.message)
  const range = rangeOfPath(reading.document.root as Mapping, path)
  return range === undefined ? undefined : text.slice(range.start, range.end)
}

describe('the place of a path', () => {
  it.each([
    ['resources.web.server.properties.Tags[1].Key', 'Key'],
    ['resources.web.server.properties.Tags[1]', '{Key: b}'],
    ['resources.web.server.depends_on', 'web.server'],
    ['resources.web.server.type', 'Type'],
    ['outputs.x', undefined],
  ])('%s is %s', (path, expected) => {
    expect(found(path)).toBe(expected)
  })
})
