/** What a file that is not UTF-8 looks like, and what converts it. */

interface Encoding {
  /** As people call it. */
  readonly name: string
  /** As iconv calls it. */
  readonly iconv: string
}

/** Encodings of two bytes a character, with what is in every sentence of their language, and how much of it at least. */
const multibyte: readonly (Encoding & {
  readonly label: string
  readonly common: RegExp
  readonly share: number
})[] = [
  { name: 'Shift-JIS', iconv: 'CP932', label: 'shift_jis', common: /[\u3040-\u30ff]/g, share: 0.2 },
  { name: 'EUC-JP', iconv: 'EUC-JP', label: 'euc-jp', common: /[\u3040-\u30ff]/g, share: 0.2 },
  { name: 'EUC-KR', iconv: 'EUC-KR', label: 'euc-kr', common: /[\uac00-\ud7a3]/g, share: 0.9 },
  { name: 'GB18030', iconv: 'GB18030', label: 'gb18030', common: /[\u4e00-\u9fff]/g, share: 0.6 },
]

/** The encoding that the bytes look like: one that has no byte that it could not have. */
export function encodingOf(bytes: Uint8Array): Encoding {
  const high = bytes.filter((byte) => byte > 0x7f).length
  for (const { label, common, share, ...encoding } of multibyte) {
    const found = decoded(bytes, label)?.match(common)?.length ?? 0
    // Letters with accents stand alone between others, and make up few characters of another script by chance.
    if (found > 1 && found * 2 >= high * share) return encoding
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
