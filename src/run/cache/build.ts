/** Which hotshift this is: verdicts of another one say nothing. */
import { closeSync, openSync, readSync } from 'node:fs'

/**
 * What the first line of the bundle says, which changes with anything in it or beside it, and the version of Node.
 *
 * @returns undefined where that is not known: the sources themselves may change at any time
 */
export function ownBuild(file = import.meta.filename): string | undefined {
  if (!file.endsWith('.cjs')) return undefined
  const [line = ''] = headOf(file).split('\n', 1)
  return /^\/\/ \S+-[0-9a-f]{12}$/.test(line) ? `${line.slice(3)} ${process.version}` : undefined
}

/** Empty where there is no such file: an executable has it in itself. */
function headOf(file: string): string {
  const head = Buffer.alloc(256)
  try {
    const fd = openSync(file, 'r')
    try {
      readSync(fd, head, 0, head.length, 0)
    } finally {
      closeSync(fd)
    }
  } catch {
    return ''
  }
  return head.toString('latin1')
}
