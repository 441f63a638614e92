/** Where the parts of a new tree are. */

import type { Entry, Node } from '../document/node.ts'

/** The location of an entry, an item or a node in the new tree; an item has one as such and, inside, one as a node. */
export class Place {
  readonly part: Entry | Node
  readonly around: Place | undefined
  /** The smallest location around it, or itself, that has moved as a whole; undefined where none has. */
  readonly home: Place | undefined

  /** @param hasMoved whether the part is elsewhere in its surroundings than it was in the source */
  constructor(part: Entry | Node, around: Place | undefined, hasMoved: boolean) {
    this.part = part
    this.around = around
    this.home = hasMoved ? this : around?.home
  }

  isIn(outer: Place): boolean {
    for (let place: Place | undefined = this; place !== undefined; place = place.around)
      if (place === outer) return true
    return false
  }
}
