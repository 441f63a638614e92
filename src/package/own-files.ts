/** Files that hotshift reads and writes for itself: they are no part of the package beside which they stand. */
import { fileName } from './package-file.ts'

const configuration = /^hotshift\.config\.(?:[cm]?[jt]s|json|ya?ml)$/

/** What reports, plans, decisions and baselines hold near their beginning; JSON Lines near their end. */
const marks = ['"urn:hotshift:', '"hotshiftBaseline"', '<title>hotshift ']

/** So many bytes are looked at on either side. */
const ENOUGH = 4000

/** @param file its path with `/` as separator */
export function isOwnFile({ path, bytes }: { readonly path: string; readonly bytes: Uint8Array }): boolean {
  if (configuration.test(fileName(path))) return true
  if (!/\.(?:jsonl?|html)$/.test(path)) return false
  const parts = [bytes.subarray(0, ENOUGH), bytes.subarray(-ENOUGH)].map((part) =>
    new TextDecoder().decode(part),
  )
  return marks.some((mark) => parts.some((part) => part.includes(mark)))
}
