'use strict'
// Loaded before hotshift: ends the process, as nobody can object to, before the call number KILL_AT that changes
// anything on the disk. Without KILL_AT it writes the number of calls to standard error.

const fs = require('node:fs')

const at = Number(process.env.KILL_AT ?? 0)
let count = 0

/** @type {readonly ('openSync' | 'writeSync' | 'renameSync' | 'linkSync' | 'unlinkSync' | 'fchmodSync' | 'closeSync' | 'mkdirSync' | 'fsync')[]} */
const calls = [
  'openSync',
  'writeSync',
  'renameSync',
  'linkSync',
  'unlinkSync',
  'fchmodSync',
  'closeSync',
  'mkdirSync',
  'fsync',
]
const { O_CREAT } = fs.constants

for (const name of calls) {
  const original = /** @type {(...args: unknown[]) => unknown} */ (fs[name])
  Object.assign(fs, {
    [name]: (/** @type {unknown[]} */ ...args) => {
      const isReading = name === 'openSync' && !(typeof args[1] === 'number' && (args[1] & O_CREAT) !== 0)
      if (!isReading) count += 1
      if (!isReading && count === at) process.kill(process.pid, 'SIGKILL')
      return original(...args)
    },
  })
}

if (at === 0) process.on('exit', () => fs.writeFileSync(2, `\ncalls ${count}\n`))
