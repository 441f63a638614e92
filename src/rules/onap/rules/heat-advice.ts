/** What somebody can do about what Heat refuses (R-92635). */

import { isSlip } from '../../../heat/near-names.ts'
import { fileName } from '../../../stack/source-file.ts'
import { listed } from '../../../text/document/listed.ts'
import { nameOf } from '../../../text/document/read.ts'
import { checkBehaves, type TemplateProblem } from '../../rules.ts'
import type { Vnf } from '../vnf/vnf.ts'

type Problem = Pick<TemplateProblem, 'code' | 'at' | 'repair'>

/**
 * Sentences: what is to be decided, the command that does it, and where more is said. A package is not repaired here, because what
 * stands at a wrong location, or under a wrong name, is read by no requirement before it is corrected.
 */
export function adviceFor({ templates }: Vnf, { code, at, repair: remedy }: Problem): string {
  const fix = '`hotshift check --fix=all`'
  const more = `See \`hotshift explain ${code}\`.`
  const name = 'key' in at ? nameOf(at) : undefined
  const nested =
    checkBehaves(code, 'of a property name') && name !== undefined
      ? templates.find(({ role, parameters }) => role === 'nested' && parameters.has(name))
      : undefined
  if (nested !== undefined)
    return `Remove it, or correct the type of the resource: ${fileName(nested.path)} has a parameter of this name. ${more}`
  if (remedy === undefined) return `Correct it by hand. ${more}`
  if (!('do' in remedy)) {
    const names = remedy.names.map((one) => `"${one}"`)
    const declares = remedy.declares === undefined ? [] : ['declare it']
    const [only, ...others] = remedy.names
    if (only !== undefined && others.length === 0 && (remedy.isSuccessor === true || isSlip(remedy.of, only)))
      return `Write "${only}", as \`hotshift check --fix\` does, and remediate the package then. ${more}`
    const ways = [...(names.length === 0 ? [] : [`write ${listed(names, ' or ')}`]), ...declares]
    return ways.length === 0
      ? `Correct it by hand. ${more}`
      : `Decide what is meant, and ${listed(ways, ' or ')}; ${fix} does the first of these. ${more}`
  }
  switch (remedy.do) {
    case 'remove':
      return `Remove it, which ${fix} does, or move it to where Heat accepts it. ${more}`
    case 'declare':
      return `Declare the version, as ${fix} does. ${more}`
    case 'quote':
      return `Put it in quotes, as ${fix} does. ${more}`
    case 'unwrap':
    case 'write':
      return `Decide whether what ${fix} writes is meant. ${more}`
    case 'give':
      return `Decide what they are; ${fix} reads them from parameters of these names. ${more}`
  }
}
