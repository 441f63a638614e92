import { resourceRead } from '../../../heat/reads.ts'
import { baseName, directoryOf, fileName } from '../../../stack/source-file.ts'
import { rule } from '../../rule.ts'
import { baseNameOf } from '../proposed-names.ts'
import { requirementCodes } from '../requirement.ts'
import { byHand, ofFile, ofOutput, ofParameter, ofResource, type Report } from '../rule.ts'
import type { Way } from '../step.ts'
import { forEachNode } from '../vnf/parameter-reads.ts'
import type { VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { fileNamed, outputStep } from '../ways.ts'

export const volumeRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-07443', 'R-11200', 'R-270358', 'R-589037', 'R-610030', 'R-89913']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    for (const module of vnf.modules) {
      if (module.role === 'incremental') {
        checkIncremental(vnf, module, report)
        checkName(vnf, module, report)
      }
      if (module.role !== 'volume') continue
      checkContent(vnf, module, report)
      checkOutputs(vnf, module, report)
      checkPartner(vnf, module, report)
    }
  },
})

const volume = 'OS::Cinder::Volume'
const group = 'OS::Heat::ResourceGroup'

/** The types that a template creates, those of the nested files that it calls included. */
function createdTypes(vnf: Vnf, { path, resources }: VnfTemplate): Set<string> {
  const found = new Set(resources.map(({ type }) => type))
  for (const callee of vnf.pkg.reachableFrom(path)) {
    for (const { type } of vnf.template(callee)?.resources ?? []) found.add(type)
  }
  return found
}

/** R-589037, as ONAP's scripts test it (test_volume_module_naming.py): what creates volumes only is a volume module. */
function checkName(vnf: Vnf, module: VnfTemplate, report: Report): void {
  const types = [...createdTypes(vnf, module)].filter((type) => type.includes('::') && type !== group)
  if (types.length === 0 || types.some((type) => type !== volume) || callsUnknown(vnf, module)) return
  report({
    requirement: 'R-589037',
    ...ofFile(module.path),
    message: 'the module creates volumes only, and its name does not end in _volume',
    remedy: byHand('Name it after the module whose servers have the volumes, with _volume appended.', () =>
      volumeNames(vnf, module),
    ),
  })
}

/** R-610030 */
function checkIncremental(vnf: Vnf, module: VnfTemplate, report: Report): void {
  const types = createdTypes(vnf, module)
  if (types.has('OS::Nova::Server') || types.has(volume) || callsUnknown(vnf, module)) return
  report({
    requirement: 'R-610030',
    ...ofFile(module.path),
    message: 'the incremental module creates no server and no volume',
    remedy: byHand(
      'Decide whether the resources belong in the base module, or the file is a nested one.',
      // Of several modules the author says which is the base (R-37028).
      () => (vnf.modules.length > 1 ? [] : [fileNamed(module.path, baseNameOf(module.path))]),
    ),
  })
}

/** Whether it calls a file that is not there to be looked at. */
function callsUnknown(vnf: Vnf, { path }: VnfTemplate): boolean {
  return [path, ...vnf.pkg.reachableFrom(path)].some((one) => vnf.template(one) === undefined)
}

/** R-270358, R-589037 */
function checkContent(vnf: Vnf, module: VnfTemplate, report: Report): void {
  if (!createdTypes(vnf, module).has(volume) && !callsUnknown(vnf, module)) {
    report({
      requirement: 'R-270358',
      ...ofFile(module.path),
      message: 'the volume module creates no volume',
      remedy: byHand('Decide whether the file has the wrong name, or misses its volumes.', () => [
        fileNamed(module.path, baseName(module.path).replace(/_volume$/, '_more')),
      ]),
    })
  }
  const own = [module, ...[...vnf.pkg.reachableFrom(module.path)].flatMap((path) => vnf.template(path) ?? [])]
  for (const template of own) {
    for (const resource of template.resources) {
      const { id, type } = resource
      if (type === volume || type === group || !type.includes('::')) continue
      if (vnf.pkg.callsFrom(template.path).some((call) => call.resource === id)) continue
      report({
        requirement: 'R-589037',
        ...ofResource(resource),
        message: `a volume module must create volumes only, and "${id}" is of type ${type}`,
        remedy: byHand('Move it to the module that the volumes belong to.'),
      })
    }
  }
}

