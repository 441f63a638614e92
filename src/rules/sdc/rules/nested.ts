/** Calls of nested files, directly and in groups (NestedResourceValidator, ResourceGroupResourceValidator). */

import { entriesRead, readValue } from '../../../heat/merge-keys.ts'
import { integer } from '../../../text/document/build.ts'
import type { Entry, Node } from '../../../text/document/node.ts'
import { isNull, mapOf, nameOf, scalarOf, stringOf } from '../../../text/document/read.ts'
import { rule } from '../../rule.ts'
import { codesNamed } from '../codes.ts'
import { byHand, placed, repairedBy, type SdcReport } from '../rule.ts'
import type { SdcPackage } from '../sdc-package.ts'
import { propertyOf, type SdcResource, type SdcTemplate } from '../template.ts'
import { fits } from '../value-types.ts'

export const nestedRules = rule({
  asks: 'package',
  codes: codesNamed(
    'sdc-manifest',
    'sdc-nested',
    'sdc-internal-error',
    'sdc-discouraged',
    'sdc-nested-value',
    'sdc-own-fault',
  ),
  checks: [
    'HNR1',
    'HNR2',
    'HNR3',
    'HNR4',
    'HRR1',
    'HRR2',
    'HRR3',
    'HRR4',
    'HRR5',
    'HRR6',
    'HRR7',
    'HRR8',
    'SDC-C4',
  ],
  find(pkg: SdcPackage, report: SdcReport) {
    for (const { template } of pkg.templates)
      for (const resource of template.resources) {
        const call = callOf(resource)
        if (call !== undefined) checkCall(pkg, call, report)
        if (resource.type === 'OS::Heat::ResourceGroup') checkGroup(resource, report)
      }
  },
})

/** A file that a resource, or the members of a group, are made from. */
interface Call {
  readonly resource: SdcResource
  readonly file: string
  readonly at: Node | undefined
  readonly passed: readonly Entry[]
  readonly isGroup: boolean
  /** What stands for the number of a member. */
  readonly index: string | undefined
}

const isFileName = (type: string) => /\.ya?ml$/.test(type)

function callOf(resource: SdcResource): Call | undefined {
  const { type, typeNode, properties } = resource
  if (type !== undefined && isFileName(type))
    return { resource, file: type, at: typeNode, passed: properties, isGroup: false, index: undefined }
  if (type !== 'OS::Heat::ResourceGroup') return undefined
  const definition = propertyOf(resource, 'resource_def')
  const at = readValue(mapOf(definition), 'type')
  const file = stringOf(at)
  if (file === undefined || !isFileName(file)) return undefined
  const passed = entriesRead(mapOf(readValue(mapOf(definition), 'properties')))
  const index = stringOf(propertyOf(resource, 'index_var')) ?? '%index%'
  return { resource, file, at, passed, isGroup: true, index }
}

