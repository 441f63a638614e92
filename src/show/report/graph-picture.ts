/** The dependencies of a stack as a picture: resources in columns by wave, and a line from each to what it waits for. */

import type {
  GraphAnswer,
  GraphEdge,
  GraphResource,
  ResourceGraph,
} from '../../engine/queries/resource-graph.ts'
import { quantity } from './counts.ts'
import { text as escaped } from './html-markup.ts'
import type { Drawn } from './page-data.ts'
import { oneLine } from './style.ts'

/** More resources than this make no picture that anybody reads. */
const MOST = 80

const BOX = { width: 190, height: 38 }
const GAP = { across: 70, down: 14 }
const TOP = 30
const LETTERS = 26

/** Undefined for a stack of which nothing waits, or with more resources than a picture has room for. */
export function graphPicture({ graph, circles }: GraphAnswer): Drawn | undefined {
  const { resources, edges } = graph
  if (edges.length === 0 || resources.length > MOST) return undefined
  const columns = columnsOf(graph)
  const places = placesIn(columns)
  const byName = new Map(resources.map((one) => [one.name, one] as const))
  const inCircle = new Set(circles.flatMap(({ steps }) => steps.map(({ from, to }) => `${from}\0${to}`)))
  const isRed = ({ from, to }: GraphEdge) => inCircle.has(`${from}\0${to}`)
  const beside = graph.waves.length < columns.length ? GAP.across / 2 : 0
  const width = columns.length * (BOX.width + GAP.across) - GAP.across + 2 + beside
  const height = TOP + Math.max(...columns.map(({ length }) => length)) * (BOX.height + GAP.down)
  const heads = columns.map((_, index) => headOf(index, graph))
  const drawn = [
    shape('title', {}, [titleOf(graph)]),
    ...heads,
    ...edges.flatMap((edge) => lineOf(edge, places, isRed(edge)) ?? []),
    ...[...places].flatMap(([name, place]) => {
      const one = byName.get(name)
      return one === undefined ? [] : boxOf(one, place, isWaiting(name, graph))
    }),
  ]
  return shape(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width: `${width}`,
      height: `${height}`,
      role: 'img',
      'font-family': 'sans-serif',
      'font-size': '12',
      fill: 'currentColor',
    },
    drawn,
  )
}

interface Place {
  readonly x: number
  readonly y: number
}

/** The waves, in each of them what waits for the upper resources first; at the end those of circles, which are never created. */
function columnsOf(graph: ResourceGraph): readonly (readonly string[])[] {
  const { waves, resources, edges } = graph
  const inWaves = new Set(waves.flat())
  const others = resources.flatMap(({ name }) => (inWaves.has(name) ? [] : [name]))
  const rank = new Map<string, number>()
  const middle = (name: string) => {
    const found = edges.flatMap(({ from, to }) => (from === name ? (rank.get(to) ?? []) : []))
    return found.length === 0 ? 0 : found.reduce((sum, one) => sum + one, 0) / found.length
  }
  return [...waves, ...(others.length === 0 ? [] : [others])].map((names) => {
    const sorted = [...names].sort((a, b) => middle(a) - middle(b))
    for (const [index, name] of sorted.entries()) rank.set(name, index)
    return sorted
  })
}

function placesIn(columns: readonly (readonly string[])[]): ReadonlyMap<string, Place> {
  return new Map(
    columns.flatMap((names, column) =>
      names.map((name, row) => [
        name,
        { x: 1 + column * (BOX.width + GAP.across), y: TOP + row * (BOX.height + GAP.down) },
      ]),
    ),
  )
}

function isWaiting(name: string, { waves }: ResourceGraph): boolean {
  return !waves.some((names) => names.includes(name))
}

function headOf(index: number, { waves }: ResourceGraph): Drawn {
  const last = waves.length - 1
  const created =
    index === 0 ? ': created first, deleted last' : index === last ? ': created last, deleted first' : ''
  const said = index > last ? 'never created' : `wave ${index + 1}${created}`
  const x = `${1 + index * (BOX.width + GAP.across)}`
  return shape('text', { x, y: '14', 'font-size': '11', opacity: '0.7' }, [said])
}

