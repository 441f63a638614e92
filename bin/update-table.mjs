// `npm run corpus:updates`: what diff says of made-up updates of stacks, against a Heat that makes them.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/updates/main.ts', ...process.argv.slice(2))
