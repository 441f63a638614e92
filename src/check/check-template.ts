import { mapEntries, withKey } from '../document/build.ts'
import { push } from '../document/multimap.ts'
import { type Entry, type Mapping, type Node, offsetOf } from '../document/node.ts'
import { hasLocalTag, isNull, listOf, mapOf, nameOf, oneOrAll, scalarOf, stringOf } from '../document/read.ts'
import { asRead } from '../document/shadowed.ts'
import { callOf, hotCounterpart, longName } from '../heat/calls.ts'
import { callsWithin, marks } from '../heat/calls-within.ts'
import { functionHint } from '../heat/functions/table.ts'
import { expansionOf } from '../heat/macros.ts'
import { flattenedTree, isMerge, readValue } from '../heat/merge-keys.ts'
import { heatParameterTypes } from '../heat/parameter-types.ts'
import { declaredType, isTruthy } from '../heat/parameters.ts'
import { declarations, hotName, section } from '../heat/sections.ts'
import { sentName } from '../heat/sent-names.ts'
import { forEachTagged, mapSections } from '../heat/values.ts'
import { checkClientFiles } from './client-files.ts'
import { checkVersionInCloud } from './cloud.ts'
import { checkComparisons } from './comparisons.ts'
import { checkConditions } from './conditions.ts'
import { checkConstraints } from './constraints.ts'
import { checkDataCalls, checkUnreadKeys } from './data-calls.ts'
import { checkDeployments } from './deployments.ts'
import { checkExcluded } from './excluded.ts'
import { checkCallSites } from './functions.ts'
import { withKnownValues } from './known-values.ts'
import { declaredIn } from './locations.ts'
import { checkMisread } from './misread.ts'
import { checkNullAttributes } from './null-attributes.ts'
import { checkParameterPaths } from './parameter-paths.ts'
import { checkPlaceholders } from './placeholders.ts'
import { checkRelations } from './relations.ts'
import { checkOutputs, checkResources } from './resources.ts'
import type { Rule } from './rule.ts'
import { checkBehaves, heatRules, type TemplateCode, type TemplateProblem } from './rules.ts'
import { askRules } from './run-rules.ts'
import {
  type Beside,
  type CheckScope,
  checkKeys,
  checkWord,
  hasAllValues,
  knownValue,
  nothingBeside,
  partsOf,
  type ReportProblem,
  type SectionEntry,
  shownKey,
} from './scope.ts'
import { checkScripts } from './scripts.ts'
import { templateView } from './template-view.ts'
import { checkUnused } from './unused.ts'
import type { Vocabulary } from './vocabulary.ts'
import { checkWithValues, problemsWithValues, reportingOnce, type ValueProblem } from './with-values.ts'
import { Worlds } from './worlds.ts'

/** Sections that are mappings of named parts. */
const named: ReadonlySet<string> = new Set(['parameters', 'resources', 'outputs', 'conditions', 'mappings'])

/** The top of a template: sections that there are, and what they hold as a whole. */
function checkSections(scope: CheckScope): void {
  for (const one of scope.root.entries) {
    const name = nameOf(one) ?? shownKey(one)
    // Capabilities are an extension that was proposed for HOT, with findings of its own.
    if (isMerge(one) || (name === 'capabilities' && scope.words.version !== undefined)) continue
    if (name === 'Transform' && scope.words.version === undefined) {
      checkTransform(one, scope)
      continue
    }
    checkWord(
      name,
      one,
      { kind: 'sections', topic: 'structure', what: 'section', unknown: 'unknown-section' },
      scope,
    )
    if (scope.words.status('sections', name) === 'known') checkContent(one, name, scope)
  }
}

/** Heat knows no transforms; what they expand has to be expanded before. */
function checkTransform(one: Entry, { words, report }: CheckScope): void {
  const [first = ''] = oneOrAll(one.value).map(
    (item) => stringOf(item) ?? stringOf(readValue(mapOf(item), 'Name')),
  )
  const message = `${words.name} knows no section "Transform"; \`${expansionOf(first).command}\` prints the template without it`
  report('unknown-section', one, message, words.rule('structure'))
}

