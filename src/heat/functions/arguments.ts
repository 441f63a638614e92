/** Whether a function accepts its arguments, as far as the source shows: the rows of the table, applied. */

import type { Node } from '../../text/document/node.ts'
import { type Call, callRead } from '../calls.ts'
import type { Reading } from '../template.ts'
import {
  compareVersions,
  conditionFunctionsOf,
  type HotVersion,
  hasFunction,
  oldestVersion,
} from '../versions.ts'
import { type Form, type FormScope, misfit, type NewerForm, newerForm } from './forms.ts'
import { functionRow } from './table.ts'

interface ArgumentScope extends FormScope {
  readonly inCondition: boolean
  readonly reading: Reading
}

/**
 * What is wrong with the arguments of a function, as a sentence without full stop; undefined where no mistake is found.
 * @param depth `shape` checks the number of items only, not the items themselves
 */
export function argumentProblem(
  { name, argument }: Call,
  scope: ArgumentScope,
  depth: 'all' | 'shape' = 'all',
): string | undefined {
  const row = functionRow(name)
  if (row === undefined) return undefined
  const { argument: form, takes } = (scope.reading === 'aws' ? row.aws : undefined) ?? row
  const isComputed = row.computed === 'anywhere' || (row.computed === 'in conditions' && scope.inCondition)
  if (isComputed && scope.isFunction(argument)) return undefined
  const { version } = scope
  const newer = version === undefined ? undefined : newerFormOf(name, argument)
  const isTooNew =
    version !== undefined && newer?.elsewhere === 'refused' && compareVersions(version, newer.since) < 0
  const found = misfit(argument, depth === 'shape' ? shapeOf(form) : form, scope)
  if (found?.wording !== undefined) return `${name} ${found.wording}`
  return found !== undefined || isTooNew ? `${name} takes ${takes}` : undefined
}

function shapeOf(form: Form): Form {
  if (typeof form === 'string' || !('items' in form)) return form
  return { ...form, items: form.items.map(() => 'anything' as const) }
}

/** The form of an argument that only newer versions of HOT take, or read in this way; undefined for all others. */
export function newerFormOf(name: string, argument: Node): NewerForm | undefined {
  const row = functionRow(name)
  return row?.newer === undefined ? undefined : newerForm(argument, row.argument, row.newer)
}

/**
 * Whether a mapping of one entry can be meant as a function in a version that has one of its name: false only where
 * Heat would refuse the arguments whatever the values are. A name that every version has, or that only conditions
 * have, is a function whatever it is given.
 * @param scope with the conditions that the template declares
 */
export function mayBeFunction(
  call: Call,
  scope: { readonly version: HotVersion; readonly conditions: ReadonlyMap<string, Node> },
): boolean {
  const { version, conditions } = scope
  if (hasFunction(oldestVersion, call.name) || !hasFunction(version, call.name)) return true
  const problem = argumentProblem(call, {
    isFunction: (node) => {
      const name = callRead(node)?.name
      return name !== undefined && hasFunction(version, name)
    },
    version,
    conditions: { declared: conditions, functions: conditionFunctionsOf(version) },
    inCondition: false,
    reading: 'heat',
  })
  return problem === undefined
}
