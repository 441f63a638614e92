/** How parameters are declared. */
import { isNull, resolved, textOf, valueOf } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import { nearNames } from '../../heat/near-names.ts'
import type { Report } from '../violation.ts'
import { parameterReadsIn, sourceParameters } from '../vnf/parameter-reads.ts'
import { entriesOf, type Parameter, type VnfTemplate } from '../vnf/template.ts'
import type { Vnf } from '../vnf/vnf.ts'
import type { RuleFamily } from './rule-family.ts'
import { requirementOfText, wantedName } from './wanted-parameters.ts'

export const parameterRules: RuleFamily = {
  requirements: ['R-11441', 'R-25877', 'R-36772', 'R-44001', 'R-90279'],
  find(vnf, report) {
    for (const template of vnf.templates) {
      for (const parameter of template.parameters.values()) {
        checkName(template, parameter, report)
        checkType(vnf, template, parameter, report)
        checkDescription(template, parameter, report)
      }
      checkUse(vnf, template, report)
    }
  },
}

function checkName({ path, parameters }: VnfTemplate, { name, entry }: Parameter, report: Report): void {
  if (/^[A-Za-z0-9_]+$/.test(name)) return
  const wanted = name.replace(/[^A-Za-z0-9_]/g, '_')
  const isFree = !parameters.has(wanted)
  report({
    requirement: 'R-25877',
    path,
    at: entry,
    message: `the name of the parameter "${name}" has other characters than letters, digits and underscores`,
    repair: isFree ? 'lossy' : 'by-hand',
    advice: isFree
      ? `renames it to "${wanted}" wherever the package names it`
      : `Choose a name; "${wanted}" is taken.`,
    subject: { kind: 'parameter', name, ...(isFree ? { wanted } : {}) },
  })
}

export const parameterTypes: ReadonlySet<string> = new Set([
  'string',
  'number',
  'json',
  'comma_delimited_list',
  'boolean',
])

/** What CloudFormation calls the types of HOT. */
const otherSpellings: Readonly<Record<string, string>> = { commadelimitedlist: 'comma_delimited_list' }

/** Types that ONAP fixes by the name of the parameter (Nova Metadata Parameters). */
const fixedTypes: Readonly<Record<string, string>> = {
  vnf_id: 'string',
  vnf_name: 'string',
  vf_module_id: 'string',
  vf_module_name: 'string',
  workload_context: 'string',
  environment_context: 'string',
  vf_module_index: 'number',
}

function checkType(vnf: Vnf, template: VnfTemplate, parameter: Parameter, report: Report): void {
  const { name, map, entry, type } = parameter
  const { path } = template
  const subject = { kind: 'parameter', name } as const
  const node = readValue(map, 'type')
  if (node === undefined || isNull(node)) {
    const known = Object.hasOwn(fixedTypes, name) ? fixedTypes[name] : typeOfValue(vnf, template, parameter)
    report({
      requirement: 'R-36772',
      path,
      at: entry,
      message: `the parameter "${name}" has no type`,
      repair: known === undefined ? 'by-hand' : 'safe',
      advice: known === undefined ? 'Write its type; string is the usual one.' : `adds "type: ${known}"`,
      subject: known === undefined ? subject : { ...subject, type: known },
    })
    return
  }
  if (type !== undefined && parameterTypes.has(type)) return
  const lower = type?.toLowerCase() ?? ''
  const meant = parameterTypes.has(lower) ? lower : otherSpellings[lower]
  report({
    requirement: 'R-11441',
    path,
    at: node,
    message: `${type === undefined ? 'the type' : `the type "${type}"`} of the parameter "${name}" is none that Heat knows`,
    repair: meant === undefined ? 'by-hand' : 'safe',
    advice:
      meant === undefined
        ? 'Choose string, number, json, comma_delimited_list or boolean.'
        : `writes "type: ${meant}"`,
    subject: meant === undefined ? subject : { ...subject, type: meant },
  })
}

/** The type that a list or a mapping needs; a scalar does not tell. */
function typeOfValue(vnf: Vnf, template: VnfTemplate, { name, map }: Parameter): string | undefined {
  const values = [valueOf(map, 'default'), ...vnf.valuesOf(template, name).map(({ entry }) => entry.value)]
  const kinds = new Set(values.flatMap((value) => (value === undefined ? [] : resolved(value).kind)))
  if (kinds.size !== 1) return undefined
  if (kinds.has('seq')) return 'comma_delimited_list'
  return kinds.has('map') ? 'json' : undefined
}

function checkDescription({ path }: VnfTemplate, { name, map, entry }: Parameter, report: Report): void {
  if (readValue(map, 'description') !== undefined) return
  const label = textOf(readValue(map, 'label'))
  report({
    requirement: 'R-44001',
    path,
    at: entry,
    message: `the parameter "${name}" has no description`,
    repair: map === undefined && !isNull(entry.value) ? 'by-hand' : 'safe',
    advice:
      label === undefined
        ? 'adds the description that it has elsewhere in the package, or a placeholder'
        : 'adds its label as description',
    subject: { kind: 'parameter', name },
  })
}

/** R-91273 and R-01359: availability zones may be declared in vain. */
function checkUse(vnf: Vnf, template: VnfTemplate, report: Report): void {
  const { path, root, parameters } = template
  const used = new Set<string>()
  for (const { name, entry } of entriesOf(root)) {
    if (name === 'parameters' || name === 'parameter_groups') continue
    for (const read of parameterReadsIn(entry.value)) used.add(read.name)
  }
  const idle = [...parameters.values()].filter(
    ({ name }) => !used.has(name) && !name.startsWith('availability_zone'),
  )
  const undeclared = idle.length === 0 ? [] : [...used].filter((name) => !parameters.has(name))
  for (const { name, entry } of idle) {
    const [near] = nearNames(name, undeclared, 1)
    const isLast = parameters.size === idle.length
    const place = placeFor(vnf, template, name)
    report({
      requirement: 'R-90279',
      path,
      at: entry,
      message: `the parameter "${name}" is used by no resource and no output`,
      repair: near !== undefined || isLast || place !== undefined ? 'by-hand' : 'lossy',
      advice: place === undefined ? adviceOn(near, isLast) : `Read it where it belongs: it is ${place}.`,
      subject: { kind: 'parameter', name },
    })
  }
}

/** The property that a parameter is meant for by its name, where something else stands. */
function placeFor(vnf: Vnf, template: VnfTemplate, name: string): string | undefined {
  const isCount = /(?:^|_)count$/i.test(name) && template.parameters.get(name)?.type === 'number'
  const slot = vnf.slots(template).find((one) => {
    if (one.name === 'group-count') return isCount && sourceParameters(one.value) === undefined
    return requirementOfText(one) !== undefined && wantedName(vnf, one) === name
  })
  return slot === undefined ? undefined : `${slot.property} of "${slot.resource.id}" by its name`
}

function adviceOn(near: string | undefined, isLast: boolean): string {
  if (near !== undefined) return `Is it meant where "${near}" is read, which is not declared?`
  if (isLast) return 'Remove it, or use it; a template must keep one parameter (R-35414).'
  return 'deletes it with its comments, and the values and properties that are given to it'
}
