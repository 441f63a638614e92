import {
  type Call,
  call,
  callOf,
  declarations,
  entry,
  mapping,
  type Node,
  type Site,
  type Template,
  type TransformContext,
  text,
  textOf,
} from '../../../src/engine/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { awsText } from '../../../src/heat/reading.ts'

/** A number is no key of a map: an error in Heat, while AWS means its text. Undefined after a finding. */
export function keyText(
  key: Node,
  find: Call,
  site: Site,
  template: Template,
  context: TransformContext,
): Node | undefined {
  const ref = callOf(key)
  const name = ref?.name === 'Ref' ? textOf(ref.argument) : undefined
  const type = declaredType(declarations(template.root).parameters.get(name ?? ''))
  const isNumber = type === 'number' || type === 'boolean' || (key.kind === 'scalar' && key.type !== 'str')
  if (!isNumber) return key
  if (template.reading === 'heat') {
    context.report('always-fails', find.node, 'a number is no key of a mapping; Heat fails at this look-up')
    return undefined
  }
  if (key.kind === 'scalar') return text(awsText(key, template.document), { for: key })
  if (site.role === 'condition') {
    context.report(
      'no-equivalent',
      find.node,
      `a condition cannot turn the number "${name}" into a key; make it a String parameter`,
    )
    return undefined
  }
  const params = mapping([entry('__key__', key)], { style: 'flow' })
  return call(
    'str_replace',
    mapping([entry('template', text('__key__')), entry('params', params)], { style: 'flow' }),
    key,
  )
}
