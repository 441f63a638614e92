/** The dependencies of a stack for people, for Graphviz and for Mermaid. */

import type {
  GraphAnswer,
  GraphEdge,
  GraphResource,
  ResourceGraph,
} from '../../engine/queries/resource-graph.ts'
import { push } from '../../text/document/multimap.ts'
import { quantity } from './counts.ts'
import { circleLines } from './graph-picture.ts'
import { oneLine, type Style } from './style.ts'

/** The waves in which resources are created, each resource with what it waits for; nested templates below the resource. */
export function graphText({ graph, circles, open }: GraphAnswer, style: Style): string {
  const lines = [...graphLines(graph, '', style)]
  for (const circle of circles) {
    const [head = '', ...steps] = circleLines(circle)
    lines.push('', style.red(head), ...steps.map((step) => `  ${step}`))
  }
  if (isAnyConditional(graph)) lines.push('', style.dim(legend(graph)))
  for (const one of open) lines.push('', `not followed: ${oneLine(one)}`)
  return `${lines.join('\n')}\n`
}

const remarks: Readonly<Record<GraphEdge['by'], string>> = {
  reference: '',
  depends_on: ' (depends_on)',
  class: ' (by its class)',
}

function graphLines(graph: ResourceGraph, indent: string, style: Style): readonly string[] {
  const { path, resources, waves } = graph
  const created =
    waves.length === 0 ? '' : `, created in ${quantity(waves.length, 'wave')}, deleted in reverse`
  const head = `${indent}${oneLine(path)}: ${quantity(resources.length, 'resource')}${created}`
  const byName = new Map(resources.map((one) => [one.name, one] as const))
  const width = Math.max(0, ...resources.map((one) => nameOf(one).length))
  const types = Math.max(0, ...resources.map(({ type }) => type.length))
  const needs = edgesFrom(graph)
  const lineOf = (mark: string, one: GraphResource): readonly string[] => {
    const own = (needs.get(one.name) ?? []).map(
      ({ to, by, isConditional }) => `${to}${isConditional === true ? '?' : ''}${remarks[by]}`,
    )
    const waits = own.length === 0 ? '' : style.dim(`waits for ${oneLine(own.join(', '))}`)
    const columns = `${style.bold(oneLine(nameOf(one)).padEnd(width))}  ${oneLine(one.type).padEnd(types)}  ${waits}`
    const line = `${indent}  ${mark.padStart(3)}  ${columns}`.trimEnd()
    return one.inside === undefined ? [line] : [line, ...graphLines(one.inside, `${indent}       `, style)]
  }
  const waved = waves.flatMap((names, index) =>
    names.flatMap((name, position) => {
      const one = byName.get(name)
      return one === undefined ? [] : lineOf(position === 0 ? `${index + 1}` : '', one)
    }),
  )
  const inWaves = new Set(waves.flat())
  const others = resources.filter(({ name }) => !inWaves.has(name)).flatMap((one) => lineOf('-', one))
  const unknown = graph.open.map(({ resource, why }) =>
    oneLine(`${indent}  what ${resource} waits for is not known: ${why}`),
  )
  return [style.bold(head), ...waved, ...others, ...unknown]
}

function nameOf({ name, isConditional }: GraphResource): string {
  return isConditional === true ? `${name}?` : name
}

function edgesFrom({ edges }: ResourceGraph): ReadonlyMap<string, readonly GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>()
  for (const one of edges) push(found, one.from, one)
  return found
}

function isAnyConditional({ resources, edges }: ResourceGraph): boolean {
  return (
    [...resources, ...edges].some(({ isConditional }) => isConditional === true) || resources.some(hasInside)
  )
}

function hasInside({ inside }: GraphResource): boolean {
  return inside !== undefined && isAnyConditional(inside)
}

function legend(graph: ResourceGraph): string {
  const names = new Set(notGivenIn(graph))
  return `? for some values only of what is not given: ${oneLine([...names].join(', '))}; --set or -e gives a value`
}

function notGivenIn({ notGiven, resources }: ResourceGraph): readonly string[] {
  return [...notGiven, ...resources.flatMap(({ inside }) => (inside === undefined ? [] : notGivenIn(inside)))]
}

/** For Graphviz: `dot -Tsvg`. An arrow leads from a resource to what it waits for. */
export function graphDot({ graph }: GraphAnswer): string {
  const quoted = (text: string) => `"${oneLine(text).replace(/["\\]/g, '\\$&')}"`
  const write = (one: ResourceGraph, prefix: string, indent: string): readonly string[] => [
    ...one.resources.flatMap(({ name, type, isConditional, inside }) => {
      const id = `${prefix}${name}`
      const style = isConditional === true ? ', style=dashed' : ''
      // The end of a line in a label is \n, which stands between the two.
      const label = `${quoted(name).slice(0, -1)}\\n${quoted(type).slice(1)}`
      const node = `${indent}${quoted(id)} [label=${label}${style}]`
      if (inside === undefined) return [node]
      return [
        node,
        `${indent}subgraph ${quoted(`cluster ${id}`)} {`,
        `${indent}  label=${quoted(`${name}: ${inside.path}`)}`,
        ...write(inside, `${id}/`, `${indent}  `),
        `${indent}}`,
      ]
    }),
    ...one.edges.map(({ from, to, by, isConditional }) => {
      const attributes = [
        ...(by === 'reference' ? [] : [`label=${quoted(by)}`]),
        ...(isConditional === true ? ['style=dashed'] : []),
      ]
      const list = attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`
      return `${indent}${quoted(`${prefix}${from}`)} -> ${quoted(`${prefix}${to}`)}${list}`
    }),
  ]
  const lines = ['  rankdir=LR', '  node [shape=box]', ...write(graph, '', '  ')]
  return `digraph ${quoted(graph.path)} {\n${lines.join('\n')}\n}\n`
}

/** For Mermaid, as GitHub and GitLab show it in Markdown. An arrow leads from a resource to what it waits for. */
export function graphMermaid({ graph }: GraphAnswer): string {
  const ids = new Map<string, string>()
  const idOf = (path: string) => {
    const known = ids.get(path) ?? `n${ids.size}`
    ids.set(path, known)
    return known
  }
  const escaped = (text: string) => oneLine(text).replace(/[#&"<>`\\]/g, (mark) => `#${mark.codePointAt(0)};`)
  const write = (one: ResourceGraph, prefix: string, indent: string): readonly string[] => [
    ...one.resources.flatMap(({ name, type, inside }) => {
      const id = idOf(`${prefix}${name}`)
      const node = `${indent}${id}["${escaped(name)}<br/>${escaped(type)}"]`
      if (inside === undefined) return [node]
      return [
        node,
        `${indent}subgraph ${id}s["${escaped(`${name}: ${inside.path}`)}"]`,
        ...write(inside, `${prefix}${name}/`, `${indent}  `),
        `${indent}end`,
      ]
    }),
    ...one.edges.map(({ from, to, by, isConditional }) => {
      const arrow = isConditional === true ? '-.->' : '-->'
      const label = by === 'reference' ? '' : `|${by}|`
      return `${indent}${idOf(`${prefix}${from}`)} ${arrow}${label} ${idOf(`${prefix}${to}`)}`
    }),
  ]
  return `flowchart LR\n${write(graph, '', '  ').join('\n')}\n`
}
