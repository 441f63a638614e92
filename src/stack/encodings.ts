/** What a file that is not UTF-8 looks like, and what converts it. */

interface Encoding {
  /** As people call it. */
  readonly name: string
  /** As iconv calls it. */
  readonly iconv: string
}

const [japanese, korean, chinese] = [/[\u3040-\u30ff\u4e00-\u9fff]/g, /[\uac00-\ud7a3]/g, /[\u4e00-\u9fff]/g]
const kana = /[\u3040-\u30ff]/

/** Encodings of two bytes a character, with the script of their language, and what every sentence of it has. */
const multibyte = [
  { name: 'Shift-JIS', iconv: 'CP932', label: 'shift_jis', script: japanese, needs: kana },
  { name: 'EUC-JP', iconv: 'EUC-JP', label: 'euc-jp', script: japanese, needs: kana },
  { name: 'EUC-KR', iconv: 'EUC-KR', label: 'euc-kr', script: korean, needs: /./ },
  { name: 'GB18030', iconv: 'GB18030', label: 'gb18030', script: chinese, needs: /./ },
] as const

/** The encoding that the bytes look like: one that has no byte that it could not have. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const high = bytes.filter((byte) => byte > 0x7f).length
  for (const { label, script, needs, ...encoding } of multibyte) {
    const text = decoded(bytes, label) ?? ''
    const found = text.match(script)?.length ?? 0
    // The second byte of a character may be one of ASCII, and few letters with accents make up characters by chance.
    if (found > 1 && found >= high * 0.4 && needs.test(text)) return encoding
  }
  const isWindows = bytes.some((byte) => byte >= 0x80 && byte <= 0x9f)
  return isWindows
    ? { name: 'Windows-1252', iconv: 'WINDOWS-1252' }
    : { name: 'Latin-1', iconv: 'ISO-8859-1' }
}

/** Undefined where the bytes are no such source. */
function decoded(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** What to do about a file, with the command for its directory. */
export function conversionHelp(bytes: Uint8Array, path: string): string {
  const { name, iconv } = encodingOf(bytes)
  const file = /^[\w./@%+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
  const made = file.endsWith("'") ? `${file.slice(0, -1)}.utf8'` : `${file}.utf8`
  return `The file looks like ${name}; convert it: iconv -f ${iconv} -t UTF-8 ${file} > ${made} && mv ${made} ${file}`
}
