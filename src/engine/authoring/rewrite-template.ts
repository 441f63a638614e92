import { type Call, callOf } from '../../heat/calls.ts'
import { callsWithin, signOf } from '../../heat/calls-within.ts'
import { type FunctionName, functionNames } from '../../heat/functions/table.ts'
import { addParameter, type NewParameter } from '../../heat/parameters.ts'
import { refusal } from '../../heat/refusal.ts'
import { type Declarations, declarations } from '../../heat/sections.ts'
import { type Reading, type Template, withRoot } from '../../heat/template.ts'
import { compareVersions, type Feature, features } from '../../heat/versions.ts'
import { type Rewrite, rewriteValues, type Site } from '../../heat/walk.ts'
import { Attached } from '../../text/document/attached.ts'
import { mayMention } from '../../text/document/mentions.ts'
import type { Mapping, Node } from '../../text/document/node.ts'
import { mayMeetShortForm, reportsShortForm } from './lone-steps.ts'
import { isRefusal, type Refusal, type Refuse, refusing, reportRefusal } from './refusals.ts'
import { countsAsCall } from './rewrite-call.ts'
import { type Scope, scopeOver } from './scope.ts'
import type { Said, TemplateContext, UnnamedTransform } from './transform.ts'
import { checkTemplateKinds, completed, type Given, isOfKinds, type TemplateKinds } from './transform-spec.ts'

/** What a transform of whole templates says of itself. */
export interface AboutTemplate
  extends Given<Pick<UnnamedTransform, Said | 'readsExports' | 'asksForValues'>> {
  readonly kinds: TemplateKinds
  /** A word without which there is nothing to do. */
  readonly mentions?: string
  /** What more has to hold of a template for there to be something to do. */
  readonly concerns?: (template: Template) => boolean
  /**
   * The functions whose calls are all that `mapValues` and `mapCalls` have to meet; without any of them there is nothing
   * to do. Where the declared version has none of such a name it is data, see `countsAsCall`.
   */
  readonly calls?: readonly FunctionName[]
  /**
   * Functions that it looks at besides those in `calls`; `all` where it has to tell functions from data. In a template
   * that has one of them in its short form, such as `!Ref`, nothing is done, and that is reported.
   */
  readonly reads?: readonly FunctionName[] | 'all'
  /** What the report says of each function that `mapCalls` replaces, if the same of all. */
  readonly note?: string
  /** The only reading in which there is something to do. */
  readonly reading?: Reading
  /** Only where an upgrade passes from before a feature to it or beyond. */
  readonly gaining?: Feature
  /** Leaves alone what Heat refuses as it stands, which has no meaning to keep. */
  readonly unrefused?: true
}

/** A template, with all that a rewrite of it may ask and say. */
export interface TemplateScope extends Scope {
  readonly template: Template
  readonly root: Mapping
  readonly declared: Declarations
  /**
   * The template with its values replaced, from the leaves upwards, wherever functions are resolved.
   * @param only functions whose calls alone are of interest
   */
  mapValues(change: Rewrite, only?: readonly FunctionName[]): Mapping
  /**
   * The template with functions replaced, innermost first; one without a replacement, or whose replacement is refused, is
   * left unchanged.
   * @param of the functions, if not those that the transform declares
   */
  mapCalls(
    change: (call: Call, site: Site) => Node | Refusal | undefined,
    of?: readonly FunctionName[],
  ): Mapping
  /**
   * Leaves the template unchanged with a finding, at its root unless another location is given; inside of `mapCalls`
   * leaves a function unchanged with a finding at the given location. Return it.
   */
  readonly refuse: Refuse
  /** Adds a parameter to the result; one of the same name is added once. */
  declare(parameter: NewParameter): void
}

/**
 * A transform of whole templates, for what concerns no single function and no single part.
 *
 * @throws RangeError for kinds that there are not, TypeError for a part that no transform has
 */
export function rewriteTemplate(
  about: AboutTemplate,
  rewrite: (scope: TemplateScope) => Mapping | Refusal,
): UnnamedTransform {
  const { kinds, mentions, concerns, calls, reads = [], note, reading, gaining, unrefused, ...given } = about
  checkTemplateKinds('rewriteTemplate', kinds)
  const said = completed<Pick<UnnamedTransform, Said | 'readsExports' | 'asksForValues'>>(
    'rewriteTemplate',
    given,
    rewriteTemplate,
  )
  const sign = calls === undefined ? undefined : signOf(calls)
  const read = [...(calls ?? []), ...(reads === 'all' ? functionNames : reads)]
  return {
    ...said,
    appliesTo: (kind) => isOfKinds(kind, kinds),
    mayConcern: (template) =>
      (reading === undefined || template.reading === reading) &&
      (sign === undefined || (callsWithin(template.root) & sign) !== 0 || mayMeetShortForm(template)) &&
      (mentions === undefined || isMentioned(template, mentions)) &&
      concerns?.(template) !== false,
    run(template, context) {
      if (gaining !== undefined && !gains(template, gaining, context)) return template
      if (read.length > 0 && reportsShortForm(read, template, context)) return template
      if (unrefused === true && refusal(template) !== undefined) return template
      const called = calls?.filter((name) => countsAsCall(name, template, context))
      if (called?.length === 0) return template
      const added = new Map<string, NewParameter>()
      const declare = (one: NewParameter) => added.set(one.name, added.get(one.name) ?? one)
      const rewritten = rewrite(scopeOver(context, { ...valuesOf(template, context, called, note), declare }))
      if (isRefusal(rewritten)) {
        reportRefusal(rewritten, context)
        return template
      }
      return withRoot(template, [...added.values()].reduce(addParameter, rewritten))
    },
  }
}

/**
 * What a rewrite may ask of a template, and replace in it.
 *
 * @param called the functions that are mapped where none are named
 */
function valuesOf(
  template: Template,
  context: TemplateContext,
  called: readonly FunctionName[] | undefined,
  note: string | undefined,
): Omit<TemplateScope, keyof Scope | 'declare'> {
  const { document, root } = template
  const mapValues: TemplateScope['mapValues'] = (change, only = called) =>
    rewriteValues(root, document.syntax === 'yaml', change, only)
  return {
    template,
    root,
    declared: declarations(root),
    mapValues,
    mapCalls: (change, of = called ?? []) =>
      mapValues((node, site) => {
        const found = callOf(node)
        if (found === undefined || !isOneOf(of, found.name)) return node
        const replaced = change(found, site) ?? node
        if (isRefusal(replaced)) {
          reportRefusal(replaced, context)
          return node
        }
        if (replaced !== node && note !== undefined) context.change(found.node, note)
        return replaced
      }, of),
    refuse: refusing(root),
  }
}

/** Whether a word occurs in a source; the search for types of the same provider runs once for all of them. */
function isMentioned({ document }: Template, word: string): boolean {
  const start = word.indexOf('::') + 2
  return (start < 4 || mayName(document, word.slice(0, start))) && mayMention(document, word)
}

const namespaces = new Attached<Template['document'], Map<string, boolean>>()

function mayName(document: Template['document'], namespace: string): boolean {
  const known = namespaces.get(document) ?? new Map<string, boolean>()
  if (known.size === 0) namespaces.set(document, known)
  const found = known.get(namespace) ?? mayMention(document, namespace)
  known.set(namespace, found)
  return found
}

function gains({ version }: Template, feature: Feature, context: TemplateContext): boolean {
  const since = features[feature]
  return (
    version !== undefined &&
    compareVersions(version, since) < 0 &&
    compareVersions(context.target, since) >= 0
  )
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}
