import {
  type Call,
  callOf,
  callRead,
  embeddedTest,
  foreignMeaning,
  functionCall,
  isForeign,
  passesOn,
  renamedCall,
} from '../../heat/calls.ts'
import { callsWithin, isCalledWithin, marks, signOf } from '../../heat/calls-within.ts'
import { isCfnName } from '../../heat/dialects.ts'
import { argumentProblem } from '../../heat/functions/arguments.ts'
import type { Form } from '../../heat/functions/forms.ts'
import {
  type ArgumentsOf,
  type FunctionName,
  functionNames,
  functionRow,
} from '../../heat/functions/table.ts'
import { withoutMerges } from '../../heat/merge-keys.ts'
import { refusal } from '../../heat/refusal.ts'
import { type Declarations, declarations } from '../../heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../heat/template.ts'
import { type HotVersion, hasFunction } from '../../heat/versions.ts'
import { mapItems, rewriteValues, type Site } from '../../heat/walk.ts'
import { inPlaceOf, mapEntries, withAnchor, withValue } from '../../text/document/build.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { hasLocalTag, listOf, resolved, stringOf } from '../../text/document/read.ts'
import { nearHint } from '../rewrite-request.ts'
import { mayMeetShortForm, reportsShortForm } from './lone-steps.ts'
import { type Refusal, type Refuse, refusing, reportRefusal } from './refusals.ts'
import { Scope, scopeOver } from './scope.ts'
import type { Said, TemplateContext, UnnamedTransform } from './transform.ts'
import { completed, type Given } from './transform-spec.ts'

/** Leaves the function unchanged without a finding: there is nothing to report, or something else reports it. */
export interface Kept {
  readonly kind: 'kept'
}

/** The result of a rewrite: the replacement, or that the function is left unchanged. */
export type Rewritten = Node | Refusal | Kept

/** One use of a function, with everything a rewrite of it may query and report. */
export interface CallScope<Name extends FunctionName = FunctionName> extends Scope {
  readonly call: Call
  /**
   * What the function is given, in the form that its row in the table of functions says: the items of a list, or the
   * argument alone. A literal is its string, everything else a node.
   */
  readonly args: ArgumentsOf<Name>
  readonly template: Template
  readonly site: Site
  readonly declared: Declarations
  /** The same under the name of another function, with the same argument or a new one. */
  to(name: string, argument?: Node): Mapping
  /** Leaves the function unchanged with a finding: return it. */
  readonly refuse: Refuse
  readonly keep: Kept
}

/** The description of a transform of functions. */
export interface AboutCalls extends Given<Pick<UnnamedTransform, Said>> {
  /**
   * What happens to arguments that the function does not take: `report` them (by default), report only what is wrong
   * with their number (`shape`), or leave them to another transform of the chain (`leave`).
   */
  readonly unfit?: 'report' | 'shape' | 'leave'
  /** What more has to hold of a template for there to be something to do. */
  readonly concerns?: (template: Template) => boolean
}

/** A transform that replaces each use of one function, innermost first. */
export function rewriteCall<Name extends FunctionName>(
  name: Name,
  about: AboutCalls,
  rewrite: (scope: CallScope<Name>) => Rewritten,
): UnnamedTransform {
  return rewriteCalls(about, { [name]: rewrite } as unknown as Rewrites)
}

/** The rewrite of each function. */
export type Rewrites = { readonly [Name in FunctionName]?: (scope: CallScope<Name>) => Rewritten }

/**
 * A transform that replaces each use of some functions, innermost first.
 *
 * @throws RangeError for a function that no dialect has, TypeError for a part that no transform has
 */
