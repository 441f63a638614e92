import { areBinary, decode, isBinary } from '../../src/stack/load.ts'
import { yamlName } from '../../src/stack/source-file.ts'

describe('yamlName', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['stack.template', 'stack.yaml'],
    ['stack.json', 'stack.yaml'],
    ['dir/stack.cfn.json', 'dir/stack.cfn.yaml'],
    ['dir.d/stack', 'dir.d/stack.yaml'],
    ['.hidden', '.hidden.yaml'],
    ['dir/.hidden.json', 'dir/.hidden.yaml'],
    ['stack.yaml', 'stack.yaml'],
    ['stack.yml', 'stack.yml'],
    ['stack.YAML', 'stack.YAML'],
    ['grün stack.template', 'grün stack.yaml'],
    ['dir/web.template.in', 'dir/web.yaml.in'],
    ['web.yml.in', 'web.yml.in'],
    ['.in', '.in.yaml'],
  ]
  it.each(cases)('%s becomes %s', (path, expected) => {
    expect(yamlName(path)).toBe(expected)
  })
})

describe('decode', () => {
  it('keeps a byte order mark, so that encoding gives the same bytes', () => {
    expect(decode(Buffer.from([0xef, 0xbb, 0xbf, 0x61]))).toEqual({ text: '\ufeffa' })
  })

  it('takes astral characters and replacement characters that are written', () => {
    expect(decode(Buffer.from('a\u{1f525}\ufffd\n'))).toEqual({ text: 'a\u{1f525}\ufffd\n' })
  })

  const wrong: readonly (readonly [string, readonly number[], number])[] = [
    ['a lone continuation byte', [0x61, 0x80, 0x62], 1],
    ['a byte that UTF-8 does not have', [0xff], 0],
    ['Latin-1', [0x67, 0x72, 0xfc, 0x6e], 2],
    ['a character that is cut off', [0x61, 0x62, 0xe2, 0x82], 2],
    ['a surrogate half', [0x61, 0xed, 0xa0, 0x80], 1],
    ['a character behind an astral one', [0xf0, 0x9f, 0x94, 0xa5, 0xff], 2],
    ['a byte behind a written replacement character', [0xef, 0xbf, 0xbd, 0x61, 0xff], 2],
  ]
  it.each(wrong)('says where the text ends before %s', (_, bytes, validUpTo) => {
    expect(decode(Buffer.from(bytes))).toMatchObject({ validUpTo })
  })
})

describe('isBinary', () => {
  it('looks for a NUL near the start, as git does', () => {
    expect(isBinary('a\0b')).toBe(true)
    expect(isBinary('a\\0b')).toBe(false)
    expect(isBinary(`${'a'.repeat(8000)}\0`)).toBe(false)
  })
})

it.each([
  [Buffer.from('a\0b'), true],
  [Buffer.from(`${'a'.repeat(7999)}\0`), true],
  [Buffer.from(`${'a'.repeat(8000)}\0`), false],
  [Buffer.from('text'), false],
  [new Uint8Array(), false],
])('areBinary(%#) is %s', (bytes, expected) => {
  expect(areBinary(bytes)).toBe(expected)
})
