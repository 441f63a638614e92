// `npm run bench`: what hotshift costs, on templates and as a whole process.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/bench/main.ts')
