import { chmodSync } from 'node:fs'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { inProcess } from './in-process.ts'

afterEach(removeTemporaryTrees)

const onUnix = process.platform === 'win32' ? describe.skip : describe

/** Edits the first hunk by a script, and makes the others. */
async function edited(script: string, { env = 'EDITOR', text = threeHunks, rest = 'y\ny\n' } = {}) {
  const tree = temporaryTree({ 'a.yaml': text })
  chmodSync(tree.write('my tools/ed', `#!/bin/sh\n${script}\n`), 0o755)
  await inProcess(['upgrade', '--to', 'rocky', '--plan', 'p.json'], tree.root)
  const words = ['apply', 'p.json', '--interactive', '--write']
  const editor = { GIT_EDITOR: '', VISUAL: '', EDITOR: 'false', [env]: `"${tree.root}/my tools/ed" --wait` }
  return { ...(await inProcess(words, tree.root, editor, `e\n${rest}`)), result: tree.read('a.yaml') }
}

onUnix('an editor of --interactive', () => {
  it.each(['EDITOR', 'VISUAL', 'GIT_EDITOR'])('comes from %s, with quotes and options', async (env) => {
    const { status, result } = await edited('sed -i "s/^+heat.*/&  # mine/" "$2"', { env })
    expect(status).toBe(0)
    expect(result).toMatch(/^heat_template_version: 2018-08-31 {2}# mine\n/)
    expect(result).not.toContain('Fn::')
  })

  it('may take blanks away at the ends of lines', async () => {
    const text = threeHunks.replace('# what it is for', '').replaceAll('\n', '\r\n')
    const { status, result } = await edited('sed -i "s/^ *\\r$/\\r/" "$2"', { text })
    expect([status, result.startsWith('heat_template_version: 2018-08-31\r\n\r\nparam')]).toEqual([0, true])
  })

  it.each([
    ['exit 3', 'ed" --wait ended with 3; the hunk is as it was'],
    ['kill -TERM $$', 'ed" --wait ended with '],
    ['rm "$2"', 'ed" --wait removed the file; the hunk is as it was'],
    [': > "$2"', 'nothing is left of the hunk; it is as it was'],
    ['echo garbage > "$2"', 'a line of a hunk begins with a blank, - or +, and not with g'],
    ['sed -i "s/^-/ /; s/^ param/ x&/" "$2"', 'the edited hunk does not fit'],
  ])('that makes nothing of it leaves the hunk undecided: %s', async (script, said) => {
    const { status, stderr, result } = await edited(script, { rest: 'q\n' })
    expect(stderr).toContain(said)
    expect([status, result]).toEqual([0, threeHunks])
  })

  it('makes a file that cannot be made, which is asked about again', async () => {
    const script = 'sed -i "s/^+heat.*/+heat_template_version: nonsense/" "$2"'
    const { stderr, result } = await edited(script, { rest: 'y\ny\nwhat\nq\n' })
    expect(stderr.match(/Decide about this file again/g) ?? stderr).toHaveLength(2)
    expect(result).toBe(threeHunks)
  })
})
