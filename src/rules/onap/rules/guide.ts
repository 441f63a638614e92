/** What Heat itself would refuse. */

import { looksLikeTemplate } from '../../../heat/candidate.ts'
import { entryRead, readValue } from '../../../heat/merge-keys.ts'
import { proposeVersion } from '../../../heat/version-needs.ts'
import { type HotVersion, latestVersion } from '../../../heat/versions.ts'
import { pathNamed } from '../../../stack/names.ts'
import { trailTo } from '../../../stack/refactor/tree-edits.ts'
import { registryEntries } from '../../../stack/registry.ts'
import { isEnvironment, isNamedAsTemplate, type UnreadableFile } from '../../../stack/source-file.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { duplicateEntries } from '../../../text/document/data.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { isNull, nameOf, stringOf } from '../../../text/document/read.ts'
import { andMore, mostShadowed } from '../../../text/document/shadowed.ts'
import { checkTemplate } from '../../check-template.ts'
import { nestedTemplate } from '../../nested-template.ts'
import { rule } from '../../rule.ts'
import { checkBehaves, type TemplateCode, type TemplateProblem } from '../../rules.ts'
import { type Beside, nothingBeside } from '../../scope.ts'
import { hotVocabulary } from '../../vocabulary.ts'
import { startOf } from '../identity.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofFile, type Report } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { checkEnvironments } from './environment-guide.ts'
import { adviceFor } from './heat-advice.ts'
import { heatWays, versionWays } from './heat-ways.ts'

export const guideRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-92635', 'R-95303']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    for (const file of vnf.pkg.unreadable.values()) checkReadable(vnf, file, report)
    const registered = new Set(
      vnf.environments.flatMap(({ path, file }) => registryEntries(path, file.root).map(({ name }) => name)),
    )
    for (const template of vnf.templates) {
      checkDuplicates(template, report)
      checkGuide(vnf, template, registered, report)
    }
    checkEnvironments(vnf, report)
  },
})

/**
 * A template that cannot be read is R-95303; an environment, which is no template, is one of the things that Heat refuses.
 * What another program makes a template of first is neither, and nothing is known of a file outside of the run.
 */
function checkReadable(vnf: Vnf, file: UnreadableFile, report: Report): void {
  const { path, why } = file
  if (file.isOutside) return
  if (isNamedAsTemplate(path))
    report({
      requirement: 'R-95303',
      ...ofFile(path),
      message: `the template cannot be read: ${why}`,
      remedy: byHand('Correct the syntax; nothing else in the file is checked before.'),
    })
  else if (isMeantAsEnvironment(vnf, file))
    report({
      requirement: 'R-92635',
      ...ofFile(path),
      message: `the environment cannot be read: ${why}`,
      remedy: byHand('Correct it here; its values are not checked before.'),
    })
}

/** By the name of a template of the package, or by what it holds; what is left out of the run was not read at all. */
function isMeantAsEnvironment({ pkg, templates }: Vnf, { path, text = '', range }: UnreadableFile): boolean {
  if (range === undefined) return false
  if (looksLikeTemplate(text)) return true
  const unread = [...pkg.unreadable.keys()].filter(isNamedAsTemplate)
  return [...templates.map((one) => one.path), ...unread].some((one) => pkg.environmentPathOf(one) === path)
}

function checkDuplicates({ path, file, root }: VnfTemplate, report: Report): void {
  const shadowed = file.document.shadowed().length === 0 ? [] : duplicateEntries(root)
  for (const [index, entry] of shadowed.slice(0, mostShadowed).entries()) {
    const name = nameOf(entry) ?? ''
    report({
      requirement: 'R-92635',
      path,
      at: entry,
      message: `a later duplicate of the key "${name}" follows, and Heat reads that one${andMore(index, shadowed.length)}`,
      remedy: byHand('Remove one of the two.', () => {
        const of = trailTo(file.root, entry)
        return of === undefined
          ? []
          : (['last', 'first'] as const).map((keep) => ({ steps: [{ file: path, keep, of }] }))
      }),
      subject: { kind: 'file' },
    })
  }
}

interface Known {
  readonly nested: readonly (Mapping | undefined)[]
  readonly problems: readonly Problem[]
}

