/** A stretch of the text of `Fn::Sub`: literal, or a variable with the text that stands for it. */
export type SubPiece = { readonly text: string } | { readonly name: string; readonly source: string }

/**
 * Takes the text of `Fn::Sub` apart: `${Name}` and `${Resource.Attribute}` are variables, `${!x}` is
 * the literal text `${x}`. AWS CloudFormation User Guide, Fn::Sub.
 */
export function splitSub(source: string): readonly SubPiece[] | { readonly problem: string } {
  const pieces: SubPiece[] = []
  let literal = ''
  let position = 0
  for (const match of source.matchAll(/\$\{([^}]*)\}/g)) {
    const inner = match[1] as string
    literal += source.slice(position, match.index)
    position = match.index + match[0].length
    if (inner.startsWith('!')) {
      literal += `\${${inner.slice(1)}}`
      continue
    }
    const name = inner.trim()
    if (!/^[A-Za-z0-9_:]+(\.[A-Za-z0-9_.:]+)?$/.test(name)) {
      return { problem: `"${match[0]}" in Fn::Sub names no parameter, resource or attribute; a literal one is written \${!…}` }
    }
    if (literal !== '') pieces.push({ text: literal })
    literal = ''
    pieces.push({ name, source: match[0] })
  }
  literal += source.slice(position)
  if (literal !== '' || pieces.length === 0) pieces.push({ text: literal })
  return pieces
}
