'use strict'
// A thread that takes one file and dies of it, in the way that the name of the file says.

const { workerData } = require('node:worker_threads')

// See src/run/team/work-share.ts: the next file, how many are passed on, and what each seat has before it.
const { files, memory, seats, seat } = workerData.order
const cells = new Int32Array(memory, 0, 2 + seats)
const takers = new Uint16Array(memory, cells.byteLength)
const index = Atomics.add(cells, 0, 1)
const ends = new Uint32Array(files.ends)
if (2 * index < ends.length) {
  Atomics.store(cells, 2 + seat, index)
  Atomics.store(takers, index, seat + 1)
  const path = Buffer.from(files.text).toString(
    'utf8',
    index === 0 ? 0 : ends[2 * index - 1],
    ends[2 * index],
  )
  if (path.includes('memory')) {
    const hoard = []
    for (;;) hoard.push(new Array(100_000).fill(index))
  }
  if (path.includes('exit')) process.exit(7)
  throw new Error('bang')
}
