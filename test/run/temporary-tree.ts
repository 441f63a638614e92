import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A directory of its own for one test, removed afterwards. */
export interface TemporaryTree {
  /** Absolute, without links. */
  readonly root: string
  write(path: string, content: string | Uint8Array): string
  read(path: string): string
  /** All entries that are no directories, relative, sorted. */
  list(): string[]
}

const roots: string[] = []

export function temporaryTree(files: Readonly<Record<string, string>> = {}): TemporaryTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hotshift-test-')))
  roots.push(root)
  const tree: TemporaryTree = {
    root,
    write: (path, content) => {
      const file = join(root, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    read: (path) => readFileSync(join(root, path), 'utf8'),
    list: () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .sort(),
  }
  for (const [path, content] of Object.entries(files)) tree.write(path, content)
  return tree
}

export function removeTemporaryTrees(): void {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
}
