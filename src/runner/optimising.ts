/** When V8 optimises what runs often. See docs/decisions/0017-optimise-later.md. */
import { setFlagsFromString } from 'node:v8'
import { isLong } from './heap.ts'

/** V8's own, in bytes of bytecode. */
const EARLY = 67_584

/** Has V8 optimise as early as it does by itself, where bin/load-bundle.cjs has put it off and many files are to come. */
export function optimiseForMany(files: number): void {
  if (isLong(files) && process.versions.v8.startsWith('11.'))
    setFlagsFromString(`--interrupt-budget=${EARLY}`)
}
