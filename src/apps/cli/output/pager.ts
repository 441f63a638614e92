/** A pager for what is long, as git has it: on a terminal, unless it is not wanted. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Arguments } from '../command.ts'
import { type TextStream, textStream, type World } from '../world.ts'

/** Options with which a run asks, or writes: who watches it work wants nothing in between. */
const WATCHED = ['write', 'interactive', 'no-pager', 'quiet'] as const

/** A world whose output goes through a pager, and the end of that. */
interface Paged {
  readonly world: World
  /** Resolves once whoever reads has left the pager. */
  close(): Promise<void>
}

/**
 * The world with a pager behind both of its streams, which starts when something is written; the same world where there
 * is to be none.
 */
export function paged(args: Arguments, world: World): Paged {
  const command = pagerOf(world)
  const isOnTerminal = world.out.isTTY && world.err.isTTY && world.isOfProcess === true
  if (command === undefined || !isOnTerminal || WATCHED.some((option) => args.has(option)))
    return { world, close: async () => {} }
  const pager = new Pager(command, world)
  return { world: pager.world, close: () => pager.close() }
}

/** `HOTSHIFT_PAGER`, `PAGER`, or `less` where there is one; undefined for `cat` and for an empty one. */
export function pagerOf({ env }: Pick<World, 'env'>): string | undefined {
  const named = env.HOTSHIFT_PAGER ?? env.PAGER
  if (named !== undefined) return named.trim() === '' || named.trim() === 'cat' ? undefined : named
  const isThere = (env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'less')))
  return isThere ? 'less' : undefined
}

class Pager {
  readonly world: World
  readonly #command: string
  readonly #env: World['env']
  #stream: TextStream | undefined
  #ended: Promise<unknown> = Promise.resolve()
  readonly #afterwards: (() => void | Promise<void>)[] = []
  #end: () => void = () => {}

  constructor(command: string, world: World) {
    this.#command = command
    this.#env = world.env
    const behind = (stream: TextStream): TextStream => ({
      ...stream,
      write: (text) => this.#started().write(text),
      isGone: () => this.#stream?.isGone?.() === true,
    })
    this.world = {
      ...world,
      out: behind(world.out),
      err: behind(world.err),
      // Read after the last page, and still there for whoever left before it.
      ending: {
        ...world.err,
        write: (text) => {
          if (this.#stream === undefined) return world.err.write(text)
          this.#afterwards.push(() => world.err.write(text))
        },
      },
      // Where the pager has the terminal, a line that counts files would be written into its page.
      progress: {
        ...world.err,
        write: (text) => (this.#stream === undefined ? world.err.write(text) : undefined),
      },
    }
  }

  async close(): Promise<void> {
    this.#end()
    await this.#ended
    process.off('SIGINT', ignore)
    for (const write of this.#afterwards) await write()
  }

  #started(): TextStream {
    if (this.#stream !== undefined) return this.#stream
    // As git does: do not page what fits on the screen, pass colours through, leave the screen as it is.
    const env = { LESS: 'FRX', LV: '-c', ...this.#env }
    const child = spawn(this.#command, { shell: true, stdio: ['pipe', 'inherit', 'inherit'], env })
    this.#ended = once(child, 'close').catch(() => {})
    this.#end = () => child.stdin.end()
    // Ctrl-C is for the pager, which goes on.
    process.on('SIGINT', ignore)
    this.#stream = textStream(child.stdin, { isTTY: true })
    return this.#stream
  }
}

function ignore(): void {}
