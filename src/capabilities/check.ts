/** What is wrong with capabilities: what Heat refuses of them, and what cannot be chosen. */
import type { Entry, Node } from '../document/node.ts'
import { entryOf, mapOf, oneOrAll, textOf } from '../document/read.ts'
import { mappingsOf, type SourceTree } from './model.ts'
import { type CapabilityProblemCode, resolveCapabilities } from './resolve.ts'

export interface CapabilityFault {
  readonly code: CapabilityProblemCode | 'capability-section' | 'capability-syntax'
  readonly at: Node | Entry
  readonly message: string
}

/** The section `capabilities` of a HOT template. */
export function templateFaults({ root }: SourceTree): readonly CapabilityFault[] {
  const section = entryOf(root, 'capabilities')
  return section === undefined ? [] : sectionFaults(section, 'the section capabilities of a template')
}

/**
 * What an environment requires, and chooses from.
 * @param templateAt gives a template by its path, undefined for one that is not there or cannot be read
 */
export function environmentFaults(
  environment: SourceTree,
  templateAt: (path: string) => SourceTree | undefined,
): readonly CapabilityFault[] {
  const section = entryOf(environment.root, 'requires')
  const mappings = mappingsOf({ environments: [environment], templates: new Map() })
  const lists = mappings.filter(({ isList }) => isList)
  if (section === undefined && lists.length === 0) return []
  const paths = mappings.flatMap(({ targets }) => targets.flatMap(({ path }) => path ?? []))
  const templates = [...new Set(paths)].flatMap((path) => templateAt(path) ?? [])
  const { problems } = resolveCapabilities({
    environments: [environment],
    templates: new Map(templates.map((one) => [one.path, one])),
  })
  return [
    ...(section === undefined ? [] : sectionFaults(section, 'the section requires of an environment')),
    ...lists.map(({ entry, name }) => refused(entry, `several templates for ${name}`)),
    ...problems.flatMap(({ code, at, message }) => (at === undefined ? [] : [{ code, at, message }])),
  ]
}

function sectionFaults(section: Entry, what: string): readonly CapabilityFault[] {
  const map = mapOf(section.value)
  const isFine = ({ key, value }: Entry) =>
    textOf(key) !== undefined && oneOrAll(value).every((one) => textOf(one) !== undefined)
  const odd = map === undefined ? [section.value] : map.entries.filter((one) => !isFine(one))
  return [
    refused(section, what),
    ...odd.map((at) => ({
      code: 'capability-syntax' as const,
      at,
      message: 'capabilities are a mapping of strings, or lists of strings',
    })),
  ]
}

function refused(at: Entry, what: string): CapabilityFault {
  return { code: 'capability-section', at, message: `Heat refuses ${what}` }
}