export function rewriteCalls(about: AboutCalls, rewrites: Rewrites): UnnamedTransform {
  const { unfit, concerns, ...given } = about
  const names = Object.keys(rewrites)
  const said = completed<Pick<UnnamedTransform, Said>>('rewriteCall', given, rewriteCall)
  names.forEach(checkFunction)
  const sign = signOf(names)
  return {
    ...said,
    appliesTo: (kind) => isCfn(kind) || kind === 'hot',
    mayConcern: (template) =>
      ((callsWithin(template.root) & sign) !== 0 || mayMeetShortForm(template)) &&
      concerns?.(template) !== false,
    run(template, context) {
      if (reportsShortForm(names, template, context)) return template
      const concerned = concernedFunctions(names, template, context)
      if (concerned.length === 0) return template
      const common: Common = { template, declared: declarations(template.root), context }
      const mayGo = foreignGuard(template, context)
      const inYaml = template.document.syntax === 'yaml'
      const mayMerge = (callsWithin(template.root) & marks.merge) !== 0
      const rewritten = (node: Node, site: Site): Node => {
        const own = callOf(node)
        if (own === undefined || !concerned.includes(own.name) || !mayGo(own)) return node
        const call = mayMerge ? withFunctionsRead(own) : own
        if (!mayStand(call.name, site)) return node
        const made = rewriteOne(call, site, common, rewrites, unfit ?? 'report')
        if (made.kind === 'kept' || made === node) return node
        if (made.kind === 'refusal') {
          reportRefusal(made, context)
          return node
        }
        context.change(node, said.title)
        const isNamed = node.anchor !== undefined && made.anchor === undefined && made.kind !== 'alias'
        return inPlaceOf(isNamed ? withAnchor(made, node.anchor as string) : made, node)
      }
      return withRoot(template, rewriteValues(template.root, inYaml, rewritten, concerned))
    },
  }
}

/** @throws RangeError for a function that no dialect has */
function checkFunction(name: string): void {
  if (functionRow(name) === undefined)
    throw new RangeError(`there is no function "${name}"${nearHint(name, functionNames)}`)
}

/** The node with the functions in its arguments that merge keys bring in, as Heat reads them. */
function withFunctionsRead(call: Call): Call {
  const argument = functionsRead(call.argument)
  return argument === call.argument
    ? call
    : { name: call.name, argument, node: call.node, entry: withValue(call.entry, argument) }
}

function functionsRead(node: Node): Node {
  if (node.kind === 'seq') return mapItems(node, functionsRead)
  if (node.kind !== 'map') return node
  const read = callOf(node) === undefined && callRead(node) !== undefined ? withoutMerges(node) : node
  return mapEntries(read, (one) => withValue(one, functionsRead(one.value)))
}

/** Elsewhere it is data, or refused. */
function mayStand(name: string, { role }: Site): boolean {
  const only = functionRow(name)?.only
  return only === undefined || (only === 'conditions') === (role === 'condition')
}

const kept: Kept = { kind: 'kept' }

/** What all scopes of a template share. */
interface Common extends Pick<CallScope, 'template' | 'declared'> {
  readonly context: TemplateContext
}

function rewriteOne(
  call: Call,
  site: Site,
  common: Common,
  rewrites: Rewrites,
  unfit: NonNullable<AboutCalls['unfit']>,
): Rewritten {
  const rewrite = rewrites[call.name as FunctionName] as ((scope: CallScope) => Rewritten) | undefined
  const { template, declared, context } = common
  const problem = problemOf(call, template, site, unfit)
  if (problem !== undefined) return unfit === 'leave' ? kept : refusing(call.node)('bad-arguments', problem)
  if (rewrite === undefined) return kept
  const args = argumentsOf(call)
  if (context instanceof Scope) return rewrite(new ScopeOfCall(context, call, args, site, template, declared))
  return rewrite(scopeOver(context, { site, call, args, ...answers(call), template, declared, keep: kept }))
}

/** Created for each function of a template: assigning the fields takes a tenth of the time of spreading them. */
class ScopeOfCall extends Scope implements CallScope {
  readonly call: Call
  readonly args: CallScope['args']
  readonly template: Template
  readonly site: Site
  readonly declared: Declarations
  readonly to: CallScope['to']
  readonly refuse: CallScope['refuse']
  readonly keep: Kept

  constructor(
    context: Scope,
    call: Call,
    args: CallScope['args'],
    site: Site,
    template: Template,
    declared: Declarations,
  ) {
    super(context, () => context.target)
    const { to, refuse } = answers(call)
    this.call = call
    this.args = args
    this.template = template
    this.site = site
    this.declared = declared
    this.to = to
    this.refuse = refuse
    this.keep = kept
  }
}

function answers(call: Call): Pick<CallScope, 'to' | 'refuse'> {
  return {
    to: (name, argument) => renamedCall(call, name, argument),
    refuse: refusing(call.node),
  }
}

/** What is wrong with the arguments, by the table of functions. */
function problemOf(
  call: Call,
  template: Template,
  site: Site,
  unfit: NonNullable<AboutCalls['unfit']>,
): string | undefined {
  return argumentProblem(
    call,
    {
      isFunction: (node) => isFunction(resolved(node), template),
      version: template.version,
      inCondition: site.role === 'condition',
      reading: template.reading,
    },
    unfit === 'shape' ? 'shape' : 'all',
  )
}

