/** Values of functions that depend on no parameter. */
import {
  type Call,
  callOf,
  callRead,
  integer,
  listOf,
  mapOf,
  type Node,
  nameOf,
  resolved,
  scalarOf,
  string,
  stringOf,
  type TemplateScope,
  valueOf,
  withArgument,
  withItems,
} from '../../../src/engine/authoring/authoring.ts'
import { isPlainCopy, keyName, lookedUp } from '../mappings.ts'

/** The value of a function; undefined where that is known only when the stack is made. */
export function computed(call: Call, scope: TemplateScope): Node | undefined {
  switch (call.name) {
    case 'Fn::Length':
      return lengthOf(call, scope)
    case 'Fn::ToJsonString': {
      const json = jsonOf(call.argument)
      return json === undefined ? undefined : string(json, { for: call.node })
    }
    case 'Fn::FindInMap':
      return itemsCount(call) === 4 ? lookedUpOr(call, scope) : undefined
    default:
      return undefined
  }
}

function itemsCount({ argument }: Call): number {
  return listOf(argument)?.items.length ?? 0
}

/** An item may be computed, but none may be left out. */
function lengthOf({ argument, node }: Call, scope: TemplateScope): Node | undefined {
  const items = listOf(literalLookup(argument, scope) ?? argument)?.items
  const isCertain = items?.every((item) => {
    const call = callRead(item)
    return call === undefined || (call.name === 'Ref' && stringOf(call.argument) !== 'AWS::NoValue')
  })
  return items === undefined || isCertain !== true ? undefined : integer(items.length, { for: node })
}

/** The list or string in a mapping that three literal names find. */
export function literalLookup(node: Node, { template, declared, target }: TemplateScope): Node | undefined {
  const call = callOf(node)
  const args = call?.name === 'Fn::FindInMap' ? listOf(call.argument)?.items : undefined
  const [map, key, name] = args?.map((one) => keyName(one, template)) ?? []
  if (args?.length !== 3 || map === undefined || key === undefined || name === undefined) return undefined
  const found = lookedUp(mapOf(declared.mappings.get(map)), key, name, template)
  return found === undefined || !isPlainCopy(found, target) ? undefined : found
}

/**
 * `[map, key, name, {DefaultValue: …}]`: by literal names what they find, or the default; by parameters with allowed values
 * the lookup of these alone where the mapping has them all, so that nothing ever takes the default.
 */
function lookedUpOr(call: Call, scope: TemplateScope): Node | undefined {
  const { template, declared, target } = scope
  const { argument } = call
  if (argument.kind !== 'seq') return undefined
  const [first, ...others] = argument.items
  const map = first === undefined ? undefined : keyName(first, template)
  const table = mapOf(declared.mappings.get(map ?? ''))
  const otherwise = valueOf(others[2], 'DefaultValue')
  const choices = others.slice(0, 2).map((one) => namesOf(one, scope))
  const [keys, names] = choices
  if (map === undefined || otherwise === undefined || keys === undefined || names === undefined)
    return undefined
  const found = keys.flatMap((key) => names.map((name) => lookedUp(table, key, name, template)))
  const isLiteral = others.slice(0, 2).every((one) => keyName(one, template) !== undefined)
  if (!isLiteral)
    return found.includes(undefined)
      ? undefined
      : withArgument(call, withItems(argument, argument.items.slice(0, 3)))
  const [value] = found
  if (value === undefined) return otherwise
  return isPlainCopy(value, target) ? value : undefined
}

/** All names that an argument may be: itself, or the allowed values of the parameter that it refers to. */
function namesOf(argument: Node, { template, declared }: TemplateScope): readonly string[] | undefined {
  const literal = keyName(argument, template)
  if (literal !== undefined) return [literal]
  const call = callOf(argument)
  const parameter = call?.name === 'Ref' ? declared.parameters.get(stringOf(call.argument) ?? '') : undefined
  const allowed = listOf(valueOf(parameter, 'AllowedValues'))?.items.map((one) => keyName(one, template))
  if (allowed === undefined || allowed.length === 0) return undefined
  const names = allowed.filter((one) => one !== undefined)
  return names.length === allowed.length ? names : undefined
}

/** The JSON of data without any function in it, as AWS writes it: no blanks, the keys in their order. */
function jsonOf(node: Node): string | undefined {
  const value = resolved(node)
  if (value.kind === 'seq') {
    const items = value.items.map(jsonOf)
    return items.includes(undefined) ? undefined : `[${items.join(',')}]`
  }
  if (value.kind === 'map') {
    const members = value.entries.map((one) => {
      const name = nameOf(one)
      const isData = name !== undefined && name !== 'Ref' && !name.startsWith('Fn::') && name !== '<<'
      const json = isData ? jsonOf(one.value) : undefined
      return json === undefined ? undefined : `${JSON.stringify(name)}:${json}`
    })
    return members.includes(undefined) ? undefined : `{${members.join(',')}}`
  }
  const scalar = scalarOf(value)
  if (scalar?.type === 'str') return stringOf(value) === undefined ? undefined : JSON.stringify(scalar.value)
  if (scalar?.type === 'bool' || scalar?.type === 'null') return JSON.stringify(scalar.value ?? null)
  return scalar?.type === 'int' && Number.isSafeInteger(Number(scalar.value))
    ? String(scalar.value)
    : undefined
}
