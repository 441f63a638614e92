import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type FileChange, unifiedDiff } from '../../src/run/diff/unified-diff.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** Applies the patch of all changes with git; the result must be the new texts, byte for byte. */
function applyWithGit(changes: readonly FileChange[]): void {
  const tree = temporaryTree()
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: tree.root, stdio: ['ignore', 'pipe', 'pipe'] })
  git('init', '-q')
  git('config', 'core.autocrlf', 'false')
  for (const { path, before } of changes) if (before !== undefined) tree.write(path, before)
  tree.write('the.patch', changes.map(unifiedDiff).join(''))
  git('apply', '--whitespace=nowarn', 'the.patch')
  for (const { path, newPath = path, after } of changes) {
    expect(readFileSync(join(tree.root, newPath)).equals(Buffer.from(after))).toBe(true)
    if (newPath !== path) expect(() => statSync(join(tree.root, path))).toThrow('ENOENT')
  }
}

const twelve = 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n'

describe('text', () => {
  it('shows three lines of context and the heading above', () => {
    const before = 'Resources:\n  one: 1\n  two: 2\n  three: 3\n  four: 4\n  five: 5\n  six: 6\n'
    expect(unifiedDiff({ path: 'x.yaml', before, after: before.replace('five: 5', 'five: V') })).toBe(
      [
        'diff --git a/x.yaml b/x.yaml',
        '--- a/x.yaml',
        '+++ b/x.yaml',
        '@@ -3,5 +3,5 @@ Resources:',
        '   two: 2',
        '   three: 3',
        '   four: 4',
        '-  five: 5',
        '+  five: V',
        '   six: 6',
        '',
      ].join('\n'),
    )
  })

  it('joins hunks whose contexts touch, and parts others', () => {
    const near = unifiedDiff({ path: 'x', before: twelve, after: twelve.replace('a', 'A').replace('h', 'H') })
    expect(near.match(/^@@.*$/gm)).toEqual(['@@ -1,11 +1,11 @@'])
    const far = unifiedDiff({ path: 'x', before: twelve, after: twelve.replace('a', 'A').replace('i', 'I') })
    expect(far.match(/^@@.*$/gm)).toEqual(['@@ -1,4 +1,4 @@', '@@ -6,7 +6,7 @@ e'])
  })

  it('marks a missing newline at the end, on either side', () => {
    expect(unifiedDiff({ path: 'x', before: 'a\nb', after: 'a\nb\n' })).toBe(
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n',
    )
    expect(unifiedDiff({ path: 'x', before: 'a\nb', after: 'A\nb' })).toBe(
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n',
    )
  })

  it('says renames in the header', () => {
    expect(unifiedDiff({ path: 'x.json', newPath: 'x.yaml', before: 'a\nb\n', after: 'a\nc\n' })).toBe(
      [
        'diff --git a/x.json b/x.yaml',
        'similarity index 50%',
        'rename from x.json',
        'rename to x.yaml',
        '--- a/x.json',
        '+++ b/x.yaml',
        '@@ -1,2 +1,2 @@',
        ' a',
        '-b',
        '+c',
        '',
      ].join('\n'),
    )
    expect(unifiedDiff({ path: 'x', newPath: 'y', before: 'a\n', after: 'a\n' })).toBe(
      'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n',
    )
  })

  it('says new files in the header', () => {
    expect(unifiedDiff({ path: 'x', after: 'a\n' })).toBe(
      'diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n',
    )
    expect(unifiedDiff({ path: 'x', after: '' })).toBe('diff --git a/x b/x\nnew file mode 100644\n')
  })

  it('quotes names as git does', () => {
    const header = (path: string) => unifiedDiff({ path, before: 'a\n', after: 'b\n' }).split('\n', 2)
    expect(header('a b.yaml')).toEqual(['diff --git a/a b.yaml b/a b.yaml', '--- a/a b.yaml\t'])
    expect(header('caf\u00e9 \u{1F600}')).toEqual([
      'diff --git a/caf\u00e9 \u{1F600} b/caf\u00e9 \u{1F600}',
      '--- a/caf\u00e9 \u{1F600}\t',
    ])
    expect(header('q"b\\s\tt')).toEqual([
      'diff --git "a/q\\"b\\\\s\\tt" "b/q\\"b\\\\s\\tt"',
      '--- "a/q\\"b\\\\s\\tt"',
    ])
    expect(header('\x01\n')).toEqual(['diff --git "a/\\001\\n" "b/\\001\\n"', '--- "a/\\001\\n"'])
  })
})

