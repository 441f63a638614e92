// `npm run corpus:migrate`: real CloudFormation templates by what becomes of them.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/migrate/table.ts')
