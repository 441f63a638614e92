/** Vm-types and network-roles as words: what the requirements say of their form (R-98407, R-26506). */

export type Word = 'vm-type' | 'network-role'

/** What is wrong with the form of a word; undefined when nothing is. */
export function faultOfWord(text: string, what: Word): string | undefined {
  if (!/^[A-Za-z0-9_]+$/.test(text)) return 'has other characters than letters, digits and underscores'
  if (/_int|int_/.test(text)) return `contains "${text.includes('_int') ? '_int' : 'int_'}"`
  if (what === 'vm-type') return undefined
  if (text.endsWith('_v6')) return 'ends in "_v6"'
  if (/_\d+_/.test(text)) return 'contains a number between underscores'
  return /_\d+$/.test(text) ? 'ends in an underscore and a number' : undefined
}

/** A text without the vm-types that stand in it as words of their own. */
export function withoutVmTypes(text: string, vmTypes: ReadonlySet<string>): string {
  let words = `_${text}_`
  for (const vmType of [...vmTypes].sort((a, b) => b.length - a.length)) {
    const one = `_${vmType.toLowerCase()}_`
    for (let at = words.toLowerCase().indexOf(one); at >= 0; at = words.toLowerCase().indexOf(one))
      words = `${words.slice(0, at)}_${words.slice(at + one.length)}`
  }
  return words.replace(/^_+|_+$/g, '')
}
