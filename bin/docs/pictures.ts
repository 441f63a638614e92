/** Pictures of a terminal, drawn from what hotshift prints now. */
import { join } from 'node:path'
import { tryOut } from './try-out.ts'

const font = { size: 14, width: 8.43, line: 19 }
const margin = 16

/** Colours of the sequences that hotshift writes, on a dark ground. */
const colours: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  36: '#79c0ff',
}

/** A stretch of one line in one style. */
interface Span {
  readonly text: string
  readonly colour: string | undefined
  readonly isBold: boolean
  readonly isDim: boolean
}

/** All pictures, by their path in the project; hotshift must be built. */
export function pictures(root: string): ReadonlyMap<string, string> {
  const shot = (line: string) => {
    const files = [join(root, 'docs/examples/volume.yaml')]
    const printed = tryOut(root, [...line.split(' '), '--color', 'always'], files, ({ out, err }) =>
      [out, err].filter((text) => text !== '').join('\n'),
    )
    return drawn(`$ hotshift ${line}\n${printed}`.replace(/ in [\d.]+ s\b/g, ' in 0.0 s'))
  }
  return new Map([
    ['docs/pictures/migrate.svg', shot('migrate volume.yaml')],
    ['docs/pictures/explain.svg', shot('explain availability-zones')],
  ])
}

/** Renders terminal output with escape sequences as an SVG image. */
export function drawn(text: string): string {
  const lines = spansOf(text.trimEnd())
  const columns = Math.max(...lines.map((line) => line.reduce((sum, span) => sum + span.text.length, 0)))
  const [width, height] = [
    Math.ceil(columns * font.width) + 2 * margin,
    lines.length * font.line + 2 * margin,
  ]
  const rows = lines.map((line, index) => {
    const y = margin + (index + 1) * font.line - 5
    return `<text x="${margin}" y="${y}" xml:space="preserve">${line.map(tspan).join('')}</text>\n`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">\n`,
    '<!-- Written by `npm run docs` from a run of hotshift. Do not edit. -->\n',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>\n`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${font.size}" fill="#e6edf3">\n`,
    ...rows,
    '</g>\n</svg>\n',
  ].join('')
}

function spansOf(text: string): readonly (readonly Span[])[] {
  let style: Omit<Span, 'text'> = { colour: undefined, isBold: false, isDim: false }
  return text.split('\n').map((line) =>
    line.split(/(\x1b\[\d+m)/).flatMap((part) => {
      const code = /^\x1b\[(\d+)m$/.exec(part)?.[1]
      if (code === undefined) return part === '' ? [] : [{ text: part, ...style }]
      style = afterCode(style, code)
      return []
    }),
  )
}

function afterCode(style: Omit<Span, 'text'>, code: string): Omit<Span, 'text'> {
  switch (code) {
    case '1':
      return { ...style, isBold: true }
    case '2':
      return { ...style, isDim: true }
    case '22':
      return { ...style, isBold: false, isDim: false }
    case '39':
      return { ...style, colour: undefined }
    default: {
      const colour = colours[code]
      if (colour === undefined) throw new Error(`no colour for the sequence ${code}`)
      return { ...style, colour }
    }
  }
}

function tspan({ text, colour, isBold, isDim }: Span): string {
  const marks = [
    ...(colour === undefined ? [] : [` fill="${colour}"`]),
    ...(isBold ? [' font-weight="bold"'] : []),
    ...(isDim ? [' opacity="0.65"'] : []),
  ].join('')
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return marks === '' ? escaped : `<tspan${marks}>${escaped}</tspan>`
}
