import { Attached } from '../../src/text/document/attached.ts'
import { mapping } from '../../src/text/document/build.ts'

describe('Attached', () => {
  it('keeps a value with an object, also a frozen one, and with no copy of it', () => {
    const [one, other] = [new Attached<object, number>(), new Attached<object, string>()]
    const object = Object.freeze({ a: 1 })
    expect(one.get(object)).toBeUndefined()
    one.set(object, 1)
    other.set(object, 'x')
    one.set(object, 2)
    expect([one.get(object), other.get(object), one.get({ ...object })]).toEqual([2, 'x', undefined])
    expect(Reflect.ownKeys(object)).toEqual(['a'])
  })
  it('does the same with what has room of its own for it', () => {
    const [one, other] = [new Attached<object, number>(), new Attached<object, string>()]
    const object = mapping([])
    one.set(object, 1)
    other.set(object, 'x')
    one.set(object, 2)
    const copy = { ...object }
    expect([one.get(object), other.get(object), one.get(copy)]).toEqual([2, 'x', undefined])
    other.set(copy, 'y')
    expect([other.get(copy), one.get(copy), other.get(object)]).toEqual(['y', undefined, 'x'])
  })
})
