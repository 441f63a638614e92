/** What an answer to a question does, in steps that are written to a file, read by people and made again later. */
import { fileName } from '../../stack/source-file.ts'
import type { Trail } from '../../stack/trail.ts'

/** What can get a new name; a file by its base name, or by its whole name where the extension changes. */
export const nameables = ['parameter', 'resource', 'file'] as const

export type Nameable = (typeof nameables)[number]

/** One change; `file` is the path of the file that it is about, as reports have it. */
export type Step = { readonly file: string } & (
  | { readonly remove: Trail }
  /** Of the entries of one key only the first or the last one is left. */
  | { readonly keep: 'first' | 'last'; readonly of: Trail }
  | { readonly key: Trail; readonly to: string }
  | { readonly write: Trail; readonly value: unknown; readonly was?: unknown }
  /** A parameter that the template reads; callers pass it. */
  | { readonly declare: string; readonly type: string }
  /** A parameter, with its values and what callers pass for it. */
  | { readonly drop: string }
  /** A value in the environment of a module. */
  | { readonly give: string; readonly value: unknown }
  | { readonly rename: Nameable; readonly name: string; readonly to: string }
)

/** Steps that may be what a person means. */
export interface Way {
  readonly steps: readonly Step[]
  /** Whether the names beside it say that it is meant. */
  readonly isClear?: true
}

/** What a step changes: a clause without subject. */
export function stepText(step: Step): string {
  const file = fileName(step.file)
  if ('rename' in step)
    return `renames the ${step.rename} ${step.name === '' ? file : `"${step.name}"`} to "${step.to}", wherever it is named`
  if ('declare' in step)
    return `declares "${step.declare}" (${step.type}) in ${file}, which callers have to pass`
  if ('drop' in step)
    return `removes the parameter "${step.drop}" of ${file}, its values and what callers pass for it`
  if ('give' in step)
    return `gives "${step.give}" of ${file} the value ${JSON.stringify(step.value)} in its environment`
  if ('remove' in step) return `removes ${step.remove.join('.')} of ${file}`
  if ('of' in step) return `keeps only the ${step.keep} ${step.of.join('.')} of ${file}`
  if ('key' in step) return `renames the key ${step.key.join('.')} of ${file} to "${step.to}"`
  const { write, value, was } = step
  const instead = was === undefined ? '' : ` instead of ${JSON.stringify(was)}`
  return `writes ${JSON.stringify(value)}${instead} at ${write.join('.')} of ${file}`
}

const isTrail = (one: unknown): one is Trail => Array.isArray(one) && one.length > 0

/** A step that was written down; undefined for what is none. */
export function readStep(data: Readonly<Record<string, unknown>>): Step | undefined {
  const { file, remove, keep, of, key, to, write, declare, type, drop, give, value, rename, name, was } = data
  if (typeof file !== 'string') return undefined
  const trail = (one: readonly unknown[]): Trail => one.map(String)
  if (isTrail(remove)) return { file, remove: trail(remove) }
  if (isTrail(of) && (keep === 'first' || keep === 'last')) return { file, keep, of: trail(of) }
  if (isTrail(key) && typeof to === 'string') return { file, key: trail(key), to }
  if (isTrail(write) && 'value' in data)
    return { file, write: trail(write), value, ...(was === undefined ? {} : { was }) }
  if (typeof declare === 'string' && typeof type === 'string') return { file, declare, type }
  if (typeof drop === 'string') return { file, drop }
  if (typeof give === 'string' && 'value' in data) return { file, give, value }
  const what = nameables.find((one) => one === rename)
  return what !== undefined && typeof name === 'string' && typeof to === 'string'
    ? { file, rename: what, name, to }
    : undefined
}
