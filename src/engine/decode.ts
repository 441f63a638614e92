/** Bytes as text, or where they stop being UTF-8. */
export type Decoded = { readonly text: string } | { readonly validUpTo: number; readonly lossy: string }

/** Decodes UTF-8; a byte order mark stays in the text, so that encoding gives the same bytes. */
export function decode(bytes: Uint8Array): Decoded {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) }
  } catch {
    const lossy = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    return { validUpTo: firstDifference(bytes, lossy), lossy }
  }
}

/** Offset in the decoded text of the first character that the bytes do not spell. */
function firstDifference(bytes: Uint8Array, lossy: string): number {
  const encoder = new TextEncoder()
  for (let at = lossy.indexOf('\ufffd'); at !== -1; at = lossy.indexOf('\ufffd', at + 1)) {
    const length = encoder.encode(lossy.slice(0, at)).length
    const isWritten = bytes[length] === 0xef && bytes[length + 1] === 0xbf && bytes[length + 2] === 0xbd
    if (!isWritten) return at
  }
  return 0
}

/** Whether the text is no text at all: a NUL character near its start, as `git` tells binary files. */
export function isBinary(text: string): boolean {
  return text.slice(0, 8000).includes('\0')
}

/** The same of bytes, so that images and archives need not be decoded to be passed over. */
export function areBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8000).includes(0)
}
