/** What Heat would refuse or not read in an environment (heat/common/environment_format.py, heat/engine/environment.py). */

import type { Entry, Mapping } from '../document/node.ts'
import { isNull, mapOf, nameOf, scalarOf, seqOf } from '../document/read.ts'
import { environmentSections } from '../heat/candidate.ts'
import { flattenedTree } from '../heat/merge-keys.ts'
import { nearNames } from '../heat/near-names.ts'
import { registryEntries } from '../package/registry.ts'
import { type CheckProblem, type Report, shownKey } from './scope.ts'

/** What lies around an environment. */
export interface AroundEnvironment {
  readonly path: string
  /** Undefined where that is not to be told. */
  readonly hasFile: (path: string) => boolean | undefined
  /** Whether some template declares a parameter; undefined where that is not to be told. */
  readonly isDeclared: (parameter: string) => boolean | undefined
}

const rule = 'heat/common/environment_format.py: SECTIONS'

export function checkEnvironment(given: Mapping, around: AroundEnvironment): readonly CheckProblem[] {
  const root = flattenedTree(given)
  const problems: CheckProblem[] = []
  const report: Report = (code, at, message, rule) => problems.push({ code, at, message, rule })
  for (const one of root.entries) checkSection(one, around, report)
  checkRegistry(root, around, report)
  return problems
}

const mappings: ReadonlySet<string> = new Set([
  'parameters',
  'parameter_defaults',
  'resource_registry',
  'parameter_merge_strategies',
])

function checkSection(one: Entry, { isDeclared }: AroundEnvironment, report: Report): void {
  const name = nameOf(one) ?? shownKey(one)
  if (!environmentSections.includes(name)) {
    const near = nearNames(name, environmentSections, 1).map((other) => `; did you mean "${other}"?`)
    report('unknown-section', one, `an environment has no section "${name}"${near.join('')}`, rule)
  } else if (isNull(one.value)) {
    report('missing-key', one, `an empty section ${name} is an error`, rule)
  } else if (mappings.has(name) && mapOf(one.value) === undefined) {
    const isEmpty = seqOf(one.value)?.items.length === 0 || scalarOf(one.value)?.value === ''
    if (!isEmpty) report('not-a-mapping', one, `the section ${name} is not a mapping`, rule)
  } else if (name === 'parameters' || name === 'parameter_defaults') {
    for (const entry of mapOf(one.value)?.entries ?? []) {
      const parameter = nameOf(entry)
      if (parameter === undefined || isDeclared(parameter) !== false) continue
      const what = name === 'parameters' ? 'Heat refuses it' : 'nothing reads it'
      report(
        'undeclared-parameter',
        entry,
        `no template here declares the parameter "${parameter}"; ${what}`,
        rule,
      )
    }
  }
}

function checkRegistry(root: Mapping, { path, hasFile }: AroundEnvironment, report: Report): void {
  for (const { entry, path: target, target: written } of registryEntries(path, root)) {
    if (target === undefined || hasFile(target) !== false) continue
    report(
      'missing-file',
      entry,
      `there is no file ${written} beside this environment`,
      'heat/engine/environment.py: ResourceRegistry',
    )
  }
}
