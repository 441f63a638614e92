/** Which calls of a template are for a rewrite: those that the result may not hold any more. */
import type { Mapping } from '../document/node.ts'
import { type Call, embeddedTest, foreignMeaning, isForeign, passesOn } from '../heat/calls.ts'
import { callsWithin, isCalledWithin, signOf } from '../heat/calls-within.ts'
import { refusal } from '../heat/refusal.ts'
import { isCfn, type Template } from '../heat/template.ts'
import { type HotVersion, hasFunction } from '../heat/versions.ts'
import type { TransformContext } from './transform.ts'

/** Those of some functions that a rewrite of the template has to replace, wherever they are called. */
export function concernedFunctions(
  names: readonly string[],
  template: Template,
  context: TransformContext,
): readonly string[] {
  const sign = callsWithin(template.root)
  return names.filter((name) => (sign & signOf([name])) !== 0 && mustGo(name, template, context))
}

/**
 * CloudFormation goes altogether; a HOT template keeps the functions that its new version still has, and
 * what its declared version does not take for a call, unless it was certainly meant as one.
 */
function mustGo(name: string, template: Template, context: TransformContext): boolean {
  if (template.version === undefined) return isCfn(template.kind)
  if (hasFunction(context.target, name)) return false
  // Whether Heat refuses the template takes long to say.
  return (
    hasFunction(template.version, name) ||
    (isCalledWithin(template.root, name) && replacesForeign(template, context))
  )
}

/**
 * Whether calls of functions that the declared version lacks count as calls: where the user says so, and
 * where Heat refuses the template as it stands, so that nothing depends on what it makes of them.
 */
export function replacesForeign(template: Template, context: TransformContext): boolean {
  return context.isAccepted('foreign-function') || refusal(template) !== undefined
}

/** Tells of every call whether it is to be rewritten although the version of the template lacks its function. */
export function foreignGuard(template: Template, context: TransformContext): (call: Call) => boolean {
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
  return `{${name}: …} is read as the function that it looks like: Heat refuses the template in ${version}${own}`
}

function isParsed({ entries }: Mapping): boolean {
  return entries[0]?.key.start !== undefined
}
