/** Whether the default of a parameter can go to an environment (onap-remediation, defaults). */
import { sameData } from '../../document/data.ts'
import type { Mapping, Node } from '../../document/node.ts'
import { entryOf, isNull, mapOf, nameOf, resolved, textOf } from '../../document/read.ts'
import { readValue } from '../../heat/merge-keys.ts'
import type { RepairClass } from '../violation.ts'
import { assignedBy, outputModuleOf } from './assigned.ts'
import { parameterRead } from './parameter-reads.ts'
import { entriesOf, type Parameter, type VnfTemplate } from './template.ts'
import { passedBy, type Vnf } from './vnf.ts'

export interface DefaultRepair {
  readonly repair: RepairClass
  readonly advice: string
}

const byHand = (advice: string): DefaultRepair => ({ repair: 'by-hand', advice })

/** What can be done about a default, null included; undefined when there is none. */
export function defaultRepair(
  vnf: Vnf,
  template: VnfTemplate,
  parameter: Parameter,
): DefaultRepair | undefined {
  const { name, map } = parameter
  const value = readValue(map, 'default')
  if (value === undefined) return undefined
  const own = entryOf(map, 'default')
  if (
    isDoubled(template.root, 'parameters') ||
    isDoubled(section(template.root), name) ||
    isDoubled(map, 'default')
  ) {
    return byHand('Mend the template first: a key on the way to the default stands twice.')
  }
  if (own === undefined) return byHand('Write the default out: it comes with a merge key.')
  if (isNull(value)) return { repair: 'safe', advice: 'deletes the default, which is null and has no effect' }
  const assigned = assignedBy(vnf, template, name)
  if (assigned !== undefined) {
    return { repair: 'lossy', advice: `deletes the default; ${assigned}, so that its value is lost` }
  }
  const source = outputModuleOf(vnf, template, name)
  if (source !== undefined) {
    const advice = `deletes the default; ${source.path} has an output of this name, so that the value is lost`
    return { repair: 'lossy', advice }
  }
  if (isShared(own.value, template.root))
    return byHand('Write the value out: an anchor or alias is part of it.')
  return template.role === 'nested'
    ? nestedRepair(vnf, template, name, value, new Set())
    : moduleRepair(vnf, template, name)
}

function section(root: Mapping): Mapping | undefined {
  return mapOf(readValue(root, 'parameters'))
}

function isDoubled(map: Mapping | undefined, name: string): boolean {
  return (map?.entries ?? []).filter((entry) => nameOf(entry) === name).length > 1
}

/** Whether text outside of a value depends on it, or it on text outside; the alias of a scalar can be written out. */
function isShared(value: Node, root: Node): boolean {
  if (value.kind === 'alias') return resolved(value).kind !== 'scalar'
  let shared = false
  const anchors: string[] = []
  walk(value, (node) => {
    if (node.kind === 'alias') shared = true
    if (node.anchor !== undefined) anchors.push(node.anchor)
  })
  if (!shared && anchors.length > 0) {
    walk(root, (node) => {
      if (node.kind === 'alias' && anchors.includes(node.name)) shared = true
    })
  }
  return shared
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  if (node.kind === 'seq') for (const item of node.items) walk(item, visit)
  if (node.kind === 'map') {
    for (const { key, value } of node.entries) {
      walk(key, visit)
      walk(value, visit)
    }
  }
}

function moduleRepair(vnf: Vnf, template: VnfTemplate, name: string): DefaultRepair {
  const environment = vnf.environmentOf(template)
  if (environment === undefined) {
    const path = vnf.pkg.environmentPathOf(template.path)
    if (vnf.pkg.unreadable.has(path)) return byHand('Mend the environment file first: it cannot be read.')
    const isOrphaned = vnf.environments.some((one) => vnf.isOrphan(one))
    if (isOrphaned) return byHand('Name the environment file after its module first.')
    return { repair: 'safe', advice: 'moves the default to the environment file, which it creates' }
  }
  const { root, document } = environment.file
  const section = readValue(root, 'parameters')
  if (section !== undefined && !isNull(section) && mapOf(section) === undefined) {
    return byHand('Mend the environment file first: parameters is no mapping.')
  }
  if (hasStrategy(readValue(root, 'parameter_merge_strategies'), name)) {
    return byHand('Decide: a merge strategy of the environment would treat the value as one of several.')
  }
  if (document.shadowed().length > 0) return byHand('Mend the environment file first: it has a key twice.')
  const known = environment.byName.get(name)?.some(({ entry }) => !isNull(entry.value)) === true
  return known
    ? { repair: 'safe', advice: 'deletes the default; the environment has a value, which wins' }
    : { repair: 'safe', advice: 'moves the default to the environment file' }
}

function hasStrategy(strategies: Node | undefined, name: string): boolean {
  return entriesOf(mapOf(strategies)).some(
    (one) => one.name === name || (one.name === 'default' && textOf(one.entry.value) !== 'overwrite'),
  )
}

/** A default of a nested file is in effect for the calls that do not pass the parameter. */
function nestedRepair(
  vnf: Vnf,
  nested: VnfTemplate,
  name: string,
  value: Node,
  above: ReadonlySet<string>,
): DefaultRepair {
  const calls = vnf.pkg.callsOf(nested.path)
  if (calls.length === 0) return byHand('No template of the package calls this file.')
  if (above.has(nested.path) || vnf.pkg.isCircular(nested.path)) {
    return byHand('The files call one another in a circle.')
  }
  const silent = calls.filter((call) => !passedBy(call).some((one) => one.name === name))
  if (silent.length === 0)
    return { repair: 'safe', advice: 'deletes the default; every call passes the parameter' }
  for (const call of silent) {
    const caller = vnf.template(call.caller)
    if (caller === undefined) return byHand('A caller cannot be read.')
    if (call.indexVariable !== undefined && holdsText(value, call.indexVariable)) {
      return byHand(`Decide: a group would replace ${call.indexVariable} in the value, the default keeps it.`)
    }
    const declared = caller.parameters.get(name)
    const type = nested.parameters.get(name)?.type
    if (declared !== undefined && (declared.type !== type || !hasValue(vnf, caller, declared, value))) {
      return byHand(`Decide: ${call.caller} has a parameter "${name}" whose value may be another one.`)
    }
    if (declared !== undefined) continue
    const next =
      caller.role === 'nested'
        ? nestedRepair(vnf, caller, name, value, new Set([...above, nested.path]))
        : moduleRepair(vnf, caller, name)
    if (next.repair !== 'safe') return next
  }
  return {
    repair: 'safe',
    advice: 'moves the default to the environments of the modules, and passes it from there',
  }
}

function holdsText(value: Node, text: string): boolean {
  let found = false
  walk(value, (node) => {
    if (textOf(node)?.includes(text) === true) found = true
  })
  return found
}

/** Whether a parameter of a caller is known to have the value already. */
function hasValue(vnf: Vnf, caller: VnfTemplate, { name, map }: Parameter, value: Node): boolean {
  // What callers of a nested file pass is not known here.
  if (caller.role === 'nested' && vnf.passedTo(caller, name).length > 0) return false
  const given = vnf.environmentOf(caller)?.byName.get(name) ?? []
  const own = given.find(({ entry }) => !isNull(entry.value))?.entry.value ?? readValue(map, 'default')
  return own !== undefined && parameterRead(own) === undefined && sameData(own, value)
}
