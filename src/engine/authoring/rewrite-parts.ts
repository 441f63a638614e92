import { callOf } from '../../heat/calls.ts'
import { cfnDialectOf } from '../../heat/dialects.ts'
import type { CfnDialectFacts } from '../../heat/facts/facts.ts'
import {
  entriesRead,
  isMerge,
  mapStanding,
  mergedNodes,
  readValue,
  withOwnMerges,
} from '../../heat/merge-keys.ts'
import { declarations, hotName } from '../../heat/sections.ts'
import { isCfn, type Template, withRoot } from '../../heat/template.ts'
import { hasFeature } from '../../heat/versions.ts'
import { mapParts, mapSections } from '../../heat/walk.ts'
import { mapEntries, withValue, withWord } from '../../text/document/build.ts'
import { type Entry, type Mapping, type Node, parsedNode } from '../../text/document/node.ts'
import { nameOf, stringOf } from '../../text/document/read.ts'
import { nearHint } from '../rewrite-request.ts'
import { type Refusal, type Refuse, refusing, reportRefusal } from './refusals.ts'
import { type Scope, scopeOver } from './scope.ts'
import type { Said, TemplateContext, UnnamedTransform } from './transform.ts'
import { checkTemplateKinds, completed, type Given, isOfKinds, type TemplateKinds } from './transform-spec.ts'

const sections = ['parameters', 'resources', 'outputs'] as const
type PartSection = (typeof sections)[number]

/** One parameter, resource or output, with all that a rewrite of it may ask and say. */
export interface PartScope extends Scope {
  readonly template: Template
  readonly part: Mapping
  /** The entry of the section that holds it. */
  readonly declaration: Entry
  /** Leaves the part with a finding: return it. */
  readonly refuse: Refuse
  /** The dialect of CloudFormation that the template is in; for HOT the one that AWS has. */
  readonly dialect: CfnDialectFacts
  /** Whether it has no key in CloudFormation's spelling, and so is as HOT wants it already. */
  readonly isHotForm: boolean
  /** The value of a key in either spelling, which every part has to have; reported where it is missing. */
  required(key: string): Node | undefined
  /**
   * The part with its keys as HOT spells them. Keys that the dialect does not know are removed: Heat ignores them in
   * CloudFormation and refuses them in HOT, AWS gives some of them an effect.
   * @param literal keys under which nothing is resolved
   * @param check called for the preserved entries
   */
  withHotKeys(literal: readonly string[], check?: (one: Entry, key: string) => void): Mapping
}

/** What a transform of parts says of itself. */
interface AboutParts extends Given<Pick<UnnamedTransform, Said>> {
  /** The templates that it is for. */
  readonly kinds: TemplateKinds
}

/**
 * A transform that rewrites the parameters, the resources or the outputs of a template, one by one.
 *
 * @throws RangeError for a section or kinds that there are not, TypeError for a part that no transform has
 */
export function rewriteParts(
  section: PartSection,
  about: AboutParts,
  rewrite: (scope: PartScope) => Mapping | Refusal,
): UnnamedTransform {
  const { kinds, ...given } = about
  if (!sections.includes(section))
    throw new RangeError(`rewriteParts: there are no parts "${section}"${nearHint(section, sections)}`)
  checkTemplateKinds('rewriteParts', kinds)
  const said = completed<Pick<UnnamedTransform, Said>>('rewriteParts', given, rewriteParts)
  return {
    ...said,
    appliesTo: (kind) => isOfKinds(kind, kinds),
    run(template, context) {
      if (!isCfn(template.kind)) return withHotParts(section, template, context, rewrite)
      const root = mapSections(template.root, (name, map) => {
        if (name !== section) return map
        const parts = new Set(entriesRead(map).map((one) => parsedNode(one.value)))
        refuseMergedAliases(map, context)
        return mapStanding(map, (one) => {
          if (reportMacro(one, context)) return one
          if (one.value.kind === 'map') {
            const part = withOwnMerges(one.value)
            refuseMergesFromElsewhere(part, parts, context)
            const made = rewrite(partScope(section, part, one, template, context))
            if (made.kind === 'map') return withValue(one, made)
            reportRefusal(made, context)
            return one
          }
          reportOdd(one, section, parts, context)
          return one
        })
      })
      return withRoot(template, root)
    },
  }
}

function refuseMergedAliases(map: Mapping, context: TemplateContext): void {
  for (const node of mergedNodes(map))
    if (node.kind === 'alias')
      context.report('anchor-edit', node, 'the merged entries come from elsewhere and cannot be rewritten')
}

