/** What a browser keeps of a page, where it keeps anything for files; else it lasts as long as the page. */
export class Stored<Value> {
  readonly #key: string
  value: Value

  /** @param name what the page is about; pages about the same share what is stored */
  constructor(name: string, otherwise: Value) {
    this.#key = `hotshift ${hashOf(name)}`
    this.value = otherwise
    try {
      const text = localStorage.getItem(this.#key)
      if (text !== null) this.value = JSON.parse(text)
    } catch {
      // A browser that keeps nothing for files still shows them.
    }
  }

  save(): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(this.value))
    } catch {
      // See above.
    }
  }
}

/** FNV-1a: enough to tell pages apart. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return (hash >>> 0).toString(16)
}
