/** Sections that a template must have, and types that it must not. */

import { entriesRead, entryRead } from '../../../heat/merge-keys.ts'
import { resourceRead } from '../../../heat/reads.ts'
import { proposeVersion } from '../../../heat/version-needs.ts'
import { baseName, recognisedAnew } from '../../../stack/source-file.ts'
import { entry, string, withEntries, withoutEntry } from '../../../text/document/build.ts'
import { commentsOf } from '../../../text/document/comments.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Entry } from '../../../text/document/node.ts'
import { isNull, mapOf } from '../../../text/document/read.ts'
import { ownValue } from '../../../text/document/records.ts'
import { rule } from '../../rule.ts'
import { type RequirementId, requirementCodes } from '../requirement.ts'
import { byHand, ofResource, ofSection, type Repair, type Report, repairedBy } from '../rule.ts'
import type { Way } from '../step.ts'
import { forEachNode } from '../vnf/parameter-reads.ts'
import { entriesOf, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import { outputStep, readFromParameter } from '../ways.ts'
import { noTemplateIn } from './no-template.ts'

export const templateRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-05257', 'R-23664', 'R-27078', 'R-35414', 'R-76449', 'R-90152']),
  extent: 'package',
  find(vnf: Vnf, report: Report) {
    for (const { path } of vnf.cfnTemplates) {
      report({
        requirement: 'R-27078',
        ...ofSection(path, 'heat_template_version'),
        message: 'the template is CloudFormation and has no heat_template_version',
        remedy: byHand('Take it to HOT first, with `hotshift migrate`.'),
      })
    }
    for (const path of vnf.pkg.others) {
      const found = noTemplateIn(path)
      if (found !== undefined) report(found)
    }
    for (const template of vnf.templates) {
      checkVersion(template, report)
      checkParameters(template, report)
      checkResources(template, report)
      checkTypes(template, report)
    }
  },
})

function checkVersion({ path, root }: VnfTemplate, report: Report): void {
  if (entryRead(root, 'heat_template_version') !== undefined) return
  const { version, message, at } = proposeVersion(root)
  report({
    requirement: 'R-27078',
    ...ofSection(path, 'heat_template_version', at),
    message: 'the template has no heat_template_version',
    remedy:
      version === undefined
        ? byHand(`Decide what the template does without: ${message}.`)
        : repairedBy(
            versionWriting,
            `writes ${version}, the lowest version that supports the whole template`,
          ),
  })
}

export const versionWriting: Repair = {
  id: 'onap/write-version',
  title: 'Write the version of a template',
  description:
    'Writes the lowest heat_template_version that has all functions and sections of a template which declares none. Heat rejects the template without.',
  section: 'heat_template_version',
  references: ['HOT specification, Heat template version'],
  safety: 'exact',
  requirements: ['R-27078'],
  repair(pkg, { path }) {
    const file = pkg.files.get(path)
    const version = file === undefined ? undefined : proposeVersion(file.root).version
    if (file === undefined || version === undefined) return pkg
    const declared = entry('heat_template_version', string(version, { style: 'plain' }))
    const root = withEntries(file.root, [declared, ...file.root.entries])
    return pkg.withFiles([recognisedAnew({ ...file, root })])
  },
}

/** A value that is written in a resource becomes a parameter, in a module with its value; else one that ONAP supplies is given out. */
function literalWays(template: VnfTemplate): readonly Way[] {
  const isModule = template.role !== 'nested'
  const ways = template.resources.flatMap((resource) => {
    const { id, isMember, type, properties } = resource
    if (isMember || !type.includes('::')) return []
    return entriesOf(properties).flatMap(({ name, entry }) => {
      if (entry.value.kind !== 'scalar' || isNull(entry.value)) return []
      const given = isModule ? { value: plainData(entry.value) } : {}
      return [{ steps: readFromParameter(resource, name, ['resources', id, 'properties', name], given) }]
    })
  })
  const name = 'vnf_name'
  const supplied = [
    outputStep(template, `${baseName(template.path).replace(/\W/g, '_')}_${name}`, { get_param: name }),
    { file: template.path, declare: name, type: 'string' },
  ]
  return [...ways.slice(0, 2), { steps: supplied }]
}

function checkParameters(template: VnfTemplate, report: Report): void {
  const { path, root } = template
  const entry = entryRead(root, 'parameters')
  if (entry !== undefined && entriesOf(mapOf(entry.value)).length > 0) return
  report({
    requirement: 'R-35414',
    ...ofSection(path, 'parameters', entry),
    message:
      entry === undefined
        ? 'the template has no section parameters'
        : 'the section parameters declares nothing',
    remedy: byHand('Decide which value the template takes as a parameter.', () => literalWays(template)),
  })
}

function checkResources(template: VnfTemplate, report: Report): void {
  const { path, root, role } = template
  const entry = entryRead(root, 'resources')
  const subject = { kind: 'section', name: 'resources' } as const
  if (entry === undefined) {
    if (role !== 'incremental' && role !== 'volume') return
    const message = `the ${role} module has no section resources`
    const advice = 'Decide what the module creates, or whether it is needed.'
    report({ requirement: 'R-23664', path, at: undefined, message, remedy: byHand(advice), subject })
    return
  }
  if (!isEmpty(entry)) return
  const canGo = (role === 'base' || role === 'nested') && !refersToResources(template)
  report({
    requirement: 'R-90152',
    path,
    at: entry,
    message: 'the section resources declares nothing',
    remedy: canGo
      ? repairedBy(emptyResourcesRemoval, 'deletes the empty section')
      : byHand('Decide what the template creates, or whether it is needed.'),
    subject,
  })
}

function isEmpty({ value }: Entry): boolean {
  return isNull(value) || (mapOf(value) !== undefined && entriesRead(mapOf(value)).length === 0)
}

function refersToResources({ root }: VnfTemplate): boolean {
  let found = false
  forEachNode(root, (node) => {
    if (resourceRead(node) !== undefined) found = true
  })
  return found
}

const forbiddenTypes = {
  'OS::Neutron::FloatingIP': 'R-05257',
  'OS::Neutron::FloatingIPAssociation': 'R-76449',
} as const

function checkTypes({ resources }: VnfTemplate, report: Report): void {
  for (const resource of resources) {
    const requirement = ownValue<RequirementId>(forbiddenTypes, resource.type)
    if (requirement === undefined) continue
    report({
      requirement,
      ...ofResource(resource),
      message: `"${resource.id}" is of type ${resource.type}, which ONAP does not support`,
      remedy: byHand(
        'Decide how the VM is reached instead, for example by an address pair on an external network.',
      ),
    })
  }
}

export const emptyResourcesRemoval: Repair = {
  id: 'onap/drop-empty-resources',
  title: 'Delete an empty section resources',
  description: 'Deletes the section `resources` of a base module or nested template that declares none.',
  references: ['HOT specification, Resources section'],
  safety: 'exact',
  requirements: ['R-90152'],
  repair(pkg, { path }) {
    const root = pkg.files.get(path)?.root
    const one = entryRead(root, 'resources')
    const document = pkg.files.get(path)?.document
    if (root === undefined || one === undefined || document === undefined) return pkg
    // Nothing is lost: what was said about the section may be about the template.
    const { above, beside } = commentsOf(document, one)
    return pkg.withRoot(path, withoutEntry(root, one, [...above, ...beside]))
  },
}
