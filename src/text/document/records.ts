/** Records, as JavaScript has them: what they have under a name, and what they leave out. */

/** The value of a table under a name that a user wrote; undefined for names that it does not have. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/**
 * A copy of a record with other or more members, those of its own first. A literal that begins with a spread and adds a
 * member gets, in the V8 of Node 20, a layout of its own for each copy, and whatever reads such copies takes many times
 * as long: this is for copies that are made by the hundred (docs/decisions/0018-few-layouts.md).
 */
export function extended<One extends object, Members extends object>(
  record: One,
  members: Members,
): Extended<One, Members> {
  return Object.assign({}, record, members) as unknown as Extended<One, Members>
}

/** Of each member of a union. */
type Extended<One, Members> = One extends unknown ? Omit<One, keyof Members> & Members : never

type Defined<Members> = {
  [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key]
} & {
  [Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>
}

/** The members of a record that have a value, in their order. */
export function defined<Members extends object>(members: Members): Defined<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Defined<Members>
}
