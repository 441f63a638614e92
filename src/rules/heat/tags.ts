/** Tags of YAML that Heat's loader does not have. */

import { hotCounterpart, longName } from '../../heat/calls.ts'
import type { RuleCode } from '../../heat/code-facts.ts'
import { functionHint } from '../../heat/functions/table.ts'
import { forEachTagged } from '../../heat/walk.ts'
import { push } from '../../text/document/multimap.ts'
import type { Node } from '../../text/document/node.ts'
import { hasLocalTag } from '../../text/document/read.ts'
import { rule } from '../rule.ts'

const codes = {
  'yaml-tag': {
    title: 'A YAML tag that Heat rejects',
    severity: 'error',
    concerns: 'short tag',
    behaves: ['of the source', 'hides values'],
    help: 'Write the function in its long form, or quote a string that begins with an exclamation mark.',
    why: 'Heat’s reader rejects tags that it does not know, and tags such as !!int change what a value is.',
    example: {
      command: 'check server.yaml',
      before: `heat_template_version: 2018-08-31
resources:
  server:
    type: OS::Heat::Value
    properties: {value: !secret password}
`,
      after: `heat_template_version: 2018-08-31
parameters: {password: {type: string, hidden: true}}
resources:
  server:
    type: OS::Heat::Value
    properties: {value: {get_param: password}}
`,
    },
  },
} as const satisfies Record<string, RuleCode>

/**
 * Tags that are none of YAML's own (`!Ref`), which Heat's loader refuses: those that stand for functions of CloudFormation
 * in one finding, where the first of them stands, and each other one once.
 */
export const tags = rule({
  codes,
  source: 'heat/common/template_format.py',
  asks: 'template',
  stage: 'structure',
  find({ written, words }, report) {
    const locations = new Map<string, Node[]>()
    forEachTagged(written, (node) => {
      const { tag } = node
      if (tag !== undefined && hasLocalTag(node)) push(locations, tag, node)
    })
    const short = [...locations].filter(([tag]) => hotCounterpart(longName(tag)) !== undefined)
    const known = new Set(short.map(([tag]) => tag))
    const [first] = short.flatMap(([, nodes]) => nodes)
    if (first !== undefined) {
      const count = short.reduce((sum, [, nodes]) => sum + nodes.length, 0)
      const message = shortTags([...known], count, words.version !== undefined)
      const others = short.flatMap(([tag, nodes]) => nodes.map((at) => ({ at, message: `the tag ${tag}` })))
      report('yaml-tag', first, message, { related: others.slice(1, 1 + mostShown) })
    }
    for (const [tag, nodes] of locations) {
      if (known.has(tag)) continue
      const hint = functionHint(`Fn::${tag.slice(1).replace(/^Fn::/, '')}`).replace('"Fn::', '"!')
      const others = nodes.slice(1, 1 + mostShown).map((at) => ({ at, message: `the tag ${tag}` }))
      const message = `Heat cannot read the tag ${tag}${also(nodes.length)}${hint}`
      report('yaml-tag', nodes[0] as Node, message, { related: others })
    }
  },
})

/** So many other locations of one tag are named: a template may have thousands. */
const mostShown = 20

function also(count: number): string {
  const more = count - 1
  return more === 0 ? '' : `, here and in ${more} more location${more === 1 ? '' : 's'}`
}

/** In HOT the functions that replace them are named; `migrate` writes those of CloudFormation. */
function shortTags(tags: readonly string[], count: number, isHot: boolean): string {
  const named = isHot ? tags.map((tag) => `${tag} (${hotCounterpart(longName(tag))})`) : tags
  const [last = '', ...before] = [...named].reverse()
  const list = before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
  const noun = tags.length === 1 ? 'the tag' : 'the tags'
  const what = isHot ? '; write the HOT functions in brackets' : '; `hotshift migrate` replaces short tags'
  return `Heat cannot read ${noun} ${list}${also(count)}${what}`
}
