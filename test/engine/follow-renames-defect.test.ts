/** @jest-environment node */
import type { FileOutcome } from '../../src/engine/outcome.ts'

jest.mock('../../src/text/print/print.ts', () => ({
  printDocument: () => {
    throw new Error('boom')
  },
}))

const { followRenames } = jest.requireActual<typeof import('../../src/engine/names/follow-renames.ts')>(
  '../../src/engine/names/follow-renames.ts',
)

const base = { kind: 'hot', proof: 'none', transforms: [], findings: [] } as const
const renamed: FileOutcome = {
  ...base,
  path: 'child.template',
  newPath: 'child.yaml',
  status: 'changed',
  before: '{}',
  after: 'a: 1\n',
}
const found = { code: 'odd-character', severity: 'warning', message: 'here', line: 3, column: 2 } as const
const unchanged = (path: string): FileOutcome => ({ ...base, path, status: 'unchanged' })

describe('a defect of ours while names are followed', () => {
  const text = 'resource_registry: {A: child.template}\n'
  const outcomes = followRenames(
    [renamed, { ...unchanged('env.yaml'), findings: [found] }, unchanged('other.yaml')],
    (path) => (path === 'env.yaml' ? text : 'a: b\n'),
  )

  it('is the failure of the file that met it, which keeps its findings', () => {
    expect(outcomes[1]).toEqual({
      ...base,
      path: 'env.yaml',
      status: 'failed',
      reason: 'internal error: cannot follow new names: boom',
      findings: [
        found,
        {
          code: 'internal-error',
          severity: 'error',
          message: 'cannot follow new names: boom',
          line: 1,
          column: 1,
        },
      ],
    })
  })

  it('takes the new name back that could not be followed, and leaves all others', () => {
    expect(outcomes[0]).toMatchObject({
      path: 'child.template',
      status: 'blocked',
      reason: '"env.yaml" refers to this file and cannot be changed along with it',
    })
    expect(outcomes[2]).toEqual(unchanged('other.yaml'))
  })
})
