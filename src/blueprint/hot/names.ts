/** The names of a new template: parameters and resources share one room, in which components have the first choice. */
export class Names {
  readonly #taken: Set<string>
  readonly #known = new Map<string, string>()

  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved)
  }

  /** One name for what the parts stand for together, the same whenever it is asked for: `web_flavor`. */
  of(...parts: readonly string[]): string {
    const key = JSON.stringify(parts)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const base = parts.join('_')
    let name = base
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}_${number}`
    this.#taken.add(name)
    this.#known.set(key, name)
    return name
  }
}
