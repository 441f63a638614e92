// `npm run corpus:text`: what the report for people leaves out that JSON has.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/report/text-table.ts', ...process.argv.slice(2))
