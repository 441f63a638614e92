import { fileEntry } from './file-entry.ts'
import type { LookUpCode, Reporter, Write } from './reporter.ts'

/** Characters gathered before they are written: one string of a huge run would not fit into memory. */
const CHUNK = 1 << 16

/** One JSON document: `{ version, files, totals }`, a file per line so that it diffs well. */
export function jsonReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  return {
    file() {},
    async end({ files, totals }) {
      let text = `{\n"version": ${JSON.stringify(version)},\n"files": [`
      for (const [i, file] of files.entries()) {
        text += `${i === 0 ? '' : ','}\n${JSON.stringify(fileEntry(file, lookUp))}`
        if (text.length < CHUNK) continue
        await write(text)
        text = ''
      }
      await write(`${text}\n],\n"totals": ${JSON.stringify(totals)}\n}\n`)
    },
  }
}

/** One JSON object per line: `{ type: 'file', ... }` as soon as a file is done, at last `{ type: 'totals', ... }`. */
export function jsonLinesReporter(write: Write, version: string, lookUp: LookUpCode): Reporter {
  return {
    file: (outcome) => write(`${JSON.stringify({ type: 'file', ...fileEntry(outcome, lookUp) })}\n`),
    end: ({ totals }) => write(`${JSON.stringify({ type: 'totals', version, totals })}\n`),
  }
}
