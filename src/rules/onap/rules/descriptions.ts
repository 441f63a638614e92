/** Descriptions of templates and of their parameters. */

import { readValue } from '../../../heat/merge-keys.ts'
import { baseName, isEnvironment } from '../../../stack/source-file.ts'
import { declaredParameter } from '../../../stack/values.ts'
import type { Workspace } from '../../../stack/workspace.ts'
import { entry, string, withEntries } from '../../../text/document/build.ts'
import { plainData } from '../../../text/document/data.ts'
import type { Entry, Mapping } from '../../../text/document/node.ts'
import { isNull, nameOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { givenDescription } from '../naming/metadata-keys.ts'
import { requirementCodes } from '../requirement.ts'
import {
  byHand,
  ofParameter,
  ofSection,
  type Repair,
  type Report,
  repairedBy,
  withDeclaration,
} from '../rule.ts'
import type { Parameter, VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'

export const descriptionRules = rule({
  asks: 'package',
  codes: requirementCodes(['R-39402', 'R-44001']),
  extent: 'part',
  find(vnf: Vnf, report: Report) {
    for (const template of vnf.templates) {
      checkTemplate(template, report)
      for (const parameter of template.parameters.values()) checkParameter(template, parameter, report)
    }
  },
})

function checkTemplate({ path, root }: VnfTemplate, report: Report): void {
  if (readValue(root, 'description') !== undefined) return
  report({
    requirement: 'R-39402',
    ...ofSection(path, 'description'),
    message: 'the template has no description',
    remedy: repairedBy(templateDescriptions, 'adds a placeholder made from the name of the file'),
  })
}

function checkParameter({ path }: VnfTemplate, { name, map, entry }: Parameter, report: Report): void {
  if (readValue(map, 'description') !== undefined) return
  const label = stringOf(readValue(map, 'label'))
  report({
    requirement: 'R-44001',
    ...ofParameter(path, name, entry),
    message: `the parameter "${name}" has no description`,
    remedy:
      map === undefined && !isNull(entry.value)
        ? byHand('Declare the parameter as a mapping, with a type and a description.', () => [
            {
              steps: [
                {
                  file: path,
                  write: ['parameters', name],
                  value: { type: 'string', description: name.replaceAll('_', ' ') },
                  was: plainData(entry.value),
                },
              ],
            },
          ])
        : repairedBy(
            parameterDescriptions,
            label === undefined
              ? 'adds the description that it has elsewhere in the package, or a placeholder'
              : 'adds its label as description',
          ),
  })
}

export const templateDescriptions: Repair = {
  id: 'onap/describe-templates',
  title: 'Give templates a description',
  description:
    'Adds a description to templates that have none: a placeholder made from the name of the file.',
  references: ['HOT specification, Template structure'],
  safety: 'exact',
  declares: 'description-added',
  requirements: ['R-39402'],
  repair(pkg, { path }, { placeholder }) {
    const root = pkg.files.get(path)?.root
    if (root === undefined) return pkg
    const words = `Heat template ${baseName(path).replaceAll('_', ' ')}`
    placeholder(`the description of the template is a placeholder: "${words}"`)
    const added = entry('description', string(words))
    const at = root.entries.findIndex((one) => nameOf(one) === 'heat_template_version') + 1
    return pkg.withRoot(
      path,
      withEntries(root, [...root.entries.slice(0, at), added, ...root.entries.slice(at)]),
    )
  },
}

export const parameterDescriptions: Repair = {
  id: 'onap/describe-parameters',
  title: 'Give parameters a description',
  description:
    'Adds a description to parameters that have none: the label, the description of the same parameter in another template of the package, what ONAP says of a parameter that it gives, or else a placeholder made from the name.',
  references: ['HOT specification, Parameters section'],
  safety: 'exact',
  declares: 'description-added',
  requirements: ['R-44001'],
  repair(pkg, { path, subject }, { placeholder }) {
    const file = pkg.files.get(path)
    if (subject.kind !== 'parameter' || file === undefined) return pkg
    const { name } = subject
    const own = declaredParameter(file.root, name)?.map
    const words =
      stringOf(readValue(own, 'label')) ??
      descriptionElsewhere(pkg, path, name) ??
      givenDescription(name) ??
      placeholderFor(name)
    if (words === placeholderFor(name))
      placeholder(`the description of "${name}" is a placeholder: "${words}"`)
    return withDeclaration(pkg, path, name, (map) => described(map, words))
  },
}

/** Templates that call this one or are called by it are asked first. */
function descriptionElsewhere(pkg: Workspace, path: string, name: string): string | undefined {
  const near = [
    ...pkg.callsOf(path).map(({ caller }) => caller),
    ...pkg.callsFrom(path).map(({ callee }) => callee),
  ]
  for (const other of new Set([...near, ...pkg.files.keys()])) {
    const file = pkg.files.get(other)
    if (other === path || file === undefined || isEnvironment(file)) continue
    const found = stringOf(readValue(declaredParameter(file.root, name)?.map, 'description'))
    if (found !== undefined && found.trim() !== '') return found
  }
  return undefined
}

/** What is said of a parameter of which only the name is known. */
function placeholderFor(name: string): string {
  return `The parameter ${name}`
}

/** A declaration with a description behind its type and label, where people look for it. */
export function described(map: Mapping, words: string): Mapping {
  const added: Entry = entry('description', string(words))
  const at = map.entries.findLastIndex((one) => ['type', 'label'].includes(nameOf(one) ?? '')) + 1
  return withEntries(map, [...map.entries.slice(0, at), added, ...map.entries.slice(at)])
}