function checkContent(one: Entry, name: string, { words, report }: CheckScope): void {
  const section = hotName(name)
  if (!named.has(section)) return
  if (section === 'conditions' && isNull(one.value))
    report('missing-key', one, `an empty section ${name} is an error`, words.rule('conditions'))
  else if (mapOf(one.value) !== undefined || isEmpty(one, section)) return
  else if (section === 'mappings')
    report(
      'unread-key',
      one,
      `the section ${name} is not a mapping; nothing is found in it`,
      words.rule('structure'),
    )
  else report('not-a-mapping', one, `the section ${name} is not a mapping`, words.rule('structure'))
}

/** What Python takes for false counts as an empty section (`self.t.get(section) or default`). */
function isEmpty({ value }: Entry, section: string): boolean {
  // `_get_condition_definitions` asks for no default.
  return section !== 'conditions' && !isTruthy(value)
}

/**
 * Tags that are none of YAML's own (`!Ref`), which Heat's loader refuses: those that stand for functions of CloudFormation
 * in one finding, where the first of them stands, and each other one once. Returns whether there are any.
 */
function checkTags({ root, report, words }: Pick<CheckScope, 'root' | 'report' | 'words'>): boolean {
  const locations = new Map<string, Node[]>()
  forEachTagged(root, (node) => {
    const { tag } = node
    if (tag !== undefined && hasLocalTag(node)) push(locations, tag, node)
  })
  const short = [...locations].filter(([tag]) => hotCounterpart(longName(tag)) !== undefined)
  const known = new Set(short.map(([tag]) => tag))
  const [first] = short.flatMap(([, nodes]) => nodes)
  const rule = 'heat/common/template_format.py'
  if (first !== undefined) {
    const count = short.reduce((sum, [, nodes]) => sum + nodes.length, 0)
    const message = shortTags([...known], count, words.version !== undefined)
    const others = short.flatMap(([tag, nodes]) => nodes.map((at) => ({ at, message: `the tag ${tag}` })))
    report('yaml-tag', first, message, rule, undefined, others.slice(1, 1 + mostShown))
  }
  for (const [tag, nodes] of locations) {
    if (known.has(tag)) continue
    const hint = functionHint(`Fn::${tag.slice(1).replace(/^Fn::/, '')}`).replace('"Fn::', '"!')
    const others = nodes.slice(1, 1 + mostShown).map((at) => ({ at, message: `the tag ${tag}` }))
    const message = `Heat cannot read the tag ${tag}${also(nodes.length)}${hint}`
    report('yaml-tag', nodes[0] as Node, message, rule, undefined, others)
  }
  return locations.size > 0
}

/** So many other locations of one tag are named: a template may have thousands. */
const mostShown = 20

function also(count: number): string {
  const more = count - 1
  return more === 0 ? '' : `, here and in ${more} more location${more === 1 ? '' : 's'}`
}

/** In HOT the functions that replace them are named; `migrate` writes those of CloudFormation. */
function shortTags(tags: readonly string[], count: number, isHot: boolean): string {
  const named = isHot ? tags.map((tag) => `${tag} (${hotCounterpart(longName(tag))})`) : tags
  const [last = '', ...before] = [...named].reverse()
  const list = before.length === 0 ? last : `${before.reverse().join(', ')} and ${last}`
  const noun = tags.length === 1 ? 'the tag' : 'the tags'
  const what = isHot
    ? '; write the functions of HOT that are named in brackets'
    : '; `hotshift migrate` writes the functions that they stand for'
  return `Heat cannot read ${noun} ${list}${also(count)}${what}`
}

/** The section of SAM, and the types that it expands. */
function isOfSam({ code, at, item }: TemplateProblem): boolean {
  if (code === 'unknown-section') return 'key' in at && nameOf(at) === 'Globals'
  return item?.startsWith('AWS::Serverless::') === true
}

/** Of a template with the section `Transform`: that it has to be expanded, and nothing that follows from it. */
function withoutConsequences(
  problems: readonly TemplateProblem[],
  root: Mapping,
): readonly TemplateProblem[] {
  const macros = root.entries.find((one) => nameOf(one) === 'Transform')
  if (macros === undefined) return problems
  return problems.filter(
    (one) => one.at === macros || !(checkBehaves(one.code, 'made by macros') || isOfSam(one)),
  )
}

