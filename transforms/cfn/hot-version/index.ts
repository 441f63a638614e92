import {
  type Call,
  callRead,
  declarations,
  type Entry,
  entriesRead,
  entry,
  type HotVersion,
  hasFeature,
  hasFunction,
  isCfn,
  isNull,
  latestVersion,
  type Mapping,
  mapOf,
  mapStanding,
  type Node,
  nameOf,
  readValue,
  type Site,
  scalarOf,
  string,
  type Template,
  type TemplateContext,
  type UnnamedTransform,
  versionsWith,
  withEntries,
  withRoot,
  withWord,
} from '../../../src/engine/authoring/authoring.ts'
import { cfnVersionKeys, isCfnName } from '../../../src/heat/dialects.ts'
import { dynamicReferences } from '../../../src/heat/dynamic-references.ts'
import { newerFormOf } from '../../../src/heat/functions/arguments.ts'
import { functionHint, functionRow } from '../../../src/heat/functions/table.ts'
import type { TemplateKind } from '../../../src/heat/kind.ts'
import type { Reading } from '../../../src/heat/template.ts'
import { conditionFunctionsOf, functionsOf, hotVersions } from '../../../src/heat/versions.ts'
import { callSites } from '../../../src/heat/walk.ts'
import { mayMention } from '../../../src/text/document/mentions.ts'

const renamed: ReadonlyMap<string, string> = new Map([
  ['Description', 'description'],
  ['Parameters', 'parameters'],
  ['Conditions', 'conditions'],
  ['Resources', 'resources'],
  ['Outputs', 'outputs'],
])

/** Last in the chain: from here on the template is HOT, so nothing may be left that means something else there. */
export const hotVersion: UnnamedTransform = {
  title: 'Declare the heat_template_version',
  description:
    'Declares `heat_template_version`, gives the sections their HOT names, and reports every function that the version does not have and all data that it would read as a function.',
  references: [
    'heat/engine/template.py: get_version',
    'heat/engine/hot/template.py: HOTemplate20130523',
    'HOT specification, template structure',
  ],
  safety: 'exact',
  keeps: 'meaning of the chain',
  appliesTo: isCfn,
  run(template, context) {
    const problems = checkCalls(template, context.target)
    for (const { code, at, message, help } of problems) context.report(code, at, message, help)
    reportDynamicReferences(template, context)
    if (template.reading === 'aws') reportUnresolved(template.root, context)
    // A mapping is left only where a lookup is left that needs it, which has its own finding.
    const looksUp = problems.some((problem) => problem.name === 'Fn::FindInMap')
    const root = mapStanding(template.root, (one) => {
      if (nameOf(one) === 'Mappings' && looksUp) return one
      return rewriteSection(one, template, context)
    })
    return withRoot(template, withVersion(root, context))
  },
}

/** Asked of the source that was read: a function may have become a part of a string by now. */
function reportDynamicReferences({ document, root, reading }: Template, context: TemplateContext): void {
  if (!mayMention(document, '{{resolve:') || document.root?.kind !== 'map') return
  if (reading === 'aws') {
    // cfn/secrets-to-parameters has asked for leave; with it, these are what it could not take apart.
    for (const { at, shown } of context.isAccepted('dynamic-reference') ? dynamicReferences(root) : [])
      context.report('no-equivalent', at, `${shown} cannot be replaced as a whole; give it by a parameter`)
    return
  }
  for (const { at, shown } of dynamicReferences(document.root))
    context.accepts('dynamic-reference', at, `Heat does not resolve ${shown} but passes it on as a string`)
}

/** A short tag that stands where AWS resolves nothing either would be written out as data. */
function reportUnresolved(root: Mapping, context: TemplateContext): void {
  const parameters = [...declarations(root).parameters.values()].flatMap(entriesRead)
  const descriptions = entriesRead(root).filter((one) => nameOf(one) === 'Description')
  for (const one of [...descriptions, ...parameters]) {
    const name = callRead(one.value)?.name
    if (name === undefined || !(name === 'Ref' || name.startsWith('Fn::'))) continue
    context.report(
      'not-resolved-here',
      one.value,
      `${nameOf(one)} must be plain; ${name} is not resolved there`,
    )
  }
}

function rewriteSection(one: Entry, template: Template, context: TemplateContext): Entry {
  const key = nameOf(one) ?? ''
  if (cfnVersionKeys.some((one) => one === key)) return versionEntry(one, template, context)
  const hot = renamed.get(key)
  const isUnknown = hot === undefined || (key === 'Conditions' && template.kind.startsWith('heat-cfn'))
  if (isUnknown) {
    // Of transforms AWS's reading says which one is in the way.
    const isSaid = key === 'parameter_groups' || (key === 'Transform' && template.reading === 'aws')
    if (!isSaid) context.report('unknown-section', one, unknownSection(key, template.kind))
    return one
  }
  checkContent(one, key, context)
  return withWord(one, hot)
}

function unknownSection(key: string, kind: TemplateKind): string {
  if (key === 'Conditions' && kind.startsWith('heat-cfn'))
    return 'HeatTemplateFormatVersion 2012-12-12 has no section "Conditions"; "AWSTemplateFormatVersion: 2010-09-09" has'
  const isHot = [...renamed.values()].includes(key)
  return isHot
    ? `Heat rejects the section "${key}" in a CloudFormation template`
    : `HOT has no section "${key}"`
}

/** A date needs no quotes; who quotes even the keys gets them. */
function versionEntry(one: Entry, { document }: Template, { target }: TemplateContext): Entry {
  const style = document.syntax === 'yaml' && one.key.kind === 'scalar' ? one.key.style : 'plain'
  const version = string(target, {
    for: one.value,
    style: style === 'single' || style === 'double' ? style : 'plain',
  })
  return entry(withWord(one, 'heat_template_version').key, version, { for: one })
}

