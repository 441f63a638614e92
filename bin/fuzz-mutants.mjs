// Damage to templates, always the same for a seed.

/**
 * Numbers from 0 to 1, by the generator mulberry32.
 *
 * @param {number} seed
 * @returns {() => number}
 */
export function randomFrom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What stands for something else somewhere. */
const WORDS = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'vm-name',
  'null',
  '~',
  '[]',
  '{}',
  "''",
  '0644',
  '1e999',
  '-0',
  '.nan',
  '.inf',
  '2018-08-31',
  '2099-01-01',
  'yes',
  '0x1F',
  '1_000',
  '12:30:45',
  '&a',
  '*a',
  '<<: *a',
  '!!binary aGk=',
  '!Ref x',
  '!Sub ${a}',
  '? a',
  '- -',
  '--- ',
  '...',
  '%YAML 1.1',
  '{{ jinja }}',
  '# comment',
  '"\\x1b[31m"',
  '\\u202e',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '\ufeff',
  '\u00ff',
  '\u0085',
  '{get_param: x}',
  '{get_param: [x, __proto__]}',
  '{get_attr: [a, b, c]}',
  '{get_resource: x}',
  '{get_file: /dev/zero}',
  '{get_file: ../../x}',
  '{str_replace: {template: "$a", params: {$a: 1}}}',
  '{list_join: ["", []]}',
  '{if: [c, 1, 2]}',
  '{repeat: {for_each: {x: [1]}, template: x}}',
  '{yaql: {expression: "$.data.a", data: {}}}',
  '{Ref: x}',
  '{Fn::GetAtt: [a, b]}',
  '{Fn::Join: ["", [a, {Ref: b}]]}',
  '{Fn::Sub: "${a.b}"}',
  '{Fn::Select: [0, {Fn::GetAZs: ""}]}',
  '{Fn::Foo: []}',
  'heat_template_version',
  'AWSTemplateFormatVersion',
  'HeatTemplateFormatVersion',
  'parameters:',
  'Parameters:',
  'resources:',
  'Resources:',
  'parameter_defaults:',
  'resource_registry:',
  'conditions:',
  'default:',
  'hidden: true',
  'type: string',
  'type: json',
  'type: comma_delimited_list',
  'type: OS::Heat::ResourceGroup',
  'type: t0.yaml',
  'type: t1.yaml',
  'count: 1000000000',
]

/** @typedef {() => number} Random */

/** @type {(list: readonly string[], random: Random) => string} */
const one = (list, random) => list[Math.floor(random() * list.length)] ?? ''
/** @type {(text: string, random: Random) => number} */
const place = (text, random) => Math.floor(random() * (text.length + 1))

/** @type {readonly ((text: string, other: string, random: Random) => string)[]} */
const DAMAGES = [
  // One character.
  (text, _, random) => {
    const at = place(text, random)
    return text.slice(0, at) + String.fromCharCode(Math.floor(random() * 256)) + text.slice(at + 1)
  },
  (text, _, random) => {
    const at = place(text, random)
    return text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8))
  },
  // A word anywhere.
  (text, _, random) => {
    const at = place(text, random)
    return text.slice(0, at) + one(WORDS, random) + text.slice(at)
  },
  // A word for a scalar.
  (text, _, random) => {
    const words = [...text.matchAll(/[\w.$:-]+/g)]
    const word = words[Math.floor(random() * words.length)]
    if (word === undefined) return text
    return text.slice(0, word.index) + one(WORDS, random) + text.slice(word.index + word[0].length)
  },
  // Replaces a word by another one of the same source.
  (text, _, random) => {
    const words = [...text.matchAll(/[\w.$:-]+/g)]
    const word = words[Math.floor(random() * words.length)]
    const by = words[Math.floor(random() * words.length)]
    if (word === undefined || by === undefined) return text
    return text.slice(0, word.index) + by[0] + text.slice(word.index + word[0].length)
  },
  // Lines: left out, doubled, exchanged, moved in or out.
  ...['drop', 'double', 'swap', 'indent', 'outdent', 'empty'].map(
    (how) => (/** @type {string} */ text, /** @type {string} */ _, /** @type {Random} */ random) => {
      const lines = text.split('\n')
      const at = Math.floor(random() * lines.length)
      const to = Math.floor(random() * lines.length)
      const line = lines[at] ?? ''
      if (how === 'drop') lines.splice(at, 1 + Math.floor(random() * 3))
      if (how === 'double') lines.splice(to, 0, line)
      if (how === 'swap') [lines[at], lines[to]] = [lines[to] ?? '', line]
      if (how === 'indent') lines[at] = ` ${line}`
      if (how === 'outdent') lines[at] = line.replace(/^ {1,2}/, '')
      if (how === 'empty') lines[at] = line.replace(/:.*$/, ':')
      return lines.join('\n')
    },
  ),
  // Two files in one.
  (text, other, random) => text.slice(0, place(text, random)) + other.slice(place(other, random)),
  // Line ends, and the end.
  (text) => text.replaceAll('\n', '\r\n'),
  (text, _, random) => text.slice(0, place(text, random)),
  // Deep nesting, long words.
  (text, _, random) => {
    const at = place(text, random)
    const depth = Math.floor(random() * 300)
    return `${text.slice(0, at)}${'['.repeat(depth)}a${']'.repeat(depth)}${text.slice(at)}`
  },
  (text, _, random) => {
    const at = place(text, random)
    return (
      text.slice(0, at) +
      one(['a', '$', '{', '*', '%', ' '], random).repeat(Math.floor(random() * 3000)) +
      text.slice(at)
    )
  },
]

