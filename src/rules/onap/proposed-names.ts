/** Names that are proposed for what does not say by itself how it is to be called. */

import { parameterRead } from '../../heat/reads.ts'
import { baseName, directoryOf } from '../../stack/source-file.ts'
import { passedValue } from '../../stack/values.ts'
import { defined } from '../../text/document/records.ts'
import { type Asked, namingOf } from './named-subject.ts'
import { makeName, type NameParts } from './naming/pattern.ts'
import type { RequirementId } from './requirement.ts'
import type { Naming, Violation } from './rule.ts'
import { namesOf } from './vnf/names.ts'
import { isTaken as isNamed } from './vnf/proposed-ids.ts'
import type { Resource, VnfTemplate } from './vnf/template.ts'
import type { Vnf } from './vnf/vnf.ts'

/** What proposals have named so far. */
export interface ProposedNames {
  /** New names, behind the path of their file. */
  readonly taken: Set<string>
  /** Servers whose IDs say no vm-type, with the IDs that say what the names beside them will. */
  readonly servers: Map<Resource, string>
}

export interface Guess {
  readonly to: string
  /** Why it has another form than the requirement that was not met, a clause. */
  readonly why?: string
  /** Whether it is the right one, as far as the names beside it say. */
  readonly isClear: boolean
}

/** A name for something that needs another one; undefined where nothing says which. */
export function proposedName(
  vnf: Vnf,
  violation: Violation,
  asked: Asked,
  made: ProposedNames,
): Guess | undefined {
  const template = vnf.whole.template(asked.path)
  if (template === undefined) return undefined
  if (asked.kind === 'file') return proposedFile(vnf, template, violation.requirement)
  const naming = namingOf(violation)
  if (naming !== undefined) return byPattern(vnf, template, naming, asked, made)
  return plainName(vnf, template, violation.requirement, asked, made)
}

/** A name where it must be alone: a resource in the whole VNF (R-16447), a parameter in its file. */
export function scopeOf({ kind, path }: Asked, name: string): string {
  return `${kind === 'resource' ? '' : path} ${name}`
}

/** A name of letters, digits and underscores that nothing has; an ID that two templates have begins with that of the file. */
function plainName(
  vnf: Vnf,
  template: VnfTemplate,
  requirement: RequirementId,
  asked: Asked,
  made: ProposedNames,
): Guess | undefined {
  const { name } = asked
  const plain = (text: string) => text.replace(/\W+/g, '_')
  const isTaken = (one: string) => isNamed(vnf, one) || made.taken.has(scopeOf(asked, one))
  const stem = requirement === 'R-16447' ? `${plain(baseName(template.path))}_${plain(name)}` : plain(name)
  if (stem === name) return undefined
  const free = [stem, ...Array.from({ length: mostTried }, (_, index) => `${stem}_${index}`)]
  const to = free.find((one) => !isTaken(one))
  return to === undefined ? undefined : { to, isClear: false }
}

