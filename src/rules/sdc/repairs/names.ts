import { readValue } from '../../../heat/merge-keys.ts'
import { typeReferences } from '../../../stack/references.ts'
import { isEnvironment } from '../../../stack/source-file.ts'
import { string } from '../../../text/document/build.ts'
import type { Mapping, Node } from '../../../text/document/node.ts'
import { stringOf } from '../../../text/document/read.ts'
import { usesOf } from '../functions.ts'
import { namesBeside, rewrittenRoot, sdcRepair } from './repair.ts'

/** SDC compares the names of files as they are written. */
export const bareNames = sdcRepair({
  repairs: 'file names',
  id: 'onap/write-bare-file-names',
  title: 'Name files of the package without ./ and file:///',
  description:
    'Takes `./` and `file:///` off names of files that lie beside the template, in types and in get_file.',
  references: ['SDC, HeatValidator (HOT15), NestedResourceValidator (HNR1, HRR2)'],
  // Heat looks for file:///x at the root of the machine that creates the stack.
  keeps: 'nothing',
  rewrite(file, pkg, changed) {
    const { path, root } = file
    if (isEnvironment(file)) return root
    const named = namedIn(root)
    const beside = [...named].some((node) => bareName(node) !== undefined)
      ? namesBeside(pkg, path)
      : undefined
    if (beside === undefined) return root
    return rewrittenRoot(root, (node) => {
      const name = named.has(node) ? bareName(node) : undefined
      if (name === undefined || !beside.has(name) || node.kind !== 'scalar') return node
      changed(node)
      return string(name, { for: node, style: 'plain' })
    })
  },
})

/** The nodes that name files: types of resources and of members, arguments of get_file in properties. */
function namedIn(root: Mapping): ReadonlySet<Node> {
  const types = typeReferences(root).filter(({ how }) => how === 'type' || how === 'resource_def')
  const files = usesOf('get_file', readValue(root, 'resources'))
  return new Set([...types.map(({ at }) => at), ...files.map(({ at }) => at)])
}

function bareName(node: Node): string | undefined {
  const name = node.kind === 'scalar' ? stringOf(node) : undefined
  const match = name === undefined ? undefined : /^(?:file:\/\/\/|\.\/)([^/]+)$/.exec(name)
  return match?.[1]
}