/**
 * Damages a source.
 *
 * @param {string} text one character for each byte
 * @param {string} other another source, to take from
 * @param {Random} random
 */
export function mutant(text, other, random) {
  let result = text
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    const damage = DAMAGES[Math.floor(random() * DAMAGES.length)]
    if (damage !== undefined) result = damage(result, other, random)
  }
  // Characters beyond a byte as UTF-8.
  return result.replace(/[^\0-\u00ff]/g, (character) => Buffer.from(character, 'utf8').toString('latin1'))
}

/**
 * A source as it is, or with its names exchanged: it usually remains a template, which rewriting commands process.
 *
 * @param {string} text one character for each byte
 * @param {Random} random
 */
export function renamed(text, random) {
  let result = text
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const names = [...new Set(result.match(/\b[A-Za-z][\w-]{2,}\b/g) ?? [])]
    const [one, other] = [random(), random()].map((at) => names[Math.floor(at * names.length)])
    if (one === undefined || other === undefined) return result
    // The same name, a name that differs by an index only, or both names crosswise.
    const by = [other, `${one}_${Math.floor(random() * 3)}`, `${other}_0`][Math.floor(random() * 3)] ?? other
    const cross = random() < 0.5 ? by : other
    result = result.replace(new RegExp(`\\b(?:${one}|${cross})\\b`, 'g'), (name) => (name === one ? by : one))
  }
  return result
}

/** What stands in data where something else is expected. */
const STRANGE = [
  null,
  true,
  -1,
  0,
  1e308,
  '',
  '../../x',
  '/etc/x',
  '\x1b[2J',
  '__proto__',
  [],
  [null],
  {},
  [[]],
]

/**
 * JSON with some values exchanged, doubled or left out; now and then damaged like any other source.
 *
 * @param {string} text
 * @param {Random} random
 */
export function mutantOfData(text, random) {
  if (random() < 0.2) return mutant(text, text, random)
  const data = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'))
  // Mostly what is listed: a document without its head is refused at once.
  const list = random() < 0.8 ? (data.files ?? data.findings ?? data) : data
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) damageData(list, random)
  return Buffer.from(JSON.stringify(data), 'utf8').toString('latin1')
}

/** @type {(data: any, random: Random) => void} */
function damageData(data, random) {
  const keys = Object.keys(data)
  const key = keys[Math.floor(random() * keys.length)]
  if (key === undefined) return
  const value = data[key]
  if (typeof value === 'object' && value !== null && random() < 0.85) return damageData(value, random)
  // A copy, for what is put in may be damaged next, and may not end up in itself.
  const strange = structuredClone(STRANGE[Math.floor(random() * STRANGE.length)])
  const how = random()
  if (how < 0.15 && Array.isArray(data)) data.push(value)
  else if (how < 0.3) delete data[key]
  else if (how < 0.5 && typeof value === 'number') data[key] = value + (random() < 0.5 ? 1 : -1)
  else
    Object.defineProperty(data, key, { value: strange, enumerable: true, configurable: true, writable: true })
}
