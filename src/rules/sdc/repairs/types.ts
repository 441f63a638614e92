import { type TypeReference, typeReferences } from '../../../stack/references.ts'
import { isEnvironment, type SourceFile } from '../../../stack/source-file.ts'
import { entry, mapping, string, withEntries } from '../../../text/document/build.ts'
import { type Entry, type Mapping, type Node, parsedNode } from '../../../text/document/node.ts'
import { nameOf } from '../../../text/document/read.ts'
import { calledFiles, hasVersionLine } from '../text-scan.ts'
import { type Changed, namesBeside, rewrittenRoot, sdcRepair } from './repair.ts'

/** SDC looks for nested files in the lines of a template, and wants nothing else on them. */
export const plainTypes = sdcRepair({
  repairs: 'nested types',
  id: 'onap/write-plain-nested-types',
  title: 'Write the types of nested files on lines of their own',
  description:
    'Writes types that are files of the package without quotes on a line of their own, with comments above it, so that SDC finds the files; the line `resources:` also goes without a comment.',
  references: ['SDC, VspUtils (text scan for nested files; SDC-10)'],
  keeps: 'meaning',
  rewrite(file, pkg, changed) {
    const { root, path, document } = file
    // What SDC makes of a byte order mark is no reason to leave the types as they are.
    const source = document.text.replace(/^\ufeff/, '')
    if (isEnvironment(file) || !hasVersionLine(source)) return root
    const found = calledFiles(source)
    const beside = namesBeside(pkg, path)
    const unfound = typeReferences(root).filter(
      // What was written by an earlier repair stands as it should.
      ({ how, name, at }) =>
        at.start !== undefined &&
        (how === 'type' || how === 'resource_def') &&
        /\.ya?ml$/.test(name) &&
        beside.has(name) &&
        !found.has(name),
    )
    return unfound.length === 0 ? root : withPlainTypes(file, unfound, changed)
  },
})

function withPlainTypes(file: SourceFile, unfound: readonly TypeReference[], changed: Changed): Mapping {
  const { root, document } = file
  const wanted = new Set<Node>(unfound.map(({ at }) => at))
  const unfolded = new Set<Node>()
  const next = rewrittenRoot(root, (node) => {
    const made = withPlainType(node, wanted, unfolded, document.text, changed)
    if (made !== node) unfolded.add(made)
    else if (childrenOf(node).some((one) => unfolded.has(one))) unfolded.add(node)
    return made
  })
  return withPlainSection(next, document.text)
}

function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'seq') return node.items
  return node.kind === 'map' ? node.entries.map(({ value }) => value) : []
}

function withPlainType(
  node: Node,
  wanted: ReadonlySet<Node>,
  unfolded: ReadonlySet<Node>,
  source: string,
  changed: Changed,
): Node {
  // What has an anchor would lose it, and braces inside of a list in brackets are preserved.
  if (node.kind !== 'map' || node.anchor !== undefined || node.tag !== undefined) return node
  const own = node.entries.find((one) => wanted.has(one.value))
  if (own !== undefined) {
    // A comment behind braces would stand behind the first line of what they held.
    if (node.style === 'flow' && isCommented(node, source)) return node
    changed(own)
    return asBlock(withType(node, own, source))
  }
  return node.style === 'flow' && childrenOf(node).some((one) => unfolded.has(one)) ? asBlock(node) : node
}

function isCommented(node: Mapping, source: string): boolean {
  const end = parsedNode(node)?.end ?? 0
  return /^[^\r\n]*#/.test(source.slice(end, end + longestComment))
}

/** A mapping in braces that was read remains one as long as it is the same. */
function asBlock(map: Mapping): Mapping {
  return map.style === 'block' ? map : mapping(map.entries, { style: 'block' })
}

function withType(map: Mapping, own: Entry, source: string): Mapping {
  const name = own.value.kind === 'scalar' ? String(own.value.value) : ''
  const value = string(name, { style: 'plain' })
  const behind = map.style === 'block' ? commentBehind(own.value.end, source) : undefined
  return withEntries(
    map,
    map.entries.map((one) => (one === own ? withCommentsAbove(own, 'type', value, behind, source) : one)),
  )
}

/** An entry with the comments above it, and that of its line among them. */
function withCommentsAbove(
  own: Entry,
  name: string,
  value: Node,
  behind: string | undefined,
  source: string,
): Entry {
  return behind === undefined
    ? entry(own.key, value, { for: own })
    : entry(name, value, { comment: [...commentsAbove(own.key.start ?? 0, source), behind] })
}

/** A comment on the line of what ends there, which has to go above it. */
function commentBehind(end: number | undefined, source: string): string | undefined {
  if (end === undefined) return undefined
  return /^:?[ \t]*#([^\r\n]*)/.exec(source.slice(end, end + longestComment))?.[1]?.trim()
}

const longestComment = 2000

/** The comments on the lines directly above an offset, each without its `#`. */
function commentsAbove(start: number, source: string): readonly string[] {
  const found: string[] = []
  let end = source.lastIndexOf('\n', start - 1)
  while (end > 0) {
    const from = source.lastIndexOf('\n', end - 1) + 1
    const line = source.slice(from, end).trim()
    if (!line.startsWith('#')) break
    found.unshift(line.slice(1).trim())
    end = from - 1
  }
  return found
}

/** `resources:` with nothing behind it. */
function withPlainSection(root: Mapping, source: string): Mapping {
  const own = root.entries.find((one) => nameOf(one) === 'resources')
  const behind = commentBehind(own?.key.end, source)
  if (own === undefined || behind === undefined) return root
  const made = withCommentsAbove(own, 'resources', own.value, behind, source)
  return withEntries(
    root,
    root.entries.map((one) => (one === own ? made : one)),
  )
}
