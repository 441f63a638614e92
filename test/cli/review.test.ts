import { spawn } from 'node:child_process'
import { threeHunks } from '../plan/changes.ts'
import { removeTemporaryTrees, type TemporaryTree, temporaryTree } from '../run/temporary-tree.ts'
import { EXECUTABLE, hotshift } from './hotshift.ts'

let tree: TemporaryTree

beforeEach(() => {
  tree = temporaryTree({ 'a.yaml': threeHunks, 'b.yaml': threeHunks, 'sub/c.yaml': threeHunks })
  hotshift(['upgrade', '--to', 'rocky', '--plan', 'p.json'], tree.root)
})

afterEach(removeTemporaryTrees)

const ALL = '{"$schema":"urn:hotshift:decisions:1","files":[]}'

/** Starts a review as a browser does; `ask` sends what the buttons of its page send. */
async function reviewed(...options: readonly string[]) {
  const running = spawn(process.execPath, [EXECUTABLE, 'review', 'p.json', ...options], { cwd: tree.root })
  const ended = new Promise<number | null>((resume) => running.once('exit', resume))
  const address = await new Promise<string>((resume) => {
    running.stderr.on('data', (data) => {
      const [found] = /http:\S+/.exec(`${data}`) ?? []
      if (found !== undefined) resume(found)
    })
  })
  const { origin, port, hash } = new URL(address)
  const opened = await fetch(`${origin}/open`, {
    method: 'POST',
    headers: { 'x-hotshift-token': hash.slice(1) },
  })
  const headers = { 'x-hotshift-session': await opened.text() }
  const page = await (await fetch(`${origin}/page`, { headers })).text()
  const ask = async (mode: 'preview' | 'write', body = ALL) => {
    const response = await fetch(`${origin}/${mode}`, { method: 'POST', headers, body })
    const last = (await response.text()).trimEnd().split('\n').at(-1)
    return [response.status, last]
  }
  return { ask, page, port, ended, stop: () => running.kill('SIGINT') }
}

describe('review', () => {
  it('shows and writes only what --only and --except select', async () => {
    const { ask, ended, page } = await reviewed('--only', 'path:sub/')
    expect(page).not.toContain('"a.yaml"')
    expect(await ask('preview')).toEqual([200, '1 file would be written'])
    expect(await ask('write')).toEqual([200, '1 file written'])
    expect(await ended).toBe(0)
    expect(tree.read('a.yaml')).toBe(threeHunks)
    expect(tree.read('sub/c.yaml')).toContain('2018-08-31')
  })

  it('writes the hunks of the transforms that are selected, as apply does', async () => {
    const { ask, ended } = await reviewed('--except', 'transform:hot/target-version')
    expect(await ask('write')).toEqual([200, '3 files written'])
    expect(await ended).toBe(0)
    expect(tree.read('a.yaml')).toContain('heat_template_version: 2013-05-23')
    expect(tree.read('a.yaml')).not.toContain('Fn::Join')
  })

  it('ends with the exit code of apply --write when files are blocked', async () => {
    const { ask, ended } = await reviewed()
    tree.write('a.yaml', `${threeHunks}# changed\n`)
    expect(await ask('write')).toEqual([200, '2 files written'])
    expect(await ended).toBe(3)
  })

  it('stays while nothing is written, and ends with Ctrl-C', async () => {
    const { ask, ended, stop } = await reviewed()
    for (const path of ['a.yaml', 'b.yaml', 'sub/c.yaml']) tree.write(path, '# another file\n')
    expect(await ask('preview')).toEqual([409, '0 files would be written'])
    expect(await ask('write')).toEqual([409, '0 files written'])
    for (const path of ['a.yaml', 'b.yaml', 'sub/c.yaml']) tree.write(path, threeHunks)
    expect(await ask('preview')).toEqual([200, '3 files would be written'])
    stop()
    expect(await ended).toBe(3)
  })

  it('says that another program uses the port', async () => {
    const { ended, stop, port } = await reviewed()
    const second = hotshift(['review', 'p.json', '--port', port], tree.root)
    expect(second).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('another program uses this port'),
    })
    stop()
    expect(await ended).toBe(0)
  })
})
