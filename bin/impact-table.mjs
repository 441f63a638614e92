// `npm run corpus:impact`: what diff says of every change of every property, against what Heat's update does.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/impact-table.ts', ...process.argv.slice(2))
