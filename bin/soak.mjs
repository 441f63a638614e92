// Random edits in the language server, and its memory on the way: npm run soak -- [edits | minutes, as in 120m]. 100,000 take about an hour.

import { runBundled } from './run-bundled.mjs'

process.exitCode = await runBundled('test/lsp/soak-main.ts', ...process.argv.slice(2))
