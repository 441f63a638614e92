import { resourceRead } from '../../../heat/reads.ts'
import { fileName } from '../../../stack/source-file.ts'
import { rule } from '../../rule.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, ofOutput, ofParameter, type Report } from '../rule.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

/** Outputs that ONAP reads into its inventory. */
const inventory = {
  oam_management_v4_address: 'R-18683',
  oam_management_v6_address: 'R-94669',
} as const satisfies Readonly<Record<string, RequirementId>>

/** Whether ONAP itself reads an output, by its name. */
export function isInventoried(name: string): boolean {
  return Object.hasOwn(inventory, name)
}

export const outputRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-52753', ...Object.values(inventory)]),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    checkInventory(vnf, report)
    const incremental = vnf.modules.filter(({ role }) => role === 'incremental')
    if (incremental.length === 0) return
    for (const base of vnf.modules.filter(({ role }) => role === 'base')) checkBase(base, incremental, report)
  },
})

function checkInventory(vnf: Vnf, report: Report): void {
  for (const [name, requirement] of Object.entries(inventory)) {
    const [first, ...others] = vnf.modules.flatMap(({ path, outputs }) =>
      outputs.flatMap((output) => (output.name === name ? [{ path, at: output.entry }] : [])),
    )
    for (const { path, at } of others)
      report({
        requirement,
        ...ofOutput(path, name, at),
        message: `only one template may have the output "${name}"; ${fileName(first?.path ?? '')} also has it`,
        remedy: byHand('Decide which template keeps the output.'),
        ...(first === undefined ? {} : { related: [{ ...first, message: 'the other output' }] }),
      })
  }
}

/** R-52753: what the base module gives has a parameter of its name, and type, in an incremental module. */
function checkBase(base: VnfTemplate, incremental: readonly VnfTemplate[], report: Report): void {
  for (const { name, entry, value } of base.outputs) {
    if (isInventoried(name)) continue
    const takers = incremental.filter(({ parameters }) => parameters.has(name))
    if (takers.length === 0) {
      report({
        requirement: 'R-52753',
        ...ofOutput(base.path, name, entry),
        message: `the output "${name}" of the base module is a parameter of no incremental module`,
        remedy: byHand(
          'Declare the parameter in the module that should read the output, or remove the output.',
        ),
      })
    }
    // The ID of a resource is a string; what other values are does not show.
    if (resourceRead(value)?.by !== 'get_resource') continue
    for (const { path, parameters } of takers) {
      const parameter = parameters.get(name)
      if (parameter?.type === undefined || parameter.type === 'string') continue
      report({
        requirement: 'R-52753',
        ...ofParameter(path, name, parameter.entry),
        message: `the parameter "${name}" takes the ID of a resource of the base module and must be of type string`,
        remedy: byHand('Decide on the type together with how the value is used.', () => [
          {
            steps: [
              { file: path, write: ['parameters', name, 'type'], value: 'string', was: parameter.type },
            ],
          },
        ]),
      })
    }
  }
}
