/** Members and items of JSON that were commented out, as YAML can hold them again. */
import { type Comment, childrenOf, childValue, type Node } from '../node.ts'

/**
 * The comments of a JSON source such that each line that was commented out is one of block style once the `#` is removed: a
 * member without the comma behind it, an item of a list also with a dash before it. Commas within a member are preserved, also
 * where it spans several comments one below the other; an item that does is left as it is.
 */
export function inBlockStyle(
  text: string,
  comments: readonly Comment[],
  root: Node | undefined,
): readonly Comment[] {
  let member = new Member()
  let end = 0
  return comments.map((comment) => {
    if (text.slice(end, comment.start).trim() !== '') member = new Member()
    end = comment.end
    const follows = member.isOpen
    member.read(comment.text)
    if (!follows && isItem(comment.text) && isInList(root, comment.start))
      return { ...comment, text: comment.text.replace(/^\s{0,100}/, '$&- ').replace(/,\s{0,100}$/, '') }
    const hasComma = member.isComplete && /,\s*$/.test(comment.text.slice(-100))
    return hasComma ? { ...comment, text: comment.text.replace(/,\s{0,100}$/, '') } : comment
  })
}

/** Whether this is a string, an object or a list of JSON: a number or a word alone may be prose. */
function isItem(text: string): boolean {
  const value = text.trim().replace(/,$/, '')
  if (!/^["{[]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

/** Whether the innermost collection around an offset is a list. */
function isInList(root: Node | undefined, offset: number): boolean {
  let inner = root
  for (let next = root; next !== undefined; next = childAround(next, offset)) inner = next
  return inner?.kind === 'seq'
}

/** The value of a collection that has an offset in it. */
function childAround(node: Node, offset: number): Node | undefined {
  if (node.kind !== 'map' && node.kind !== 'seq') return undefined
  const children = childrenOf(node)
  let [low, high] = [0, children.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const child = children[middle]
    if (child !== undefined && (childValue(child).start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const last = children[low - 1]
  const value = last === undefined ? undefined : childValue(last)
  return value !== undefined && offset < (value.end ?? 0) ? value : undefined
}

/** The characters since the last comma outside of all brackets. */
class Member {
  #depth = 0
  #isString = false
  #isEscaped = false
  /** The first characters, enough to distinguish a member from prose. */
  #head = ''
  isComplete = false

  /** Whether a bracket of an earlier comment is still open. */
  get isOpen(): boolean {
    return this.#depth > 0
  }

  read(text: string): void {
    this.isComplete = false
    this.#isString = false
    for (const char of text) {
      if (char.trim() !== '') this.isComplete = false
      if (this.#head.length < 300) this.#head += char
      if (this.#isString) this.#inString(char)
      else if (char === '"') this.#isString = true
      else if (char === '{' || char === '[') this.#depth += 1
      else if (char === '}' || char === ']') this.#depth -= 1
      else if (char === ',' && this.#depth === 0) this.#end()
    }
  }

  #inString(char: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (char === '\\') this.#isEscaped = true
    else if (char === '"') this.#isString = false
  }

  #end(): void {
    this.isComplete = /^[\s*]*"[^"\\]{0,200}"\s*:/.test(this.#head)
    this.#head = ''
  }
}
