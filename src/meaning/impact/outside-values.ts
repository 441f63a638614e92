/** What a stack gives those outside of it: its outputs, and its resources by their names. */
import { Failure } from '../../heat/values/value.ts'
import { type AttributeLookup, attributePath, type TemplateLowering } from '../terms/lowering.ts'
import type { Term } from '../terms/term.ts'

/**
 * A value as those outside get it: Heat stops where it refers to a resource that its condition leaves out
 * (`StackResource.get_output`, `get_resource` of heat/common/grouputils.py).
 * @param scope of the stack, with a slash behind it
 */
export function valueOutside(lowering: TemplateLowering, scope: string, make: () => Term): Term {
  const { terms } = lowering
  const { made, lowered } = lowering.collected(make)
  return [...lowered.needs].reduce((value, [name, path]) => {
    const missing = terms.and(path, terms.not(lowering.enabled(name)))
    if (missing === terms.false) return value
    const message = `a resource reads "${scope}${name}", which is not created`
    const refused = terms.refused(new Failure('InvalidTemplateReference', message))
    return terms.choice(terms.question(missing), refused, value)
  }, made)
}

/**
 * `resource.NAME`, with an attribute behind it in the same string or as the first of the path
 * (`get_nested_attrs` of heat/common/grouputils.py).
 */
export function memberValue(
  lowering: TemplateLowering,
  scope: string,
  member: string,
  inName: readonly string[],
  path: readonly Term[],
  by: AttributeLookup['by'],
): Term {
  const { terms } = lowering
  const name = terms.constant(member)
  const own = inName.length === 0 ? [] : [terms.constant(inName.join('.'))]
  const steps = by === 'asking' ? [...own, ...path] : own
  const [attribute, ...inside] = steps
  const whole = valueOutside(lowering, scope, () =>
    attribute === undefined
      ? lowering.reference(name)
      : lowering.attribute(name, attribute, inside, 'asking'),
  )
  return by === 'asking' ? whole : attributePath(terms, whole, path)
}
