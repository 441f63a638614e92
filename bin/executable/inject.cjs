'use strict'
// Run as `node inject.cjs <postject> <executable> <blob>`: puts the program into a copy of Node.

const { readFileSync } = require('node:fs')

/** What Node looks for in itself to know that it holds a program; where one is, postject sets the last digit. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

const [postject = '', executable = '', blob = ''] = process.argv.slice(2)
// A failure ends the process with its stack, and the build with it.
require(postject).inject(executable, 'NODE_SEA_BLOB', readFileSync(blob), { sentinelFuse })
