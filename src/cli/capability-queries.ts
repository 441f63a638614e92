/** What `hotshift capabilities` answers: find, list and parameters. */
import {
  type Capabilities,
  environmentsOf,
  mappingsOf,
  sourcesOf,
  templatesOf,
} from '../capabilities/model.ts'
import {
  type CompositionParameter,
  compositionParameters,
  findCapable,
  summaryOf,
} from '../capabilities/queries.ts'
import { type CapabilityProblem, resolveCapabilities, withChoices } from '../capabilities/resolve.ts'
import { plainData } from '../document/data.ts'
import { type Data, fromData } from '../document/from-data.ts'
import { rangeOf } from '../document/node.ts'
import { topicOf } from '../engine/catalogue.ts'
import { hiddenValue } from '../heat/parameters.ts'
import { newDocument } from '../print/print.ts'
import { oneLine, renderTable } from '../report/style.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What a query is about. */
export interface Asked {
  readonly packages: readonly Workspace[]
  /** Paths, in the order in which Heat merges them. */
  readonly environments: readonly string[]
  /** What counts after all that environments require. */
  readonly required: Capabilities
  /** The files that were named, of which templates are those that are asked about. */
  readonly named: ReadonlySet<string>
}

/** An answer as data, and as lines for people. */
export interface QueryAnswer {
  readonly data: unknown
  readonly lines: readonly string[]
  /** What keeps the question from being answered. */
  readonly problems: readonly string[]
}

export function findAnswer({ packages }: Asked, wanted: Capabilities): QueryAnswer {
  const found = findCapable(packages.flatMap(templatesOf), wanted)
  return { data: found, lines: found, problems: [] }
}

export function listAnswer({ packages, environments, required }: Asked): QueryAnswer {
  const templates = packages.flatMap((pkg) => [...sourcesOf(pkg, []).templates])
  const trees = packages.flatMap((pkg) => environmentsOf(pkg, environments))
  const { capabilities, types, chosen, open } = summaryOf(
    { templates: new Map(templates), environments: trees },
    required,
  )
  const rows = [...capabilities, ...types].map(([key, values]) => `${key}: ${values.join(', ')}`)
  const choices = [...chosen].map(([type, target]) => `chosen  ${type}: ${target}`)
  const left = [...open].map(([type, targets]) => `open    ${type}: ${targets.join(', ')}`)
  const data = {
    capabilities: Object.fromEntries(capabilities),
    types: Object.fromEntries(types),
    ...(environments.length === 0
      ? {}
      : { chosen: Object.fromEntries(chosen), open: Object.fromEntries(open) }),
  }
  return { data, lines: [...rows, ...choices, ...left], problems: [] }
}

export function parametersAnswer({ packages, environments, required, named }: Asked): QueryAnswer {
  const answers = packages.map((pkg) => compositionsIn(pkg, environments, required, named))
  const compositions = answers.flatMap(({ compositions: some }) => some)
  const data = compositions.map(({ template, parameters }) => ({
    template,
    parameters: parameters.map(parameterData),
  }))
  const lines = compositions.flatMap(({ template, parameters }) => [
    `${template}:`,
    ...(parameters.length === 0
      ? ['  no parameters']
      : parameterLines(parameters).map((line) => `  ${line}`)),
  ])
  return { data, lines, problems: answers.flatMap(({ problems }) => problems) }
}

interface Composition {
  readonly template: string
  readonly parameters: readonly CompositionParameter[]
}

function compositionsIn(
  pkg: Workspace,
  environments: readonly string[],
  required: Capabilities,
  named: ReadonlySet<string>,
): { readonly compositions: readonly Composition[]; readonly problems: readonly string[] } {
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
      .filter((one) => topicOf(one) !== 'mapping')
      .map((one) => problemLine(pkg, one)),
  }
}

function problemLine(pkg: Workspace, { code, path, at, message }: CapabilityProblem): string {
  const start = at === undefined ? 0 : (rangeOf(at)?.start ?? 0)
  const { line, column } = pkg.files.get(path)?.document.lines.position(start) ?? { line: 1, column: 1 }
  return oneLine(`${path}:${line}:${column}  ${code}  ${message}`)
}

function parameterData(one: CompositionParameter): unknown {
  const known = (['type', 'description', 'default', 'constraints'] as const).flatMap((name) => {
    const node = one[name]
    return node === undefined
      ? []
      : [[name, name === 'default' ? shownDefault(one) : plainData(node)] as const]
  })
  const { name, template, isRequired, given, giveAs } = one
  return { name, template, required: isRequired, given: given ?? null, giveAs, ...Object.fromEntries(known) }
}

function shownDefault({ default: preset, isHidden }: CompositionParameter): unknown {
  return isHidden ? hiddenValue : preset && plainData(preset)
}

function parameterLines(parameters: readonly CompositionParameter[]): readonly string[] {
  const rows = parameters.map((one) => {
    const preset = one.default === undefined ? '' : `default ${JSON.stringify(shownDefault(one))}`
    const state = one.isRequired ? 'required' : one.given === undefined ? 'optional' : `in ${one.given}`
    return [state, one.name, String(plainData(one.type) ?? ''), preset, one.template]
  })
  return renderTable(rows, ['left', 'left', 'left', 'left', 'left']).map((line) => line.trimEnd())
}

/** An answer as YAML. */
export function yamlOf(data: unknown): string {
  return newDocument(fromData(asData(data), { style: 'block' }))
}

function asData(value: unknown): Data {
  if (Array.isArray(value)) return value.map(asData)
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, one]) => [key, one === null ? undefined : asData(one)]))
  return value as Data
}
