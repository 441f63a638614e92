// `npm run mutate`: mutants of templates, judged by Heat, and what our proof says of them.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/mutation/main.ts', ...process.argv.slice(2))
