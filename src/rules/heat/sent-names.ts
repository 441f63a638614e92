/** Names of parts that are no strings. */

import { isMerge, readValue } from '../../heat/merge-keys.ts'
import { sentName } from '../../heat/sent-names.ts'
import { mapOf, nameOf, scalarOf } from '../../text/document/read.ts'
import { rule } from '../rule.ts'
import { namedSections } from './sections.ts'

/** Names of parts that clients send as other strings than those in the source: `on` is sent as `true`. */
export const sentNames = rule({
  codes: {},
  source: 'YAML 1.1, as PyYAML reads it',
  asks: 'template',
  stage: 'structure',
  find({ root, flat, words, source: sourceOf }, report) {
    if (root === flat) return
    for (const name of namedSections)
      for (const one of mapOf(readValue(flat, words.spell(name)))?.entries ?? []) {
        const [shown, sent] = [sourceOf(one.key), sentName(one)]
        if (nameOf(one) !== undefined || isMerge(one) || shown === undefined || shown === sent) continue
        const what = `${name === 'outputs' ? 'an' : 'a'} ${name.slice(0, -1)}`
        const read = String(scalarOf(one.key)?.value)
        const message = `the name ${shown} of ${what} is read as ${read}; Heat gets "${sent}"`
        report('misread-value', one, message, { source: words.rule('structure') })
      }
  },
})
