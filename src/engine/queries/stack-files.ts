/** All files of a stack as they are, by their paths from the folder that all of them are in: for tools that write files. */

import { fileUrl, pathOfUrl } from '../../heat/client-urls.ts'
import type { ReadFile, VerifyInput, VerifyProblem } from '../proof/verify-side.ts'
import { encoded, textOf } from './client-files.ts'
import { addressIn, type StackRequest } from './request-body.ts'

interface StackFiles {
  /** Paths from the common folder, with `/`. */
  readonly template: string
  readonly environments: readonly string[]
  readonly all: readonly { readonly path: string; readonly text: string }[]
  /** For the proof: the stack of the files, and that of what is written. */
  readonly before: VerifyInput
  readonly after: VerifyInput
}

/** @param folder as for `stackRequest` */
export function stackFiles(
  input: VerifyInput,
  { files, environmentFiles }: StackRequest,
  { folder, read }: { readonly folder: string; readonly read: ReadFile },
): StackFiles | { readonly problem: VerifyProblem } {
  const absolute = (path: string) => pathOfUrl(addressIn(`${fileUrl(folder)}/`, path) ?? '') ?? path
  const environments = input.environments ?? []
  const given = [input, ...environments]
  const contents = new Map(given.map(({ path, bytes }) => [absolute(path), bytes as Uint8Array | undefined]))
  for (const url of files.keys()) {
    const path = pathOfUrl(url) ?? url
    if (!environmentFiles.includes(url)) contents.set(path, read(path))
  }
  const texts = new Map<string, string>()
  for (const [path, bytes] of contents) {
    const text = bytes && textOf(bytes)
    if (text === undefined) return unfit(input, `${path} is not text, which is all that a task can hold`)
    if (/\{[{%#]/.test(path)) return unfit(input, `${path}: Ansible would expand this name`)
    texts.set(path, text)
  }
  const common = commonFolder([...texts.keys()])
  const own = (path: string) => absolute(path).slice(common.length)
  const bytesOf = (path: string) => encoded(texts.get(absolute(path)) ?? '')
  const after = {
    path: input.path,
    bytes: bytesOf(input.path),
    environments: environments.map(({ path }) => ({ path, bytes: bytesOf(path) })),
    read: (path: string) => (texts.has(absolute(path)) ? bytesOf(path) : undefined),
  }
  return {
    template: own(input.path),
    environments: environments.map(({ path }) => own(path)),
    all: [...texts].map(([path, text]) => ({ path: path.slice(common.length), text })),
    before: { ...input, read },
    after,
  }
}

function unfit({ path }: VerifyInput, message: string): { readonly problem: VerifyProblem } {
  return { problem: { path, line: 1, column: 1, code: 'not-self-contained', message } }
}

/** With `/` at its end. */
function commonFolder(paths: readonly string[]): string {
  const [first = '/', ...others] = paths
  let end = first.lastIndexOf('/') + 1
  while (!others.every((one) => one.startsWith(first.slice(0, end))))
    end = first.lastIndexOf('/', end - 2) + 1
  return first.slice(0, end)
}