describe('git apply', () => {
  it.each<[string, FileChange]>([
    ['a change', { path: 'd/x.yaml', before: twelve, after: twelve.replace('f', 'F') }],
    ['a rename', { path: 'd/x.json', newPath: 'd/x.yaml', before: twelve, after: twelve.replace('f', 'F') }],
    [
      'a rename of something rewritten',
      { path: 'x.json', newPath: 'x.yaml', before: '{"a": 1}', after: 'a: 1\n' },
    ],
    ['a mere rename', { path: 'x.json', newPath: 'x.yaml', before: 'a\n', after: 'a\n' }],
    ['a new file', { path: 'new/x.yaml', after: 'a\nb' }],
    ['a new empty file', { path: 'x.yaml', after: '' }],
    ['CRLF', { path: 'x', before: 'a\r\nb\r\nc\r\n', after: 'a\r\nB\r\nc\r\n' }],
    ['mixed line ends', { path: 'x', before: 'a\r\nb\nc\rd\n', after: 'a\r\nB\nc\rD\r\n' }],
    ['CRLF without newline at the end', { path: 'x', before: 'a\r\nb', after: 'A\r\nb' }],
    ['a byte order mark', { path: 'x', before: '\ufeffa\nb\n', after: '\ufeffa\nB\n' }],
    ['a newline at the end that goes', { path: 'x', before: 'a\nb\n', after: 'a\nb' }],
    ['a newline at the end that comes', { path: 'x', before: 'a\nb', after: 'a\nb\n' }],
    [
      'no newline at the end far from the change',
      { path: 'x', before: `${twelve}z`, after: `${twelve}z`.replace('a', 'A') },
    ],
    ['lines added to an empty file', { path: 'x', before: '', after: 'a\nb\n' }],
    ['all lines gone', { path: 'x', before: 'a\nb\n', after: '' }],
    ['an insertion at the start', { path: 'x', before: twelve, after: `0\n${twelve}` }],
    ['an insertion at the end', { path: 'x', before: twelve, after: `${twelve}m\n` }],
    ['other Unicode line ends', { path: 'x', before: 'a\u2028b\nc\u0085\n', after: 'a\u2028B\nc\u0085\n' }],
    [
      'lines that look like a patch',
      { path: 'x', before: '-- a\n++ b\n@@ -1 +1 @@\n', after: '-- A\n++ b\n@@ -1 +1 @@\n' },
    ],
    ['blank-only lines', { path: 'x', before: 'a\n\n  \n\t\nb\n', after: 'a\n\n \n\t\nb \n' }],
    ['blanks in the name', { path: 'my dir/x y.yaml', before: 'a\n', after: 'b\n' }],
    [
      'blanks in both names',
      { path: 'my dir/x y.json', newPath: 'my dir/x y.yaml', before: 'a\nc\n', after: 'b\nc\n' },
    ],
    ['a blank at the end of the name', { path: 'x ', before: 'a\n', after: 'b\n' }],
    [
      'non-ASCII names',
      {
        path: 'd\u00e4/\u65e5\u672c\u{1F600}.json',
        newPath: 'd\u00e4/\u65e5\u672c\u{1F600}.yaml',
        before: 'a\n',
        after: 'b\n',
      },
    ],
    [
      'quotes and backslashes in names',
      { path: 'q"u\\o.json', newPath: 'q"u\\o.yaml', before: 'a\n', after: 'b\n' },
    ],
    ['a tab and a newline in the name', { path: 'a\tb\nc', before: 'a\n', after: 'b\n' }],
    ['a new file with blanks in its name', { path: 'x y', after: 'a\n' }],
    ['names that contain b/', { path: 'x b/x b/y', before: 'a\n', after: 'b\n' }],
  ])('takes %s', (_, change) => {
    applyWithGit([change])
  })

  it('takes many files at once', () => {
    applyWithGit([
      { path: 'a', before: 'a', after: 'b' },
      { path: 'b.json', newPath: 'b.yaml', before: 'a', after: 'b' },
      { path: 'c', after: 'new\n' },
      { path: 'd', before: twelve, after: twelve.replace('l', 'L') },
    ])
  })

  it('keeps the mode of the file', () => {
    const tree = temporaryTree({ 'x.json': 'a\n' })
    execFileSync('chmod', ['755', join(tree.root, 'x.json')])
    tree.write('p', unifiedDiff({ path: 'x.json', newPath: 'x.yaml', before: 'a\n', after: 'b\n' }))
    execFileSync('git', ['init', '-q'], { cwd: tree.root })
    execFileSync('git', ['apply', 'p'], { cwd: tree.root })
    expect(statSync(join(tree.root, 'x.yaml')).mode & 0o777).toBe(0o755)
  })

  it('takes whatever comes', () => {
    const root = temporaryTree().root
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ' d', '', '-', '+', 'e\r'), { maxLength: 40 })
    const text = fc.tuple(lines, fc.constantFrom('', '\n')).map(([all, end]) => all.join('\n') + end)
    const samples = fc.sample(fc.tuple(text, text), { numRuns: 150, seed: 7 })
    const changes = samples.flatMap(([before, after], i) =>
      before === after ? [] : [{ path: `${i}`, before, after }],
    )
    mkdirSync(join(root, 'unused'))
    applyWithGit(changes)
  })
})

describe('effort', () => {
  const rewritten = (n: number, word: string) =>
    Array.from({ length: n }, (_, i) => `${word} ${i}\n`).join('')

  // How long these take is measured by `npm run bench`; a diff without bounds would run into the time limit.
  it('a completely rewritten file of 5,000 lines is one hunk', () => {
    const change = { path: 'x', before: rewritten(5000, 'old'), after: rewritten(5000, 'new') }
    const diff = unifiedDiff(change)
    expect(diff.match(/^@@.*$/gm)).toEqual(['@@ -1,5000 +1,5000 @@'])
    applyWithGit([change])
  })

  it('one that has many lines in common, in another order, is not pondered for long', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${(i * 7919) % 5000}\n`)
    const change = { path: 'x', before: lines.join(''), after: [...lines].sort().join('') }
    applyWithGit([change])
  })

  it('thousands of small changes stay small hunks', () => {
    const before = Array.from({ length: 60_000 }, (_, i) => `line ${i}\n`)
    const after = before.map((line, i) => (i % 30 === 0 ? `changed ${i}\n` : line))
    const diff = unifiedDiff({ path: 'x', before: before.join(''), after: after.join('') })
    expect(diff.match(/^@@/gm)).toHaveLength(2000)
    expect(diff.match(/^-/gm)).toHaveLength(2001)
  })
})
