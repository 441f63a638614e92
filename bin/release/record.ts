/** Writes the contract of the version that is released; run by bin/release/main.mjs when all else holds. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contractIn } from './contract.ts'

const root = process.argv[2] ?? '.'
writeFileSync(join(root, 'test/reach/stable.json'), `${JSON.stringify(contractIn(root), null, 1)}\n`)
