/**
 * What was found out about objects, kept with them as in a WeakMap. V8 takes the values of a WeakMap for alive until it
 * collects all garbage: kept in one, what is known of nodes keeps the trees of some hundred files in memory.
 */
export class Attached<Key extends object, Value> {
  readonly #fields = fieldOfItsOwn<Value>()

  get(key: Key): Value | undefined {
    return this.#fields.of(key)
  }

  set(key: Key, value: Value): void {
    this.#fields.put(key, value)
  }
}

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
