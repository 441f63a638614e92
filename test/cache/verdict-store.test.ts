import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { unchanged } from '../../src/engine/file-outcome.ts'
import { keyOf } from '../../src/run/cache/verdict-file.ts'
import { VerdictStore } from '../../src/run/cache/verdict-store.ts'
import type { Asked } from '../../src/stack/questions.ts'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'

afterEach(removeTemporaryTrees)

const bytes = Buffer.from('a')
const always = () => true

function asked(own: Readonly<Record<string, string>> = {}, ...parts: readonly Asked[]): Asked {
  return {
    own: new Map(Object.entries(own)),
    parts: new Set(parts),
    summaries: new Map(),
    isUnsettled: false,
  }
}

const outcome = (path: string) => unchanged(path, 'hot', { findings: [] })

/** A run that finds something out about some files. */
function store(folder: string, paths: readonly string[], identity = 'one', of = asked({ files: '1' })): void {
  const made = new VerdictStore({ folder, identity })
  for (const path of paths) made.add(keyOf(path, bytes), outcome(path), of)
  made.save()
}

/** The files that a run knows already. */
function known(
  folder: string,
  paths: readonly string[],
  identity = 'one',
  holds = always,
): readonly string[] {
  const made = new VerdictStore({ folder, identity })
  made.open()
  return paths.filter((path) => made.find(keyOf(path, bytes), holds)?.().path === path)
}

const folderOf = () => join(temporaryTree().root, 'verdicts')
const filesIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.verdicts'))

describe('a verdict is found', () => {
  test('for the same path and content', () => {
    const folder = folderOf()
    store(folder, ['a.yaml', 'b.yaml'])
    expect(known(folder, ['a.yaml', 'b.yaml', 'c.yaml'])).toEqual(['a.yaml', 'b.yaml'])
    const made = new VerdictStore({ folder, identity: 'one' })
    made.open()
    expect(made.find(keyOf('a.yaml', Buffer.from('b')), always)).toBeUndefined()
  })

  test('for the same options and build only', () => {
    const folder = folderOf()
    store(folder, ['a.yaml'])
    expect(known(folder, ['a.yaml'], 'two')).toEqual([])
    const [name = ''] = filesIn(folder)
    const text = readFileSync(join(folder, name), 'utf8')
    // Even under the name of another one.
    store(folder, ['b.yaml'], 'two')
    const other = filesIn(folder).find((one) => one !== name) ?? ''
    writeFileSync(join(folder, other), text)
    expect(known(folder, ['a.yaml'], 'two')).toEqual([])
  })

  test('only where what was asked still holds, whoever asked it', () => {
    const folder = folderOf()
    const part = asked({ 'c n.yaml': 'x' })
    store(folder, ['a.yaml', 'b.yaml'], 'one', asked({ 'e s.sh': 'true' }, part))
    const seen: Asked[] = []
    const made = new VerdictStore({ folder, identity: 'one' })
    made.open()
    for (const path of ['a.yaml', 'b.yaml'])
      made.find(keyOf(path, bytes), (one) => {
        seen.push(one)
        return false
      })
    expect(seen).toEqual(Array.from({ length: 2 }, () => asked({ 'e s.sh': 'true' }, part)))
    // So that it is looked at once.
    expect([...(seen[0]?.parts ?? [])][0]).toBe([...(seen[1]?.parts ?? [])][0])
  })

  test('of parts in one another, however deep', () => {
    const folder = folderOf()
    let deep = asked({ files: '0' })
    for (let level = 0; level < 20_000; level++) deep = asked({ files: String(level) }, deep)
    store(folder, ['a.yaml'], 'one', deep)
    expect(known(folder, ['a.yaml'])).toEqual(['a.yaml'])
  })
})

