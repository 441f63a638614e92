/** Sections that a template may have. */

import { expansionOf } from '../../heat/macros.ts'
import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { isTruthy } from '../../heat/parameters.ts'
import { hotName } from '../../heat/sections.ts'
import type { Entry } from '../../text/document/node.ts'
import { isNull, mapOf, nameOf, oneOrAll, stringOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { type CheckScope, checkWord, shownKey } from '../scope.ts'

/** Sections that are mappings of named parts. */
export const namedSections: ReadonlySet<string> = new Set([
  'parameters',
  'resources',
  'outputs',
  'conditions',
  'mappings',
])

/** The top of a template: sections that there are, and what they hold as a whole. */
export const sections = rule({
  codes: {},
  source: 'HOT specification, Template structure',
  asks: 'template',
  stage: 'structure',
  find(view, report) {
    const scope = { ...view, report }
    for (const one of scope.root.entries) {
      const name = nameOf(one) ?? shownKey(one)
      // Capabilities are an extension that was proposed for HOT, with findings of its own.
      if (isMerge(one) || (name === 'capabilities' && scope.words.version !== undefined)) continue
      if (name === 'Transform' && scope.words.version === undefined) {
        checkTransform(one, scope)
        continue
      }
      checkWord(
        name,
        one,
        { kind: 'sections', topic: 'structure', what: 'section', unknown: 'unknown-section' },
        scope,
      )
      if (scope.words.status('sections', name) === 'known') checkContent(one, name, scope)
    }
  },
})

/** Heat knows no transforms; what they expand has to be expanded before. */
function checkTransform(one: Entry, { words, report }: CheckScope): void {
  const [first = ''] = oneOrAll(one.value).map(
    (item) => stringOf(item) ?? stringOf(readValue(mapOf(item), 'Name')),
  )
  const message = `unknown section "Transform" in ${words.name}; \`${expansionOf(first).command}\` prints the template without it`
  report('unknown-section', one, message, { source: words.rule('structure') })
}

function checkContent(one: Entry, name: string, { words, report }: CheckScope): void {
  const section = hotName(name)
  if (!namedSections.has(section)) return
  if (section === 'conditions' && isNull(one.value))
    report('missing-key', one, `an empty section ${name} is an error`, { source: words.rule('conditions') })
  else if (mapOf(one.value) !== undefined || isEmpty(one, section)) return
  else if (section === 'mappings')
    report('unread-key', one, `the section ${name} is not a mapping; nothing is found in it`, {
      source: words.rule('structure'),
    })
  else
    report('not-a-mapping', one, `the section ${name} is not a mapping`, { source: words.rule('structure') })
}

/** What Python takes for false counts as an empty section (`self.t.get(section) or default`). */
function isEmpty({ value }: Entry, section: string): boolean {
  // `_get_condition_definitions` asks for no default.
  return section !== 'conditions' && !isTruthy(value)
}