function titleOf({ resources, waves, circles }: ResourceGraph): string {
  const circle = circles.length === 0 ? '' : `, ${quantity(circles.length, 'circle')}`
  return `${quantity(resources.length, 'resource')} in ${quantity(waves.length, 'wave')}${circle}`
}

const RED = '#c62828'

function boxOf({ name, type, isConditional }: GraphResource, { x, y }: Place, isNever: boolean): Drawn {
  const line = (dy: number, said: string, more: Readonly<Record<string, string>>) =>
    shape('text', { x: `${x + 8}`, y: `${y + dy}`, ...more }, [shortened(said)])
  return shape('g', {}, [
    shape('title', {}, [oneLine(`${name}: ${type}`)]),
    shape(
      'rect',
      {
        x: `${x}`,
        y: `${y}`,
        width: `${BOX.width}`,
        height: `${BOX.height}`,
        rx: '4',
        fill: 'none',
        stroke: isNever ? RED : 'currentColor',
        ...(isConditional === true ? { 'stroke-dasharray': '4 3' } : {}),
      },
      [],
    ),
    line(16, name, { 'font-weight': 'bold' }),
    line(30, type, { 'font-size': '10', opacity: '0.8' }),
  ])
}

function shortened(said: string): string {
  const line = oneLine(said)
  const letters = [...line]
  return letters.length <= LETTERS ? line : `${letters.slice(0, LETTERS - 1).join('')}…`
}

const labels: Readonly<Record<GraphEdge['by'], string>> = {
  reference: 'refers to',
  depends_on: 'depends on',
  class: 'waits, by its class, for',
}

function lineOf(
  { from, to, by, isConditional }: GraphEdge,
  places: ReadonlyMap<string, Place>,
  isRed: boolean,
): Drawn | undefined {
  const [start, end] = [places.get(to), places.get(from)]
  if (start === undefined || end === undefined) return undefined
  const [x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2]
  const [x2, y2] = [end.x, end.y + BOX.height / 2]
  // Around the boxes on the way; in the column of circles, on its right side.
  const isFar = x2 - x1 > GAP.across
  const bow = isFar ? (BOX.height + GAP.down) * 0.67 : 0
  const [c1, c2] = start.x === end.x ? [x1, x1] : [x1, x2 - GAP.across]
  const half = GAP.across / 2
  const d = `M${x1} ${y1}C${c1 + half} ${y1 + bow} ${c2 + half} ${y2 + bow} ${start.x === end.x ? x1 : x2} ${y2}`
  const dashes = isConditional === true ? '4 3' : by === 'class' ? '1 3' : undefined
  return shape(
    'path',
    {
      d,
      fill: 'none',
      stroke: isRed ? RED : 'currentColor',
      'stroke-opacity': isRed ? '1' : '0.45',
      ...(dashes === undefined ? {} : { 'stroke-dasharray': dashes }),
    },
    [shape('title', {}, [oneLine(`${from} ${labels[by]} ${to}`)])],
  )
}

function shape(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly (Drawn | string)[],
): Drawn {
  return { name, attributes, children }
}

/** A circle with the references that make it, a line each. */
export function circleLines({ names, steps }: GraphAnswer['circles'][number]): readonly string[] {
  return [
    oneLine(`circle: ${names.join(' → ')}; Heat creates none of them`),
    ...steps.map(({ from, to, by, line, column }) =>
      oneLine(`${line}:${column}  ${from} ${labels[by]} ${to}`),
    ),
  ]
}

/** The source of the picture. */
export function svgText({ name, attributes, children }: Drawn): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inside = children.map((one) => (typeof one === 'string' ? escaped(one) : svgText(one)))
  return `<${name}${given.join('')}>${inside.join('')}</${name}>`
}
