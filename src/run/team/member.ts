import type { Engine } from '../../engine/engine-contract.ts'
import type { SoleOutcome } from '../../engine/outcome.ts'
import { type FileSystem, realFileSystem } from '../file-system.ts'
import { isLarge } from '../heap.ts'
import { runFile } from '../run-file.ts'
import type { FoundFile } from '../walk.ts'
import { SharedFiles, type SharedFilesMemory, WorkShare } from './work-share.ts'

/** The input of a worker thread; survives structured cloning. */
export interface WorkOrder {
  readonly files: SharedFilesMemory
  readonly memory: SharedArrayBuffer
  readonly seats: number
  readonly seat: number
}

/** What a thread says: outcomes by the index of their file; none for one that is left to the leader. */
export type WorkReport = readonly (readonly [index: number, outcome: SoleOutcome | undefined])[]

/** A message costs as much as a file without marker words, so outcomes go in batches. */
const BATCH = { files: 32, characters: 1 << 18 }

/**
 * What a thread does: takes files until none is left, and reports. Large files are left
 * to the leader, one after the other, so that their trees never add up.
 */
export function takePart(
  order: WorkOrder,
  engine: Engine,
  report: (outcomes: WorkReport) => void,
  fs: FileSystem = realFileSystem,
): void {
  const { memory, seats, seat } = order
  const files = new SharedFiles(order.files)
  const share = WorkShare.join(memory, seats)
  let batch: (readonly [number, SoleOutcome | undefined])[] = []
  let characters = 0
  const send = () => {
    report(batch)
    batch = []
    characters = 0
  }
  for (;;) {
    if (share.isAhead) {
      send()
      share.wait()
    }
    const index = share.take(seat)
    const file = index === undefined ? undefined : files.at(index)
    if (index === undefined || file === undefined) break
    const outcome = isLeftToLeader(file, fs) ? undefined : runFile(file, engine, fs)
    batch.push([index, outcome])
    characters += (outcome?.before?.length ?? 0) + (outcome?.after?.length ?? 0)
    if (batch.length >= BATCH.files || characters >= BATCH.characters) send()
  }
  send()
}

function isLeftToLeader({ realPath }: FoundFile, fs: FileSystem): boolean {
  try {
    return isLarge(fs.statSync(realPath).size)
  } catch {
    // Reading it will say what is wrong.
    return false
  }
}
