/** Placeholders that are not replaced as they look: of str_replace, and the number of a member of a group. */

import { distance } from 'fastest-levenshtein'
import { type Call, callOf } from '../../heat/calls.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { nearNames } from '../../heat/near-names.ts'
import { forEachNode } from '../../heat/walk.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { mapOf, nameOf, resolved, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import type { CheckScope, Report } from '../scope.ts'
import { isResolved } from '../vocabulary.ts'

/** Characters of the string that are looked at, for all keys together. */
const MOST_COMPARED = 20_000_000

export const placeholders = rule({
  codes: {},
  source: 'HOT specification, Intrinsic functions, str_replace',
  asks: 'template',
  extent: 'parts',
  stage: 'reading',
  find(view, report) {
    for (const { call } of view.calls)
      if (call.name.startsWith('str_replace') && isResolved(call, view.words))
        checkReplace(call, { ...view, report })
  },
})

function checkReplace({ name, argument }: Call, scope: CheckScope): void {
  const template = readValue(mapOf(argument), 'template')
  const text = stringOf(template) ?? contentOf(template, scope)
  const params = mapOf(readValue(mapOf(argument), 'params'))
  if (template === undefined || text === undefined || params === undefined || callOf(params)?.name === 'if')
    return
  if (params.entries.length * text.length > MOST_COMPARED) return
  for (const one of params.entries) {
    const key = isMerge(one) ? undefined : nameOf(one)
    if (key === undefined || key === '') continue
    const message = text.includes(key)
      ? leftOver(key, text)
      : (meantInstead(key, text, params) ?? misspelt(key, text, params) ?? absentFrom(template, key))
    if (message !== undefined)
      scope.report('misread-placeholder', one, message, {
        source: `${scope.words.rule('functions')}, ${name}`,
      })
  }
}

/** The content of the file that a node names. */
function contentOf(node: Node | undefined, { beside, words }: CheckScope): string | undefined {
  const call = node && callOf(resolved(node))
  const isFile = call?.name === 'get_file' && isResolved(call, words)
  const name = isFile ? stringOf(call.argument) : undefined
  return name === undefined ? undefined : beside.content?.(name)
}

/** A key that a file does not have; of a string that is written out that is said with all else that nothing uses. */
function absentFrom(template: Node, key: string): string | undefined {
  const name = stringOf(callOf(resolved(template))?.argument)
  return name === undefined ? undefined : `"${key}" does not occur in ${name}; nothing is replaced`
}

/** Signs of a shell around a name that is replaced without them; a shell variable of that name may be meant. */
function leftOver(key: string, text: string): string | undefined {
  if (!/^\w+$/.test(key) || text.includes(`${key}=`)) return undefined
  const around = [`\${${key}}`, `$${key}`].find((one) => hasWord(text, one))
  if (around === undefined) return undefined
  return `only "${key}" inside "${around}" is replaced, leaving ${around.replace(key, 'VALUE')}; use "${around}" as the key`
}

/** Whether a string has something that no letter or digit continues. */
function hasWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1))
    if (!/\w/.test(text[at + wanted.length] ?? '')) return true
  return false
}

/** A key that does not occur, where the string has the same letters with other signs or in another case. */
function meantInstead(key: string, text: string, params: Mapping): string | undefined {
  const plain = key.replaceAll(/\W/g, '')
  if (plain.length < 3) return undefined
  const at = text.toLowerCase().indexOf(plain.toLowerCase())
  if (at === -1) return undefined
  const found = text.slice(at, at + plain.length)
  const [before, after] = [text[at - 1] ?? '', text[at + plain.length] ?? '']
  // Another key may stand for what is there, and a longer word is another one.
  if (/\w/.test(before) || /\w/.test(after)) return undefined
  const isTaken = params.entries.some((one) => {
    const other = nameOf(one) ?? ''
    return other !== key && other.includes(found)
  })
  // A word in another case is often only a word.
  const hasSigns = /\W/.test(key) || /[${}<>%_]/.test(before + after)
  if (isTaken || (found !== plain && !hasSigns)) return undefined
  return `"${key}" does not occur in the string, which has ${before}${found}${after}; nothing is replaced`
}

/** A key that does not occur, where the string has another one of the same form that no key replaces. */
function misspelt(key: string, text: string, params: Mapping): string | undefined {
  const [, before = '', name = '', after = ''] = /^(\W*)(\w+)(\W*)$/.exec(key) ?? []
  if (name.length < 4 || (before === '' && after === '' && name !== name.toUpperCase())) return undefined
  const others = new Set(params.entries.map((one) => nameOf(one) ?? ''))
  const placed = new Set<string>()
  for (const { 0: word, index } of text.matchAll(/\w+/g)) {
    // Looked at where it stands: searching the string for each of its words would take its square.
    const isPlaced =
      text.startsWith(after, index + word.length) && text.startsWith(before, index - before.length)
    if (
      word.length < 100 &&
      isPlaced &&
      !others.has(`${before}${word}${after}`) &&
      (before + after !== '' || word === word.toUpperCase())
    )
      placed.add(word)
  }
  const [near] = nearNames(name, placed, 1)
  return near === undefined ||
    distance(name, near) > 2 ||
    name.replaceAll(/\d/g, '') === near.replaceAll(/\d/g, '')
    ? undefined
    : `"${key}" does not occur in the string, which has ${before}${near}${after}; nothing is replaced`
}

/** `ResourceGroup._handle_repl_val` puts the number into strings of properties, after functions were computed. */
export const memberNumbers = rule({
  codes: {},
  source: 'Template Guide, OpenStack Resource Types, OS::Heat::ResourceGroup',
  asks: 'resource',
  types: ['OS::Heat::ResourceGroup'],
  stage: 'reading',
  find({ property }, report, view) {
    const member = mapOf(property('resource_def'))
    const given = property('index_var')
    const index = given === undefined ? '%index%' : stringOf(given)
    if (member === undefined || index === undefined || index === '') return
    forEachNode(readValue(member, 'properties') ?? member, (node) =>
      checkStep(node, index, view.words, report),
    )
    const metadata = readValue(member, 'metadata')
    if (metadata !== undefined && holds(metadata, index))
      report(
        'misread-placeholder',
        metadata,
        `${index} stays as it is in the metadata of members; only properties are filled in`,
      )
    if (given === undefined || index === '%index%') return
    if (holds(member, '%index%') && !holds(member, index))
      report('misread-placeholder', given, `index_var is ${index}, so that %index% stays as it is`)
  },
})

function checkStep(node: Node, index: string, words: CheckScope['words'], report: Report): void {
  const call = callOf(node)
  if (call === undefined || !/^get_(?:param|attr)$/.test(call.name) || !isResolved(call, words)) return
  const step = mapOf(call.argument) ? undefined : resolved(call.argument)
  const at = step?.kind === 'seq' ? step.items.slice(1).find((item) => stringOf(item) === index) : undefined
  if (at === undefined) return
  const value = call.name === 'get_param' ? "''" : 'null'
  report(
    'misread-placeholder',
    at,
    `${index} is put in after ${call.name} is computed, so that the value is ${value} for every member; pass the list to a nested template and select there`,
  )
}

function holds(node: Node, text: string): boolean {
  let found = false
  forEachNode(node, (one) => {
    found ||= one.kind === 'scalar' && typeof one.value === 'string' && one.value.includes(text)
  })
  return found
}
