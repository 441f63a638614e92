// `npm run corpus:upgrade`: real templates by target version and by what becomes of them.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/upgrade/table.ts')
