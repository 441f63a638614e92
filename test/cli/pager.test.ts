import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pagerOf } from '../../src/apps/cli/output/pager.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

const root = join(__dirname, '../..')
/** Runs a command on a terminal of its own. */
const onTerminal = (command: string, cwd: string, env: Readonly<Record<string, string>>) =>
  spawnSync('script', ['-qec', command, '/dev/null'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
const isThere = spawnSync('script', ['--version']).status === 0

afterEach(removeTemporaryTrees)

describe('the pager', () => {
  it('is the one that is named, or less where there is one', () => {
    expect(pagerOf({ env: { PAGER: 'more' } })).toBe('more')
    expect(pagerOf({ env: { PAGER: 'more', HOTSHIFT_PAGER: 'less -S' } })).toBe('less -S')
    expect(pagerOf({ env: { PAGER: 'cat' } })).toBeUndefined()
    expect(pagerOf({ env: { PAGER: '' } })).toBeUndefined()
    const tree = temporaryTree({ 'bin/less': '' })
    expect(pagerOf({ env: { PATH: `/nowhere:${tree.root}/bin` } })).toBe('less')
    expect(pagerOf({ env: { PATH: '/nowhere' } })).toBeUndefined()
  })

  const onlyWithScript = isThere ? it : it.skip

  onlyWithScript('takes diff and report of a run on a terminal, and keeps its exit code', () => {
    const tree = temporaryTree({ 'a.yaml': 'heat_template_version: 2016-10-14\n' })
    const run = `node ${join(root, 'bin/hotshift.cjs')} upgrade --to rocky a.yaml`
    const env = { HOTSHIFT_PAGER: "sed 's/^/|/'" }
    const { stdout } = onTerminal(`${run}; echo code $?`, tree.root, env)
    const lines = stdout.replaceAll('\r', '').trimEnd().split('\n')
    expect(lines.at(-1)).toBe('code 0')
    expect(lines).toContain('|+heat_template_version: 2018-08-31')
    expect(lines).toContain('|changed    a.yaml  1 change by 1 transform')
    const end = lines.findIndex((line) => !line.startsWith('|'))
    expect(lines.slice(end, -1).join('\n')).toMatch(
      /^1 file in [\d.]+ s\n {2}changed {2}1 .*\n(?:.*\n)+dry run: nothing was written; add --write to write$/,
    )
    const without = onTerminal(`${run} --no-pager`, tree.root, env).stdout
    expect(without).toContain('+heat_template_version: 2018-08-31')
    expect(without).not.toContain('|')
    const gone = onTerminal(`${run} --check; echo code $?`, tree.root, { HOTSHIFT_PAGER: 'true' })
    expect(gone.stdout.replaceAll('\r', '')).toMatch(
      /^1 file in [\s\S]*\ndry run: nothing was written\ncode 1\n$/,
    )
  })
})
