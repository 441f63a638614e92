/** `str_replace` and its variants; heat/engine/hot/functions.py, from `Replace` to `ReplaceJsonVeryStrict`. */
import { type ClassRow, classRows } from '../../heat/functions/class-rows.ts'
import { jsonText } from '../../heat/values/json-text.ts'
import { pythonStr, sortedKeys } from '../../heat/values/python-text.ts'
import { Failure, isList, isMap, type Key, type Value, type ValueMap } from '../../heat/values/value.ts'
import { DynamicCall, entriesOf, type Snippet, unpacked, valueIn } from '../snippet.ts'
import { lowerReplace, type ReplaceVariant } from '../terms/strings.ts'
import type { TemplateWorld } from '../world.ts'
import { longestFirst, typeError, valueError } from './arguments.ts'
import type { FunctionClass, FunctionSite } from './class.ts'
import { chosenOccurrences } from './occurrences.ts'
import { partsOf, type RowName } from './parts.ts'

function replaceClass(className: ReplaceName, split: SplitArguments): FunctionClass {
  const row: ClassRow = classRows[className]
  // Every placeholder must occur, and none of the values may be empty.
  const variant = { ...partsOf(className), strict: 'found' in row, empty: !('filled' in row) }
  return (argument, site) => {
    const { params, template } = split(argument, site)
    if (!(params instanceof DynamicCall) && entriesOf(params) === undefined)
      throw typeError(`"${site.name}" parameters must be a mapping`)
    const order = placeholdersIn(params)
    return {
      lower(lowering) {
        const [values, text] = [lowering.value(params), lowering.value(template)]
        return lowerReplace(lowering, text, values, { ...variant, name: site.name, pieces: piecesOf })
      },
      run(world) {
        const text = valueIn(template, world)
        const values = valueIn(params, world)
        variant.template.check(text, site.name)
        variant.params.check(values, site.name)
        const map = values as ValueMap
        const ordered = order?.length === map.size ? order : placeholdersOf(map, site.name)
        return replaced(text as string, map, ordered, variant, site.name, world)
      },
    }
  }
}

/** The placeholders of a literal map in their order; undefined where they are not known beforehand. */
function placeholdersIn(params: Snippet): readonly string[] | undefined {
  const keys = [...(entriesOf(params)?.keys() ?? [5])]
  return keys.every((key) => typeof key === 'string') ? longestFirst(keys as string[]) : undefined
}

function placeholdersOf(values: ValueMap, name: string): readonly string[] {
  const keys = sortedKeys(values.keys())
  if (keys.some((key) => typeof key !== 'string'))
    throw typeError(`"${name}" param placeholders must be strings`)
  return longestFirst(keys as string[])
}

function replaced(
  text: string,
  values: ValueMap,
  ordered: readonly string[],
  variant: ReplaceVariant,
  name: string,
  world: TemplateWorld,
): string {
  const texts = ordered.map((key) => valueText(values.get(key) as Value, key, variant, name))
  if (ordered.includes('')) throw valueError('empty separator')
  const missing = variant.strict ? new Set(ordered) : undefined
  const result = replacedIn(text, ordered, texts, missing, world)
  if (missing !== undefined && missing.size > 0) {
    throw valueError(
      `The following params were not found in the template: ${longestFirst([...missing]).join(',')}`,
    )
  }
  return result
}

/** The literal parts of a string and the placeholders between them. */
function piecesOf(text: string, keys: readonly string[]): readonly (string | { readonly key: string })[] {
  const ordered = longestFirst(keys)
  const pieces: (string | { readonly key: string })[] = []
  let from = 0
  for (const { start, index } of chosenOccurrences(text, ordered)) {
    const key = ordered[index] as string
    pieces.push(text.slice(from, start), { key })
    from = start + key.length
  }
  return [...pieces, text.slice(from)]
}

/**
 * Key after key in their order, each where nothing was inserted before: inserted strings are never searched again, and
 * neither are the seams between two parts.
 */
function replacedIn(
  text: string,
  keys: readonly string[],
  values: readonly string[],
  missing: Set<string> | undefined,
  world: TemplateWorld,
): string {
  const found = chosenOccurrences(text, keys)
  let length = text.length
  for (const { index } of found) {
    missing?.delete(keys[index] as string)
    length += (values[index] as string).length
  }
  world.made(length)
  let result = ''
  let from = 0
  for (const { start, index } of found) {
    result += text.slice(from, start) + values[index]
    from = start + (keys[index] as string).length
  }
  return result + text.slice(from)
}

function valueText(value: Value, key: string, variant: ReplaceVariant, name: string): string {
  const size = isList(value) ? value.length : isMap(value) ? value.size : undefined
  if (!variant.empty && (value === null || value === '' || size === 0)) {
    throw valueError(`${name} has an undefined or empty value for param ${key}`)
  }
  variant.values.check(value, name)
  if (value === null) return ''
  return isList(value) || isMap(value) ? jsonText(value, 'sorted') : pythonStr(value as Key)
}

type ReplaceName = Extract<RowName, `${string}.Replace${string}`>

type SplitArguments = (
  argument: Snippet,
  site: FunctionSite,
) => { readonly params: Snippet; readonly template: Snippet }

const mapArguments: SplitArguments = (argument, { name }) => {
  const entries = entriesOf(argument)
  if (entries === undefined) throw typeError(`Arguments to "${name}" must be a map`)
  const [params, template] = [entries.get('params'), entries.get('template')]
  if (params === undefined || template === undefined)
    throw new Failure('KeyError', `"${name}" needs template and params`)
  return { params, template }
}

const listArguments: SplitArguments = (argument, { name }) => {
  if (typeof argument === 'string' || entriesOf(argument) !== undefined)
    throw typeError(`Incorrect arguments to "${name}"`)
  const [params, template] = unpacked(argument, 2) as [Snippet, Snippet]
  return { params, template }
}

/** `hot.functions.Replace` */
export const replace = replaceClass('hot.functions.Replace', mapArguments)
/** `hot.functions.ReplaceJson`: maps and lists become JSON. */
export const replaceJson = replaceClass('hot.functions.ReplaceJson', mapArguments)
/** `hot.functions.ReplaceJsonStrict` */
export const replaceJsonStrict = replaceClass('hot.functions.ReplaceJsonStrict', mapArguments)
/** `hot.functions.ReplaceJsonVeryStrict` */
export const replaceJsonVeryStrict = replaceClass('hot.functions.ReplaceJsonVeryStrict', mapArguments)
/** `cfn.functions.Replace` */
export const cfnReplace = replaceClass('cfn.functions.Replace', listArguments)
