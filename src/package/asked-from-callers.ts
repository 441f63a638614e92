/** What callers of a nested template ask of the resources inside of it: `get_attr: [stack, resource.NAME, ATTRIBUTE]`. */
import type { Node } from '../document/node.ts'
import { resolved, seqOf, textOf } from '../document/read.ts'
import { callOf } from '../heat/calls.ts'
import type { Package } from './package.ts'

/** A function of a caller that reaches into a nested stack (`StackResource.get_attribute`, heat/common/grouputils.py). */
export interface Asked {
  /** Path of the caller. */
  readonly caller: string
  /** The resource inside of the nested template. */
  readonly resource: string
  /** Its attribute; `reference` for none, `unclear` where no string says which. */
  readonly attribute: { readonly name: string } | 'reference' | 'unclear'
}

/** All that the package asks of the resources of a template from outside. */
export function askedFromCallers(pkg: Package, template: string): readonly Asked[] {
  return pkg.callsOf(template).flatMap(({ caller, resource }) => {
    const root = pkg.files.get(caller)?.root
    return root === undefined ? [] : askedIn(root, resource).map((one) => ({ caller, ...one }))
  })
}

/** @param stack the resource of the caller that calls the template, or whose members do */
function askedIn(root: Node, stack: string): readonly Omit<Asked, 'caller'>[] {
  const found: Omit<Asked, 'caller'>[] = []
  const open: Node[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'seq') open.push(...node.items)
    if (node.kind !== 'map') continue
    found.push(...askedBy(node, stack))
    for (const { value } of node.entries) open.push(value)
  }
  return found
}

/** More than one where the path leads on into stacks inside of the stack. */
function askedBy(node: Node, stack: string): readonly Omit<Asked, 'caller'>[] {
  const call = callOf(node)
  if (call?.name !== 'get_attr' && call?.name !== 'Fn::GetAtt') return []
  const [name, ...steps] = seqOf(call.argument)?.items ?? []
  if (name === undefined || textOf(resolved(name)) !== stack) return []
  const words: readonly (string | undefined)[] = steps.flatMap(
    (step) => textOf(resolved(step))?.split('.') ?? [undefined],
  )
  return words.flatMap((word, at): readonly Omit<Asked, 'caller'>[] => {
    const resource = words[at + 1]
    if (word !== 'resource' || resource === undefined) return []
    if (words.length === at + 2) return [{ resource, attribute: 'reference' }]
    const attribute = words[at + 2]
    return [{ resource, attribute: attribute === undefined ? 'unclear' : { name: attribute } }]
  })
}
