/** `npm run corpus:upgrade`: what becomes of real templates on their way to each version. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { table, upgrades } from './corpus-run.ts'

const corpus = join(process.argv[2] ?? '.', '../shared/corpus')
if (existsSync(corpus)) {
  process.stdout.write(`${table(upgrades(corpus, ['hot', 'onap']))}\n`)
} else {
  process.stderr.write('hotshift: the real templates belong into ../shared/corpus, beside the project\n')
  process.exitCode = 1
}
