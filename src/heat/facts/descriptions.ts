/**
 * Heat's own descriptions of its resource types. `descriptions.jsonl` has a first line with its source, then one line
 * for each type that has a description; it is read on demand, which no check and no rewrite needs.
 * `test/heat/descriptions.py` writes it.
 */
import { currentMachine } from '../../text/document/machine.ts'

export interface TypeDescription {
  readonly name: string
  /** Of the class, in paragraphs; what is indented by four blanks is an example. */
  readonly about?: readonly string[]
  /** By path: `networks` is a property, `networks[].port` a key of the items of that list. */
  readonly properties?: Readonly<Record<string, string>>
  readonly updatePolicy?: Readonly<Record<string, string>>
  readonly attributes?: Readonly<Record<string, string>>
}

/** The line of each type, by its name. */
let lines: ReadonlyMap<string, string> | undefined

/** By name, those that were looked up. */
const known = new Map<string, TypeDescription | undefined>()

/** @param name under which Heat's registry has the type; undefined where it has no description */
export function typeDescription(name: string): TypeDescription | undefined {
  if (known.has(name)) return known.get(name)
  lines ??= new Map(
    currentMachine()
      .facts('descriptions.jsonl')
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => [line.slice('{"name":"'.length, line.indexOf('",')), line]),
  )
  const line = lines.get(name)
  const description = line === undefined ? undefined : (JSON.parse(line) as TypeDescription)
  known.set(name, description)
  return description
}
