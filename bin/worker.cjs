'use strict'
// Where another thread of a run begins; src/apps/cli/thread-team.ts starts it.

const { workerData } = require('node:worker_threads')
const { loadBundle } = require('./load-bundle.cjs')

loadBundle(workerData.command)?.work?.()