describe('what is not whole is no verdict', () => {
  test.each([
    ['cut off', (text: Buffer) => text.subarray(0, text.length - 2)],
    ['changed in one bit', (text: Buffer) => flipped(text, text.indexOf('not-') - 3)],
    ['without the part that it refers to', (text: Buffer) => without(text, 'p\t')],
    ['empty', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('hello\nv world\n')],
  ])('%s', (_, damage) => {
    const folder = folderOf()
    store(folder, ['not-a.yaml'], 'one', asked({ files: '1' }, asked({ listed: '1' })))
    const [name = ''] = filesIn(folder)
    expect(known(folder, ['not-a.yaml'])).toEqual(['not-a.yaml'])
    writeFileSync(join(folder, name), damage(readFileSync(join(folder, name))))
    expect(known(folder, ['not-a.yaml'])).toEqual([])
  })

  test('every byte counts', () => {
    const folder = folderOf()
    store(folder, ['a.yaml'], 'one', asked({ files: '1' }, asked({ listed: '1' })))
    const [name = ''] = filesIn(folder)
    const whole = readFileSync(join(folder, name))
    const wrong: number[] = []
    for (let at = 0; at < whole.length; at++) {
      writeFileSync(join(folder, name), flipped(whole, at))
      const made = new VerdictStore({ folder, identity: 'one' })
      made.open()
      const found = made.find(
        keyOf('a.yaml', bytes),
        (one) => one.own.get('files') === '1' && one.parts.size === 1,
      )
      if (found !== undefined) wrong.push(at)
    }
    expect(wrong).toEqual([])
  })
})

describe('the folder', () => {
  test('is made with a note for git, and holds nothing for others to read', () => {
    const folder = folderOf()
    store(folder, ['a.yaml'])
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    expect(readdirSync(folder).length).toBe(2)
  })

  test('of somebody else is left as it is but for our files', () => {
    const folder = folderOf()
    mkdirSync(folder)
    writeFileSync(join(folder, 'notes.verdicts'), 'mine')
    store(folder, ['a.yaml'])
    new VerdictStore({ folder, identity: 'one' }).tidy()
    expect(readdirSync(folder).filter((name) => !/^[0-9a-f]/.test(name))).toEqual(['notes.verdicts'])
  })

  test('has one file of many, in which nothing is lost and the newest counts', () => {
    const folder = folderOf()
    for (let run = 0; run < 9; run++) {
      store(folder, [`${run}.yaml`, 'same.yaml'], 'one', asked({ files: String(run) }))
      for (const name of filesIn(folder))
        utimesSync(join(folder, name), 1e9 + run, Date.now() / 1000 - 99 + run)
    }
    const before = filesIn(folder).length
    new VerdictStore({ folder, identity: 'one' }).tidy()
    expect([before, filesIn(folder).length]).toEqual([9, 1])
    const all = ['same.yaml', ...Array.from({ length: 9 }, (_, run) => `${run}.yaml`)]
    expect(known(folder, all)).toEqual(all)
  })

  test('is rid of what nobody used for a month, and of what a killed run left', () => {
    const folder = folderOf()
    store(folder, ['old.yaml'])
    store(folder, ['used.yaml'])
    const old = filesIn(folder).filter((name) =>
      readFileSync(join(folder, name), 'utf8').includes('old.yaml'),
    )
    const longAgo = Date.now() / 1000 - 31 * 24 * 3600
    const unfinished = `.hotshift-${'0'.repeat(32)}.tmp`
    writeFileSync(join(folder, unfinished), 'x')
    for (const name of [...old, unfinished]) utimesSync(join(folder, name), longAgo, longAgo)
    new VerdictStore({ folder, identity: 'two' }).tidy()
    expect(known(folder, ['old.yaml', 'used.yaml'])).toEqual(['used.yaml'])
    expect(readdirSync(folder)).not.toContain(unfinished)
  })

  test('that cannot be written to stops nobody', () => {
    const { root, write } = temporaryTree()
    write('file', 'x')
    store(join(root, 'file/verdicts'), ['a.yaml'])
    expect(known(join(root, 'file/verdicts'), ['a.yaml'])).toEqual([])
  })
})

test('a run that has not ended leaves no verdicts', () => {
  const folder = folderOf()
  const made = new VerdictStore({ folder, identity: 'one' })
  for (let file = 0; file < 3000; file++)
    made.add(keyOf(`${file}.yaml`, bytes), outcome(`${file}.yaml`), asked())
  expect([readdirSync(folder).length > 1, filesIn(folder)]).toEqual([true, []])
})

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

function without(bytes: Buffer, start: string): Buffer {
  const lines = bytes.toString().split('\n')
  return Buffer.from(lines.filter((line) => !line.startsWith(start)).join('\n'))
}
