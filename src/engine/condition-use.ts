import type { Entry } from '../document/node.ts'
import { textOf } from '../document/read.ts'
import { declarations } from '../heat/sections.ts'
import type { Template } from '../heat/template.ts'
import { hasFeature } from '../heat/versions.ts'
import type { TransformContext } from './transform.ts'

/** Reports what is wrong with the entry `Condition` of a resource or an output. */
export function checkCondition(one: Entry, scope: TransformContext & { readonly template: Template }): void {
  const name = textOf(one.value)
  if (name !== undefined && !declarations(scope.template.root).conditions.has(name)) {
    scope.report('unknown-reference', one, `there is no condition "${name}" in this template`)
  } else if (!hasFeature(scope.target, 'conditions')) {
    scope.report('version-too-old', one, 'condition needs heat_template_version 2016-10-14')
  }
}
