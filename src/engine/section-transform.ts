import { withValue } from '../document/build.ts'
import { type Entry, type Mapping, type Node, parsedNode } from '../document/node.ts'
import { nameOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import { isMerge, mergedNodes } from '../heat/merge-keys.ts'
import { isCfn, type Template, withRoot } from '../heat/template.ts'
import { mapEntries, mapSections } from '../heat/values.ts'
import type { Transform, TransformContext } from './transform.ts'

/** What a rewrite of one parameter, resource or output may look at. */
export interface PartScope extends TransformContext {
  readonly template: Template
}

type PartSection = 'parameters' | 'resources' | 'outputs'

/** A transform that rewrites the parameters, the resources or the outputs of a template, one by one. */
export function sectionTransform(
  about: Pick<Transform, 'id' | 'title' | 'description' | 'references' | 'safety'>,
  section: PartSection,
  rewrite: (part: Mapping, scope: PartScope, declaration: Entry) => Mapping,
): Transform {
  return {
    ...about,
    appliesTo: isCfn,
    run(template, context) {
      const scope: PartScope = { ...context, template }
      const root = mapSections(template.root, (name, map) => {
        if (name !== section) return map
        const parts = new Set(map.entries.map((one) => parsedNode(one.value)))
        return mapEntries(map, (one) => {
          if (reportMacro(one, context)) return one
          if (one.value.kind === 'map') {
            refuseForeignMerges(one.value, parts, scope)
            return withValue(one, rewrite(one.value, scope, one))
          }
          reportOdd(one, section, parts, context)
          return one
        })
      })
      return withRoot(template, root)
    },
  }
}

/** AWS expands `Fn::ForEach` and `Fn::Transform` where parts of a section stand; to Heat they are none. */
function reportMacro(one: Entry, context: TransformContext): boolean {
  const macro = [nameOf(one), callOf(one.value)?.name].find((name) => name?.startsWith('Fn::'))
  if (macro === undefined) return false
  context.report('no-equivalent', one, `${macro} is expanded at AWS only; write out what it makes`)
  return true
}

/** An alias is fine: it means what the part that it names has become. */
function reportOdd(
  one: Entry,
  section: PartSection,
  parts: ReadonlySet<Node | undefined>,
  context: TransformContext,
): void {
  const what = `the ${section.slice(0, -1)} "${nameOf(one)}"`
  if (one.value.kind !== 'alias') context.report('not-a-mapping', one, `${what} is no mapping`)
  else if (!parts.has(parsedNode(one.value.target)))
    context.report('anchor-edit', one, `${what} stands elsewhere and cannot be rewritten there`)
}

/** Keys can be renamed only where they stand, so merged ones must stand in another part of the section. */
function refuseForeignMerges(part: Mapping, parts: ReadonlySet<Node | undefined>, scope: PartScope): void {
  for (const node of mergedNodes(part)) {
    if (node.kind === 'alias' && parts.has(parsedNode(node.target))) continue
    scope.report(
      'anchor-edit',
      part.entries.find(isMerge) ?? part,
      'the merged entries stand elsewhere and cannot be renamed',
    )
  }
}