/**
 * What Heat would refuse in a template, or not read, by the words of one dialect. Shows what the template alone
 * shows: no parameter values, no cloud; and one problem of a kind for each location.
 * @param text the source text of the template, for messages that quote it
 * @param rules what is asked beside what stands here
 */
export function checkTemplate(
  root: Mapping,
  words: Vocabulary,
  beside: Beside = nothingBeside,
  text = '',
  rules: readonly Rule<string>[] = heatRules,
): readonly TemplateProblem[] {
  const problems: TemplateProblem[] = []
  const seen = new Set<string>()
  const refused = new Set<number | undefined>()
  const report: ReportProblem<TemplateCode> = (code, at, message, rule, remedy, related, item = '') => {
    const key = `${code} ${offsetOf(at)} ${item}`
    if (seen.has(key)) return
    seen.add(key)
    // What Heat refuses needs no word on how it is read.
    if (code === 'misread-value' && refused.has(offsetOf(at))) return
    if (code === 'bad-value' || code === 'bad-arguments' || code === 'misread-address')
      refused.add(offsetOf(at))
    problems.push({ code, at, message, rule, remedy, related, ...(item === '' ? {} : { item }) })
  }
  const { written, mayMerge, flat, read } = treesOf(root)
  const scope = scopeIn(read, { words, beside, report, text })
  const expanded = (all: readonly TemplateProblem[]) =>
    withCauses(words.version === undefined ? withoutConsequences(all, read) : all)
  if (mayMerge) checkMerges(written, report)
  if (read !== flat) checkNames(flat, scope)
  checkVersionInCloud(scope)
  checkSections(scope)
  checkParameters(scope)
  // What short tags stand for is not in the tree, so values are not to be judged.
  if (checkTags({ root: written, report, words })) return expanded(problems)
  const leaveOut = reportingOnce(({ code, at, message, rule }) => report(code, at, message, rule))
  const known = withKnownValues(read, words, leaveOut)
  const worlds = new Worlds(scope.declared, words.spell, (name) => knownValue(name, scope))
  checkResources(known === read ? scope : { ...scope, root: known, declared: declarations(known) }, worlds)
  checkOutputs(scope)
  checkConditions(scope)
  checkCallSites(scope)
  // What functions of literals give may be the names that other functions look for.
  if (known !== read) checkCallSites({ ...scope, root: known }, read)
  checkClientFiles(scope)
  checkBetween(scope, worlds)
  const view = templateView(scope)
  askRules(rules, view, 'first', report as ReportProblem<string>)
  checkWithValues(scope, problems, leaveOut)
  // What only looks otherwise matters to who wrote it.
  if (text !== '') checkAccepted(scope)
  // What is looked for last.
  if (text !== '' && problems.every(({ code }) => checkBehaves(code, 'accepted by Heat'))) {
    askRules(rules, view, 'last', report as ReportProblem<string>)
    checkUnused(
      scope,
      new Set(problems.flatMap(({ code, at }) => (code === 'misread-placeholder' ? [at] : []))),
    )
  }
  return expanded(problems)
}

/** A template as it is checked. */
interface CheckedTrees {
  readonly written: Mapping
  readonly mayMerge: boolean
  /** Without merge keys. */
  readonly flat: Mapping
  /** With the names of its parts as they are sent. */
  readonly read: Mapping
}

function treesOf(root: Mapping): CheckedTrees {
  const written = asRead(root)
  const mayMerge = (callsWithin(written) & (marks.merge | marks.alias)) !== 0
  const flat = mayMerge ? flattenedTree(written) : written
  return { written, mayMerge, flat, read: withSentNames(flat) }
}

function scopeIn(
  root: Mapping,
  { text, ...own }: Pick<CheckScope, 'words' | 'beside' | 'report'> & { readonly text: string },
): CheckScope {
  return {
    ...own,
    root,
    declared: declarations(root),
    tests: new Set(),
    source: (node) => (node.start === undefined ? undefined : text.slice(node.start, node.end)),
  }
}

