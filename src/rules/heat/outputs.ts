/** Outputs: their keys. */

import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { section } from '../../heat/sections.ts'
import type { Mapping } from '../../text/document/node.ts'
import { nameOf } from '../../text/document/read.ts'
import { removal } from '../remedy.ts'
import { rule } from '../rule.ts'
import { partsOf } from '../scope.ts'

export const outputs = rule({
  codes: {},
  source: 'HOT specification, Outputs section',
  asks: 'template',
  repair: (_, { code, at }) => (code === 'unread-key' ? removal(at) : undefined),
  find(view, report) {
    const { words, root } = view
    for (const { name, map, entry } of partsOf(section(root, 'outputs'), 'output', 'outputs', {
      words,
      report,
    })) {
      // Refused only where the template is the type of a resource; and before 2016-10-14 condition is not read.
      const isRead = (one: Mapping['entries'][number]) =>
        words.status('outputKeys', nameOf(one) ?? '') === 'known'
      for (const one of map.entries.filter((other) => !isMerge(other) && !isRead(other)))
        report('unread-key', one, `Heat ignores the key "${nameOf(one)}" of the output "${name}"`, {
          source: words.rule('outputs'),
        })
      if (readValue(map, words.spell('value')) === undefined)
        report('missing-key', entry, `the output "${name}" has no ${words.spell('value')}`, {
          source: words.rule('outputs'),
        })
    }
  },
})
