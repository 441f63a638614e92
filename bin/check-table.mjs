// `npm run corpus:check`: what check says of real templates and of damaged copies, against what Heat says.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/check-table.ts', ...process.argv.slice(2))
