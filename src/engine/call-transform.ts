import { inPlaceOf, withAnchor } from '../document/build.ts'
import type { Mapping, Node } from '../document/node.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { dataTest, foreignMeaning, isForeign } from '../heat/foreign-calls.ts'
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

/**
 * CloudFormation goes altogether; a HOT template keeps the functions that its new version still has, and
 * what its declared version does not take for a call, unless the user says that it was meant as one.
 */
function mustGo(name: string, { kind, version }: Template, context: TransformContext): boolean {
  if (version === undefined) return isCfn(kind)
  if (hasFunction(context.target, name)) return false
  return hasFunction(version, name) || context.isAccepted('foreign-function')
}

/** Gives the word that a call of a function which the template's version lacks is rewritten all the same. */
function foreignGuard({ root, version }: Template, context: TransformContext): (call: Call) => boolean {
  if (version === undefined || !context.isAccepted('foreign-function')) return () => true
  const isData = dataTest(root, version)
  return (call) => {
    if (!isForeign(call.name, version)) return true
    if (isData(call)) return false
    // What another transform made of an accepted call needs no second word.
    if (isParsed(call.node))
      context.accepts('foreign-function', call.node, foreignMeaning(call.name, version))
    return true
  }
}

function isParsed({ entries }: Mapping): boolean {
  return entries[0]?.key.range !== undefined
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
      const mayGo = foreignGuard(template, context)
      const inYaml = template.document.syntax === 'yaml'
      const root = rewriteValues(template.root, inYaml, (node, site) => {
        const call = callOf(node)
        if (call === undefined || !concerned.includes(call.name) || !mayGo(call)) return node
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
