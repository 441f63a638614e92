import { rangeOfPath } from '../../src/engine/proof/proof.ts'
import { mappingOf } from '../document/documents.ts'

const text = `Resources:
  web.server:
    Type: AWS::EC2::Instance
    Properties:
      Tags:
        - {Key: a}
        - {Key: b}
`

function found(path: string): string | undefined {
  const range = rangeOfPath(mappingOf(text), path)
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
