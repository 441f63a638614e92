import { mayMention } from '../../src/text/document/mentions.ts'
import { documentOf } from './documents.ts'

function mentions(text: string): boolean {
  const document = documentOf(text)
  return mayMention(document, 'OS::Nova::Server')
}

it.each([
  ['as it is', 'type: OS::Nova::Server\n'],
  ['in JSON with an escape', '{"type": "OS::Nova::\\u0053erver"}'],
  ['in YAML with an escape', 'type: "OS\\x3a:Nova::Server"\n'],
  ['over two lines that are joined', 'type: "OS::Nova\\\n  ::Server"\n'],
  ['over two lines that end in CR LF', 'type: "OS::Nova\\\r\n  ::Server"\r\n'],
])('finds a word %s', (_, text) => {
  expect(mentions(text)).toBe(true)
})

it.each([
  ['another word', 'type: OS::Nova::KeyPair\n'],
  ['a script whose lines end in a backslash', 'script: |\n  run a \\\n    b\n'],
  ['escapes that are no letters', 'text: "a\\tb\\n"\n'],
])('does not find it in %s', (_, text) => {
  expect(mentions(text)).toBe(false)
})
