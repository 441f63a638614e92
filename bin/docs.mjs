// `npm run docs`: writes the pages that are made from the code, and the examples on the others.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('bin/docs/main.ts')
