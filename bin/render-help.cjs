'use strict'
// Prints, as JSON, what the command line answers to the command lines that it reads as JSON from standard input: an
// object by command line, without those that do not succeed. The build renders all help in this one process.

const { readFileSync } = require('node:fs')
const { loadBundle } = require('./load-bundle.cjs')

/** @type {readonly (readonly string[])[]} */
const lines = JSON.parse(readFileSync(0, 'utf8'))

/** What is written to standard output while something runs. @type {(run: () => Promise<number>) => Promise<[number, string]>} */
async function captured(run) {
  const { write } = process.stdout
  let output = ''
  process.stdout.write = (chunk, ...rest) => {
    output += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
    const done = rest.find((each) => typeof each === 'function')
    done?.()
    return true
  }
  try {
    return [await run(), output]
  } finally {
    process.stdout.write = write
  }
}

async function main() {
  const bundle = loadBundle(undefined)
  if (bundle === undefined) throw new Error('there is no bundle')
  /** @type {Record<string, string>} */
  const answers = {}
  for (const line of lines) {
    const [status, output] = await captured(() => bundle.main(line))
    if (status === 0) answers[line.join(' ')] = output
  }
  process.exitCode = 0
  process.stdout.write(JSON.stringify(answers))
}

void main()
