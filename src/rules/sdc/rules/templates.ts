/** Templates that SDC cannot make its objects of, and what they refer to (HeatValidator). */

import { readValue } from '../../../heat/merge-keys.ts'
import type { Node } from '../../../text/document/node.ts'
import { isNull, itemsOf, listOf, mapOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { pseudoParameters, unreadable } from '../checks.ts'
import { codesNamed } from '../codes.ts'
import { argumentOf, usesOf } from '../functions.ts'
import { byHand, placed, repairedBy, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { modelProblems, type SdcResource, type SdcTemplate } from '../template.ts'
import { bareName } from './files.ts'

export const templateRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-template', 'sdc-reference', 'sdc-translation-error', 'sdc-discouraged'),
  checks: [
    'HOT12',
    'HOT9',
    'HOT10',
    'HOT1',
    'HOT7',
    'HOT8',
    'HOT13',
    'HOT15',
    'HOT16',
    'HOT17',
    'NNS14',
    'SRG6',
  ],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { file } of pkg.templatesListed) checkModel(pkg, file, report)
    for (const { template } of pkg.templates) {
      checkSections(template, report)
      checkParameters(template, report)
      checkResourceNames(template, report)
      checkDependencies(template, report)
      checkFiles(pkg, template, report)
      checkOutputs(pkg, template, report)
    }
  },
})

const [unread, ...again] = unreadable

function checkModel(pkg: SdcPackage, name: string, report: SdcReport): void {
  const file = pkg.files.get(name)
  const root = file === undefined ? undefined : pkg.yaml(file).root
  if (file === undefined || root === undefined) return
  for (const { at, message, advice } of modelProblems(root)) {
    const remedy = byHand(advice ?? 'SDC has no word for it: write the template without it.')
    report({ check: unread, ...placed(file.path, at), message, remedy, also: again })
  }
}

function checkSections({ path, root, resources }: SdcTemplate, report: SdcReport): void {
  if (readValue(root, 'heat_template_version') === undefined)
    report({
      check: 'HOT9',
      path,
      range: undefined,
      message: 'the template has no heat_template_version',
      remedy: byHand('Declare the version that it is written for.'),
    })
  if (resources.length === 0)
    report({
      check: 'HOT10',
      path,
      range: undefined,
      message: 'the template has no resources',
      remedy: byHand('Remove the template from the package, or add what it is for.'),
    })
}

/** Only where the template declares parameters at all, and only in properties. */
function checkParameters({ path, parameters, resources }: SdcTemplate, report: SdcReport): void {
  if (parameters === undefined || parameters.size === 0) return
  for (const { id, propertiesMap } of resources)
    for (const { name, at } of usesOf('get_param', propertiesMap)) {
      if (name === undefined || parameters.has(name) || pseudoParameters.has(name)) continue
      const message = `the resource "${id}" reads "${name}", which is no parameter of the template`
      const remedy = byHand('Declare the parameter.')
      report({ check: 'HOT1', ...placed(path, at), item: id, message, remedy })
    }
}

function checkResourceNames(template: SdcTemplate, report: SdcReport): void {
  const { path, resources, outputs } = template
  const values = [
    ...resources.map(({ propertiesMap }) => propertiesMap),
    ...outputs.map(({ value }) => value),
  ]
  for (const value of values) {
    for (const { at, argument } of usesOf('get_resource', value)) {
      const name = stringOf(argument)
      if (name === undefined) {
        const message = 'get_resource must be given the ID of a resource as a string'
        const remedy = byHand('Name the resource itself.')
        report({
          check: 'HOT13',
          ...placed(path, argument),
          message,
          remedy,
          also: ['RBV2', 'SRG6', 'NNS14'],
        })
      } else if (template.resource(name) === undefined) {
        const message = `"${name}" is no resource of the template`
        report({
          check: 'HOT16',
          ...placed(path, at),
          message,
          remedy: byHand('Correct the ID, or add the resource.'),
          also: ['SDC-T7'],
        })
      }
    }
  }
}

function checkDependencies(template: SdcTemplate, report: SdcReport): void {
  for (const { id, map } of template.resources) {
    const value = readValue(map, 'depends_on')
    if (value === undefined || isNull(value)) continue
    const isList = listOf(value) !== undefined
    for (const one of isList ? itemsOf(value) : [value]) {
      const name = stringOf(one)
      if (mapOf(one) !== undefined && !isList) continue
      if (name !== undefined && template.resource(name) !== undefined) continue
      const message = `"${id}" depends on "${name ?? ''}", which is no resource of the template`
      const at = placed(template.path, one)
      report({
        check: isList ? 'HOT7' : 'HOT8',
        ...at,
        item: id,
        message,
        remedy: byHand('Correct the ID, or remove it.'),
        also: ['SDC-T7'],
      })
    }
  }
}

/** Names are compared as they are written; only the prefix of a URL of files is taken off. */
function checkFiles(pkg: SdcPackage, { path, resources }: SdcTemplate, report: SdcReport): void {
  for (const { properties } of resources)
    for (const { value } of properties) {
      if (mapOf(value) === undefined) continue
      for (const { name, at } of usesOf('get_file', value)) {
        if (name === undefined || pkg.files.has(bareName(name))) continue
        const base = bareName(name).replace(/^\.\//, '')
        report({
          check: 'HOT15',
          ...placed(path, at),
          message: `get_file names "${name}", and SDC finds no file of this name in the package`,
          remedy: pkg.files.has(base)
            ? repairedBy('file names', `writes ${base}`)
            : byHand('Put the file beside the template, and name it without a directory.'),
        })
      }
    }
}

function checkOutputs(pkg: SdcPackage, template: SdcTemplate, report: SdcReport): void {
  for (const { value } of template.outputs) {
    const asked = attributeOf(value)
    if (asked === undefined) continue
    const resource = template.resource(asked.id)
    const nested = resource === undefined ? undefined : nestedTemplate(pkg, resource)
    if (nested === undefined || nested.outputs.some(({ name }) => name === asked.attribute)) continue
    report({
      check: 'HOT17',
      ...placed(template.path, asked.at),
      message: `${nested.name} has no output "${asked.attribute}" for get_attr of "${asked.id}"`,
      remedy: byHand(
        `Add the output to ${nested.name}. SDC does not know what Heat itself says of nested stacks.`,
      ),
    })
  }
}

function nestedTemplate(pkg: SdcPackage, { type = '' }: SdcResource): SdcTemplate | undefined {
  return /\.ya?ml/.test(type) ? pkg.template(type) : undefined
}

/** A value that is `get_attr` of a resource and an attribute, on its first level. */
function attributeOf(
  value: Node | undefined,
): { readonly id: string; readonly attribute: string; readonly at: Node } | undefined {
  const [first, second] = itemsOf(argumentOf('get_attr', value))
  const [id, attribute] = [stringOf(first), stringOf(second)]
  return second === undefined || id === undefined || attribute === undefined
    ? undefined
    : { id, attribute, at: second }
}
