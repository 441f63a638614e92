/** Texts without quotes that can stand anywhere, also inside `[ ]` and `{ }`. */
export const plainEverywhere = [
  'a', 'server', 'two words', '10.0.0.0/16', 'http://x.example/a?b=c#d', '-1', '0644', 'yes', 'No', '12:30', '~', 'null', '1.5',
  '0x1F', '2013-05-23', 'x#y', 'x:y', '-x', 'é', '😀 a', "it's", 'say "hi"', '1e3', '.inf', 'a\\b', 'fa:16:3e:12:34:56', '+1', '1_000',
] as const

/** Texts without quotes that only block style can hold. */
export const plainInBlock = ['a, b', 'a [b]', 'x {y}', ':x', '?x', 'a]', '-[', 'x ,', '{{ not }}'.slice(3)] as const

export const singleQuoted = ["''", "'a'", "'it''s'", "'# no comment'", "' a '", "'a: b'", "'😀'", "'[x'", "'1'", "'yes'", "'\\n'", "'%'"] as const

export const doubleQuoted = [
  '""', '"a"', '"say \\"hi\\""', '"tab\\tend"', '"# no comment"', '" a "', '"a: b"', '"\\u263a"', '"\\U0001F600"', '"\\x41"', '"\\\\"',
  '"line\\n"', '"{"', '"1"', '"\\e\\_\\N"', '"😀"', '"\'"',
] as const

/** Keys as written; they end up equal now and then, which Heat allows. */
export const keys = [
  'a', 'b', 'c', 'd', 'Type', 'Properties', 'Ref', 'Fn::Join', 'two words', '1', '1.0', 'yes', 'null', '0x1', 'é', '😀', "it's", 'a#b',
  'a:b', '.5', '12:30', '2013-05-23', "'a'", '"b"', "'it''s'", '"\\u263a"', "''", '"a: b"', "'# a'", '"😀"', '-x', 'x-', '=', 'get_attr',
] as const

export const tags = ['!Ref', '!GetAtt', '!Sub', '!Base64', '!!str', '!', '!<tag:yaml.org,2002:str>'] as const

/** Lines of block scalars; `\t` and `#` are text there. */
export const blockLines = [
  '#!/bin/sh', 'echo hi', '  indented', '# text', '', 'key: value', '- item', '\ttab', 'end ', '', '    deep', '[', '"', '%x', 'é 😀', ' ', '---x', "it's",
] as const

/** Lines of texts without quotes and of quoted texts that go over several lines. */
export const foldedWords = ['one', 'two words', 'http://x', 'x#y', 'é', '😀', '-x', 'a\\b', 'k:v', '1'] as const