/** What Heat refuses of a template only with the values that it gets beside it. */
export function valueProblems(root: Mapping, words: Vocabulary, beside: Beside): readonly ValueProblem[] {
  return problemsWithValues(scopeIn(treesOf(root).read, { words, beside, report: () => {}, text: '' }))
}

/** One finding where a value is refused because the function that is written there is none in this version. */
function withCauses(problems: readonly TemplateProblem[]): readonly TemplateProblem[] {
  const of = (code: TemplateCode) =>
    new Map(problems.flatMap((one) => (one.code === code ? [[offsetOf(one.at), one] as const] : [])))
  const [passedOn, refused] = [of('unresolved-call'), of('foreign-function')]
  if (passedOn.size + refused.size === 0) return problems
  const said = new Set<TemplateProblem>()
  const joined = problems.flatMap((one) => {
    if (one.code !== 'bad-value') return [one]
    // Of a function its name is marked, and of a value all of it.
    const name = 'kind' in one.at ? callOf(mapOf(one.at))?.entry.key.start : undefined
    const at = name ?? offsetOf(one.at)
    if (refused.has(at)) return []
    const cause = passedOn.get(at)
    if (cause === undefined) return [one]
    said.add(cause)
    return [{ ...one, message: `${one.message}: ${cause.message}`, remedy: cause.remedy ?? one.remedy }]
  })
  return joined.filter((one) => !said.has(one))
}

/** What Heat accepts and reads otherwise than it looks. */
function checkAccepted(scope: CheckScope): void {
  checkMisread(scope)
  checkComparisons(scope)
  checkParameterPaths(scope)
  checkPlaceholders(scope)
  checkDataCalls(scope)
  checkUnreadKeys(scope)
  checkScripts(scope)
}

/** Names of parts that look otherwise than the strings that clients send: `on` is sent as `true`. */
function checkNames(root: Mapping, { report, words, source }: CheckScope): void {
  for (const name of named)
    for (const one of mapOf(readValue(root, words.spell(name)))?.entries ?? []) {
      const [shown, sent] = [source(one.key), sentName(one)]
      if (nameOf(one) !== undefined || isMerge(one) || shown === undefined || shown === sent) continue
      const what = `${name === 'outputs' ? 'an' : 'a'} ${name.slice(0, -1)}`
      const read = String(scalarOf(one.key)?.value)
      const message = `the name ${shown} of ${what} is read as ${read}; Heat gets "${sent}"`
      report('misread-value', one, message, words.rule('structure'))
    }
}

/** What does not go together, each part by itself being right. */
function checkBetween(scope: CheckScope, worlds: Worlds): void {
  checkExcluded(scope, worlds)
  checkRelations(scope, worlds)
  checkDeployments(scope)
  checkNullAttributes(scope)
}

/** `SafeConstructor.flatten_mapping` of PyYAML: only mappings, and lists of them, can be merged. */
function checkMerges(node: Node, report: ReportProblem): void {
  if (node.kind === 'scalar' || node.kind === 'alias' || (callsWithin(node) & marks.merge) === 0) return
  if (node.kind === 'seq') for (const item of node.items) checkMerges(item, report)
  else
    for (const one of node.entries) {
      if (isMerge(one)) checkMerged(one, report)
      checkMerges(one.value, report)
    }
}

function checkMerged(one: Entry, report: ReportProblem): void {
  const wrong = (listOf(one.value)?.items ?? [one.value]).find((item) => mapOf(item) === undefined)
  if (wrong === undefined) return
  const message = 'a merge key takes a mapping, or a list of mappings; Heat cannot read the file'
  report('bad-value', wrong, message, 'PyYAML: SafeConstructor.flatten_mapping')
}

function checkParameters(scope: CheckScope): void {
  for (const part of partsOf(section(scope.root, 'parameters'), 'parameter', 'parameters', scope)) {
    checkParameter(part, scope)
  }
  checkGroups(scope)
}

