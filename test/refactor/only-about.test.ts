import { firstOther, partKey } from '../../src/stack/refactor/only-about.ts'
import { packageOf } from '../stack/texts.ts'

const head = 'heat_template_version: 2018-08-31\n'

/** Whether two texts of one template differ in more than the parameter `added` and the property `flavor` of `web`. */
function differsOtherwise(before: string, after: string): boolean {
  const path = 'a.yaml'
  const [was, is] = [before, after].map((text) => packageOf({ [path]: head + text }))
  if (was === undefined || is === undefined) throw new Error('two texts')
  const set = new Set([partKey(path, ['resources', 'web', 'properties', 'flavor'])])
  return firstOther(was, is, { names: new Set(['added']), set }) !== undefined
}

const bomb = (last: string) =>
  `parameters:\n  p:\n    type: json\n    default:\n      x0: &x0 {a: ${last}}\n${Array.from(
    { length: 24 },
    (_, level) => `      x${level + 1}: &x${level + 1} [*x${level}, *x${level}]\n`,
  ).join('')}`

describe('what differs besides an edit of parameters', () => {
  it.each([
    ['parameters: {a: {type: string}}\n', 'parameters: {a: {type: string}, added: {type: string}}\n'],
    ['resources: {}\n', 'resources: {}\nparameters: {added: {type: string}}\n'],
    [
      'resources: {web: {type: T, properties: {flavor: a, image: b}}}\n',
      'resources: {web: {type: T, properties: {image: b, flavor: {get_param: added}}}}\n',
    ],
    ['resources: {web: {type: T}}\n', 'resources: {web: {type: T, properties: {flavor: a}}}\n'],
    ['parameter_groups: [{parameters: [a]}]\n', 'parameter_groups: [{parameters: [a, added]}]\n'],
    [bomb('1'), bomb('1').replace('parameters:\n', 'parameters:\n  added: {type: string}\n')],
  ])('nothing', (before, after) => {
    expect(differsOtherwise(before, after)).toBe(false)
    expect(differsOtherwise(after, before)).toBe(false)
  })

  it.each([
    ['parameters: {a: {type: string}}\n', 'parameters: {a: {type: number}}\n'],
    [
      'parameters: {a: {type: string}, b: {type: string}}\n',
      'parameters: {b: {type: string}, a: {type: string}}\n',
    ],
    [
      'resources: {other: {type: T, properties: {flavor: a}}}\n',
      'resources: {other: {type: T, properties: {flavor: b}}}\n',
    ],
    ['resources: {web: {type: T, properties: {image: a}}}\n', 'resources: {web: {type: T}}\n'],
    ['outputs: {o: {value: [a]}}\n', 'outputs: {o: {value: [a, added]}}\n'],
    ['parameter_groups: [{parameters: [a]}]\n', 'parameter_groups: [{parameters: [b]}]\n'],
    [
      'outputs: {o: &o {value: 1}}\nresources: {web: {type: T, properties: {flavor: *o}}}\n',
      'outputs: {o: &o {value: 2}}\nresources: {web: {type: T, properties: {flavor: *o}}}\n',
    ],
    [bomb('1'), bomb('2')],
  ])('more', (before, after) => {
    expect(differsOtherwise(before, after)).toBe(true)
    expect(differsOtherwise(after, before)).toBe(true)
  })
})
