/** Internet addresses as Node's `net` recognises them, for a core that has to run where Node does not. */

/** Whether it is an IPv4 address: four numbers up to 255, without leading zeros. */
export function isIPv4(address: string): boolean {
  const parts = address.split('.', 5)
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
}

/** Whether it is an IPv6 address (RFC 4291, 2.2), perhaps with a zone behind `%`. */
export function isIPv6(address: string): boolean {
  const [whole = '', zone, ...more] = address.split('%', 3)
  if (more.length > 0 || (zone !== undefined && !/^[0-9A-Za-z.:-]+$/.test(zone))) return false
  const halves = whole.split('::', 3)
  if (halves.length > 2) return false
  const counts = halves.map((half, index) => groupsIn(half, index === halves.length - 1))
  if (counts.includes(undefined)) return false
  const groups = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return halves.length === 2 ? groups < 8 : groups === 8
}

/**
 * How many groups of 16 bits there are; undefined where one is none. The last two may be written as an IPv4 address.
 */
function groupsIn(half: string, isEnd: boolean): number | undefined {
  if (half === '') return 0
  const parts = half.split(':', 10)
  const last = parts.at(-1) ?? ''
  const isMixed = isEnd && isIPv4(last)
  const plain = isMixed ? parts.slice(0, -1) : parts
  return plain.every((part) => /^[\da-fA-F]{1,4}$/.test(part)) ? plain.length + (isMixed ? 2 : 0) : undefined
}

/** 4 or 6 for an address, else 0. */
export function isIP(address: string): 0 | 4 | 6 {
  if (isIPv4(address)) return 4
  return isIPv6(address) ? 6 : 0
}