/** Only Conditions must not be empty (`_get_condition_definitions`); the others Heat takes as `{}`. */
function checkContent(one: Entry, key: string, context: TemplateContext): void {
  if (key === 'Description') return
  if (key === 'Conditions' && !hasFeature(context.target, 'conditions')) {
    context.report('version-too-old', one, 'conditions require heat_template_version 2016-10-14')
  } else if (isNull(one.value) || (one.value.kind === 'seq' && one.value.items.length === 0)) {
    if (key === 'Conditions')
      context.report('missing-key', one, 'the section Conditions is empty, which Heat rejects')
  } else if (one.value.kind === 'alias')
    context.report('anchor-edit', one, `the section ${key} is an alias; write it out`)
  else if (mapOf(one.value) === undefined)
    context.report('not-a-mapping', one, `the section ${key} is not a mapping`)
  else if (key !== 'Mappings') checkNames(one, context)
}

/** Heat refuses parts whose names are not strings: it joins the names. */
function checkNames(section: Entry, context: TemplateContext): void {
  for (const one of entriesRead(section.value)) {
    if (nameOf(one) !== undefined) continue
    const name = scalarOf(one.key)
    const shown = name === undefined ? '' : ` ${String(name.value)}`
    context.report('bad-value', one, `the name${shown} in ${nameOf(section)} is not a string; quote it`)
  }
}

/** AWS lets a template do without a version; HOT does not. */
function withVersion(root: Mapping, context: TemplateContext): Mapping {
  context.change(root, `Declare heat_template_version: ${context.target}`)
  if (readValue(root, 'heat_template_version') !== undefined) return root
  const message = 'no version is declared; read as AWSTemplateFormatVersion 2010-09-09, the only one of AWS'
  const [first] = root.entries
  if (first !== undefined) context.report('undeclared-version', first, message)
  return withEntries(root, [entry('heat_template_version', string(context.target)), ...root.entries])
}

// What in the values of a template a HOT version would take otherwise than it is meant.

interface CallProblem {
  readonly code:
    | 'unknown-function'
    | 'version-too-old'
    | 'version-too-new'
    | 'data-becomes-call'
    | 'no-equivalent'
  readonly at: Node
  /** The name of the function. */
  readonly name: string
  readonly message: string
  readonly help?: string | undefined
}

/**
 * Problems of a template whose functions should all be HOT by now: calls left over, calls that the
 * version does not have, and parsed data of one entry whose key is a function name there.
 */
function checkCalls(template: Template, version: HotVersion): CallProblem[] {
  return callSites(template.root).flatMap(({ call, site, at }) => {
    const problem = problemOf(call, site, version, template.reading)
    return problem === undefined ? [] : [{ name: call.name, at, ...problem }]
  })
}

type Problem = Pick<CallProblem, 'code' | 'message' | 'help'>

function problemOf(call: Call, site: Site, version: HotVersion, reading: Reading): Problem | undefined {
  const { name } = call
  const inCondition = site.role === 'condition'
  const isFunction = (inCondition ? conditionFunctionsOf(version) : functionsOf(version)).has(name)
  if (isCfnName(name)) {
    // Older versions compute some as Heat does, which is nothing to a template that Heat never loaded.
    if (isFunction && reading === 'aws')
      return { code: 'no-equivalent', message: `${name} is a function of ${version}, not of AWS` }
    if (isFunction) return undefined
    const row = functionRow(name)
    if (row?.advice !== undefined) return { code: 'no-equivalent', message: `${name}: ${row.advice}` }
    const hint = row === undefined ? functionHint(name) : ''
    return { code: 'unknown-function', message: `${name} is not resolved here${hint}` }
  }
  if (call.entry.key.start !== undefined) return dataProblem(name, inCondition, version)
  if (isFunction) return newerProblem(call, version)
  return inCondition ? conditionProblem(call) : needsVersion(name)
}

/** Inside conditions HOT refuses the names of all its functions but a few. */
function dataProblem(name: string, inCondition: boolean, version: HotVersion): Problem | undefined {
  const isCall = hasFunction(version, name) || (inCondition && conditionFunctionsOf(version).has(name))
  if (!isCall) return undefined
  return {
    code: 'data-becomes-call',
    message: `{${name}: …} is data in CloudFormation and a function in ${version}`,
  }
}

/** That conditions need 2016-10-14 is said where they are declared and used. */
function conditionProblem({ name }: Call): Problem | undefined {
  if (conditionFunctionsOf(latestVersion).has(name)) return undefined
  const message = `a condition cannot use ${name}`
  return { code: 'no-equivalent', message, help: name === 'list_join' ? joinAdvice() : undefined }
}

/** `HOTemplate20170901.condition_functions` has `yaql`, whose `join` is that of strings. */
function joinAdvice(): string {
  const since = hotVersions.find((version) => conditionFunctionsOf(version).has('yaql'))
  const yaql = `{yaql: {expression: "$.data.join('<delimiter>')", data: <list>}}`
  return `Compare a parameter or the value itself instead; or convert the rest with --partial and write ${yaql} here (from ${since}).`
}

function needsVersion(name: string): Problem | undefined {
  const since = versionsWith(name)[0]
  return since === undefined
    ? undefined
    : { code: 'version-too-old', message: `${name} requires heat_template_version ${since}` }
}

/** A form of the function that the version refuses. */
function newerProblem({ name, argument }: Call, version: HotVersion): Problem | undefined {
  const newer = newerFormOf(name, argument)
  if (newer?.elsewhere !== 'refused' || version >= newer.since) return undefined
  return { code: 'version-too-old', message: `${newer.what} requires heat_template_version ${newer.since}` }
}
