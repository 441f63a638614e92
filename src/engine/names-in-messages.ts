/** Names in messages of findings: a repair may give what they are about another one. */

/** A quoted string, or a word that only a name or a code is: with a digit, a dot or an underscore in it. */
const NAME = /"[^"]*"|[\w.-]*[\d._][\w.-]*/g

/** What a message says whatever the names in it are. */
export function withoutNames(message: string): string {
  return message.replace(NAME, '…')
}

/** The names in a message, without their quotes, in its order. */
export function namesIn(message: string): readonly string[] {
  return (message.match(NAME) ?? []).map((name) => name.replace(/^"|"$/g, ''))
}
