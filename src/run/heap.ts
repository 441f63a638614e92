/** How far V8 lets the heap grow: left alone, to a multiple of what is alive. See docs/decisions/0009-heap-growth.md. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setFlag } from './v8-flags.ts'

/** The trees of smaller files fit into the heap that V8 gives any program. */
const LARGE = 2 * 1024 * 1024
/** A file of thousands of entries: of smaller ones the copies of their trees are small, too. */
const SEVERAL_ENTRIES = 128 * 1024
/** So few files end before the heap has grown. */
const FEW = 500
/** By how much the heap may grow, in percent of what is alive, before V8 looks for garbage. */
const GROWTH = { manyFiles: 50, largeFile: 12, server: 30 } as const
/**
 * So much source becomes some 16 MB of new objects, of which hardly any live on. Until version 12 V8 collected them at that;
 * now it lets them fill 64 MB, and takes as much again for those that it copies. Threads are given less (src/apps/cli/thread-team.ts).
 */
const SOURCE_OF_NEW_SPACE = 48 * 1024

/** What has been done since new objects were last collected, in bytes of source; counted in runs of many files only. */
let sourceDone: number | undefined

/** Whether a file of `size` bytes takes care to be done in little memory. */
export function isLarge(size: number): boolean {
  return size >= LARGE
}

/**
 * Holds the heap together for the rest of a run of many files. V8 lets it grow by a factor of four of what the last
 * collection left, which is nearly all of it when that collection was slow, as on a busy machine: 1.1 GB were seen
 * where 25 MB were alive.
 */
export function holdHeap(files: number): void {
  if (files <= FEW) return
  limitGrowth(GROWTH.manyFiles)
  sourceDone ??= 0
}

/** The same for a server, in which trees of documents come and go. */
export function holdHeapOfServer(): void {
  limitGrowth(GROWTH.server)
}

function limitGrowth(percent: number): void {
  setFlag('heap-growing-percent', percent)
}

/**
 * Runs `work` on files of which the largest has `size` bytes. Limits memory for a large one: its trees are released
 * before its diff is computed.
 * @param source the bytes of all files
 */
export function inLittleMemory<Result>(size: number, work: () => Result, source = size): Result {
  if (size < SEVERAL_ENTRIES) {
    const result = work()
    collectNew(source)
    return result
  }
  if (isLarge(size)) limitGrowth(GROWTH.largeFile)
  setPretenuring(false)
  try {
    return work()
  } finally {
    // Compiled code is only accepted with the flags that it was made with.
    setPretenuring(true)
    if (isLarge(size)) collectGarbage()
  }
}

/** Collects new objects, when there may be many by now. @param source what has been done, in bytes */
function collectNew(source: number): void {
  if (sourceDone === undefined) return
  sourceDone += source
  if (sourceDone < SOURCE_OF_NEW_SPACE) return
  sourceDone = 0
  collectGarbage({ type: 'minor' })
}

/**
 * Switches V8's allocation site pretenuring, which allocates objects in the old generation if earlier ones from the same
 * site survived. Every change copies the entries of a section, and V8 would mistake the copies for long-lived objects.
 */
function setPretenuring(isOn: boolean): void {
  setFlagsFromString(`--${isOn ? '' : 'no-'}allocation-site-pretenuring`)
}

let gc: unknown

/** As `node --expose-gc` would let one do. @param options of V8's `gc`; everything is collected without any */
function collectGarbage(...options: [] | [{ readonly type: 'minor' }]): void {
  if (gc === undefined) {
    setFlagsFromString('--expose-gc')
    gc = runInNewContext('typeof gc === "function" ? gc : undefined')
  }
  if (typeof gc === 'function') gc(...options)
}