/** Most files are the same in the next state of a package: a tree is looked at once, while what it calls is the same. */
const known = new WeakMap<Mapping, Known>()

function problemsOf({ pkg }: Vnf, { path, root, file }: VnfTemplate): readonly Problem[] {
  const callees = [...new Set(pkg.callsFrom(path).map(({ callee }) => callee))]
  const nested = callees.map((one) => pkg.files.get(one)?.root)
  const last = known.get(root)
  if (last?.nested.length === nested.length && last.nested.every((one, at) => one === nested[at]))
    return last.problems
  const problems = problemsIn(root, file.version, besideIn(pkg, path))
  known.set(root, { nested, problems })
  return problems
}

/** What the files that a template calls take and give. What is wrong in one of them is reported there. */
function besideIn(pkg: Workspace, path: string): Beside {
  return {
    ...nothingBeside,
    nested: (type) => {
      const file = pkg.files.get(pathNamed(path, type) ?? '')
      return file === undefined || isEnvironment(file) ? undefined : nestedTemplate(file, () => [])
    },
  }
}

function problemsIn(root: Mapping, version: HotVersion | undefined, beside: Beside): readonly Problem[] {
  if (version !== undefined) return checkTemplate(root, hotVocabulary(version, version), { beside })
  const { version: fitting, at, message } = proposeVersion(root)
  const problems = checkTemplate(root, hotVocabulary(fitting ?? latestVersion, fitting), { beside })
  // That no version is declared is what R-27078 is about.
  const isDeclared = readValue(root, 'heat_template_version') !== undefined
  return isDeclared ? [{ code: 'no-such-version', at, message }, ...problems] : problems
}

type Problem = Omit<TemplateProblem, 'source'>

/** A type that Heat does not have, and neither a registry of the package nor Contrail's plug-ins bring. */
function isUnregisteredType(type: string | undefined, registered: ReadonlySet<string>): boolean {
  return type === undefined || registered.has(type) || /^OS::Contrail(?:V2)?::/.test(type)
}

function checkGuide(vnf: Vnf, template: VnfTemplate, registered: ReadonlySet<string>, report: Report): void {
  const { path, root, parameters } = template
  // Check sees another tree, in which merge keys are resolved: what is meant is known by where it stands.
  const untyped = new Set(
    [...parameters.values()].filter(({ type }) => type === undefined).map(({ entry }) => startOf(entry)),
  )
  const empty = new Set<Node | Entry | undefined>(
    ['parameters', 'resources']
      .map((name) => entryRead(root, name))
      .filter((entry) => entry !== undefined && isNull(entry.value)),
  )
  const isElsewhere: Partial<Record<TemplateCode, (at: Node | Entry) => boolean>> = {
    'unknown-parameter-type': () => true, // R-11441
    'missing-key': (at) => untyped.has(startOf(at)), // R-36772
    'unknown-resource-type': (at) => isUnregisteredType(nodeText(at), registered),
  }
  for (const problem of problemsOf(vnf, template)) {
    const { code, at, message, item } = problem
    if (
      checkBehaves(code, 'accepted by Heat') ||
      checkBehaves(code, 'open in calls') ||
      empty.has(at) ||
      isElsewhere[code]?.(at) === true
    )
      continue
    report({
      requirement: 'R-92635',
      path,
      at,
      message,
      item: item === undefined ? code : `${code} ${item}`,
      isUntested: true,
      remedy: checkBehaves(code, 'of the version')
        ? byHand(versionAdvice(root), () => versionWays(template.file))
        : byHand(adviceFor(vnf, problem), () => heatWays(template.file, problem, template)),
      subject: { kind: 'file' },
    })
  }
}

function versionAdvice(root: Mapping): string {
  const { version } = proposeVersion(root)
  const way =
    version === undefined
      ? 'Decide which version is meant.'
      : `Decide whether ${version} is meant, which \`hotshift check --fix=all\` writes.`
  return `${way} Nothing is repaired in a template whose version is not known. See \`hotshift explain no-such-version\`.`
}

function nodeText(at: Node | Entry | undefined): string | undefined {
  return at !== undefined && 'kind' in at ? stringOf(at) : undefined
}
