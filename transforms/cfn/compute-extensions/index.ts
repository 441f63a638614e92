import {
  callOf,
  listOf,
  type Mapping,
  mapSections,
  type Node,
  rewriteTemplate,
  stringOf,
  type TemplateScope,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { mapNodes } from '../../../src/heat/walk.ts'
import { computed } from './literals.ts'
import { Loops } from './loops.ts'

/** AWS works these out before it makes a stack; what depends on no parameter can be worked out here. */
export const computeExtensions = rewriteTemplate(
  {
    title: 'Compute what AWS::LanguageExtensions computes',
    description:
      'Writes out `Fn::ForEach` over lists that stand in the template, and the values of `Fn::Length`, `Fn::ToJsonString` and `Fn::FindInMap` with a default where they depend on no parameter.',
    references: ['AWS CloudFormation User Guide, AWS::LanguageExtensions transform'],
    safety: 'exact',
    keeps: 'meaning',
    kinds: 'cfn',
    reading: 'aws',
    mentions: 'AWS::LanguageExtensions',
    reads: 'all',
  },
  (scope) => {
    if (!declaresExtensions(scope.root)) return scope.root
    const loops = new Loops(scope)
    const written = mapSections(scope.root, (name, map) =>
      name === 'parameters' || name === 'mappings' ? map : loops.writtenOut(map),
    )
    return withValues(written, scope)
  },
)

function declaresExtensions(root: Mapping): boolean {
  const section = valueOf(root, 'Transform')
  const names = listOf(section)?.items ?? (section === undefined ? [] : [section])
  return names.some((one) => stringOf(one) === 'AWS::LanguageExtensions')
}

function withValues(root: Mapping, scope: TemplateScope): Mapping {
  return mapSections(root, (name, map) => {
    if (name === 'parameters' || name === 'mappings') return map
    const next = mapNodes(map, (node: Node) => {
      const call = node.kind === 'map' && node.anchor === undefined ? callOf(node) : undefined
      const value = call === undefined ? undefined : computed(call, scope)
      if (call === undefined || value === undefined) return node
      scope.change(node, `Write the value of ${call.name}`)
      return value
    })
    return next.kind === 'map' ? next : map
  })
}
