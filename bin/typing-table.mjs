// `npm run corpus:typing`: real templates typed letter by letter, and the findings elsewhere that come or go.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/editor/typing-table.ts', ...process.argv.slice(2))
