// Facts of the playground with what occurs in every line as one character, for the page has a limit of size: 7 kB of 86
// that AWS's types take in it, compressed.

const KINDS = ['string!', 'string', 'number', 'boolean', 'list', 'map!', 'map', 'union']

const PHRASES = [
  '{"name":"AWS::',
  '"},"properties":{"',
  '","attributes":{"',
  '"}}\n',
  ...KINDS.map((kind) => `","${kind}":"`),
]

/** In the order in which they are replaced; the way back is the other way round. */
const CHARACTERS = [...'~^#%&>?=+*[]|_$']

/**
 * @param {string} text
 * @returns {{ text: string, dictionary: readonly (readonly [character: string, phrase: string])[] }}
 * @throws Error where such a character is itself part of the source
 */
export function packed(text) {
  const dictionary = PHRASES.map((phrase, index) => /** @type {const} */ ([CHARACTERS[index] ?? '', phrase]))
  const taken = dictionary.find(([character]) => character === '' || text.includes(character))
  if (taken !== undefined) throw new Error(`${taken[0]} stands for ${taken[1]}, and is in the facts, too`)
  return {
    text: dictionary.reduce((all, [character, phrase]) => all.replaceAll(phrase, character), text),
    dictionary,
  }
}
