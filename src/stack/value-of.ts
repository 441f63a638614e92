/**
 * Which value a parameter of a stack gets, and from where (heat/engine/parameters.py: `Parameter.value`;
 * heat/engine/environment.py: `get_child_environment`). The only precedence.
 */

import { callOf } from '../heat/calls.ts'
import { functionRow } from '../heat/functions/table.ts'
import { declaredType } from '../heat/parameters.ts'
import { someNode } from '../heat/walk.ts'
import { sameData } from '../text/document/data.ts'
import type { Node } from '../text/document/node.ts'
import { isNull } from '../text/document/read.ts'
import type { NestedCall } from './calls.ts'
import { type MergedValue, MergedValues } from './merged-values.ts'
import type { SourceFile } from './source-file.ts'
import {
  declaredParameter,
  effectiveDefault,
  firstGiven,
  passedValue,
  type ValueSection,
  valueSections,
} from './values.ts'

/** A stack, as far as it says which values parameters get. */
export interface StackValues {
  /** The path of its outermost template: `parameters` of environments are for that one alone. */
  readonly module: string
  readonly environments: MergedValues<SourceFile>
  readonly template: (path: string) => SourceFile | undefined
  /** Who uses a nested template, and what they pass. */
  readonly callsOf: (path: string) => readonly NestedCall[]
}

/** An entry of an environment that gives a value, or a part of one. */
export type ValuePart = MergedValue<SourceFile>['parts'][number]

/** What a parameter gets, and what gives it. Open: nothing gives it (`input`), or callers pass what is not known (`passed`). */
export type ParameterValue =
  | (MergedValue<SourceFile> & { readonly from: ValueSection })
  | { readonly from: 'property'; readonly node: Node; readonly calls: readonly NestedCall[] }
  | { readonly from: 'default'; readonly node: Node }
  | { readonly from: 'input' | 'passed'; readonly node: undefined }

/** One environment, or several in the order in which Heat merges them. */
type Environments = SourceFile | readonly SourceFile[] | undefined

/**
 * @param environments in the order in which Heat merges them
 * @param nested the templates that it is made of besides
 */
export function stackValues(
  module: SourceFile,
  environments: Environments,
  nested: () => readonly SourceFile[] = () => [],
  callsOf: StackValues['callsOf'] = () => [],
): StackValues {
  let all: readonly SourceFile[] | undefined
  const templates = () => {
    all ??= [module, ...nested()]
    return all
  }
  const typeIn = (name: string) => {
    const declared =
      declaredParameter(module.root, name) ??
      templates()
        .map(({ root }) => declaredParameter(root, name))
        .find((one) => one !== undefined)
    return declared && (declaredType(declared.map) ?? 'unknown')
  }
  return {
    module: module.path,
    environments: new MergedValues(inOrder(environments), typeIn),
    template: (path) => (path === module.path ? module : templates().find((one) => one.path === path)),
    callsOf,
  }
}

function inOrder(environments: Environments): readonly SourceFile[] {
  if (environments === undefined) return []
  return 'root' in environments ? [environments] : environments
}

/**
 * What environments give a parameter: `parameters` before `parameter_defaults`; null is no value, an empty string or list is
 * one.
 */
export function valueGiven(
  environments: MergedValues<SourceFile>,
  name: string,
  sections: readonly ValueSection[] = valueSections,
): (MergedValue<SourceFile> & { readonly from: ValueSection }) | undefined {
  const given = firstGiven((section) => {
    const found = environments.value(section, name)
    return found === undefined || isNull(found.node) ? undefined : found
  }, sections)
  return given && { from: given.from, ...given.value }
}

/**
 * The value of a parameter of one of the templates of a stack. Of a nested one: what all of its callers pass, else
 * `parameter_defaults` of the environments, else its default.
 */
export function valueOf(stack: StackValues, path: string, parameter: string): ParameterValue {
  const isModule = path === stack.module
  const passed = isModule ? undefined : valuePassed(stack.callsOf(path), parameter)
  if (passed !== undefined) return passed
  const given = valueGiven(stack.environments, parameter, isModule ? valueSections : ['parameter_defaults'])
  if (given !== undefined) return given
  const file = stack.template(path)
  const declaration = file && declaredParameter(file.root, parameter)
  const node = effectiveDefault(declaration)
  return node === undefined ? { from: 'input', node: undefined } : { from: 'default', node }
}

/** The value of a parameter of the outermost template. */
export function moduleValue(
  module: SourceFile,
  environments: Environments,
  parameter: string,
): ParameterValue {
  return valueOf(stackValues(module, environments), module.path, parameter)
}

/** What environments give the outermost template in one of their sections. */
export function givenIn(
  section: ValueSection,
  module: SourceFile,
  environments: Environments,
  parameter: string,
): MergedValue<SourceFile> | undefined {
  return valueGiven(stackValues(module, environments).environments, parameter, [section])
}

/** What callers pass; undefined where all leave it to others. A null that is passed is no value (`TemplateResource.child_params`). */
function valuePassed(calls: readonly NestedCall[], name: string): ParameterValue | undefined {
  const values = calls.map((call) => passedValue(call, name))
  const passed = values.flatMap((one) => (one === undefined || isNull(one) ? [] : [one]))
  const [node] = passed
  if (node === undefined) return undefined
  const isKnown =
    passed.length === values.length && passed.every((one) => !someNode(one, isCall) && sameData(one, node))
  return isKnown ? { from: 'property', node, calls } : { from: 'passed', node: undefined }
}

/** Whether a node is a function, and not a mapping with one key. */
function isCall(node: Node): boolean {
  return functionRow(callOf(node)?.name ?? '') !== undefined
}
