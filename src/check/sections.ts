import type { Entry, Node } from '../document/node.ts'
import { isNull, mapOf, nameOf, resolved } from '../document/read.ts'
import { isMerge } from '../heat/merge-keys.ts'
import { hotName } from '../heat/sections.ts'
import { type CheckScope, checkWord, shownKey } from './scope.ts'

/** Sections that are mappings of named parts. */
const named: ReadonlySet<string> = new Set(['parameters', 'resources', 'outputs', 'conditions', 'mappings'])

/** The top of a template: sections that there are, and what they hold as a whole. */
export function checkSections(scope: CheckScope): void {
  for (const one of scope.root.entries) {
    const name = nameOf(one) ?? shownKey(one)
    // Capabilities are an extension that was proposed for HOT, with findings of its own.
    if (isMerge(one) || (name === 'capabilities' && scope.words.version !== undefined)) continue
    checkWord(
      name,
      one,
      { kind: 'sections', topic: 'structure', what: 'section', unknown: 'unknown-section' },
      scope,
    )
    if (scope.words.status('sections', name) === 'known') checkContent(one, name, scope)
  }
}

function checkContent(one: Entry, name: string, { words, report }: CheckScope): void {
  const section = hotName(name)
  if (!named.has(section)) return
  if (section === 'conditions' && isNull(one.value))
    report('missing-key', one, `an empty section ${name} is an error`, words.rule('conditions'))
  else if (mapOf(one.value) !== undefined || isEmpty(one, section)) return
  else if (section === 'mappings')
    report(
      'unread-key',
      one,
      `the section ${name} is no mapping; nothing is found in it`,
      words.rule('structure'),
    )
  else report('not-a-mapping', one, `the section ${name} is no mapping`, words.rule('structure'))
}

/** What Python takes for false counts as an empty section (`self.t.get(section) or default`). */
function isEmpty({ value }: Entry, section: string): boolean {
  // `_get_condition_definitions` asks for no default.
  if (section === 'conditions') return false
  const node = resolved(value)
  if (node.kind === 'seq') return node.items.length === 0
  return node.kind === 'scalar' && !node.value
}

/**
 * Tags that are none of YAML's own (`!Ref`), which Heat's loader refuses; each once, where it stands first.
 * Tells whether there are any.
 */
export function checkTags({ root, report }: CheckScope): boolean {
  const places = new Map<string, Node[]>()
  const visit = (node: Node): void => {
    if (node.tag !== undefined && !node.tag.startsWith('!!') && node.tag !== '!')
      places.set(node.tag, [...(places.get(node.tag) ?? []), node])
    if (node.kind === 'seq') for (const item of node.items) visit(item)
    if (node.kind === 'map') for (const one of node.entries) visit(one.value)
  }
  visit(root)
  for (const [tag, nodes] of places) {
    const more = nodes.length - 1
    const count = more === 0 ? '' : `, here and in ${more} more place${more === 1 ? '' : 's'}`
    report(
      'yaml-tag',
      nodes[0] as Node,
      `Heat cannot read the tag ${tag}${count}`,
      'heat/common/template_format.py',
    )
  }
  return places.size > 0
}
