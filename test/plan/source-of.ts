import type { Source } from '../../src/run/plan/long-document.ts'

/** A document that is in memory. */
export function sourceOf(text: string): Source {
  const bytes = Buffer.from(text)
  return {
    size: bytes.length,
    read: (into, position) => bytes.copy(into, 0, position, position + into.length),
  }
}
