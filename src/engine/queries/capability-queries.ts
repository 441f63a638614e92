/** Questions about capabilities, answered from packages: find, list and parameters. */

import { hiddenValue } from '../../heat/parameters.ts'
import {
  type Capabilities,
  environmentsOf,
  mappingsOf,
  sourcesOf,
  templatesOf,
} from '../../rules/capabilities/model.ts'
import {
  type CapabilitySummary,
  type CompositionParameter,
  compositionParameters,
  findCapable,
  summaryOf,
} from '../../rules/capabilities/queries.ts'
import { type CapabilityProblem, resolveCapabilities, withChoices } from '../../rules/capabilities/resolve.ts'
import type { Workspace } from '../../stack/workspace.ts'
import { plainData } from '../../text/document/data.ts'
import { rangeOf } from '../../text/document/node.ts'
import { behaves } from '../findings/catalogue.ts'

/** What a query is about. */
export interface CapabilityQuestion {
  readonly packages: readonly Workspace[]
  /** Paths, in the order in which Heat merges them. */
  readonly environments: readonly string[]
  /** What counts after all that environments require. */
  readonly required: Capabilities
  /** The files that were named, of which templates are those that are asked about. */
  readonly named: ReadonlySet<string>
}

/** What keeps a choice from being made, with its location; line and column count from 1. */
interface LocatedProblem extends Pick<CapabilityProblem, 'code' | 'path' | 'message'> {
  readonly line: number
  readonly column: number
}

/** Paths of the templates with some capabilities. */
export function capableTemplates(
  { packages }: Pick<CapabilityQuestion, 'packages'>,
  wanted: Capabilities,
): readonly string[] {
  return findCapable(packages.flatMap(templatesOf), wanted)
}

/** All capabilities with their values, the types with their templates, and what is chosen and what is open. */
export function capabilitySummary({
  packages,
  environments,
  required,
}: Omit<CapabilityQuestion, 'named'>): CapabilitySummary {
  const templates = packages.flatMap((pkg) => [...sourcesOf(pkg, []).templates])
  const trees = packages.flatMap((pkg) => environmentsOf(pkg, environments))
  return summaryOf({ templates: new Map(templates), environments: trees }, required)
}

/** The parameters of each composition once the choices are made, and what keeps one from being made. */
export function compositionsOf({ packages, environments, required, named }: CapabilityQuestion): {
  readonly compositions: readonly Composition[]
  readonly problems: readonly LocatedProblem[]
} {
  const answers = packages.map((pkg) => compositionsIn(pkg, environments, required, named))
  return {
    compositions: answers.flatMap(({ compositions }) => compositions),
    problems: answers.flatMap(({ problems }) => problems),
  }
}

/** A template that stacks are made of, and what such a stack can be given once the choices are made. */
interface Composition {
  readonly template: string
  readonly parameters: readonly CompositionParameter[]
}

function compositionsIn(
  pkg: Workspace,
  environments: readonly string[],
  required: Capabilities,
  named: ReadonlySet<string>,
): { readonly compositions: readonly Composition[]; readonly problems: readonly LocatedProblem[] } {
  const trees = environmentsOf(pkg, environments)
  const resolution = resolveCapabilities(sourcesOf(pkg, trees), required)
  const templates = [...pkg.files.values()].filter(({ kind }) => kind !== 'environment')
  const part = pkg.part([...templates, ...trees].map(({ path }) => path))
  const resolved = part.withFiles(trees.map((file) => ({ ...file, root: withChoices(file, resolution) })))
  const isNamed = templates.some(({ path }) => named.has(path))
  // A template that was not chosen is no composition of its own.
  const candidates = new Set(
    mappingsOf({ environments: trees, templates: new Map() }).flatMap(({ targets }) =>
      targets.flatMap(({ path }) => path ?? []),
    ),
  )
  const asked = isNamed
    ? templates.filter(({ path }) => named.has(path))
    : resolved.modules().filter(({ path }) => !candidates.has(path))
  return {
    compositions: asked.map(({ path }) => ({
      template: path,
      parameters: compositionParameters(resolved, path),
    })),
    problems: resolution.problems
      .filter((one) => !behaves(one.code, 'contradicts'))
      .map((one) => located(pkg, one)),
  }
}

function located(pkg: Workspace, { code, path, at, message }: CapabilityProblem): LocatedProblem {
  const start = at === undefined ? 0 : (rangeOf(at)?.start ?? 0)
  const position = pkg.files.get(path)?.document.lines.position(start) ?? { line: 1, column: 1 }
  return { code, path, message, ...position }
}

/** A parameter as plain data; the default of a hidden one is not shown. */
export function parameterData(one: CompositionParameter): Readonly<Record<string, unknown>> {
  const known = (['type', 'description', 'default', 'constraints'] as const).flatMap((name) => {
    const node = one[name]
    return node === undefined
      ? []
      : [[name, name === 'default' ? shownDefault(one) : plainData(node)] as const]
  })
  const { name, template, isRequired, given, giveAs } = one
  return { name, template, required: isRequired, given: given ?? null, giveAs, ...Object.fromEntries(known) }
}

/** The default as plain data, of a hidden parameter stars. */
export function shownDefault({ default: preset, isHidden }: CompositionParameter): unknown {
  return isHidden ? hiddenValue : preset && plainData(preset)
}
