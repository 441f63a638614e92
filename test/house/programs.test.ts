/** What may start a program or use the network, as docs/security.md promises. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fg from 'fast-glob'

const root = join(__dirname, '../..')

/** Sources that import one of some modules of Node, statically or not; what a template string holds does not count. */
function importing(modules: string): readonly string[] {
  const imports = new RegExp(
    `^(?:import|export|}) .*from '(?:node:)?(?:${modules})'|import\\('(?:node:)?(?:${modules})'\\)`,
    'm',
  )
  return fg
    .sync(['src/**/*.ts', 'transforms/**/*.ts'], { cwd: root, ignore: ['**/fixtures/**'] })
    .filter((path) => imports.test(readFileSync(join(root, path), 'utf8')))
    .sort()
}

describe('security.md', () => {
  it('names each program that hotshift starts: git, an editor and a pager', () => {
    expect(importing('child_process')).toEqual([
      'src/cli/interview.ts',
      'src/cli/pager.ts',
      'src/runner/git.ts',
    ])
    const said = readFileSync(join(root, 'docs/security.md'), 'utf8').replace(/\s+/g, ' ')
    expect(said).toContain('It runs three other programs. One is git')
  })

  it('is right that nothing but the review listens, and nothing connects', () => {
    expect(importing('https?|http2|net|tls|dgram|dns(?:/promises)?')).toEqual(['src/cli/review-server.ts'])
    const fetching = fg
      .sync(['src/**/*.ts', 'transforms/**/*.ts'], { cwd: root, ignore: ['**/fixtures/**'] })
      .filter((path) =>
        /\bfetch\(|new (?:WebSocket|XMLHttpRequest|EventSource)\b/.test(
          readFileSync(join(root, path), 'utf8'),
        ),
      )
    // Pages: each asks the server that it came from.
    expect(fetching.filter((path) => !/^src\/(?:page|playground)\//.test(path))).toEqual([])
  })
})