function checkParameter({ name, map, entry }: SectionEntry, scope: CheckScope): void {
  const { words, report } = scope
  const rule = words.rule('parameters')
  const what = `key of the parameter "${name}"`
  checkKeys(map, { kind: 'parameterKeys', topic: 'parameters', what, unknown: 'unknown-key' }, scope)
  const type = readValue(map, words.spell('type'))
  const typeName = stringOf(type)
  if (type === undefined)
    report('missing-key', entry, `the parameter "${name}" has no ${words.spell('type')}`, rule)
  else if (typeName === undefined) report('bad-value', type, `the type of "${name}" is not a string`, rule)
  else {
    const unknown = 'unknown-parameter-type'
    checkWord(
      typeName,
      type,
      {
        kind: 'parameterTypes',
        topic: 'parameters',
        what: 'parameter type',
        unknown,
        instead: words.version === undefined ? heatParameterTypes(typeName) : [],
      },
      scope,
    )
  }
  const tags = words.version === undefined ? undefined : readValue(map, 'tags')
  if (tags !== undefined && listOf(tags) === undefined) report('bad-value', tags, 'tags is not a list', rule)
  if (scope.declared.resources.has(name))
    report(
      'name-collision',
      entry,
      `"${name}" is the name of a parameter and of a resource`,
      rule,
      undefined,
      declaredIn(scope.root, 'resources', name),
    )
  if (hasAllValues(scope) && knownValue(name, scope) === undefined)
    report('missing-value', entry, `no environment gives "${name}" a value, and it has no default`, rule)
  checkConstraints({ name, map, entry }, declaredType(map), scope)
}

// --- parameter_groups, which only HOT has

function checkGroups(scope: CheckScope): void {
  const { root, words, report } = scope
  const groups = words.version === undefined ? undefined : readValue(root, 'parameter_groups')
  // Heat does not look at what is as good as nothing to Python, `{}` too (`ParameterGroups.validate`).
  if (groups === undefined || !isTruthy(groups)) return
  const rule = words.rule('parameter groups')
  const items = listOf(groups)?.items
  if (items === undefined) report('bad-value', groups, 'parameter_groups is not a list', rule)
  const taken = new Map<string, Node>()
  for (const item of items ?? []) {
    const group = mapOf(item)
    if (group === undefined) report('not-a-mapping', item, 'a parameter group is not a mapping', rule)
    else checkGroup(group, readValue(group, 'parameters'), taken, scope)
  }
}

function checkGroup(
  group: Mapping,
  members: Node | undefined,
  taken: Map<string, Node>,
  scope: CheckScope,
): void {
  const { words, report, declared } = scope
  const rule = words.rule('parameter groups')
  const items = listOf(members)?.items
  const own = new Set<string>()
  if (members === undefined) report('missing-key', group, 'the parameter group has no parameters', rule)
  else if (items === undefined) report('bad-value', members, 'the parameters of a group are not a list', rule)
  for (const item of items ?? []) {
    const name = stringOf(item)
    if (name === undefined) report('bad-value', item, 'a group names parameters, by strings', rule)
    else if (!declared.parameters.has(name))
      report('unknown-reference', item, noParameter(name), rule, undefined, undefined, name)
    else {
      const other = taken.get(name)
      taken.set(name, other ?? item)
      if (other !== undefined)
        report(
          'name-collision',
          item,
          `"${name}" is in ${own.has(name) ? 'this' : 'another'} group already`,
          rule,
          undefined,
          [{ at: other, message: 'this is the other one' }],
        )
      else own.add(name)
    }
  }
}

function noParameter(name: string): string {
  return `there is no parameter "${name}" in this template`
}

/** The template with the names of its parts as they are sent; the same object where all of them are strings. */
function withSentNames(root: Mapping): Mapping {
  return mapSections(root, (_, section) => (section.entries.every(isNamed) ? section : renamed(section)))
}

function renamed(section: Mapping): Mapping {
  return mapEntries(section, (one) => {
    const name = isNamed(one) ? undefined : sentName(one)
    return name === undefined ? one : withKey(one, name)
  })
}

function isNamed(one: Entry): boolean {
  return nameOf(one) !== undefined || isMerge(one)
}
