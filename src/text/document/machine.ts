/**
 * What the core needs from the machine that it runs on. From `src/text/yaml/` to `src/engine/` nothing knows Node, so that
 * it runs in a browser as well; each entry (command line, threads, library, language server) sets its machine once,
 * before it does anything else.
 */
import { plainSha256 } from './plain-sha256.ts'

/** Files with large tables. */
export type FactFile =
  | 'resource-types.jsonl'
  | 'aws-types.jsonl'
  | 'descriptions.jsonl'
  | 'type-releases.jsonl'

interface Machine {
  /** The SHA-256 of bytes, or of a string as UTF-8, in hexadecimal digits. */
  readonly sha256: (content: string | Uint8Array) => string
  /**
   * A hash by OpenSSL's name for it, of a string in Latin-1, in hexadecimal digits; undefined where it is not to be
   * had.
   */
  readonly hash: (algorithm: string, content: string) => string | undefined
  /** Milliseconds that only ever grow. */
  readonly milliseconds: () => number
  /** Whether defects are reported with their stacks. */
  readonly isDebugged: () => boolean
  /** The absolute path that relative paths start from, with `/`. */
  readonly directory: () => string
  /** The content of a file with facts. */
  readonly facts: (file: FactFile) => string
}

/** What every machine that runs JavaScript has. Its facts have to be given. */
const plainMachine: Machine = {
  sha256: plainSha256,
  hash: () => undefined,
  milliseconds: () => performance.now(),
  isDebugged: () => false,
  directory: () => '/',
  facts: (file) => {
    throw new Error(`no machine was set that has ${file}`)
  },
}

let machine = plainMachine

/** Sets the machine; what it does not have is done without one. */
export function useMachine(one: Partial<Machine>): void {
  machine = { ...plainMachine, ...one }
}

/** The machine that was set. */
export function currentMachine(): Machine {
  return machine
}
