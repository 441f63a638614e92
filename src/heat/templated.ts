/** Where tags of Jinja, ERB or Python's `%` operator begin. */
const anyTag = /\{[{%#]|<%|%\(/
const jinjaTag = /\{[{%#]/

/** Languages that name their files: `role.j2.yaml`, `pnda.yaml.j2`, `stack.jinja`; `stack.yaml.erb`. */
const named = [
  { language: 'a Jinja', tags: 'Jinja', name: /\.(?:j2|jinja2?)(?:\.|$)/i, tag: jinjaTag },
  { language: 'an ERB', tags: 'ERB', name: /\.erb(?:\.|$)/i, tag: /<%/ },
]

/**
 * A tag where a YAML node would begin: no YAML reader gets past it. `<%name%>` without a blank is
 * no ERB tag but a placeholder of TripleO, and a plain scalar.
 */
const tagAtNode = /^(?:[-?] +)*(?:\{[{%#]|<%[-#]?\s|%\(\w+\)[a-z])|[:,[{] +\{[{%#]/

const blockScalarHeader = /(?:^|[\s:-])[|>][-+0-9]{0,2}\s*(?:#.*)?$/

/**
 * Why a source is not a template yet but becomes one when a template language (Jinja, ERB, Python's `%`) has processed
 * it; undefined when it does not look so. The reason is a phrase that continues "the file ...".
 *
 * A name such as `*.j2.yaml` is enough as soon as there is any of its tags, for they count even inside quotes.
 * Otherwise only a tag where YAML expects a node does, since Ansible and shell code inside strings uses the same
 * braces. Quotes and block scalars are recognised by line; use it for sources that could not be parsed, or for which
 * the name alone decides.
 */
export function looksTemplated(text: string, path: string): string | undefined {
  if (!anyTag.test(text)) return undefined
  const byName = templatedByName(text, path)
  if (byName !== undefined) return byName
  const line = firstTaggedLine(text.split('\n'))
  return line === undefined ? undefined : `contains tags of a template language (line ${line})`
}

const BY_NAME = ', by its name and tags'

/** The same by the name of the file alone: all that counts where the source could be parsed. */
export function templatedByName(text: string, path: string): string | undefined {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const known = named.find((one) => one.name.test(name) && one.tag.test(text))
  return known === undefined ? undefined : `${known.language} template${BY_NAME}`
}

/** Whether the name of the file says so, and not its source alone. */
export function isNamedTemplated(reason: string): boolean {
  return reason.endsWith(BY_NAME)
}

/** The first line, from 1, with a tag at a node, outside block scalars, quotes and comments. */
function firstTaggedLine(lines: readonly string[]): number | undefined {
  let scalarIndent = -1 // of the line that opens a block scalar; -1 outside of one
  for (const [index, line] of lines.entries()) {
    const content = line.trim()
    if (content === '') continue
    const indent = line.length - line.trimStart().length
    if (scalarIndent >= 0 && indent > scalarIndent) continue
    scalarIndent = -1
    if (content.startsWith('#')) continue
    if (tagAtNode.test(withoutQuoted(content))) return index + 1
    if (blockScalarHeader.test(content)) scalarIndent = indent
  }
  return undefined
}

/**
 * A line without its quoted strings; a quote that is not closed takes the rest with it. By hand, since a regular
 * expression overflows the stack on the long lines of minified JSON.
 */
function withoutQuoted(line: string): string {
  const pieces: string[] = []
  let kept = 0
  for (let at = 0; at < line.length; at++) {
    const quote = line.charAt(at)
    const opens = (quote === '"' || quote === "'") && (at === 0 || ' \t,:[{('.includes(line.charAt(at - 1)))
    if (!opens) continue
    pieces.push(line.slice(kept, at))
    at = closingQuote(line, quote, at + 1)
    kept = at + 1
  }
  pieces.push(line.slice(kept))
  return pieces.join('""')
}

/** Where a quoted string ends; `\"` and `''` are part of it. */
function closingQuote(line: string, quote: string, from: number): number {
  for (let at = from; at < line.length; at++) {
    const char = line.charAt(at)
    const escapes = quote === '"' ? char === '\\' : char === quote && line.charAt(at + 1) === quote
    if (escapes) at++
    else if (char === quote) return at
  }
  return line.length
}