/** A name after a pattern, with what the ID of the resource and of its server say. */
export function byPattern(
  vnf: Vnf,
  template: VnfTemplate,
  { patterns, resource }: Naming,
  asked: Asked,
  made: ProposedNames,
): Guess | undefined {
  const { path, name } = asked
  const { servers, serverWithPort } = namesOf(vnf)
  const server =
    serverWithPort(template, resource) ??
    servers.find((one) => one.resource.template === template && one.resource.id === resource)
  const own = wordsOf(resource)
  const serverWords = server === undefined ? own.slice(0, 1) : wordsOf(server.resource.id)
  const word = serverWords.join('_') || own[0] || ''
  // A single letter is part of many a network-role, which it must not be (R-48067).
  const vmType = word.length < 2 ? `${word}vm` : word
  const others = own.filter((word) => !serverWords.includes(word))
  const role = (
    others.length > 0 ? others : wordsOf(name).filter((word) => !serverWords.includes(word))
  ).join('_')
  const parts: NameParts = {
    vmType,
    role: role === '' ? 'link' : role,
    vmIndex: numberIn(server?.resource.id) ?? 0,
    interfaceIndex: 0,
  }
  const isTaken = (one: string) =>
    one !== name &&
    (made.taken.has(scopeOf(asked, one)) ||
      (asked.kind === 'resource'
        ? isNamed(vnf, one)
        : template.parameters.has(one) || template.entryOfResource(one) !== undefined))
  const isItem = vnf.pkg
    .callsOf(path)
    .some((call) => (parameterRead(passedValue(call, name))?.path.length ?? 0) > 0)
  const { pattern, why } = patternFor(patterns[0] ?? '', isItem, vnf)
  for (let index = 0; index < mostTried; index += 1) {
    const to = makeName(pattern, { ...parts, index })
    if (to === undefined) return undefined
    if (!isTaken(to) && server !== undefined && server.id === undefined)
      made.servers.set(server.resource, `${vmType}_server_${parts.vmIndex}`)
    if (!isTaken(to)) return { to, isClear: role !== '' && server !== undefined, ...defined({ why }) }
    if (!pattern.includes('{index}')) return undefined
  }
  return undefined
}

/** The pattern that a name can have here, and why it is not the one that was asked for. */
function patternFor(
  wanted: string,
  isItem: boolean,
  vnf: Vnf,
): { readonly pattern: string; readonly why: string | undefined } {
  const external = makesNetworks(vnf) ? wanted : wanted.replace('int_{network-role}', '{network-role}')
  // What a caller looks up in a list is looked up in the nested file then, and the list gets the name.
  const pattern = isItem ? external.replace('_{index}', 's') : external
  const reasons = [
    ...(external === wanted ? [] : ['the package creates no network, so all its networks are external']),
    ...(pattern === external ? [] : ['callers pass an item of a list, and the list gets this name']),
  ]
  return { pattern, why: reasons.length === 0 ? undefined : reasons.join('; ') }
}

/** A VNF that makes no network has none of its own, whatever the names say (R-35666). */
function makesNetworks({ whole }: Vnf): boolean {
  return whole.templates.some(({ resources }) =>
    resources.some(({ type }) => type === 'OS::Neutron::Net' || type === 'OS::ContrailV2::VirtualNetwork'),
  )
}

/** More members of one kind a template has not got. */
const mostTried = 1000

/** Words that say what something is, not whose. */
const general =
  /^(?:port|server|net|network|vm|instance|address|addresses|ip|ips|v6|id|ids|name|names|subnet|volume|vmi|int|internal|fixed|\d+)$/i

function wordsOf(name: string): readonly string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '' && !general.test(word))
}

function numberIn(id = ''): number | undefined {
  const [, digits] = /(\d+)$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function proposedFile(vnf: Vnf, { path }: VnfTemplate, requirement: RequirementId): Guess | undefined {
  const words = baseName(path).replace(/\W+/g, '_')
  const plain = words.replace(/_*base_*/gi, '_').replace(/^_+|_+$/g, '') || 'module'
  const wanted =
    requirement === 'R-81339' ? `base_${plain}` : requirement === 'R-70276' ? `nested_${words}` : plain
  const isTaken = [...vnf.pkg.files.keys()].some(
    (one) => one !== path && directoryOf(one) === directoryOf(path) && baseName(one) === wanted,
  )
  return isTaken || wanted === baseName(path) ? undefined : { to: wanted, isClear: false }
}

export function hasBaseModule({ whole }: Vnf): boolean {
  return whole.modules.some(({ role }) => role === 'base')
}

/** The name of a file as that of the base module. */
export function baseNameOf(path: string): string {
  return `base_${baseName(path).replace(/\W+/g, '_')}`
}

/** Every module that may be deployed first, with the name that it has then. */
export function bases({ whole }: Vnf): readonly { readonly to: string; readonly file: string }[] {
  return whole.modules
    .filter(({ role }) => role !== 'volume')
    .map(({ path }) => ({ to: baseNameOf(path), file: path }))
}
