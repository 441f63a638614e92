// `npm run corpus:onap`: real packages by requirement, and by the result at each location.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/remediate/table.ts', ...process.argv.slice(2))
