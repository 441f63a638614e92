import { conversionHelp, encodingOf } from '../../src/stack/load.ts'

const bytes = (hexadecimal: string) => Buffer.from(hexadecimal.replaceAll(' ', ''), 'hex')
const ascii = Buffer.from('description: a plain sentence around it\n')
const around = (hexadecimal: string) => Buffer.concat([ascii, bytes(hexadecimal), ascii])

it.each([
  // サーバーの説明, 日本語の説明
  ['Shift-JIS', '835483 5b836f815b 82cc 90e0 96be'],
  ['Shift-JIS', '93fa 967b 8cea 82cc 90e0 96be'],
  ['EUC-JP', 'a5b5 a1bc a5d0 a1bc a4ce c0e2 ccc0'],
  // 서버 설명
  ['EUC-KR', 'bcad b9f6 20 bcb3 b8ed'],
  // 服务器说明
  ['GB18030', 'b7fe cef1 c6f7 cbb5 c3f7'],
  // café für größe
  ['Latin-1', '636166e9 20 66fc72 20 6772f6df65'],
  // “quoted” – with dashes
  ['Windows-1252', '93 71756f746564 94 20 96'],
])('recognises %s', (name, hexadecimal) => {
  expect(encodingOf(around(hexadecimal)).name).toBe(name)
})

it('gives the command, also for paths with blanks', () => {
  expect(conversionHelp(around('e9'), 'a/b.yaml')).toBe(
    'The file looks like Latin-1; convert it: iconv -f ISO-8859-1 -t UTF-8 a/b.yaml > a/b.yaml.utf8 && mv a/b.yaml.utf8 a/b.yaml',
  )
  expect(conversionHelp(around('e9'), 'a b.yaml')).toContain("UTF-8 'a b.yaml' > 'a b.yaml.utf8' && mv")
})
