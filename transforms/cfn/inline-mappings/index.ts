import { mapOf, seqOf, textOf } from '../../../src/document/read.ts'
import { callTransform } from '../../../src/engine/call-transform.ts'
import { isPlainCopy, keyName, lookedUp } from '../../../src/heat/mappings.ts'

export const inlineMappings = callTransform(
  {
    id: 'cfn/inline-mappings',
    title: 'Write the value of a constant look-up',
    description: 'Replaces `Fn::FindInMap` whose three names are known by the value that it finds.',
    references: ['heat/engine/cfn/functions.py: FindInMap'],
    safety: 'exact',
  },
  ['Fn::FindInMap'],
  (find, scope) => {
    const names = seqOf(find.argument)?.items
    if (names?.length !== 3) {
      scope.report('bad-arguments', find.node, 'Fn::FindInMap takes a list of three: mapping, key, name')
      return undefined
    }
    const mapName = textOf(names[0])
    if (mapName !== undefined && !scope.declared.mappings.has(mapName)) {
      scope.report('unknown-mapping', find.node, `there is no mapping "${mapName}" in this template`)
      return undefined
    }
    const path = names.map((name) => keyName(name, scope.template))
    const [first, key, name] = path
    if (mapName === undefined || first === undefined || key === undefined || name === undefined)
      return undefined
    const found = lookedUp(mapOf(scope.declared.mappings.get(mapName)), key, name)
    if (found === undefined) {
      scope.report(
        'always-fails',
        find.node,
        `the look-up ${path.map((one) => `"${one}"`).join(' → ')} finds nothing; Heat fails there`,
      )
      return undefined
    }
    // What cannot stand here as it is stays a look-up, in a table of cfn/mappings-to-parameters.
    return isPlainCopy(found, scope.target) ? found : undefined
  },
)