/** In HOT no key gets another name, so that what merge keys bring in is left where it stands. */
function withHotParts(
  section: PartSection,
  template: Template,
  context: TemplateContext,
  rewrite: (scope: PartScope) => Mapping | Refusal,
): Template {
  const root = mapParts(template.root, section, (part, one) => {
    const made = rewrite(partScope(section, part, one, template, context))
    if (made.kind === 'map') return made
    reportRefusal(made, context)
    return part
  })
  return withRoot(template, root)
}

function partScope(
  section: PartSection,
  part: Mapping,
  declaration: Entry,
  template: Template,
  context: TemplateContext,
): PartScope {
  const what = section.slice(0, -1)
  const dialect = cfnDialectOf(template.kind)
  const isHotForm = !part.entries.some((one) => /^[A-Z]/.test(nameOf(one) ?? ''))
  const more: Omit<PartScope, keyof Scope> = {
    template,
    part,
    declaration,
    refuse: refusing(declaration),
    dialect,
    isHotForm,
    required(key) {
      const value = readValue(part, key, hotName(key))
      if (value === undefined)
        context.report('missing-key', declaration, `the ${what} "${nameOf(declaration)}" has no ${key}`)
      return value
    },
    withHotKeys(literal, check) {
      if (isHotForm) return part
      const known = section === 'outputs' ? dialect.outputKeys : dialect.resourceKeys
      return mapEntries(part, (one) => {
        const key = nameOf(one) ?? ''
        if (isMerge(one)) return one
        if (!known.includes(key)) return withoutKey(one, key, what, known, template, context)
        check?.(one, key)
        if (literal.includes(key)) refuseFunctions(one, key, context)
        if (key === 'Condition') checkCondition(one, template, context)
        context.change(one, `Rename ${key}`)
        return withWord(one, hotName(key))
      })
    },
  }
  return scopeOver(context, more)
}

/** AWS waits for what `CreationPolicy` says; cfn/drop-update-policies asks for leave, too, where it runs. */
function withoutKey(
  one: Entry,
  key: string,
  what: string,
  known: readonly string[],
  { reading }: Template,
  context: TemplateContext,
): Entry | undefined {
  // What --partial has renamed in an earlier run; AWS itself has no such keys.
  if (reading === 'aws' && known.some((one) => hotName(one) === key)) return one
  const message = `"${key}" of ${what === 'output' ? 'an' : 'a'} ${what} does not exist in HOT`
  if (key !== 'CreationPolicy' || reading === 'heat') context.report('ignored-key', one, message)
  else if (!context.accepts('aws-only-key', one, message)) return one
  context.change(one, `Leave out ${key}`)
  return undefined
}

function refuseFunctions({ value }: Entry, key: string, context: TemplateContext): void {
  for (const part of value.kind === 'seq' ? value.items : [value]) {
    const name = callOf(part)?.name
    if (name !== undefined)
      context.report(
        'not-resolved-here',
        part,
        `${key} must be a plain string; Heat does not evaluate ${name} there`,
      )
  }
}

/** Reports what is wrong with the entry `Condition` of a resource or an output. */
function checkCondition(one: Entry, { root }: Template, context: TemplateContext): void {
  const name = stringOf(one.value)
  if (name !== undefined && !declarations(root).conditions.has(name))
    context.report('unknown-reference', one, `there is no condition "${name}" in this template`)
  else if (!hasFeature(context.target, 'conditions'))
    context.report('version-too-old', one, 'condition requires heat_template_version 2016-10-14')
}

/** AWS expands `Fn::ForEach` and `Fn::Transform` where parts of a section stand; to Heat they are none. */
function reportMacro(one: Entry, context: TemplateContext): boolean {
  const macro = [nameOf(one), callOf(one.value)?.name].find((name) => name?.startsWith('Fn::'))
  if (macro === undefined) return false
  context.report('no-equivalent', one, `${macro} is expanded by AWS only; write out its result`)
  return true
}

/** An alias is fine: it means what the part that it names has become. */
function reportOdd(
  one: Entry,
  section: PartSection,
  parts: ReadonlySet<Node | undefined>,
  context: TemplateContext,
): void {
  const what = `the ${section.slice(0, -1)} "${nameOf(one)}"`
  if (one.value.kind !== 'alias') context.report('not-a-mapping', one, `${what} is not a mapping`)
  else if (!parts.has(parsedNode(one.value.target)))
    context.report('anchor-edit', one, `${what} is an alias and cannot be rewritten`)
}

/** Keys can be renamed only where they stand, so merged ones must stand in another part of the section. */
function refuseMergesFromElsewhere(
  part: Mapping,
  parts: ReadonlySet<Node | undefined>,
  context: TemplateContext,
): void {
  for (const node of mergedNodes(part)) {
    if (node.kind === 'alias' && parts.has(parsedNode(node.target))) continue
    context.report(
      'anchor-edit',
      part.entries.find(isMerge) ?? part,
      'the merged entries come from elsewhere and cannot be renamed',
    )
  }
}
