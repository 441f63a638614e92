/** Parameters that must not be constrained. */
import { dataKey } from '../../document/data.ts'
import { entryOf } from '../../document/read.ts'
import type { RequirementId } from '../requirement.ts'
import type { RepairClass } from '../violation.ts'
import { outputModuleOf } from '../vnf/assigned.ts'
import { parameterRead } from '../vnf/parameter-reads.ts'
import type { Parameter, VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'

/** Parameters of server metadata, by name. */
const byName = {
  vf_module_id: 'R-98374',
  vf_module_index: 'R-09811',
  vf_module_name: 'R-15480',
  vm_role: 'R-67597',
  vnf_id: 'R-55218',
  vnf_name: 'R-44318',
  environment_context: 'R-56183',
  workload_context: 'R-34055',
} as const satisfies Readonly<Record<string, RequirementId>>

export const constraintRules: RuleFamily = {
  requirements: ['R-00011', 'R-20547', 'R-22608', ...Object.values(byName)],
  find(vnf, report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values()) {
        const entry = entryOf(parameter.map, 'constraints')
        if (entry === undefined) continue
        const { name } = parameter
        const subject = { kind: 'parameter', name } as const
        for (const { requirement, message } of broken(vnf, template, name)) {
          const repair = requirement === 'R-00011' ? repairOf(vnf, template, parameter) : 'lossy'
          const advice =
            repair === 'safe'
              ? 'moves the constraints to the parameters that are passed'
              : 'deletes the constraints with their comments, and the check of the value'
          report({ requirement, path: template.path, at: entry, message, repair, advice, subject })
        }
      }
    }
  },
}

function broken(
  vnf: Vnf,
  template: VnfTemplate,
  name: string,
): { requirement: RequirementId; message: string }[] {
  const found: { requirement: RequirementId; message: string }[] = []
  if (Object.hasOwn(byName, name)) {
    const requirement = byName[name as keyof typeof byName]
    found.push({ requirement, message: `the parameter "${name}" must not have constraints` })
  }
  if (template.role === 'nested') {
    const message = `the parameter "${name}" of a nested file should not have constraints`
    found.push({ requirement: 'R-00011', message })
  }
  const source = outputModuleOf(vnf, template, name)
  if (source !== undefined) {
    const message = `the parameter "${name}", an output of ${source.path}, should not have constraints`
    found.push({ requirement: source.role === 'volume' ? 'R-20547' : 'R-22608', message })
  }
  return found
}

/** Safe when all callers pass a parameter of theirs, of the same type, with the same constraints or none. */
function repairOf(vnf: Vnf, template: VnfTemplate, { name, type, map }: Parameter): RepairClass {
  const passed = vnf.passedTo(template, name)
  const constraints = entryOf(map, 'constraints')
  const isPlain = passed.every(({ call, value }) => {
    const read = parameterRead(value)
    if (read === undefined || read.path.length > 0) return false
    const source = vnf.template(call.caller)?.parameters.get(read.name)
    const own = entryOf(source?.map, 'constraints')
    if (source?.type !== type || constraints === undefined) return false
    return own === undefined || dataKey(own.value) === dataKey(constraints.value)
  })
  return isPlain && passed.length > 0 && passed.length === vnf.pkg.callsOf(template.path).length
    ? 'safe'
    : 'lossy'
}
