// `npm run corpus:fixes`: how many findings about real templates have a fix, and whether it repairs them.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/engine/fixes-table.ts', ...process.argv.slice(2))
