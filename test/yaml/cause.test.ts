/** The mistake behind what makes a text unreadable is named. */

import { readDocument } from '../../src/text/document/document.ts'

function problem(text: string): string | undefined {
  const reading = readDocument(text, 'yaml')
  return 'document' in reading ? undefined : reading.problem.message
}

describe('what made a text unreadable', () => {
  it.each([
    [
      'a function on the line of its key',
      'Outputs:\n  Ip:\n    Value: Fn::GetAtt: [Web, PublicIp]\n',
      'a mapping cannot begin after "Value:" on the same line; write "Fn::GetAtt:" on the next one, indented, or put it in braces; or quote the value if it is a string',
    ],
    [
      'a word before the mark of a block',
      'UserData:\n  Fn::Base64: Sub |\n    #!/bin/sh\n    echo a\n',
      '"echo a" does not fit here: "Sub |" in line 2 is a plain string; a block begins behind a key or a tag, as in "!Sub |"',
    ],
    [
      'a block that is not indented',
      'a:\n  config: |\n  #!/bin/sh\n  echo a\nb: c\n',
      '"echo a" does not fit here: the string that "|" in line 2 begins has to be indented more than its key',
    ],
    [
      'a comment in a plain string',
      'description: a text that goes\n  over lines # with a comment\n  and goes on\nb: c\n',
      '"and goes on" does not fit here: the comment in line 2 ended the string before it; quote the string, or begin it with "|"',
    ],
    [
      'a key that is indented unlike its neighbours, below a comment',
      'a:\n    b: 1 # one\n  c: 2\n',
      'wrong indentation of "c: 2", or an unclosed string above it',
    ],
    [
      'a colon in a string',
      'a: see here: there\n',
      'a ":" that no key can belong to; quote the value if it is part of the string',
    ],
  ])('%s', (_, text, message) => {
    expect(problem(text)).toBe(message)
  })

  it.each([
    ['the same in braces', 'Value: {Fn::GetAtt: [Web, PublicIp]}\n'],
    ['a tag before the block', 'Fn::Base64: !Sub |\n  #!/bin/sh\n  echo a\n'],
    ['an indented block', 'config: |\n  #!/bin/sh\n  echo a\n'],
    ['a comment behind a quoted string', 'description: "a text\n  that goes on" # said\nb: c\n'],
  ])('is not in %s', (_, text) => {
    expect(problem(text)).toBeUndefined()
  })
})
