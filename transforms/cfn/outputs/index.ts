import { withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping } from '../../../src/document/node.ts'
import { nameOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { callOf } from '../../../src/heat/calls.ts'
import { cfnDialect } from '../../../src/heat/cfn-dialects.ts'
import { isCfn, type Template, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'

export const outputs: Transform = {
  id: 'cfn/outputs',
  title: 'Rewrite output keys',
  description: 'Gives outputs their HOT keys and leaves out keys that Heat ignores.',
  references: ['heat/engine/template_common.py: outputs', 'HOT specification, outputs section'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    const root = mapSections(template.root, (name, map) => {
      if (name !== 'outputs') return map
      return mapEntries(map, (one) => {
        if (one.value.kind === 'map') return withValue(one, rewriteOutput(one.value, template, context))
        if (one.value.kind !== 'alias') context.report('not-a-mapping', one, `the output "${nameOf(one)}" is no mapping`)
        return one
      })
    })
    return withRoot(template, root)
  },
}

function rewriteOutput(output: Mapping, template: Template, context: TransformContext): Mapping {
  const key = template.kind.startsWith('heat-cfn') ? 'HeatTemplateFormatVersion' : 'AWSTemplateFormatVersion'
  const known = cfnDialect(key).outputKeys
  return mapEntries(output, (one) => {
    const name = nameOf(one) ?? ''
    if (/^[a-z<]/.test(name)) return one
    if (!known.includes(name)) return unknownKey(one, name, template, context)
    context.change(one, `Rename ${name}`)
    if (name === 'Description' && callOf(one.value) !== undefined) {
      context.report('not-resolved-here', one.value, `Description must be plain text; ${callOf(one.value)?.name} is not resolved there`)
    }
    return withKey(one, name.toLowerCase())
  })
}

function unknownKey(one: Entry, name: string, template: Template, context: TransformContext): Entry | undefined {
  const message = `"${name}" of an output has no place in HOT`
  if (template.reading === 'heat') context.report('ignored-key', one, message)
  else if (!context.accepts('aws-only-key', one, message)) return one
  context.change(one, `Leave out ${name}`)
  return undefined
}
