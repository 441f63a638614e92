// `npm run bench`: what hotshift costs, on templates and as a whole process; with `-- <words>` only what has one of
// them in its name.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('bin/bench/main.ts', ...process.argv.slice(2))
