// `npm run corpus:schema`: what the JSON schemas say of templates, against what check says.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/schema/table.ts', ...process.argv.slice(2))
