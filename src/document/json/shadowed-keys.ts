import type { Entry, Node } from '../../yaml/node.ts'

/** Up to here comparing each key with all before it is faster than building a map. */
const fewEntries = 8

function shadowedInFew(entries: readonly Entry[], report: (key: Node) => void): void {
  for (const [index, entry] of entries.entries()) {
    for (let later = index + 1; later < entries.length; later += 1) {
      if (sameKey(entry.key, entries[later]?.key)) {
        report(entry.key)
        break
      }
    }
  }
}

function sameKey(one: Node, other: Node | undefined): boolean {
  return one.kind === 'scalar' && other?.kind === 'scalar' && one.value === other.value
}

/** Reports, in the order of the text, the keys that a later equal key of the same object shadows. */
export function reportShadowed(entries: readonly Entry[], report: (key: Node) => void): void {
  if (entries.length < 2) return
  if (entries.length <= fewEntries) {
    shadowedInFew(entries, report)
    return
  }
  const last = new Map<unknown, Node>()
  for (const { key } of entries) if (key.kind === 'scalar') last.set(key.value, key)
  if (last.size === entries.length) return
  for (const { key } of entries) if (key.kind === 'scalar' && last.get(key.value) !== key) report(key)
}
