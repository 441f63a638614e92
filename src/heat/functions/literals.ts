/** The results of functions on literals, for those who write the result out and those who compute it. */
import type { Piece, Pieces } from '../pieces.ts'

/**
 * What `Fn::MemberListToMap` makes of a list of strings: `heat/api/aws/utils.py`, `extract_param_list` and
 * `extract_param_pairs`. Items are `.member.N.NAME=VALUE`, pairs are ordered by N, a number without both parts is
 * dropped, the last of equal keys wins.
 * @returns pairs in order, or undefined where an item has no `=` (an error in Heat)
 */
export function memberListToMap(
  keyName: string,
  valueName: string,
  members: readonly string[],
): (readonly [string, string])[] | undefined {
  const byNumber = new Map<number, Map<string, string>>()
  for (const member of members) {
    const equals = member.indexOf('=')
    if (equals === -1) return undefined
    const [, number, name] = /^\.member\.(\d+)\.(.*)$/.exec(member.slice(0, equals)) ?? []
    if (number === undefined || name === undefined) continue
    const index = Number(number)
    const fields = byNumber.get(index) ?? new Map<string, string>()
    fields.set(name, member.slice(equals + 1))
    byNumber.set(index, fields)
  }
  const result = new Map<string, string>()
  for (const index of [...byNumber.keys()].sort((a, b) => a - b)) {
    const fields = byNumber.get(index)
    const key = fields?.get(keyName)
    const value = fields?.get(valueName)
    if (key !== undefined && value !== undefined) result.set(key, value)
  }
  return [...result]
}

/**
 * `resource.attribute` split, as `Fn::GetAtt` and `Fn::Sub` have it in one string: what follows the first dot is the
 * attribute's name. Undefined where no resource precedes a dot.
 */
export function attributePath(dotted: string): readonly [resource: string, attribute: string] | undefined {
  const dot = dotted.indexOf('.')
  return dot < 1 ? undefined : [dotted.slice(0, dot), dotted.slice(dot + 1)]
}

/**
 * Splits the string of `Fn::Sub`: `${Name}` and `${Resource.Attribute}` are variables, `${!x}` is the literal `${x}`.
 * AWS CloudFormation User Guide, Fn::Sub.
 */
export function splitSub(source: string): Pieces<string> | { readonly problem: string } {
  const pieces: Piece<string>[] = []
  let literal = ''
  let position = 0
  for (const { start, end } of placeholders(source)) {
    const whole = source.slice(start, end)
    const inner = whole.slice(2, -1)
    literal += source.slice(position, start)
    position = end
    if (inner.startsWith('!') && !inner.includes('${')) {
      literal += `\${${inner.slice(1)}}`
      continue
    }
    const name = inner.trim()
    if (!/^[A-Za-z0-9_:]+(\.[A-Za-z0-9_.:]+)?$/.test(name)) {
      return {
        problem: `"${whole}" in Fn::Sub names no parameter, resource or attribute; a literal one is written \${!…}`,
      }
    }
    if (literal !== '') pieces.push({ text: literal })
    literal = ''
    pieces.push({ value: name })
  }
  literal += source.slice(position)
  if (literal !== '' || pieces.length === 0) pieces.push({ text: literal })
  return pieces
}

/** Each `${…}`; a regular expression would look for the end of every one that has none again. */
function* placeholders(source: string): Generator<{ readonly start: number; readonly end: number }> {
  let end = 0
  for (;;) {
    const start = source.indexOf('${', end)
    const brace = start === -1 ? -1 : source.indexOf('}', start + 2)
    if (brace === -1) return
    end = brace + 1
    yield { start, end }
  }
}
