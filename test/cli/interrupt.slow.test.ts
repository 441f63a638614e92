import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { removeTemporaryTrees, temporaryTree } from '../run/temporary-tree.ts'
import { EXECUTABLE } from './hotshift.ts'

afterEach(removeTemporaryTrees)

const FILES = 3000
const before = `HeatTemplateFormatVersion: '2012-12-12'\n${'# a line to read\n'.repeat(40)}Parameters: {Size: {Type: Number}}\n`

/** How the process ended: its exit code, or the name of the signal. */
function ending(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)))
}

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  '%s in the middle of writing leaves whole files',
  async (signal) => {
    const names = Array.from({ length: FILES }, (_, i) => `${i + 10_000}.json`)
    const json = '{"HeatTemplateFormatVersion": "2012-12-12", "Parameters": {"Size": {"Type": "Number"}}}\n'
    const tree = temporaryTree(
      Object.fromEntries(
        names.map((name, i) => (i % 2 ? [name, json] : [name.replace('json', 'yaml'), before])),
      ),
    )
    const child = spawn(process.execPath, [EXECUTABLE, 'migrate', '--write', '--format', 'jsonl'], {
      cwd: tree.root,
    })
    child.stdout.resume()
    const ended = ending(child)
    while (!existsSync(join(tree.root, '10001.yaml')) && child.exitCode === null) {
      await new Promise((next) => setTimeout(next, 5))
    }
    child.kill(signal)
    // Ctrl-C lets the run say what it has done; SIGTERM does so only while files are written.
    expect({ SIGINT: [2], SIGTERM: ['SIGTERM', 2], SIGKILL: ['SIGKILL'] }[signal]).toContain(await ended)

    const paths = tree.list()
    // A killed run leaves its journal, and what it had not put in place yet.
    const isLeft = (path: string) => path.startsWith('.hotshift-')
    if (signal !== 'SIGKILL') expect(paths.filter(isLeft)).toEqual([])
    const contents = new Map(paths.filter((path) => !isLeft(path)).map((path) => [path, tree.read(path)]))
    const kinds = new Set(
      [...contents.values()].map((text) => {
        if (text === before || text === json) return 'original'
        return /^heat_template_version: 2018-08-31\n.*parameters:.*number\}?\}?\n$/s.test(text)
          ? 'complete'
          : text
      }),
    )
    expect(kinds).toEqual(new Set(['original', 'complete']))
    for (const name of names.filter((_, i) => i % 2 === 1)) {
      expect(contents.has(name) || contents.has(name.replace('json', 'yaml'))).toBe(true)
    }
  },
  60_000,
)
