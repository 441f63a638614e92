// `npm run corpus:onap`: real packages by requirement, and by what becomes of each place.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/remediate/table.ts', ...process.argv.slice(2))
