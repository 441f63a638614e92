/** Names as the requirements prescribe them: `{vm-type}_int_{network-role}_ip_{index}`. */

import { memoized } from '../../../text/document/attached.ts'
import { extended } from '../../../text/document/records.ts'

/** What a name says, as far as its pattern has it. */
export interface NameParts {
  readonly vmType?: string
  readonly role?: string
  /** The last number. */
  readonly index?: number
  /** Of resources that belong to one server: its index. */
  readonly vmIndex?: number
  /** Of addresses of a Contrail interface: the index of the interface. */
  readonly interfaceIndex?: number
}

type Part = 'vm-type' | 'network-role' | 'index' | 'vm-type_index' | 'vmi_index'

const partPattern = /\{(vm-type|network-role|index|vm-type_index|vmi_index)\}/

const groups: Readonly<Record<Part, string>> = {
  'vm-type': '(?<vmType>.+?)',
  'network-role': '(?<role>.+)',
  index: '(?<index>\\d+)',
  'vm-type_index': '(?<vmIndex>\\d+)',
  vmi_index: '(?<interfaceIndex>\\d+)',
}

interface Compiled {
  /** The whole name. */
  readonly whole: RegExp
  /** What follows a `{vm-type}` at the start; undefined for a pattern that has none there. */
  readonly behindVmType: RegExp | undefined
  readonly isInternal: boolean
  /** Whether a sibling of the pattern has `v6_` behind the role, which then is no part of the role. */
  readonly isVersion4: boolean
}

const compiled = new Map<string, Compiled>()

function compile(pattern: string): Compiled {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const source = pattern
    .split(partPattern)
    .map((text, at) => (at % 2 === 1 ? groups[text as Part] : text))
    .join('')
  const made = {
    whole: new RegExp(`^${source}$`),
    behindVmType: source.startsWith(groups['vm-type'])
      ? new RegExp(`^${source.slice(groups['vm-type'].length)}$`)
      : undefined,
    isInternal: pattern.includes('int_{network-role}'),
    isVersion4: /(?:_ips?|_subnet_id)(?:_\{index\})?$/i.test(pattern) && !pattern.includes('v6_'),
  }
  compiled.set(pattern, made)
  return made
}

/**
 * Reads a name by a pattern; undefined when it does not follow it. A role begins with `int_` or ends in
 * `_v6` only by mistake (R-26506): such a name is one of another pattern.
 * @param vmTypes those that the `{vm-type}` at the start of the pattern may be, in any case; `any` string
 * when left out or empty
 */
export function matchName(
  pattern: string,
  name: string,
  vmTypes?: ReadonlySet<string>,
): NameParts | undefined {
  const { whole, behindVmType, isInternal, isVersion4 } = compile(pattern)
  const fits = (found: NameParts | undefined) =>
    found !== undefined && isRole(found.role, isInternal, isVersion4) ? found : undefined
  if (behindVmType === undefined || vmTypes === undefined || vmTypes.size === 0) {
    return fits(partsOf(whole.exec(name)))
  }
  for (const vmType of beginning(name, vmTypes)) {
    const rest = partsOf(behindVmType.exec(name.slice(vmType.length)))
    const found = fits(rest && knownParts(extended(rest, { vmType: name.slice(0, vmType.length) })))
    if (found !== undefined) return found
  }
  return undefined
}

/** Each word in lower case, with the word as it is first written and its rank. */
const ranked = memoized((words: ReadonlySet<string>) => {
  const made = new Map<string, readonly [string, number]>()
  for (const word of words) if (!made.has(word.toLowerCase())) made.set(word.toLowerCase(), [word, made.size])
  return made
})

/** Those of some words that a name begins with, in any case, in the order of the words; asked of many names. */
function beginning(name: string, words: ReadonlySet<string>): readonly string[] {
  const byWord = ranked(words)
  const lower = name.toLowerCase()
  const found: (readonly [string, number])[] = []
  for (let length = 1; length <= lower.length; length += 1) {
    const one = byWord.get(lower.slice(0, length))
    if (one !== undefined) found.push(one)
  }
  return found.sort(([, a], [, b]) => a - b).map(([word]) => word)
}

function isRole(role: string | undefined, isInternal: boolean, isVersion4: boolean): boolean {
  if (role === undefined) return true
  return (isInternal || !role.startsWith('int_')) && !(isVersion4 && role.endsWith('_v6'))
}

function partsOf(match: RegExpExecArray | null): NameParts | undefined {
  if (match === null) return undefined
  const { vmType, role, index, vmIndex, interfaceIndex } = match.groups ?? {}
  return knownParts({
    vmType,
    role,
    index: numberIn(index),
    vmIndex: numberIn(vmIndex),
    interfaceIndex: numberIn(interfaceIndex),
  })
}

function numberIn(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}

/** Those parts of a name that are known. */
export function knownParts({ vmType, role, index, vmIndex, interfaceIndex }: MaybeParts): NameParts {
  const parts: { -readonly [Part in keyof NameParts]: NameParts[Part] } = {}
  if (vmType !== undefined) parts.vmType = vmType
  if (role !== undefined) parts.role = role
  if (index !== undefined) parts.index = index
  if (vmIndex !== undefined) parts.vmIndex = vmIndex
  if (interfaceIndex !== undefined) parts.interfaceIndex = interfaceIndex
  return parts
}

type MaybeParts = { readonly [Part in keyof NameParts]?: NameParts[Part] | undefined }

/** The name that a pattern gives; undefined when a part that it needs is not known. */
export function makeName(pattern: string, parts: NameParts): string | undefined {
  const values: Readonly<Record<Part, string | number | undefined>> = {
    'vm-type': parts.vmType,
    'network-role': parts.role,
    index: parts.index,
    'vm-type_index': parts.vmIndex,
    vmi_index: parts.interfaceIndex,
  }
  const texts = pattern.split(partPattern).map((text, at) => (at % 2 === 1 ? values[text as Part] : text))
  return texts.some((text) => text === undefined) ? undefined : texts.join('')
}

/** Whether two vm-types or roles are the same but for their case, which has requirements of its own. */
export function sameName(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && a.toLowerCase() === b.toLowerCase()
}

const choices: readonly (readonly [part: string, meaning: string])[] = [
  ['{vm-type}', 'vm-type (a word for the kind of server)'],
  ['{network-role}', 'network-role (a word for the network)'],
]

/** What to choose for a name after one of these patterns: a sentence for somebody who does not know the words. */
export function choiceOf(patterns: readonly string[]): string {
  const chosen = choices.flatMap(([part, meaning]) =>
    patterns.some((pattern) => pattern.includes(part)) ? [meaning] : [],
  )
  return `Choose a name with the ${chosen.join(' and ')} that neighbouring names have.`
}
