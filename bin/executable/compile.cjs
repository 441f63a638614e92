'use strict'
// Run by the Node that goes into the executable: writes the compiled code of the bundle, with the functions that the
// usual commands call, so that the executable need not compile them.

const { readFileSync, writeFileSync, writeSync } = require('node:fs')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

const { FLAGS, FLAGS_OF_RUNS, setFlags } = require('../load-bundle.cjs')

const [bundle = '', output = '', ...files] = process.argv.slice(2)
setFlags(FLAGS)
const script = new Script(readFileSync(bundle, 'latin1'), { filename: bundle })
/** @type {{ exports: { main?: (argv: readonly string[]) => Promise<number> } }} */
const module_ = { exports: {} }
script.runInThisContext()(module_.exports, require, module_, bundle, dirname(bundle), undefined)

/** Nobody is to read what these runs print. */
process.stdout.write = process.stderr.write = () => true

async function compile() {
  const commands = [['migrate'], ['check'], ['upgrade', '--to', 'latest']]
  for (const command of commands) {
    const code = await module_.exports.main?.([...command, ...files])
    if (code === undefined || ![0, 1, 3].includes(code))
      throw new Error(`hotshift ${command.join(' ')} ends with ${code}`)
  }
  // What runs set on their way, as it was: V8 takes compiled code only with the same flags.
  setFlags([...FLAGS, ...FLAGS_OF_RUNS])
  writeFileSync(output, script.createCachedData())
}
compile().then(
  () => (process.exitCode = 0),
  (error) => {
    writeSync(2, `${error?.stack ?? error}\n`)
    process.exitCode = 2
  },
)
