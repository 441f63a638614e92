/** What a code of a check shows as its example is what happens: where it is found, and what its repair makes of it. */

import type { Files } from '../../src/apps/cli/explain/explained.ts'
import { cases, correctedFiles, givenFiles, needsShell } from '../cli/examples.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Not what needs a shell; and what is not there has no lines. */
const checked = cases.filter(
  ([code, example]) =>
    /^check (?!.*--format)/.test(example.command) && !needsShell(example) && code !== 'path-not-found',
)

interface Found {
  readonly code: string
  readonly path: string
  readonly line: number
  readonly fixed?: string
}

async function findingsOf(code: string, root: string, command: string): Promise<readonly Found[]> {
  const { stdout } = await inProcess([...command.split(' '), '--format', 'json'], root)
  const { files } = JSON.parse(stdout) as {
    readonly files: readonly { readonly findings?: readonly Found[] }[]
  }
  return files.flatMap(({ findings = [] }) => findings).filter((one) => one.code === code)
}

/** Whether a finding is on a line that the correction changes. */
function isCorrected({ path, line }: Found, before: Files, after: Files): boolean {
  const wrong = before[path]?.split('\n')[line - 1] ?? ''
  return after[path]?.split('\n').includes(wrong) !== true
}

describe('a finding is on a line that the correction changes, or where the example says', () => {
  it.each(checked)('%s', async (code, example) => {
    const [before, after] = [givenFiles(example), correctedFiles(example)]
    const found = await findingsOf(code, temporaryTree(before).root, example.command)
    const isMarked = ({ path, line }: Found) => `${path}:${line}` === example.at
    const isThere = found.some((one) => isCorrected(one, before, after))
    expect([isThere, found.some(isMarked)]).toEqual([example.at === undefined, example.at !== undefined])
  })
})

describe('what is repaired is not found again', () => {
  const repaired = new Set<string>()

  it.each(checked.filter(([, { command }]) => !command.includes('--profile')))(
    '%s',
    async (code, example) => {
      const { root } = temporaryTree(givenFiles(example))
      const found = await findingsOf(code, root, `${example.command} --fix=all --write --allow-dirty`)
      const fixed = found.filter((one) => one.fixed !== undefined)
      if (fixed.length === 0) return
      repaired.add(code)
      expect(await findingsOf(code, root, example.command)).toHaveLength(found.length - fixed.length)
    },
  )

  it('of these codes', () => {
    expect([...repaired].sort()).toEqual([
      'deprecated-name',
      'duplicate-key',
      'misread-address',
      'misread-value',
      'missing-output',
      'refused-parameter',
      'undeclared-parameter',
      'unknown-attribute',
      'unknown-key',
      'unknown-member',
      'unknown-property',
      'unknown-reference',
      'unknown-software-input',
      'unknown-software-output',
      'unread-key',
    ])
  })
})
