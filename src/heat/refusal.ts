/** Templates that Heat refuses as they are, so that there is no meaning to preserve. */
import { memoized } from '../text/document/attached.ts'
import { type Mapping, type Node, parsedNode } from '../text/document/node.ts'
import { hotWords } from './facts/facts.ts'
import type { Template } from './template.ts'
import { refusedNeeds, type VersionNeed } from './version-needs.ts'
import { compareVersions, type HotVersion, hasFunction, removedFunctionsOf } from './versions.ts'
import { callSites } from './walk.ts'

/**
 * What the declared version refuses in the template that was read: a section or a key that only newer versions
 * have, or a function that it has no longer, as the subject of a sentence (`the section conditions`); undefined
 * where Heat takes it, as far as these go (`HOTemplate20130523.validate_section`, `Removed.validate`).
 */
export function refusal(template: Pick<Template, 'document' | 'version'>): string | undefined {
  return refusedNeed(template)?.what
}

/** The same with its location, and since and until when versions have it. */
export function refusedNeed({
  document,
  version,
}: Pick<Template, 'document' | 'version'>): VersionNeed | undefined {
  const { root } = document
  if (version === undefined || root?.kind !== 'map') return undefined
  return refusedIn(root, document.text, version)
}

const refusedIn = memoized((root: Mapping, source: string, version: HotVersion) =>
  mayBeRefused(source, version) ? firstRefused(root, version) : undefined,
)

const refusedWords = new Map<HotVersion, readonly string[]>()

/** Whether the source has a word that this version refuses; most templates do not. */
function mayBeRefused(text: string, version: HotVersion): boolean {
  let words = refusedWords.get(version)
  if (words === undefined) {
    words = wordsRefused(version)
    refusedWords.set(version, words)
  }
  return words.some((word) => text.includes(word)) || (hasFunction(version, 'if') && /\bif\b/.test(text))
}

function wordsRefused(version: HotVersion): readonly string[] {
  const newer = [hotWords.sections, hotWords.parameterKeys, hotWords.resourceKeys, hotWords.constraints]
    .flatMap((words) => Object.entries(words))
    .flatMap(([word, since]) => (compareVersions(version, since) < 0 ? [word] : []))
  const policies = Object.entries(hotWords.deletionPolicies).flatMap(([word, since]) =>
    compareVersions(version, since) < 0 ? [word] : [],
  )
  return [...newer, ...policies, ...removedFunctionsOf(version)]
}

function firstRefused(root: Mapping, version: HotVersion): VersionNeed | undefined {
  // A form that an older class refuses is refused at its location; only that of `if` when the template is read.
  const needs = refusedNeeds(root, version).filter(({ of }) => of === undefined || of === 'if')
  if (needs.length === 0) return undefined
  const untaken = branches(root)
  return needs.find(({ at }) => !('kind' in at) || !untaken.has(parsedNode(at)))
}

/** Everything in a branch of `if`, which Heat reads only when it takes that branch. */
function branches(root: Mapping): ReadonlySet<Node | undefined> {
  const found = new Set<Node | undefined>()
  const add = (node: Node): void => {
    found.add(parsedNode(node))
    if (node.kind === 'seq') node.items.forEach(add)
    if (node.kind === 'map') for (const one of node.entries) add(one.value)
  }
  for (const { call } of callSites(root)) if (call.name === 'if') add(call.argument)
  return found
}