/** Whatever is a function in the template or after the chain may give anything. */
function isFunction(node: Node, template: Template): boolean {
  const name = callOf(node)?.name
  const isName = name !== undefined && (functionRow(name) !== undefined || isCfnName(name))
  return isName || hasLocalTag(node) || functionCall(node, template) !== undefined
}

function argumentsOf({ name, argument }: Call): CallScope['args'] {
  const form: Form = functionRow(name)?.argument ?? 'anything'
  const items = isListForm(form) ? listOf(argument)?.items : undefined
  const parts =
    items === undefined
      ? [literalOr(argument, form)]
      : items.map((item, at) => literalOr(item, itemForm(form, at)))
  return parts as unknown as CallScope['args']
}

function isListForm(form: Form): boolean {
  if (typeof form === 'string') return false
  return 'items' in form || ('either' in form && form.either.some(isListForm))
}

function itemForm(form: Form, at: number): Form {
  return typeof form === 'object' && 'items' in form ? (form.items[at] ?? 'anything') : 'anything'
}

function literalOr(node: Node, form: Form): string | Node {
  const isLiteral = form === 'literal' || form === 'nonempty' || (typeof form === 'object' && 'oneOf' in form)
  return isLiteral ? (stringOf(node) ?? node) : node
}

// Which calls of a template are for a rewrite: those that the result may not hold any more.

/** Those of some functions that a rewrite of the template has to replace, wherever they are called. */
function concernedFunctions(
  names: readonly string[],
  template: Template,
  context: TemplateContext,
): readonly string[] {
  const sign = callsWithin(template.root)
  return names.filter((name) => (sign & signOf([name])) !== 0 && mustGo(name, template, context))
}

/**
 * Whether a function has to be replaced. All of CloudFormation's have in its templates, where names of HOT are data; HOT
 * keeps those of them that the new version has, and mappings that its declared version does not treat as functions unless
 * they were certainly meant as such. Functions of HOT are rewritten by whoever asks for them.
 */
function mustGo(name: string, template: Template, context: TemplateContext): boolean {
  const isOfHot = /^[a-z]/.test(name)
  if (template.version === undefined) return isCfn(template.kind) && !isOfHot
  return (isOfHot || !hasFunction(context.target, name)) && countsAsCall(name, template, context)
}

/** Whether what looks like calls of a function is any: what the declared version of HOT does not have is data. */
export function countsAsCall(name: string, template: Template, context: TemplateContext): boolean {
  const { version, root } = template
  if (version === undefined || hasFunction(version, name)) return true
  const isOfCfn = /^[A-Z]/.test(name)
  // Whether Heat refuses the template takes long to say.
  return isOfCfn && isCalledWithin(root, name) && replacesForeign(template, context)
}

/**
 * Whether calls of functions that the declared version lacks count as calls: where the user says so, and
 * where Heat refuses the template as it stands, so that nothing depends on what it makes of them.
 */
export function replacesForeign(template: Template, context: TemplateContext): boolean {
  return context.isAccepted('foreign-function') || refusal(template) !== undefined
}

/** Returns a predicate: whether a function is to be rewritten although the version of the template lacks it. */
function foreignGuard(template: Template, context: TemplateContext): (call: Call) => boolean {
  const { root, version } = template
  if (version === undefined || !replacesForeign(template, context)) return () => true
  const isEmbedded = embeddedTest(root)
  const isAccepted = context.isAccepted('foreign-function')
  return (call) => {
    if (!isForeign(call.name, version)) return true
    // Whether it is for this template or the embedded one is for the user to say.
    if (isEmbedded(call) && (!isAccepted || passesOn(call.name, version))) return false
    // Nodes made by other transforms are not reported a second time.
    if (isParsed(call.node)) reportForeign(call, version, template, context)
    return true
  }
}

function reportForeign(call: Call, version: HotVersion, template: Template, context: TemplateContext): void {
  const meaning = foreignMeaning(call.name, version)
  if (context.isAccepted('foreign-function')) context.accepts('foreign-function', call.node, meaning)
  else context.report('refused-template', call.node, refusedMessage(call.name, refusal(template), version))
}

/** Why a mapping is treated as a function that the declared version does not have. */
export function refusedMessage(name: string, refused: string | undefined, version: HotVersion): string {
  const own = refused === `the function ${name}` ? '' : ` because of ${refused}`
  return `{${name}: …} is read as the function that it looks like: Heat rejects the template in ${version}${own}`
}

function isParsed({ entries }: Mapping): boolean {
  return entries[0]?.key.start !== undefined
}
