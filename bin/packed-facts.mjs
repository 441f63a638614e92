// Facts of the playground with what occurs in every line as one character, and what occurs often as two, for the page has a
// limit of size: 13 kB of 86 that AWS's types take in it, compressed, and 2 kB of 23 of Heat's.

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

/** What takes two characters, replaced after the others. @type {Readonly<Record<string, readonly string[]>>} */
const WORDS = {
  'aws-types.jsonl': [
    '","attributes":{},"properties":',
    ...['Description', 'string', 'Version', 'Resource', 'Identifier', 'Endpoint', 'Group', 'Config'],
    ...['Instance', 'Policy', 'Status', 'Source', 'Gateway', 'Service', 'Network', 'Created', 'Target'],
    ...['Certificate', 'Domain', 'Cluster', 'Connection', 'Security', 'Access', 'Environment', 'Storage'],
    ...['Availability', 'State', 'Default', 'Account', 'UpdatedAt', 'Template', 'Parameters', 'CreationTime'],
    ...['Enabled', 'Modified', 'Snapshot', 'Subnet', 'Address', 'Channel', 'Metadata', 'Schedule', 'number'],
    ...['Identity', 'Settings', 'Route', 'Control', 'Association', 'Provider', 'boolean', '","list'],
    ...['onnect', 'eExclusions', 'Application', 'RoleArn', 'Transit', 'SageMaker', 'efinition'],
  ],
  'resource-types.jsonl': [
    '"constraints":[{"kind":"custom_constraint","name":"',
    '"constraints":[{"kind":"allowed_values","values":["',
    'class":"openstack.',
    ',"properties":{"',
    '"required":true',
    '"default":',
    '","client":"',
    '{"name":"',
    'eutron',
    'integer',
    '"version":"',
    '],"rule":"',
  ],
}

const MARKS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

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
  const [phrases, words] = [PHRASES[name] ?? [], WORDS[name] ?? []]
  const isFree = (/** @type {string} */ all) => {
    const taken = new Set(all)
    return CHARACTERS.filter((character) => !taken.has(character))
  }
  const free = isFree(text)
  const short = phrases.map((phrase, index) => /** @type {const} */ ([free[index] ?? '', phrase]))
  const shortened = replaced(text.replace(HEADING, '{'), short)
  const [escape] = isFree(shortened + free.slice(0, phrases.length).join(''))
  if (free.length < phrases.length || escape === undefined || words.length > MARKS.length)
    throw new Error(`${name} leaves ${free.length} characters for ${phrases.length} phrases and an escape`)
  const long = words.map(
    (word, index) => /** @type {const} */ ([`${escape}${MARKS[index]}`, replaced(word, short)]),
  )
  return { text: replaced(shortened, long), dictionary: [...short, ...long] }
}

/** @type {(text: string, dictionary: readonly (readonly [character: string, phrase: string])[]) => string} */
function replaced(text, dictionary) {
  return dictionary.reduce((all, [character, phrase]) => all.replaceAll(phrase, character), text)
}
