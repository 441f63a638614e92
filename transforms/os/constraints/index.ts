import {
  entry,
  entryOf,
  isOwn,
  list,
  type Mapping,
  mapping,
  mapRead,
  mapStanding,
  nameOf,
  readValue,
  rewriteTemplate,
  string,
  withAppended,
  withItems,
  withValue,
} from '../../../src/engine/authoring.ts'
import { declaredType } from '../../../src/heat/parameters.ts'
import { nameUsesIn } from '../name-uses.ts'
import { isHotNow } from '../resources.ts'

export const constraints = rewriteTemplate(
  {
    title: 'Let Heat check parameters that name things of the cloud',
    description:
      'With `--constraints` gives each parameter that names a flavour, an image, a network or a subnet, and is used for nothing else, the constraint that checks in the cloud that there is one.',
    references: [
      'HOT specification: custom_constraint',
      'heat/engine/clients/os: nova.py, glance.py, neutron.py',
    ],
    safety: 'review',
    keeps: 'correspondence',
    readsRegistry: true,
    kinds: 'all',
  },
  (scope) => {
    const { root, cloud } = scope
    if (cloud?.constraints !== true || !isHotNow(root)) return root
    const { parameters } = nameUsesIn(root)
    return mapDeclared(root, (declared, name) => {
      const constraint = parameters.get(name)?.constraint
      if (constraint === undefined || declaredType(declared) !== 'string') return declared
      const changed = withConstraint(declared, constraint)
      if (changed === declared) return declared
      scope.change(entryOf(declared, 'type') ?? declared, `Let Heat check ${name} by ${constraint}`)
      scope.intend('constraint-added', name)
      return changed
    })
  },
)

/** Declarations that stand in the section for themselves alone. */
function mapDeclared(root: Mapping, change: (declared: Mapping, name: string) => Mapping): Mapping {
  return mapStanding(root, (section) => {
    if (nameOf(section) !== 'parameters' || section.value.kind !== 'map' || !isOwn(section.value))
      return section
    const parameters = mapStanding(section.value, (one) => {
      if (one.value.kind !== 'map' || !isOwn(one.value)) return one
      const changed = change(one.value, nameOf(one) ?? '')
      return changed === one.value ? one : withValue(one, changed)
    })
    return parameters === section.value ? section : withValue(section, parameters)
  })
}

/** Behind the constraints that it has; one that is checked by the cloud already stays as it is. */
function withConstraint(declared: Mapping, constraint: string): Mapping {
  const own = readValue(declared, 'constraints')
  const added = mapping([entry('custom_constraint', string(constraint))], {
    style: own?.kind === 'seq' && own.style === 'flow' ? 'flow' : 'auto',
  })
  if (own === undefined) return withAppended(declared, entry('constraints', list([added], { style: 'auto' })))
  if (own.kind !== 'seq' || own.anchor !== undefined) return declared
  const isChecked = own.items.some(
    (item) => item.kind === 'map' && entryOf(item, 'custom_constraint') !== undefined,
  )
  if (isChecked) return declared
  return mapRead(declared, 'constraints', () => withItems(own, [...own.items, added]))
}
