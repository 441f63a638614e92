/** What can be asked of templates with capabilities. */

import { readValue } from '../../heat/merge-keys.ts'
import { isHidden } from '../../heat/parameters.ts'
import type { SourceFile } from '../../stack/source-file.ts'
import { givenIn } from '../../stack/value-of.ts'
import { type Declaration, declaredParameters, effectiveDefault, passedValue } from '../../stack/values.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { include } from '../../text/document/multimap.ts'
import type { Node } from '../../text/document/node.ts'
import { byKey } from '../../text/document/sorted.ts'
import {
  type Capabilities,
  capabilitiesOf,
  mappingsOf,
  resourceTypeKey,
  type Sources,
  type SourceTree,
} from './model.ts'
import { resolveCapabilities } from './resolve.ts'

/** The templates that offer all wanted values of every key, sorted by path. */
export function findCapable(templates: Iterable<SourceTree>, wanted: Capabilities): readonly string[] {
  const found: string[] = []
  for (const template of templates) {
    const offered = capabilitiesOf(template)
    const fits = [...wanted].every(([key, values]) =>
      values.every((one) => offered.get(key)?.includes(one) === true),
    )
    if (fits) found.push(template.path)
  }
  return found.sort()
}

export interface CapabilitySummary {
  /** Every key with all values that templates offer, sorted. */
  readonly capabilities: ReadonlyMap<string, readonly string[]>
  /** Every type with the templates that can stand for it, sorted. */
  readonly types: ReadonlyMap<string, readonly string[]>
  /** Types for which the environments choose a template out of a list. */
  readonly chosen: ReadonlyMap<string, string>
  /** Types that the environments leave open, with their candidates. */
  readonly open: ReadonlyMap<string, readonly string[]>
}

/** @param more requirements that count after those of the environments */
export function summaryOf(sources: Sources, more: Capabilities = new Map()): CapabilitySummary {
  const capabilities = new Map<string, Set<string>>()
  const types = new Map<string, Set<string>>()
  for (const template of sources.templates.values()) {
    for (const [key, values] of capabilitiesOf(template)) {
      for (const value of values) {
        if (key === resourceTypeKey) include(types, value, template.path)
        else include(capabilities, key, value)
      }
    }
  }
  const { choices, overridden } = resolveCapabilities(sources, more)
  const decided = new Set([...choices.map(({ of }) => of), ...overridden])
  const open = mappingsOf(sources).filter((one) => one.isList && !decided.has(one))
  return {
    capabilities: sorted(capabilities),
    types: sorted(types),
    chosen: new Map(choices.map(({ of, chosen }) => [of.name, chosen.target])),
    open: new Map(open.map(({ name, targets }) => [name, targets.map(({ target }) => target)])),
  }
}

function sorted(sets: ReadonlyMap<string, ReadonlySet<string>>): Map<string, readonly string[]> {
  return new Map([...sets].sort(byKey).map(([key, values]) => [key, [...values].sort()]))
}

// The parameters of a composition: what a user has to give, and may give, once all implementations are
// chosen.

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
 * The parameters of a template, and of the nested templates below it those that no caller passes; required ones first.
 * @param pkg with every list of a registry chosen from, and the environments that count as its only ones
 */
export function compositionParameters(pkg: Workspace, module: string): readonly CompositionParameter[] {
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
  pkg: Workspace,
  file: SourceFile,
  declaration: Declaration,
  giveAs: CompositionParameter['giveAs'],
): CompositionParameter {
  const { name, map } = declaration
  const given = [...new Set([giveAs, 'parameter_defaults' as const])].find((section) =>
    pkg.environments().some((environment) => givenIn(section, file, environment, name) !== undefined),
  )
  const preset = effectiveDefault(declaration)
  return {
    name,
    template: file.path,
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
