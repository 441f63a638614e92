/** Paths with forward slashes, as Node's `path/posix` treats them, for a core that has to run where Node does not. */
import { currentMachine } from './machine.ts'

/** A path without `.`, without `..` after a name, and without doubled slashes; `.` where nothing is left. */
export function normalize(path: string): string {
  const isAbsolute = path.startsWith('/')
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isAbsolute) kept.push(part)
  }
  const end = path.endsWith('/') ? '/' : ''
  if (kept.length === 0) return isAbsolute ? '/' : `.${end}`
  return `${isAbsolute ? '/' : ''}${kept.join('/')}${end}`
}

/** The parts one below the other, normalized; empty parts do not count. */
export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'))
}

/** The way from one path to another, both seen from the working directory; empty where they are one. */
export function relative(from: string, to: string): string {
  if (from === to) return ''
  const [start, end] = [stepsTo(from), stepsTo(to)]
  const differs = start.findIndex((step, index) => step !== end[index])
  const shared = differs === -1 ? start.length : differs
  return [...start.slice(shared).map(() => '..'), ...end.slice(shared)].join('/')
}

/** The names on the way from the root. */
function stepsTo(path: string): readonly string[] {
  const absolute = path.startsWith('/') ? path : `${currentMachine().directory()}/${path}`
  return normalize(absolute)
    .split('/')
    .filter((step) => step !== '')
}
