/** What an address of the page leads to, in its fragment: a file, or the files with a finding or a transform. */

const kinds = ['file', 'finding', 'transform'] as const

/** `#file=a/b.yaml`, `#finding=unknown-type`, `#transform=hot/target-version`. */
export interface Address {
  readonly kind: (typeof kinds)[number]
  readonly name: string
}

/** The fragment that leads there. */
export function fragmentOf({ kind, name }: Address): string {
  return `#${kind}=${encodeURIComponent(name).replaceAll('%2F', '/')}`
}

/** What a fragment leads to; undefined for one that is none of ours, such as the token of a session. */
export function addressIn(fragment: string): Address | undefined {
  const [, kind, name] = /^#(\w+)=(.*)$/.exec(fragment) ?? []
  const known = kinds.find((one) => one === kind)
  if (known === undefined || name === undefined) return undefined
  try {
    return { kind: known, name: decodeURIComponent(name) }
  } catch {
    return undefined
  }
}