/** R-89913: each volume, or what creates it, is in the value of an output. */
function checkOutputs(vnf: Vnf, module: VnfTemplate, report: Report): void {
  const given = new Set<string>()
  for (const { value } of module.outputs) {
    if (value === undefined) continue
    forEachNode(value, (node) => {
      const read = resourceRead(node)
      if (read !== undefined) given.add(read.name ?? '')
    })
  }
  const calls = vnf.pkg.callsFrom(module.path)
  for (const resource of module.resources) {
    const { id, type, isMember } = resource
    const nested = calls
      .filter((call) => call.resource === id)
      .flatMap(({ callee }) => vnf.template(callee) ?? [])
    const createsVolumes = type === volume || nested.some((one) => createdTypes(vnf, one).has(volume))
    if (!createsVolumes || given.has(id)) continue
    if (isMember && module.resources.some((one) => one.id === id && !one.isMember && nested.length > 0))
      continue
    report({
      requirement: 'R-89913',
      ...ofResource(resource),
      message: `no output gives the UUID of "${id}"`,
      remedy: byHand(
        'Add an output with its UUID, and a parameter of this name to the module that it belongs to.',
        () => [{ steps: [outputStep(module, `${id}_id`, { get_resource: id })] }],
      ),
    })
  }
}

/** R-11200, R-07443 */
function checkPartner(vnf: Vnf, module: VnfTemplate, report: Report): void {
  const nameOf = ({ path, file }: VnfTemplate) => baseName(file.newPath ?? path)
  const name = nameOf(module).slice(0, -'_volume'.length)
  const partners = vnf.modules.filter(
    (one) =>
      one.role !== 'volume' && directoryOf(one.path) === directoryOf(module.path) && nameOf(one) === name,
  )
  if (partners.length !== 1) {
    const names = partners.map(({ path }) => `"${fileName(path)}"`).join(' and ')
    report({
      requirement: 'R-11200',
      ...ofFile(module.path),
      message: `a volume module must belong to exactly one module; this one belongs to ${names || 'none'}`,
      remedy: byHand('Name it after its module, with _volume appended.', () => volumeNames(vnf, module)),
      related: partners.map(({ path }) => ({ path, at: undefined, message: 'one of the modules' })),
    })
  }
  const [partner] = partners
  if (partner === undefined) return
  for (const output of module.outputs) {
    const parameter = partner.parameters.get(output.name)
    const isId = resourceRead(output.value)?.by === 'get_resource'
    if (parameter !== undefined && (!isId || parameter.type === undefined || parameter.type === 'string'))
      continue
    report({
      requirement: 'R-07443',
      ...(parameter === undefined
        ? ofOutput(module.path, output.name, output.entry)
        : ofParameter(partner.path, output.name, parameter.entry)),
      message:
        parameter === undefined
          ? `the output "${output.name}" is not a parameter of ${fileName(partner.path)}`
          : `the parameter "${output.name}" takes the UUID of a volume and must be of type string`,
      remedy: byHand('Declare the parameter where the volume is used, with the type of the output.', () =>
        parameter?.type === undefined
          ? []
          : [
              {
                steps: [
                  {
                    file: partner.path,
                    write: ['parameters', output.name, 'type'],
                    value: 'string',
                    was: parameter.type,
                  },
                ],
              },
            ],
      ),
    })
  }
}

/** The names that a volume module may have: after each module that has none. */
export function volumeNames(vnf: Vnf, { path }: VnfTemplate): readonly Way[] {
  const names = vnf.whole.modules.map((one) => baseName(one.path))
  return vnf.whole.modules.flatMap(({ path: other, role }) => {
    const wanted = `${baseName(other)}_volume`
    return role === 'volume' || other === path || names.includes(wanted) ? [] : [fileNamed(path, wanted)]
  })
}
