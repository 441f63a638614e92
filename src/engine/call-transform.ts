import { inPlaceOf, withAnchor } from '../document/build.ts'
import type { Mapping, Node } from '../document/node.ts'
import { type Call, callOf } from '../heat/calls.ts'
import { embeddedTest, foreignMeaning, isForeign, passesOn } from '../heat/foreign-calls.ts'
import { refusal } from '../heat/refusal.ts'
import { type Declarations, declarations } from '../heat/sections.ts'
import { isCfn, type Template, withRoot } from '../heat/template.ts'
import { rewriteValues, type Site } from '../heat/values.ts'
import { type HotVersion, hasFunction } from '../heat/versions.ts'
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
 * what its declared version does not take for a call, unless it was certainly meant as one.
 */
function mustGo(name: string, template: Template, context: TransformContext): boolean {
  if (template.version === undefined) return isCfn(template.kind)
  if (hasFunction(context.target, name)) return false
  return hasFunction(template.version, name) || replacesForeign(template, context)
}

/**
 * Whether calls of functions that the declared version lacks count as calls: where the user says so, and
 * where Heat refuses the template as it stands, so that nothing depends on what it makes of them.
 */
export function replacesForeign(template: Template, context: TransformContext): boolean {
  return context.isAccepted('foreign-function') || refusal(template) !== undefined
}

/** Gives the word that a call of a function which the template's version lacks is rewritten all the same. */
function foreignGuard(template: Template, context: TransformContext): (call: Call) => boolean {
  const { root, version } = template
  if (version === undefined || !replacesForeign(template, context)) return () => true
  const isEmbedded = embeddedTest(root)
  const isAccepted = context.isAccepted('foreign-function')
  return (call) => {
    if (!isForeign(call.name, version)) return true
    // Whether it is for this template or the embedded one is for the user to say.
    if (isEmbedded(call) && (!isAccepted || passesOn(call.name, version))) return false
    // What another transform made of such a call needs no second word.
    if (isParsed(call.node)) reportForeign(call, version, template, context)
    return true
  }
}

function reportForeign(call: Call, version: HotVersion, template: Template, context: TransformContext): void {
  const meaning = foreignMeaning(call.name, version)
  if (context.isAccepted('foreign-function')) context.accepts('foreign-function', call.node, meaning)
  else context.report('refused-template', call.node, refusedMessage(call.name, refusal(template), version))
}

/** Why a mapping is taken for a call that the declared version does not have. */
export function refusedMessage(name: string, refused: string | undefined, version: HotVersion): string {
  const own = refused === `the function ${name}` ? '' : ` because of ${refused}`
  return `{${name}: …} is taken for the call that it looks like: Heat refuses the template in ${version}${own}`
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
