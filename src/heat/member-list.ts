/**
 * What `Fn::MemberListToMap` makes of a list of texts: `heat/api/aws/utils.py`, `extract_param_list`
 * and `extract_param_pairs`. Items are `.member.N.NAME=VALUE`, pairs are ordered by N, a number
 * without both parts is dropped, the last of equal keys wins.
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
