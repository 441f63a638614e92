'use strict'
// A thread that takes one file and dies of it, in the way that the name of the file says.

const { workerData } = require('node:worker_threads')

const { files, memory, seat } = workerData.order
const cells = new Int32Array(memory)
const index = Atomics.add(cells, 0, 1)
if (index < files.length) {
  Atomics.store(cells, 1 + seat, index)
  const { path } = files[index]
  if (path.includes('memory')) {
    const hoard = []
    for (;;) hoard.push(new Array(100_000).fill(index))
  }
  if (path.includes('exit')) process.exit(7)
  throw new Error('bang')
}
