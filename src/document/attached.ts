/**
 * What was found out about objects, kept with them as in a WeakMap. V8 takes the values of a WeakMap for alive until it
 * collects all garbage: kept in one, what is known of nodes keeps the trees of some hundred files in memory.
 */
export class Attached<Key extends object, Value> {
  readonly #fields = fieldOfItsOwn<Value>()

  get(key: Key): Value | undefined {
    return hasRoom(key) ? (notesOn(key)?.get(this) as Value | undefined) : this.#fields.of(key)
  }

  set(key: Key, value: Value): void {
    if (!hasRoom(key)) this.#fields.put(key, value)
    else {
      const notes = notesOn(key) ?? new Notes(key)
      notes.set(this, value)
      key.known = notes
    }
  }
}

/** What has room for notes from the beginning, so that it gets no other layout by them, as mappings have. */
interface Roomy {
  known: unknown
}

function hasRoom(object: object): object is Roomy {
  return 'known' in object
}

/** A copy has the notes of what it was copied from, which are none of its own. */
function notesOn(object: Roomy): Notes | undefined {
  const { known } = object
  return known instanceof Notes && known.owner === object ? known : undefined
}

/** A few values by what they are attached for; a Map would be larger, and slower to make. */
class Notes {
  readonly owner: object
  readonly #keys: object[] = []
  readonly #values: unknown[] = []

  constructor(owner: object) {
    this.owner = owner
  }

  get(key: object): unknown {
    const at = this.#keys.indexOf(key)
    return at === -1 ? undefined : this.#values[at]
  }

  set(key: object, value: unknown): void {
    const at = this.#keys.indexOf(key)
    if (at === -1) {
      this.#keys.push(key)
      this.#values.push(value)
    } else this.#values[at] = value
  }
}

/**
 * A function that computes something about an object once, and keeps it with the object.
 * @param compute what more it is given has to belong to the object, too: it is not asked again for others
 */
export function memoized<Key extends object, Value, Rest extends readonly unknown[]>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const known = new Attached<Key, Value | typeof nothing>()
  return (key, ...rest) => {
    const before = known.get(key)
    if (before !== undefined) return before === nothing ? (undefined as Value) : before
    const made = compute(key, ...rest)
    known.set(key, made === undefined ? nothing : made)
    return made
  }
}

/** What stands for undefined, which is what is found where nothing is known. */
const nothing = Symbol('nothing')

class Given {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: a class that extends this one adds its private fields to the object
    return object
  }
}

/** A private field that objects get which are there already: no copy of them has it. */
function fieldOfItsOwn<Value>() {
  return class Field extends Given {
    #value: Value

    constructor(object: object, value: Value) {
      super(object)
      this.#value = value
    }

    static of(object: object): Value | undefined {
      return #value in object ? object.#value : undefined
    }

    static put(object: object, value: Value): void {
      if (#value in object) object.#value = value
      else new Field(object, value)
    }
  }
}
