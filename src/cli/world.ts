import type { EngineOptions } from '../engine/engine.ts'
import type { Engine } from '../engine/engine-contract.ts'
import type { FileSystem } from '../runner/file-system.ts'
import { UsageError } from './usage-error.ts'

/** A stream that text goes to. */
export interface TextStream {
  readonly isTTY: boolean
  /** Resolves once more may be written; a reader that has gone is no error. */
  write(text: string): void | Promise<void>
}

/** What surrounds the command line; tests put another one in its place. */
export interface World {
  /** Absolute. */
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly out: TextStream
  readonly err: TextStream
  /** Milliseconds that only ever grow. */
  now(): number
  /** Takes the place of the real engine. */
  readonly createEngine?: (options: EngineOptions) => Engine
  readonly fileSystem?: FileSystem
}

/** The world of this process. */
export function processWorld(): World {
  return {
    get cwd() {
      try {
        return process.cwd()
      } catch {
        throw new UsageError('the working directory does not exist any more')
      }
    },
    env: process.env,
    out: textStream(process.stdout),
    err: textStream(process.stderr),
    now: () => performance.now(),
  }
}

function textStream(stream: NodeJS.WriteStream): TextStream {
  let isGone = false
  return {
    isTTY: stream.isTTY === true,
    write: (text) => {
      if (isGone || stream.destroyed || stream.write(text)) return
      return new Promise<void>((resume) => {
        const settle = (state: 'open' | 'gone') => () => {
          isGone = state === 'gone'
          stream.off('drain', onDrain).off('close', onEnd).off('error', onEnd)
          resume()
        }
        const onDrain = settle('open')
        const onEnd = settle('gone')
        stream.on('drain', onDrain).on('close', onEnd).on('error', onEnd)
      })
    },
  }
}
