import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { hotshift } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const CORPUS = join(import.meta.dirname, '../../corpus')

/** A copy of the project's templates. */
function corpusCopy() {
  const tree = temporaryTree()
  cpSync(CORPUS, join(tree.root, 'corpus'), { recursive: true })
  return tree
}

it.each([[[]], [['--partial']], [['--to', 'cfn-yaml']]])(
  'the patch of the whole corpus gives with git what --write gives: %j',
  (options) => {
    const patched = corpusCopy()
    execFileSync('git', ['init', '-q'], { cwd: patched.root })
    const dry = hotshift(['migrate', 'corpus', '--patch', 'the.patch', '--quiet', ...options], patched.root)
    execFileSync('git', ['apply', '--whitespace=nowarn', 'the.patch'], { cwd: patched.root })

    const written = corpusCopy()
    const real = hotshift(['migrate', 'corpus', '--write', '--quiet', ...options], written.root)
    expect(real).toEqual(dry)
    const files = (tree: typeof written) =>
      tree.list().flatMap((path) => (path.startsWith('corpus/') ? [[path, tree.read(path)]] : []))
    expect(files(patched)).toEqual(files(written))
    expect(files(written)).not.toEqual(files(corpusCopy()))
  },
)
