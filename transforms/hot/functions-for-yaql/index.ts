import {
  callOf,
  entry,
  hasFunction,
  mapping,
  rewriteTemplate,
} from '../../../src/engine/authoring/authoring.ts'
import { commentsWithin } from '../../../src/text/document/comments.ts'
import { instead } from './equivalents.ts'

export const functionsForYaql = rewriteTemplate(
  {
    title: 'Write functions instead of yaql',
    description:
      'Replaces yaql expressions that concatenate, search, filter or join lists by `list_concat`, `contains`, `filter` and `list_join`.',
    references: [
      'heat/engine/hot/functions.py: Yaql, ListConcat, Contains, Filter, JoinMultiple',
      'HOT specification, yaql',
    ],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'hot',
    calls: ['yaql'],
    unrefused: true,
  },
  ({ root, template: { document }, target, mapValues, change }) =>
    mapValues((node, site) => {
      const found = callOf(node)
      if (found?.name !== 'yaql' || site.role !== 'value') return node
      const made = instead(found, root)
      if (made === undefined || !hasFunction(target, made.name) || commentsWithin(document, node).size > 0)
        return node
      change(node, `Write ${made.name} instead of yaql`)
      // What stood in braces is written in braces again.
      const style = node.kind === 'map' && node.style === 'flow' ? 'flow' : 'auto'
      return mapping([entry(made.name, made.argument)], { for: node, style })
    }),
)
