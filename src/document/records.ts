/** Records, as JavaScript has them: what they have under a name, and what they leave out. */

/** What a table has under a name that somebody wrote; undefined for names that it does not have. */
export function ownValue<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

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