function checkCall(pkg: SdcPackage, call: Call, report: SdcReport): void {
  const { resource, file, at, isGroup } = call
  const { template } = resource
  if (!pkg.files.has(file)) {
    const bare = file.replace('file:///', '').replace(/^\.\//, '')
    report({
      check: isGroup ? 'HRR2' : 'HNR1',
      ...placed(template.path, at),
      message: `SDC finds no file "${file}" in the package`,
      remedy: pkg.files.has(bare)
        ? repairedBy('file names', `writes ${bare}`)
        : byHand('Add the file beside the template, and name it without a directory.'),
      also: ['MNF4'],
    })
    return
  }
  const nested = pkg.template(file)
  if (nested === undefined) return
  if (leadsBack(pkg, nested, template)) {
    const message = `"${file}" leads back to ${template.name}, so that the nested files never end`
    report({
      check: isGroup ? 'HRR3' : 'HNR2',
      ...placed(template.path, at),
      message,
      remedy: byHand('Take one of the calls out.'),
    })
  }
  checkPassed(call, nested, report)
}

function checkPassed(call: Call, nested: SdcTemplate, report: SdcReport): void {
  const { resource, file, passed, isGroup, index } = call
  const { template } = resource
  if (passed.length > 0 && (template.parameters === undefined || nested.parameters === undefined)) {
    const without = template.parameters === undefined ? template : nested
    report({
      check: 'SDC-C4',
      ...placed(template.path, resource.entry),
      message: `"${resource.id}" passes properties to ${file}, and ${without.name} has no section parameters: SDC ends in an internal error`,
      remedy: repairedBy('sections', 'writes "parameters: {}"'),
    })
    return
  }
  for (const entry of passed) {
    const name = nameOf(entry) ?? ''
    const parameter = nested.parameters?.get(name)
    if (parameter === undefined) {
      if ((nested.parameters?.size ?? 0) === 0) continue
      const message = `${file} declares no parameter "${name}", which "${resource.id}" passes`
      report({
        check: isGroup ? 'HRR4' : 'HNR3',
        ...placed(template.path, entry),
        item: resource.id,
        message,
        remedy: byHand('Remove the property, or declare the parameter.'),
      })
      continue
    }
    const scalar = scalarOf(entry.value)
    const isText = scalar !== undefined && !isNull(scalar)
    const value = isText && index !== undefined && stringOf(scalar) === index ? integer(3) : entry.value
    if (!isText || parameter.type === undefined || fits(value, parameter.type)) continue
    const message = `SDC does not take the value that "${resource.id}" passes to "${name}" for a ${parameter.type}`
    report({
      check: isGroup ? 'HRR5' : 'HNR4',
      ...placed(template.path, entry.value),
      item: `${resource.id} ${name}`,
      message,
      remedy: byHand('Pass a value of that type.'),
    })
  }
}

/** In each file only the first resource that is a nested file is followed. */
function leadsBack(pkg: SdcPackage, from: SdcTemplate, to: SdcTemplate): boolean {
  const seen = new Set<string>()
  for (let next: SdcTemplate | undefined = from; next !== undefined; ) {
    if (next.name === to.name) return true
    if (seen.has(next.name)) return false
    seen.add(next.name)
    const type: string | undefined = next.resources.find((one) => /\.ya?ml/.test(one.type ?? ''))?.type
    next = type === undefined ? undefined : pkg.template(type)
  }
  return false
}

function checkGroup(resource: SdcResource, report: SdcReport): void {
  const { template, id } = resource
  const definition = propertyOf(resource, 'resource_def')
  const map = mapOf(definition)
  if (map === undefined || map.entries.length === 0) return
  const at = { ...placed(template.path, readValue(map, 'type') ?? definition), item: id }
  const type = readValue(map, 'type')
  const name = stringOf(type)
  if (type === undefined || isNull(type)) {
    report({
      check: 'HRR6',
      ...at,
      message: `the group "${id}" has no type of its members`,
      remedy: byHand('Say what they are.'),
    })
    return
  }
  if (name === undefined) {
    const message = `the type of the members of "${id}" is no string`
    report({ check: 'HRR7', ...at, message, remedy: byHand('Name a nested file.') })
    return
  }
  if (!isFileName(name)) return
  checkIndex(resource, report)
  report({
    check: 'HRR8',
    ...at,
    message: `SDC warns of the group "${id}" because its members come from a nested file, as they should`,
    remedy: byHand('Nothing is to be done: the condition is the wrong way round in SDC.'),
    isOwnFault: true,
  })
}

function checkIndex(resource: SdcResource, report: SdcReport): void {
  const index = propertyOf(resource, 'index_var')
  if (index === undefined || isNull(index) || scalarOf(index) !== undefined) return
  const message = `index_var of the group "${resource.id}" must be a string and no function`
  report({
    check: 'HRR1',
    ...placed(resource.template.path, index),
    item: resource.id,
    message,
    remedy: byHand('Write the string.'),
  })
}
