/** vm-types and network-roles themselves. */

import { rule } from '../../rule.ts'
import { faultOfWord, type Word as WordKind } from '../naming/id-patterns.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, type Report, type Subject } from '../rule.ts'
import type { Way } from '../step.ts'
import { type NameUse, namesOf } from '../vnf/names.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { namedThings, withWord } from '../ways.ts'

/** The requirements on one of the two kinds of words. */
interface Word {
  readonly what: WordKind
  readonly form: RequirementId
  readonly inParameters: RequirementId
  readonly inResources: RequirementId
  readonly inBoth: RequirementId
}

const vmType: Word = {
  what: 'vm-type',
  form: 'R-98407',
  inParameters: 'R-32394',
  inResources: 'R-46839',
  inBoth: 'R-36687',
}

const networkRole: Word = {
  what: 'network-role',
  form: 'R-26506',
  inParameters: 'R-58424',
  inResources: 'R-21511',
  inBoth: 'R-86588',
}

export const namingRules = rule({
  asks: 'package',
  codes: requirementCodes([
    'R-00977',
    'R-48067',
    ...[vmType, networkRole].flatMap(({ form, inParameters, inResources, inBoth }) => [
      form,
      inParameters,
      inResources,
      inBoth,
    ]),
  ]),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    const { vmTypeUses, roleUses } = namesOf(vnf)
    checkForm(vnf, vmTypeUses, vmType, report)
    checkForm(vnf, roleUses, networkRole, report)
    checkCase(vnf, vmTypeUses, vmType, report)
    checkCase(vnf, roleUses, networkRole, report)
    checkSubstrings(vnf, vmTypeUses, roleUses, report)
  },
})

function say(
  requirement: RequirementId,
  { template, at, name, in: location }: NameUse,
  message: string,
  { advice, ways }: { readonly advice: string; readonly ways: () => readonly Way[] },
  report: Report,
  words?: readonly string[],
): void {
  const subject: Subject =
    words !== undefined
      ? { kind: 'words', words }
      : location === 'parameter'
        ? { kind: 'parameter', name }
        : { kind: 'resource', id: name }
  report({ requirement, path: template.path, at, message, remedy: byHand(advice, ways), subject })
}

function checkForm(vnf: Vnf, uses: readonly NameUse[], word: Word, report: Report): void {
  for (const [text, use] of firstUses(uses)) {
    const fault = faultOfWord(text.replace(subinterface, ''), word.what)
    if (fault === undefined) continue
    const remedy = {
      advice: `Choose another ${word.what}.`,
      ways: () =>
        [...plainWords(text, word.what)].flatMap((to) => withWord(namedThings(vnf), text, to) ?? []),
    }
    say(word.form, use, `the ${word.what} "${text}" ${fault}`, remedy, report, [text])
  }
}

/** What a word may be without what must not be in it. */
function plainWords(text: string, what: WordKind): ReadonlySet<string> {
  const plain = text.replace(/\W+/g, '_').replace(/^_+|_+$/g, '')
  const tail = plain.replace(/(?:_?(?:int|v6|v4|vm|port|server|net|network|\d+))+$/i, '')
  const head = plain.replace(/^(?:int|subint)_/i, '')
  const longer = what === 'vm-type' ? `${tail}vm` : `${tail}net`
  return new Set([plain, tail, head, longer].filter((one) => one !== '' && one !== text))
}

/** What stands before the network-role in names of subinterfaces: `vfw_0_subint_data_vmi_0`. */
const subinterface = /^subint_/

function firstUses(uses: readonly NameUse[]): Map<string, NameUse> {
  const first = new Map<string, NameUse>()
  for (const use of uses) if (!first.has(use.text)) first.set(use.text, use)
  return first
}

/** The same case in all parameters, in all IDs, and better in both. */
function checkCase(vnf: Vnf, uses: readonly NameUse[], word: Word, add: Report): void {
  const bySpelling = (location: NameUse['in']) => firstUses(uses.filter((use) => use.in === location))
  const [parameters, resources] = [bySpelling('parameter'), bySpelling('resource')]
  const report = (requirement: RequirementId, found: Spellings, others: Spellings, what: string) =>
    compare(found, others, (use, other) => {
      const message = `the ${word.what} "${use.text}" is "${other.text}" in the ${what} "${other.name}"`
      const spelt = (from: string, to: string) => withWord(namedThings(vnf), from, to) ?? []
      const remedy = {
        advice: `Decide how the ${word.what} is written.`,
        ways: () => [spelt(use.text, other.text), spelt(other.text, use.text)].flat(),
      }
      say(requirement, use, message, remedy, add)
    })
  report(word.inParameters, parameters, parameters, 'parameter')
  report(word.inResources, resources, resources, 'resource ID')
  report(word.inBoth, parameters, resources, 'resource ID')
}

type Spellings = ReadonlyMap<string, NameUse>

/** Pairs of one word in two spellings; within one set, each later spelling with the first. */
function compare(words: Spellings, others: Spellings, found: (use: NameUse, other: NameUse) => void): void {
  const first = new Map<string, NameUse>()
  for (const [text, use] of others) {
    if (!first.has(text.toLowerCase())) first.set(text.toLowerCase(), use)
  }
  for (const [text, use] of words) {
    const other = first.get(text.toLowerCase())
    if (other !== undefined && other.text !== text && !(words !== others && others.has(text)))
      found(use, other)
  }
}

/** R-48067, R-00977: validators tell the two apart by looking for them in names. */
function checkSubstrings(
  vnf: Vnf,
  vmTypes: readonly NameUse[],
  roles: readonly NameUse[],
  report: Report,
): void {
  const [types, networks] = [firstUses(vmTypes), firstUses(roles)]
  for (const [type, typeUse] of types) {
    for (const [role, roleUse] of networks) {
      if (role.includes(type)) {
        const message = `the vm-type "${type}" is part of the network-role "${role}"`
        say('R-48067', typeUse, message, otherWord(vnf, type, role), report, [type, role])
      }
      if (type.includes(role)) {
        const message = `the network-role "${role}" is part of the vm-type "${type}"`
        say('R-00977', roleUse, message, otherWord(vnf, role, type), report, [type, role])
      }
    }
  }
}

/** Of a word that is part of another one: the other without it, or it with a letter more, which that has not. */
function otherWord(vnf: Vnf, part: string, whole: string) {
  const rest = whole
    .split(part)
    .join('')
    .replace(/__+/g, '_')
    .replace(/^_+|_+$/g, '')
  const things = namedThings(vnf)
  return {
    advice: 'Choose another name for one of the two.',
    ways: () =>
      [
        withWord(things, whole, rest),
        ...[`${part}vm`, `${part}x`].map((to) => withWord(things, part, to, whole)),
      ].flatMap((way) => way ?? []),
  }
}
