import {
  mapOf,
  type Node,
  rewriteCall,
  string,
  stringOf,
  type Template,
} from '../../../src/engine/authoring/authoring.ts'
import { isPlainCopy, keyName, lookedUp } from '../mappings.ts'

export const inlineMappings = rewriteCall(
  'Fn::FindInMap',
  {
    title: 'Write the value of a constant lookup',
    description: 'Replaces `Fn::FindInMap` whose three names are known by the value that it finds.',
    references: ['heat/engine/cfn/functions.py: FindInMap'],
    safety: 'exact',
    keeps: 'meaning of the chain',
  },
  ({ args, declared, template, target, refuse, keep }) => {
    const mapName = stringOf(args[0])
    if (mapName !== undefined && !declared.mappings.has(mapName))
      return refuse('unknown-mapping', `there is no mapping "${mapName}" in this template`)
    const path = args.map((name) => keyName(name, template))
    const [first, key, name] = path
    if (mapName === undefined || first === undefined || key === undefined || name === undefined) return keep
    const found = lookedUp(mapOf(declared.mappings.get(mapName)), key, name, template)
    if (found === undefined) {
      const shown = path.map((one) => `"${one}"`).join(' → ')
      return refuse('always-fails', `the lookup ${shown} finds nothing; Heat fails there`)
    }
    // What cannot be written here as it is remains a lookup, in a table of cfn/mappings-to-parameters.
    return isPlainCopy(found, target) ? withoutComment(found, template) : keep
  },
)

/** What is said behind a string goes with its mapping. */
function withoutComment(value: Node, { document }: Template): Node {
  const isString = document.syntax === 'yaml' && value.kind === 'scalar' && value.type === 'str'
  return isString ? string(String(value.value), { style: value.style }) : value
}
