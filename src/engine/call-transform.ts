import { inPlaceOf, withAnchor } from '../document/build.ts'
import type { Node } from '../document/node.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { type Declarations, declarations } from '../heat/sections.ts'
import { isCfn, type Template, withRoot } from '../heat/template.ts'
import { rewriteValues, type Site } from '../heat/values.ts'
import { hasFunction } from '../heat/versions.ts'
import type { Transform, TransformContext } from './transform.ts'

/** What a rewrite of one call may look at. */
export interface CallScope extends TransformContext {
  readonly template: Template
  readonly site: Site
  readonly declared: Declarations
}

/** Gives what takes the place of a call; undefined leaves it (and should have reported why). */
export type RewriteCall = (call: Call, scope: CallScope) => Node | undefined

/** Functions that other transforms make; all others stand in the text, in their long or short form, or nowhere. */
const made: ReadonlySet<string> = new Set(['Ref', 'Fn::GetAtt', 'Fn::Not'])

function mayOccur(name: string, template: Template): boolean {
  return made.has(name) || template.document.text.includes(name.replace('Fn::', ''))
}

/** CloudFormation goes altogether; a HOT template keeps the functions that its new version still has. */
function mustGo(name: string, template: Template, context: TransformContext): boolean {
  if (template.version === undefined) return isCfn(template.kind)
  return hasFunction(template.version, name) && !hasFunction(context.target, name)
}

/** A transform that replaces the calls of certain functions, from the innermost outwards. */
export function callTransform(
  about: Pick<Transform, 'id' | 'title' | 'description' | 'references' | 'safety'>,
  functions: readonly string[],
  rewrite: RewriteCall,
): Transform {
  return {
    ...about,
    appliesTo: (kind) => isCfn(kind) || kind === 'hot',
    run(template, context) {
      const concerned = functions.filter(
        (name) => mayOccur(name, template) && mustGo(name, template, context),
      )
      if (concerned.length === 0) return template
      const declared = declarations(template.root)
      const inYaml = template.document.syntax === 'yaml'
      const root = rewriteValues(template.root, inYaml, (node, site) => {
        const call = callOf(node)
        if (call === undefined || !concerned.includes(call.name)) return node
        const replacement = rewrite(call, { ...context, template, site, declared })
        if (replacement === undefined || replacement === node) return node
        context.change(node, about.title)
        const isNamed =
          node.anchor !== undefined && replacement.anchor === undefined && replacement.kind !== 'alias'
        return inPlaceOf(isNamed ? withAnchor(replacement, node.anchor as string) : replacement, node)
      })
      return withRoot(template, root)
    },
  }
}
