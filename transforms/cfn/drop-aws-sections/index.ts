import {
  declarations,
  type Entry,
  hasLocalTag,
  listOf,
  type Mapping,
  mapOf,
  mapStanding,
  type Node,
  nameOf,
  resolved,
  rewriteTemplate,
  stringOf,
  type TemplateScope,
  valueOf,
} from '../../../src/engine/authoring/authoring.ts'
import { longForm } from '../../../src/heat/calls.ts'
import { isCfnName } from '../../../src/heat/dialects.ts'
import { expansionOf } from '../../../src/heat/macros.ts'
import { withRulesAsConstraints } from '../../../src/heat/rules.ts'
import { forEachNode } from '../../../src/heat/walk.ts'

export const dropAwsSections = rewriteTemplate(
  {
    title: 'Leave out sections that only AWS has',
    description:
      'Removes an unused `Transform`, on request other transforms and `Rules` that are not constraints of parameters, and scalars such as a `Version` at the top of the template.',
    references: [
      'AWS CloudFormation User Guide, Template sections, Transforms',
      'heat/engine/cfn/template.py: CfnTemplateBase.SECTIONS',
    ],
    safety: 'lossy',
    keeps: 'meaning unless accepted',
    kinds: 'cfn',
    reading: 'aws',
  },
  (scope) =>
    mapStanding(withRulesWritten(scope), (one) => {
      if (!mayGo(one, scope)) return one
      scope.change(one, `Leave out the section ${nameOf(one)}`)
      return undefined
    }),
)

/** Rules that are constraints of parameters become these. */
function withRulesWritten({ root, change }: TemplateScope): Mapping {
  const section = root.entries.find((one) => nameOf(one) === 'Rules')
  const made = section === undefined ? undefined : withRulesAsConstraints(root)
  if (section === undefined || made === undefined) return root
  change(section, 'Write the rules as constraints of parameters')
  return made
}

const known = [
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Mappings',
  'Conditions',
  'Resources',
  'Outputs',
]

function mayGo(one: Entry, scope: TemplateScope): boolean {
  const name = nameOf(one) ?? ''
  if (known.includes(name) || !/^[A-Z]/.test(name)) return false
  if (name === 'Transform') return isUnused(one, scope)
  if (name === 'Rules') return scope.accepts('rules-section', one, 'only AWS evaluates Rules')
  if (resolved(one.value).kind !== 'scalar') return false
  scope.report('ignored-key', one, `"${name}" at the top of a template does not exist in HOT`)
  return true
}

/** Whether nothing of a template needs any of its transforms, or the user says so; what needs one is named. */
function isUnused(section: Entry, scope: TemplateScope): boolean {
  const names = listOf(section.value)?.items ?? [section.value]
  return names.map((one) => maySkip(one, section, scope)).every((can) => can)
}

function maySkip(node: Node, section: Entry, scope: TemplateScope): boolean {
  const name = stringOf(node) ?? stringOf(valueOf(node, 'Name')) ?? '?'
  const macro = Object.hasOwn(macros, name) ? macros[name] : undefined
  if (macro === undefined)
    return scope.accepts('template-transform', section, `only AWS can expand the transform ${name}`)
  const needs = macro(scope)
  if (needs === undefined) {
    scope.report('unused-transform', section, `nothing here needs the transform ${name}`)
    return true
  }
  const { at = [], ...first } = typeof needs === 'string' ? { what: needs } : needs
  for (const one of at.length === 0 ? [{ node, ...first }] : at)
    scope.report(
      'unknown-section',
      one.node,
      `the transform ${name} expands ${one.what}; expand it first`,
      expansionHelp(name),
    )
  return false
}

/** The tool that expands a template as AWS would. */
function expansionHelp(name: string): string {
  if (name === 'AWS::LanguageExtensions')
    return 'Write out what depends on a parameter here; hotshift computes the rest.'
  const { command, what } = expansionOf(name)
  return `Convert what \`${command}\` prints: ${what}.`
}

/** What needs a transform, as the subject of a phrase, and where each such thing stands, if that is known. */
interface Need {
  readonly what: string
  readonly at?: readonly { readonly what: string; readonly node: Node | Entry }[]
}

/** The transforms that AWS itself has: what of a template needs them. */
const macros: Readonly<Record<string, (scope: TemplateScope) => Need | string | undefined>> = {
  'AWS::LanguageExtensions': usesLanguageExtensions,
  'AWS::Serverless-2016-10-31': (scope) =>
    hasSection(scope, 'Globals') ? 'the section Globals' : firstType(scope, /^AWS::Serverless::/),
  'AWS::Include': ({ root }) => callsIn(root, ({ name }) => name === 'Fn::Transform')[0]?.what,
  'AWS::CodeDeployBlueGreen': (scope) => (hasSection(scope, 'Hooks') ? 'the section Hooks' : undefined),
  'AWS::SecretsManager-2020-07-23': (scope) => firstType(scope, /^AWS::SecretsManager::RotationSchedule$/),
  'AWS::SecretsManager-2024-09-16': (scope) => firstType(scope, /^AWS::SecretsManager::RotationSchedule$/),
}

function hasSection({ root }: TemplateScope, name: string): boolean {
  return root.entries.some((one) => nameOf(one) === name)
}

function firstType({ root }: TemplateScope, pattern: RegExp): string | undefined {
  return [...declarations(root).resources.values()]
    .map((resource) => stringOf(valueOf(resource, 'Type')))
    .find((type) => type !== undefined && pattern.test(type))
}

/** Loops, two functions, a default for a lookup, and functions where CloudFormation accepts none otherwise. */
function usesLanguageExtensions({ root }: TemplateScope): Need | string | undefined {
  const at = callsIn(root, ({ name, argument }) => {
    if (name === 'Fn::FindInMap') return listOf(argument)?.items.length === 4
    return name === 'Fn::Length' || name === 'Fn::ToJsonString' || name.startsWith('Fn::ForEach')
  })
  const [first] = at
  if (first !== undefined) return { what: first.what, at }
  for (const resource of declarations(root).resources.values())
    for (const one of mapOf(resource)?.entries ?? [])
      if (/Policy$/.test(nameOf(one) ?? '') && isCfnName(longForm(one.value)?.name ?? ''))
        return `${nameOf(one)} with a function`
  return undefined
}

function callsIn(
  root: Node,
  test: (call: { readonly name: string; readonly argument: Node }) => boolean,
): NonNullable<Need['at']> {
  const found: { readonly what: string; readonly node: Node | Entry }[] = []
  const note = (name: string, argument: Node, node: Node | Entry) => {
    if (test({ name, argument })) found.push({ what: name, node })
  }
  forEachNode(root, (node) => {
    const short = hasLocalTag(node) ? longForm(node) : undefined
    if (short !== undefined) note(short.name, short.argument, node)
    if (node.kind !== 'map') return
    for (const one of node.entries) {
      const name = nameOf(one) ?? ''
      note(name, one.value, name.startsWith('Fn::ForEach') ? one : node)
    }
  })
  return found
}
