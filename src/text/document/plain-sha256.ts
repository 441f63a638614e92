/** SHA-256 (FIPS 180-4) for machines that have none of their own. */

/**
 * The first 32 bits of the fractional parts of the square roots of the first 8 primes, and of the cube roots of the
 * first 64.
 */
function constants(): { readonly start: readonly number[]; readonly rounds: readonly number[] } {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
  return {
    start: primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime))),
    rounds: primes.map((prime) => fraction(Math.cbrt(prime))),
  }
}

const rotated = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** The bytes, a one bit, zeros, and the number of bits: whole blocks of 64 bytes (5.1.1). */
function padded(bytes: Uint8Array): DataView {
  const length = (((bytes.length + 8) >> 6) + 1) * 64
  const all = new Uint8Array(length)
  all.set(bytes)
  all[bytes.length] = 0x80
  const view = new DataView(all.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(length - 4, (bytes.length * 8) % 2 ** 32)
  return view
}

/** The message schedule of a block (6.2.2, step 1). */
function schedule(view: DataView, offset: number, words: Int32Array): void {
  const word = (index: number) => words[index] as number
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(i - 15), word(i - 2)]
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3)
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10)
    words[i] = word(i - 16) + s0 + word(i - 7) + s1
  }
}

/** The SHA-256 of bytes, or of a string as UTF-8, in hexadecimal digits, computed here. */
export function plainSha256(content: string | Uint8Array): string {
  const view = padded(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  const { start, rounds } = constants()
  const state = Int32Array.from(start)
  const words = new Int32Array(64)
  for (let offset = 0; offset < view.byteLength; offset += 64) {
    schedule(view, offset, words)
    let [a, b, c, d, e, f, g, h] = state as unknown as Eight
    for (let i = 0; i < 64; i++) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] as number) + (words[i] as number)) | 0
      const t2 = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
    }
    for (const [i, added] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + added
  }
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

type Eight = [number, number, number, number, number, number, number, number]
