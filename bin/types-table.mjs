// `npm run corpus:types`: mutants of resources of all types, what check says of them with `--cloud` and without, against Heat.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/types-table.ts', ...process.argv.slice(2))
