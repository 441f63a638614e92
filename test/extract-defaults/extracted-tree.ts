import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackageEngine } from '../../src/engine/engine.ts'
import type { FileInput } from '../../src/engine/engine-contract.ts'
import type { FileOutcome } from '../../src/engine/outcome.ts'
import { readDocument } from '../../src/text/document/document.ts'
import { packageTransforms } from '../../transforms/package-registry.ts'

/** What `hotshift extract-defaults` makes of a directory. */
export interface ExtractedTree {
  readonly before: ReadonlyMap<string, Buffer>
  readonly after: ReadonlyMap<string, Buffer>
  readonly outcomes: readonly FileOutcome[]
}

const chain = ['env/pass-nested-defaults', 'env/move-defaults'].flatMap(
  (id) => packageTransforms.get(id) ?? [],
)

function run(files: ReadonlyMap<string, Buffer>): readonly FileOutcome[] {
  const inputs: FileInput[] = [...files].map(([path, bytes]) => ({ path, bytes }))
  return createPackageEngine({ transforms: chain }).runTogether?.(inputs) ?? []
}

function applied(files: ReadonlyMap<string, Buffer>, outcomes: readonly FileOutcome[]): Map<string, Buffer> {
  const after = new Map(files)
  for (const { path, after: text } of outcomes) if (text !== undefined) after.set(path, Buffer.from(text))
  return after
}

export function extractedTree(folder: string): ExtractedTree {
  const before = filesBelow(folder)
  const outcomes = run(before)
  return { before, after: applied(before, outcomes), outcomes }
}

/** Paths that a second run would change. */
export function changedAgain({ after }: ExtractedTree): readonly string[] {
  return run(after).flatMap(({ path, after: text }) => (text === undefined ? [] : [path]))
}

export function filesBelow(folder: string): Map<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    paths.sort().map((path) => [path.slice(folder.length + 1).replaceAll('\\', '/'), readFileSync(path)]),
  )
}

/** How often each comment stands in the readable files of a tree. */
export function commentsIn(files: ReadonlyMap<string, Buffer>): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const [path, bytes] of files) {
    if (!/\.(?:ya?ml|env|template)$/.test(path)) continue
    const reading = readDocument(bytes.toString())
    for (const { text } of 'document' in reading ? reading.document.comments : []) {
      // Two comments may meet on one line.
      for (const one of text.split(/ +# /)) {
        const comment = one.trim()
        found.set(comment, (found.get(comment) ?? 0) + 1)
      }
    }
  }
  return found
}

/** Writes files into a new directory; the caller removes it. */
export function written(files: ReadonlyMap<string, Buffer>): string {
  const root = mkdtempSync(join(tmpdir(), 'hotshift-extracted-'))
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), bytes)
  }
  return root
}

export function removed(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
