/** The parameters of a composition: what a user has to give, and may give, once all implementations are chosen. */
import type { Node } from '../document/node.ts'
import { readValue } from '../heat/merge-keys.ts'
import {
  type Declaration,
  declaredParameters,
  effectiveDefault,
  environmentValue,
  passedValue,
} from '../package/effective-value.ts'
import type { Package } from '../package/package.ts'
import type { PackageFile } from '../package/package-file.ts'
import { isHidden } from '../package/truth.ts'

export interface CompositionParameter {
  readonly name: string
  /** The template that declares it. */
  readonly template: string
  readonly type: Node | undefined
  readonly description: Node | undefined
  readonly default: Node | undefined
  /** Whether nobody is to see its value, or its default. */
  readonly isHidden: boolean
  readonly constraints: Node | undefined
  /** Where a value is given already: under `parameters` or `parameter_defaults` of an environment. */
  readonly given: 'parameters' | 'parameter_defaults' | undefined
  /** Whether no stack can be made without a value from the user. */
  readonly isRequired: boolean
  /** Where a value belongs: nested templates take theirs from `parameter_defaults` alone. */
  readonly giveAs: 'parameters' | 'parameter_defaults'
}

/**
 * The parameters of a template, and of the nested templates below it those that no call passes; required ones first.
 * @param pkg with every list of a registry chosen from, and the environments that count as its only ones
 */
export function compositionParameters(pkg: Package, module: string): readonly CompositionParameter[] {
  const file = pkg.files.get(module)
  if (file === undefined) return []
  const found = declaredParameters(file.root).map((one) => parameterOf(pkg, file, one, 'parameters'))
  for (const path of pkg.reachableFrom(module)) {
    const nested = pkg.files.get(path)
    const calls = pkg
      .callsOf(path)
      .filter(({ caller }) => caller === module || pkg.reachableFrom(module).has(caller))
    if (nested === undefined) continue
    for (const one of declaredParameters(nested.root))
      if (calls.some((call) => passedValue(call, one.name) === undefined))
        found.push(parameterOf(pkg, nested, one, 'parameter_defaults'))
  }
  return found.sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function parameterOf(
  pkg: Package,
  { path, root: _root }: PackageFile,
  declaration: Declaration,
  giveAs: CompositionParameter['giveAs'],
): CompositionParameter {
  const { name, map } = declaration
  const sections =
    giveAs === 'parameters'
      ? (['parameters', 'parameter_defaults'] as const)
      : (['parameter_defaults'] as const)
  const given = sections.find((section) =>
    pkg.environments().some((environment) => environmentValue(environment, section, name) !== undefined),
  )
  const preset = effectiveDefault(declaration)
  return {
    name,
    template: path,
    type: readValue(map, 'type'),
    description: readValue(map, 'description'),
    default: preset,
    isHidden: isHidden(map),
    constraints: readValue(map, 'constraints'),
    given,
    isRequired: given === undefined && preset === undefined,
    giveAs,
  }
}
