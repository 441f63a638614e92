import { relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { milliseconds } from '../../engine/clock.ts'
import type { EngineOptions } from '../../engine/engine.ts'
import type { Engine } from '../../engine/engine-contract.ts'
import { type FileSystem, realFileSystem } from '../../run/file-system.ts'
import { forTerminal } from '../../show/report/style.ts'
import { UsageError } from './usage-error.ts'

/** An output stream. */
export interface TextStream {
  readonly isTTY: boolean
  /** Characters in a line of a terminal, as far as known. */
  readonly columns?: number | undefined
  /** Resolves once more may be written; a closed pipe is not an error. */
  write(text: string | Uint8Array): void | Promise<void>
  /** Whether nobody reads any more. */
  isGone?(): boolean
}

/** Asks the person at the terminal, or whoever writes to standard input. */
export interface Asker {
  /** The line that was answered; undefined when there is no more. */
  ask(question: string): Promise<string | undefined>
  close(): void
}

/** The environment of the command line; tests inject another one. */
export interface World {
  /** Absolute. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: TextStream
  readonly err: TextStream
  /** Where the end of a report goes, totals and what to do next, once a pager has ended that has the rest of it. */
  readonly ending?: TextStream
  /** Where a line that counts files goes instead of `err`. */
  readonly progress?: TextStream
  /** Whether the streams are those of this process. */
  readonly isOfProcess?: true
  /** All that comes on standard input. */
  input(): Promise<Uint8Array>
  /** Begins to ask. */
  asker(): Asker
  /** Milliseconds that only ever grow. */
  now(): number
  /** The day, where this machine is: `2026-01-31`. */
  today(): string
  /** Replaces the real engine. */
  readonly createEngine?: (options: EngineOptions) => Engine
  readonly fileSystem: FileSystem
}

/** The world of this process. */
export function processWorld(): World {
  return {
    get cwd() {
      try {
        return process.cwd()
      } catch {
        throw new UsageError('the working directory no longer exists')
      }
    },
    env: process.env,
    isOfProcess: true,
    out: textStream(process.stdout, { isTTY: process.stdout.isTTY === true }),
    err: textStream(process.stderr, { isTTY: process.stderr.isTTY === true }),
    input: standardInput,
    asker: standardAsker,
    now: milliseconds,
    fileSystem: realFileSystem,
    today: () => {
      const now = new Date()
      const two = (part: number) => String(part).padStart(2, '0')
      return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
    },
  }
}

async function standardInput(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Questions go to standard error, where all that is no result goes. */
function standardAsker(): Asker {
  const lines = createInterface({ input: process.stdin, terminal: false })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      process.stderr.write(question)
      const { value, done } = await answers.next()
      return done === true ? undefined : value
    },
    close: () => {
      lines.close()
      process.stdin.pause()
    },
  }
}

/** Characters after which a pipe is given time to say that nobody reads any more. */
const TURN = 1 << 15

/** @param isTTY whether what is written ends on a terminal */
export function textStream(
  stream: Writable & { readonly columns?: number },
  { isTTY }: { readonly isTTY: boolean },
): TextStream {
  let isGone = false
  let sinceTurn = 0
  stream.on('error', () => {
    isGone = true
  })
  return {
    isTTY,
    // A terminal may have no size, or say 0.
    columns: isTTY && (stream.columns ?? 0) > 0 ? stream.columns : undefined,
    isGone: () => isGone || stream.destroyed,
    write: (text) => {
      if (isGone || stream.destroyed) return
      sinceTurn += text.length
      const isFull = !stream.write(isTTY ? forTerminal(textOf(text)) : text)
      if (isFull) return drained(stream)
      if (sinceTurn < TURN) return
      sinceTurn = 0
      return new Promise<void>((resume) => setImmediate(resume))
    },
  }
}

function textOf(text: string | Uint8Array): string {
  return typeof text === 'string' ? text : new TextDecoder().decode(text)
}

/** Resolves once a stream takes more, or never will. */
export function drained(stream: Writable): Promise<void> {
  return new Promise<void>((resume) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle).off('error', settle)
      resume()
    }
    stream.on('drain', settle).on('close', settle).on('error', settle)
  })
}

/** A path as reports name it: relative to the working directory, with `/`. */
export function reportPath(path: string, { cwd }: Pick<World, 'cwd'>): string {
  return relative(cwd, resolve(cwd, path)).replaceAll('\\', '/')
}
