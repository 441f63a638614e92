/** Defaults belong to environment files. */
import { entryOf, isNull } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { fileName } from '../../package/package-file.ts'
import type { Report } from '../violation.ts'
import { assignedBy, outputModuleOf } from '../vnf/assigned.ts'
import { type DefaultRepair, defaultRepair } from '../vnf/default-repair.ts'
import { enumeration } from '../vnf/environment.ts'
import type { Parameter, VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'

export const defaultRules: RuleFamily = {
  requirements: ['R-26124', 'R-90526'],
  find(vnf, report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values()) {
        const repair = defaultRepair(vnf, template, parameter)
        if (repair === undefined) continue
        const { name, map, entry } = parameter
        report({
          requirement: 'R-90526',
          path: template.path,
          at: entryOf(map, 'default') ?? entry,
          message: `the parameter "${name}" has a default`,
          ...repair,
          subject: { kind: 'parameter', name },
        })
        checkEnumerated(vnf, template, parameter, repair, report)
      }
    }
  },
}

/** What ONAP or another module gives must not be in the environment, whatever the default is. */
function checkEnumerated(
  vnf: Vnf,
  template: VnfTemplate,
  { name, map, entry }: Parameter,
  repair: DefaultRepair,
  report: Report,
): void {
  if (template.role === 'nested' || isNull(readValue(map, 'default'))) return
  // What an environment that cannot be read holds is not known.
  if (vnf.pkg.unreadable.has(vnf.pkg.environmentPathOf(template.path))) return
  if (enumeration(vnf.environmentOf(template), name) === 'valued') return
  if (assignedBy(vnf, template, name) !== undefined || outputModuleOf(vnf, template, name) !== undefined)
    return
  report({
    requirement: 'R-26124',
    path: template.path,
    at: entryOf(map, 'default') ?? entry,
    message: `the default of "${name}" is not in ${fileName(vnf.pkg.environmentPathOf(template.path))}`,
    ...repair,
    subject: { kind: 'parameter', name },
  })
}
