/** What a run reads because a template names it: nothing outside is even looked at. */
import fs, { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { namedFiles } from '../../src/run/boundary.ts'
import type { FileSystem } from '../../src/run/file-system.ts'
import { inProcess } from '../cli/in-process.ts'
import { removeTemporaryTrees, temporaryTree } from './temporary-tree.ts'

afterEach(removeTemporaryTrees)

/** A file system that notes which paths it is asked about. */
function watched(): { readonly asked: Set<string>; readonly fs: FileSystem } {
  const asked = new Set<string>()
  const noting = new Proxy(fs, {
    get: (target, name: keyof typeof fs) => {
      const own = target[name]
      if (typeof own !== 'function') return own
      return (...args: unknown[]) => {
        if (typeof args[0] === 'string') asked.add(args[0])
        return Reflect.apply(own, target, args)
      }
    },
  })
  return { asked, fs: noting }
}

function checkout() {
  const { root } = temporaryTree({
    'tree/.git/HEAD': '',
    'tree/sub/a.yaml': 'a',
    'tree/b.yaml': 'b',
    'out/secret.yaml': 's',
  })
  const sub = join(root, 'tree/sub')
  symlinkSync('../../out', join(sub, 'way'))
  symlinkSync('../../out/secret.yaml', join(sub, 'link.yaml'))
  symlinkSync('../../out/absent.yaml', join(sub, 'none.yaml'))
  symlinkSync('../b.yaml', join(sub, 'inner.yaml'))
  symlinkSync('..', join(sub, 'up'))
  symlinkSync('circle', join(sub, 'circle'))
  symlinkSync(join(root, 'tree/b.yaml'), join(sub, 'absolute.yaml'))
  symlinkSync('up/../../out/secret.yaml', join(sub, 'bent.yaml'))
  return { root, sub }
}

const outside = (root: string) => [
  '../../out/secret.yaml',
  '../../out/absent.yaml',
  '../../nowhere/absent.yaml',
  join(root, 'out/secret.yaml'),
  '//host/share/x.yaml',
  '/etc/passwd.yaml',
  'way/secret.yaml',
  'way/absent.yaml',
  'way/../secret.yaml/../../../out/secret.yaml',
  'link.yaml',
  'none.yaml',
  'bent.yaml',
  'up/../out/secret.yaml/../../../../out/secret.yaml',
]

describe('a file outside of the repository', () => {
  it('is not looked at, and every answer about it is the same', () => {
    const { root, sub } = checkout()
    for (const name of outside(root)) {
      const { asked, fs: noting } = watched()
      const named = namedFiles({ given: ['.'], cwd: sub, reach: 'inside' }, noting)
      // The directories above are asked for the repository.
      asked.clear()
      const answers = [named.read(name), named.exists(name), named.folder(name)]
      expect([name, ...answers]).toEqual([name, undefined, true, undefined])
      expect([...named.refused.values()]).toEqual([`lies outside of ${join(root, 'tree')}`])
      expect([name, [...asked].filter((path) => !path.startsWith(join(root, 'tree')))]).toEqual([name, []])
    }
  })

  it('is the same to a report, whether or not it is there', async () => {
    const { sub, root } = checkout()
    const said = new Map<string, Set<string>>()
    for (const name of outside(root)) {
      const text = `heat_template_version: 2018-08-31
resources:
  a: {type: ${name}, properties: {x: 1}}
  b: {type: OS::Heat::SoftwareConfig, properties: {config: {get_file: ${name}}}}
`
      fs.writeFileSync(join(sub, 'main.yaml'), text)
      const { stdout, stderr, status } = await inProcess(['check', '--format', 'concise', 'main.yaml'], sub)
      const form = name.startsWith('/') ? 'absolute' : 'relative'
      const answer = `${status} ${stdout} ${stderr}`.replaceAll(name, 'NAME').replace(/:\d+:\d+/g, '')
      said.set(form, (said.get(form) ?? new Set<string>()).add(answer))
    }
    expect([...said.values()].map((answers) => answers.size)).toEqual([1, 1])
  })
})

describe('a file of the repository', () => {
  it.each([
    ['a.yaml', 'a'],
    ['../b.yaml', 'b'],
    ['inner.yaml', 'b'],
    ['absolute.yaml', 'b'],
    ['up/b.yaml', 'b'],
    ['up/sub/up/sub/inner.yaml', 'b'],
    ['circle', undefined],
    ['absent.yaml', undefined],
    ['a.yaml/x', undefined],
    ['\0', undefined],
  ])('is read, links included: %j', (name, expected) => {
    const { sub } = checkout()
    const { read, refused } = namedFiles({ given: ['.'], cwd: sub, reach: 'inside' }, fs)
    const bytes = read(name)
    expect(bytes === undefined ? undefined : Buffer.from(bytes).toString()).toBe(expected)
    expect([...refused.values()].filter((why) => name !== 'circle' && why.startsWith('lies'))).toEqual([])
  })

  it('is read where the working directory is named by a link', () => {
    const { root } = checkout()
    mkdirSync(join(root, 'home'))
    symlinkSync('../tree/sub', join(root, 'home/work'))
    const { read } = namedFiles({ given: ['.'], cwd: join(root, 'home/work'), reach: 'inside' }, fs)
    expect([read('a.yaml'), read('inner.yaml'), read('link.yaml')].map((one) => one?.toString())).toEqual([
      'a',
      'b',
      undefined,
    ])
  })
})
