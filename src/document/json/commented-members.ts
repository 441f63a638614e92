/** Members of JSON that were commented out, as YAML can hold them again. */
import type { Comment } from '../node.ts'

/**
 * The comments of a JSON source, without the comma after a member that was commented out: once the `#` is removed, the
 * line is one of block style. Commas within such a member are preserved, also where it spans several comments one below
 * the other.
 */
export function withoutMemberCommas(text: string, comments: readonly Comment[]): readonly Comment[] {
  let member = new Member()
  let end = 0
  return comments.map((comment) => {
    if (text.slice(end, comment.start).trim() !== '') member = new Member()
    end = comment.end
    member.read(comment.text)
    const hasComma = member.isComplete && /,\s*$/.test(comment.text.slice(-100))
    return hasComma ? { ...comment, text: comment.text.replace(/,\s{0,100}$/, '') } : comment
  })
}

/** The characters since the last comma outside of all brackets. */
class Member {
  #depth = 0
  #isString = false
  #isEscaped = false
  /** The first characters, enough to distinguish a member from prose. */
  #head = ''
  isComplete = false

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
