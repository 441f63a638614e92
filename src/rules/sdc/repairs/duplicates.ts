import { withEntries } from '../../../text/document/build.ts'
import { duplicateEntries } from '../../../text/document/data.ts'
import type { Entry } from '../../../text/document/node.ts'
import { rewrittenRoot, sdcRepair } from './repair.ts'

/** Of keys that are there twice the last one, which is the one that Heat reads. */
export const lastDuplicates = sdcRepair({
  repairs: 'duplicates',
  id: 'onap/keep-last-duplicates',
  title: 'Remove keys that a later one replaces',
  description: 'Removes every entry whose key is there again in the same mapping; Heat reads the last one.',
  references: ['SDC, YamlValidator (YML2)', 'PyYAML: SafeConstructor.construct_mapping'],
  keeps: 'meaning',
  rewrite({ root }, _pkg, changed) {
    const shadowed = new Set<Entry>(duplicateEntries(root))
    if (shadowed.size === 0) return root
    for (const one of shadowed) changed(one)
    const next = rewrittenRoot(root, (node) => {
      if (node.kind !== 'map' || !node.entries.some((one) => isShadowed(one))) return node
      return withEntries(
        node,
        node.entries.filter((one) => !isShadowed(one)),
      )
    })
    return next.entries.some(isShadowed)
      ? withEntries(
          next,
          next.entries.filter((one) => !isShadowed(one)),
        )
      : next

    function isShadowed(one: Entry): boolean {
      return shadowed.has(one) || (one.origin !== undefined && shadowed.has(one.origin))
    }
  },
})
