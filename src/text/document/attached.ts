/**
 * Results about objects, attached to them as in a WeakMap. V8 treats the values of a WeakMap as alive until a full
 * garbage collection: stored in one, the results about nodes would keep the trees of some hundred files in memory.
 */
export class Attached<Key extends object, Value> {
  readonly #fields = fieldOfItsOwn<Value>()

  get(key: Key): Value | undefined {
    return hasRoom(key) ? (noteOn(key, this)?.value as Value | undefined) : this.#fields.of(key)
  }

  set(key: Key, value: Value): void {
    if (!hasRoom(key)) this.#fields.put(key, value)
    else {
      const note = noteOn(key, this)
      if (note === undefined) key.known = { owner: key, about: this, value, next: notesOn(key) }
      else note.value = value
    }
  }
}

/** What has room for notes from the beginning, so that it gets no other layout by them, as mappings have. */
interface Roomy {
  known: Note | undefined
}

/** One of a few values. */
interface Note {
  /** A copy has the results of its original, which are not its own. */
  readonly owner: object
  readonly about: object
  value: unknown
  readonly next: Note | undefined
}

function hasRoom(object: object): object is Roomy {
  return 'known' in object
}

function notesOn(object: Roomy): Note | undefined {
  return object.known?.owner === object ? object.known : undefined
}

function noteOn(object: Roomy, about: object): Note | undefined {
  let note = notesOn(object)
  while (note !== undefined && note.about !== about) note = note.next
  return note
}

/**
 * A function that computes something about an object once, and stores it with the object.
 * @param compute its further arguments have to belong to the object, too: it is not run again for others
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

/** A value that is computed when it is asked for first. */
export function lazily<Value>(compute: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}

/** Represents undefined, the result where nothing is known. */
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
