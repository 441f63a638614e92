/** Defaults, environments and their types (HeatValidator). */

import { entriesRead, entryRead, readValue } from '../../../heat/merge-keys.ts'
import { fileName } from '../../../stack/source-file.ts'
import type { Entry, Mapping, Node } from '../../../text/document/node.ts'
import { isNull, mapOf, nameOf, resolved } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { codesNamed } from '../codes.ts'
import { plainValue } from '../plain-value.ts'
import { byHand, placed, repairedBy, type SdcRemedy, type SdcReport } from '../rule.ts'
import type { SdcFile } from '../sdc-file.ts'
import type { SdcPackage } from '../sdc-package.ts'
import type { SdcParameter, SdcTemplate } from '../template.ts'
import { fits, isKnownType } from '../value-types.ts'

export const valueRules = rule({
  asks: 'package',
  codes: codesNamed('sdc-value', 'sdc-environment', 'sdc-translation-error'),
  checks: ['HOT3', 'HOT4', 'HOT5', 'SDC-T8'],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { template, environment } of pkg.templates) {
      for (const parameter of template.parameters?.values() ?? []) checkDefault(template, parameter, report)
      if (environment !== undefined) checkEnvironment(pkg, template, environment, report)
    }
  },
})

function checkDefault({ path }: SdcTemplate, { name, map, type }: SdcParameter, report: SdcReport): void {
  const entry = entryRead(map, 'default')
  if (entry === undefined || isNull(entry.value) || type === undefined || fits(entry.value, type)) return
  const message = isKnownType(type)
    ? `SDC does not take the default of "${name}" for a ${type}`
    : `"${name}" has the type "${type}", which SDC does not know, and a default`
  const remedy = remedyOf(entry.value, type)
  report({ check: 'HOT4', ...placed(path, entry.value), item: name, message, remedy })
}

function remedyOf(value: Node, type: string | undefined): SdcRemedy {
  const plain = type === undefined ? undefined : plainValue(resolved(value), type)
  return plain === undefined
    ? byHand('Write a value that fits the type.')
    : repairedBy('values', 'writes the value without quotes, which Heat reads the same')
}

function checkEnvironment(pkg: SdcPackage, template: SdcTemplate, file: SdcFile, report: SdcReport): void {
  const root = pkg.environmentRoot(file)
  if (root === undefined) return
  const others = entriesRead(root).filter((one) => nameOf(one) !== 'parameters')
  const [other] = others
  if (other !== undefined) {
    reportSections(template, file, other, report)
    return
  }
  const section = readValue(root, 'parameters')
  if (section === undefined || isNull(section)) return
  const values = mapOf(section)
  if (values === undefined) {
    const message = 'the section parameters is no mapping'
    report({
      check: 'SDC-T8',
      ...placed(file.path, section),
      message,
      remedy: byHand('Write a mapping of values.'),
    })
    return
  }
  checkValues(template, file, values, report)
}

/** With any other section the file is not validated at all, and the translation fails. */
function reportSections(
  { parameters }: SdcTemplate,
  { path }: SdcFile,
  other: Entry,
  report: SdcReport,
): void {
  if (parameters === undefined || parameters.size === 0) return
  report({
    check: 'SDC-T8',
    ...placed(path, other),
    message: `the environment has the section "${nameOf(other) ?? ''}": SDC checks nothing in it, and fails when it translates the template`,
    remedy: byHand('Move the values below parameters, and remove every other section.'),
  })
}

function checkValues(
  { name: owner, parameters }: SdcTemplate,
  { path }: SdcFile,
  values: Mapping,
  report: SdcReport,
): void {
  for (const entry of entriesRead(values)) {
    const name = nameOf(entry) ?? ''
    const parameter = parameters?.get(name)
    if (parameter === undefined) {
      const message = `${fileName(owner)} declares no parameter "${name}"`
      report({
        check: 'HOT3',
        ...placed(path, entry),
        item: fileName(owner),
        message,
        remedy: byHand('Remove the entry, or correct the name.'),
      })
      continue
    }
    const { type } = parameter
    if (isNull(entry.value) || (type !== undefined && fits(entry.value, type))) continue
    const message =
      type === undefined
        ? `"${name}" has no type in ${fileName(owner)}, and SDC takes no value for it`
        : `SDC does not take the value of "${name}" for a ${type}`
    const remedy = remedyOf(entry.value, type)
    report({
      check: 'HOT5',
      ...placed(path, entry.value),
      item: `${fileName(owner)} ${name}`,
      message,
      remedy,
    })
  }
}
