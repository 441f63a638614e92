// `npm run corpus:see`: what render, graph, bundle and fleet show of stacks, against Heat and its client.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/heat/see/main.ts', ...process.argv.slice(2))
