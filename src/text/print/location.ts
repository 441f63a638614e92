/** Where the parts of a new tree are. */

import type { Entry, Node } from '../document/node.ts'

/** The location of an entry, an item or a node in the new tree; an item has one as such and, inside, one as a node. */
export class Location {
  readonly part: Entry | Node
  readonly around: Location | undefined
  /** The smallest location around it, or itself, that has moved as a whole; undefined where none has. */
  readonly home: Location | undefined

  /** @param hasMoved whether the part is elsewhere in its surroundings than it was in the source */
  constructor(part: Entry | Node, around: Location | undefined, hasMoved: boolean) {
    this.part = part
    this.around = around
    this.home = hasMoved ? this : around?.home
  }

  isIn(outer: Location): boolean {
    for (let location: Location | undefined = this; location !== undefined; location = location.around)
      if (location === outer) return true
    return false
  }
}
