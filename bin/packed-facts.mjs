// Facts of the playground with what occurs in every line as one character, for the page has a limit of size: 10 kB of 86
// that AWS's types take in it, compressed, and 1 kB of 23 of Heat's.

const KINDS = ['string!', 'string', 'number', 'boolean', 'list', 'map!', 'map', 'union']

/** In the order in which they are replaced. @type {Readonly<Record<string, readonly string[]>>} */
const PHRASES = {
  'aws-types.jsonl': [
    '{"name":"AWS::',
    '"},"properties":{"string":"',
    '"},"properties":{"',
    '","attributes":{"string":"',
    '","attributes":{"',
    '"}}\n',
    ...KINDS.map((kind) => `","${kind}":"`),
    'Configuration',
    'Name',
    'tion',
  ],
  'resource-types.jsonl': [
    '"constraints":[{"kind":"',
    '"updateAllowed":true',
    ':{"type":"',
    'support":{"version":',
  ],
}

/** Where Heat's facts are from is said in their file, and nothing reads it. */
const HEADING = /^\{"source":"The resource plug-ins of Heat[^"]*",/

/** What needs no escape in a string of JavaScript. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).filter(
  (character) => !'\\`"\'$'.includes(character),
)

/**
 * @param {string} name of the file with the facts
 * @param {string} text its content
 * @returns {{ text: string, dictionary: readonly (readonly [character: string, phrase: string])[] }} the way back is from the
 *   last to the first
 * @throws Error where the content leaves too few characters
 */
export function packed(name, text) {
  const phrases = PHRASES[name] ?? []
  const taken = new Set(text)
  const free = CHARACTERS.filter((character) => !taken.has(character))
  if (free.length < phrases.length)
    throw new Error(`${name} leaves ${free.length} characters for ${phrases.length} phrases`)
  const dictionary = phrases.map((phrase, index) => /** @type {const} */ ([free[index] ?? '', phrase]))
  return {
    text: dictionary.reduce(
      (all, [character, phrase]) => all.replaceAll(phrase, character),
      text.replace(HEADING, '{'),
    ),
    dictionary,
  }
}
