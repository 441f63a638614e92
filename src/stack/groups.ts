/** Sets that grow together. */
export class Groups {
  readonly #leaders = new Map<string, string>()

  add(name: string): void {
    if (!this.#leaders.has(name)) this.#leaders.set(name, name)
  }

  join(a: string, b: string): void {
    this.add(a)
    this.add(b)
    const [first, second] = [this.leaderOf(a) as string, this.leaderOf(b) as string].sort()
    if (first !== second) this.#leaders.set(second as string, first as string)
  }

  leaderOf(name: string): string | undefined {
    let leader = name
    for (let next = this.#leaders.get(leader); next !== leader; next = this.#leaders.get(leader)) {
      if (next === undefined) return undefined
      const above = this.#leaders.get(next)
      // Path compression: shortens the way for the next query.
      if (above !== undefined) this.#leaders.set(leader, above)
      leader = next
    }
    return leader
  }
}
