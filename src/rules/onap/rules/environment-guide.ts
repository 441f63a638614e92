/** What Heat itself would refuse of an environment: a section, or a value for a parameter. */

import { entryRead } from '../../../heat/merge-keys.ts'
import { latestVersion } from '../../../heat/versions.ts'
import type { SourceFile } from '../../../stack/source-file.ts'
import { stackValues } from '../../../stack/value-of.ts'
import { withoutEntry } from '../../../text/document/build.ts'
import type { Mapping } from '../../../text/document/node.ts'
import { isNull } from '../../../text/document/read.ts'
import { checkEnvironment } from '../../check-environment.ts'
import { checkBehaves, type TemplateProblem } from '../../rules.ts'
import type { AroundEnvironment } from '../../stack-view.ts'
import { hotVocabulary } from '../../vocabulary.ts'
import { byHand, type Report } from '../rule.ts'
import type { VnfEnvironment } from '../vnf/environment.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { adviceFor } from './heat-advice.ts'
import { heatWays } from './heat-ways.ts'

/** Reports it as R-92635; what R-599443 says of names is left out. */
export function checkEnvironments(vnf: Vnf, report: Report): void {
  for (const environment of vnf.environments)
    for (const problem of problemsOf(vnf, environment)) {
      const { code, at, message, item } = problem
      if (
        checkBehaves(code, 'accepted by Heat') ||
        checkBehaves(code, 'open in calls') ||
        checkBehaves(code, 'of unknown names')
      )
        continue
      report({
        requirement: 'R-92635',
        path: environment.path,
        at,
        message,
        item: item === undefined ? code : `${code} ${item}`,
        isUntested: true,
        remedy: byHand(adviceFor(vnf, problem), () => heatWays(environment.file, problem)),
        subject: { kind: 'file' },
      })
    }
}

/** An environment without the sections that other requirements are about: R-67231, and R-03324 where it is null. */
function ownSections(root: Mapping): Mapping {
  return ['parameters', 'resource_registry'].reduce((rest, name) => {
    const section = entryRead(rest, name)
    if (section === undefined || (name === 'parameters' && !isNull(section.value))) return rest
    return withoutEntry(rest, section)
  }, root)
}

interface Known {
  readonly module: Mapping | undefined
  readonly problems: readonly TemplateProblem[]
}

/** An environment is looked at once, while the module is the same. */
const known = new WeakMap<Mapping, Known>()

function problemsOf(vnf: Vnf, environment: VnfEnvironment): readonly TemplateProblem[] {
  const { file } = environment
  const module = vnf.moduleOf(environment)
  const last = known.get(file.root)
  if (last !== undefined && last.module === module?.root) return last.problems
  const problems = checkEnvironment(ownSections(file.root), aroundOf(file, module), file.document.text)
  known.set(file.root, { module: module?.root, problems })
  return problems
}

/** The module is what the values are for; whether some template declares a name is not asked here. */
function aroundOf(environment: SourceFile, module: VnfTemplate | undefined): AroundEnvironment {
  const version = module?.file.version ?? latestVersion
  return {
    path: environment.path,
    hasFile: () => undefined,
    treeAt: () => undefined,
    earlier: [],
    absentBelow: () => undefined,
    isDeclared: () => undefined,
    templates:
      module === undefined
        ? []
        : [
            {
              path: module.path,
              root: module.root,
              words: hotVocabulary(version, version),
              locate: () => [],
              values: stackValues(module.file, environment),
            },
          ],
  }
}
