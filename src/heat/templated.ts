/** Where tags of Jinja, ERB or Python's `%` operator begin. */
const anyTag = /\{[{%#]|<%|%\(/
const jinjaTag = /\{[{%#]/

/** `role.j2.yaml`, `pnda.yaml.j2`, `stack.jinja` */
const jinjaName = /\.(?:j2|jinja2?)(?:\.|$)/i

/**
 * A tag where a YAML node would begin: no YAML reader gets past it. `<%name%>` without a blank is
 * no ERB tag but a placeholder of TripleO, and a plain scalar.
 */
const tagAtNode = /^(?:[-?] +)*(?:\{[{%#]|<%[-#]?\s|%\(\w+\)[a-z])|[:,[{] +\{[{%#]/

const quoted = /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g
const blockScalarHeader = /(?:^|[\s:-])[|>][-+0-9]{0,2}\s*(?:#.*)?$/

/**
 * Why a text is not a template yet but makes one when a template language (Jinja, ERB, Python's `%`)
 * has been over it; undefined when it does not look so. The reason is a phrase that goes on from "the
 * file ...".
 *
 * A name such as `*.j2.yaml` says so as soon as there is any Jinja tag, for the tags count even inside
 * quotes. Otherwise only a tag where YAML expects a node does, since Ansible and shell code inside
 * strings uses the same braces. The look at quotes and block scalars is by line; ask it about texts
 * that could not be parsed, or for which the name alone decides.
 */
export function looksTemplated(text: string, path: string): string | undefined {
  if (!anyTag.test(text)) return undefined
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  if (jinjaName.test(name) && jinjaTag.test(text)) return 'is named as a Jinja template and has Jinja tags'
  const line = firstTaggedLine(text.split('\n'))
  return line === undefined ? undefined : `has tags of a template language (line ${line})`
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
    if (tagAtNode.test(content.replace(quoted, '""'))) return index + 1
    if (blockScalarHeader.test(content)) scalarIndent = indent
  }
  return undefined
}
