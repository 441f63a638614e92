/**
 * What AWS documents about its resource types. `aws-types.jsonl` has a first line with its source, then one line for
 * each type; like the schemas of Heat's types the file lies beside the bundle and is read when the first type is looked
 * up, and only the lines of the types in question are parsed. `bin/aws-types.mjs` writes it.
 */
import { currentMachine } from '../../text/document/machine.ts'

/** The type of a value at AWS; a `map` may be a structure with keys of its own, a `union` is one of several. */
export type AwsKind = 'string' | 'number' | 'boolean' | 'list' | 'map' | 'union'

/** Names by their kinds, with a blank between two; those of required properties have `!` after the kind. */
type NamesByKind = Readonly<Partial<Record<AwsKind | `${AwsKind}!`, string>>>

export interface AwsTypeLine {
  readonly name: string
  /** With a dot where AWS has a structure: `Endpoint.Address`. */
  readonly attributes: NamesByKind
  /** At the top only. */
  readonly properties: NamesByKind
  /** Paths of properties within properties, without indexes, where Heat has a schema of these, too. */
  readonly within?: string
}

let file: ReadonlyMap<string, string> | undefined

/** The line of each type, by its name. */
function read(): ReadonlyMap<string, string> {
  if (file !== undefined) return file
  const [, ...lines] = currentMachine().facts('aws-types.jsonl').trimEnd().split('\n')
  file = new Map(lines.map((line) => [nameIn(line), line]))
  return file
}

/** Every line begins with `{"name":"…",`. */
function nameIn(line: string): string {
  return line.slice('{"name":"'.length, line.indexOf('",'))
}

/** All names, sorted. */
export function awsTypeNames(): readonly string[] {
  return [...read().keys()]
}

/** AWS's definition of a type; undefined for a name that AWS does not have. Parses anew each time. */
export function awsTypeLine(name: string): AwsTypeLine | undefined {
  const line = read().get(name)
  return line === undefined ? undefined : (JSON.parse(line) as AwsTypeLine)
}
