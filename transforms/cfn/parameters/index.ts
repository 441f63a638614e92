import { boolean, entry, list, mapping, text, withEntries, withKey, withValue } from '../../../src/document/build.ts'
import type { Entry, Mapping, Node } from '../../../src/document/node.ts'
import { nameOf, scalarOf, textOf } from '../../../src/document/read.ts'
import type { Transform, TransformContext } from '../../../src/engine/transform.ts'
import { constraintsOf, isConstraintKey } from '../../../src/heat/constraints.ts'
import { parameterType } from '../../../src/heat/parameter-types.ts'
import { isCfn, type Reading, type Template, withRoot } from '../../../src/heat/template.ts'
import { mapEntries, mapSections } from '../../../src/heat/values.ts'

export const parameters: Transform = {
  id: 'cfn/parameters',
  title: 'Rewrite parameter declarations',
  description: 'Gives parameters their HOT keys and types, `NoEcho` its HOT form, and gathers constraints in a list.',
  references: ['heat/engine/cfn/parameters.py: CfnParamSchema', 'heat/engine/hot/parameters.py: HOTParamSchema', 'HOT specification, parameters section'],
  safety: 'exact',
  appliesTo: isCfn,
  run(template, context) {
    const root = mapSections(template.root, (name, map) => {
      if (name !== 'parameters') return map
      return mapEntries(map, (one) => {
        if (one.value.kind !== 'map') {
          if (one.value.kind !== 'alias') context.report('not-a-mapping', one, `the parameter "${nameOf(one)}" is no mapping`)
          return one
        }
        return withValue(one, rewriteParameter(one.value, template, context))
      })
    })
    return withRoot(template, root)
  },
}

function rewriteParameter(parameter: Mapping, template: Template, context: TransformContext): Mapping {
  const isCfnForm = parameter.entries.some((one) => /^[A-Z]/.test(nameOf(one) ?? ''))
  if (!isCfnForm) return parameter
  context.change(parameter, 'Rewrite the parameter')
  const typeEntry = parameter.entries.findLast((one) => nameOf(one) === 'Type')
  const constraints = constraintsOf(parameter)
  const custom = customConstraint(typeEntry, context)
  const all = [...constraints.entries, ...custom]
  const firstAt = parameter.entries.findIndex((one) => isConstraintKey(nameOf(one) ?? ''))
  const entries: Entry[] = []
  for (const [index, one] of parameter.entries.entries()) {
    if (index === firstAt && all.length > 0) entries.push(constraintList(all, constraints.first))
    const rewritten = rewriteKey(one, parameter, template, context)
    if (rewritten !== undefined) entries.push(rewritten)
  }
  if (firstAt === -1 && all.length > 0) entries.push(constraintList(all, undefined))
  if (constraints.entries.length === 0 && constraints.description !== undefined) {
    if (custom.length === 0) {
      context.report('unused-constraint-description', constraints.description, 'there is no constraint that this could describe')
    }
  }
  return withEntries(parameter, entries)
}

function constraintList(items: readonly Mapping[], place: Entry | undefined): Entry {
  const made = place === undefined ? undefined : { for: place }
  return entry('constraints', list(items, { style: 'block' }), made)
}

/** Whether the thing exists, for types by which AWS checks that too. */
function customConstraint(typeEntry: Entry | undefined, context: TransformContext): Mapping[] {
  const meaning = parameterType(textOf(typeEntry?.value) ?? '')
  if (meaning === undefined || !('hot' in meaning) || meaning.customConstraint === undefined || typeEntry === undefined) return []
  context.report('parameter-type', typeEntry, `${textOf(typeEntry.value)} becomes ${meaning.hot} with the constraint ${meaning.customConstraint}`)
  return [mapping([entry('custom_constraint', text(meaning.customConstraint))], { style: 'block' })]
}

function rewriteKey(one: Entry, parameter: Mapping, template: Template, context: TransformContext): Entry | undefined {
  const key = nameOf(one) ?? ''
  switch (key) {
    case 'Type':
      return rewriteType(one, context)
    case 'NoEcho':
      return withKey(withValue(one, hidden(one.value, context)), 'hidden')
    case 'Default':
      return withKey(withValue(one, rewriteDefault(one.value, parameter, template.reading)), 'default')
    case 'Description':
    case 'Label':
      return withKey(one, key.toLowerCase())
  }
  if (isConstraintKey(key) || /^[a-z]/.test(key)) return isConstraintKey(key) ? undefined : one
  context.report('unknown-key', one, `a parameter has no key "${key}"`)
  return one
}

function rewriteType(one: Entry, context: TransformContext): Entry {
  const type = textOf(one.value) ?? ''
  const meaning = parameterType(type)
  if (meaning === undefined) {
    context.report('unknown-parameter-type', one, `"${type}" is no parameter type`)
    return withKey(one, 'type')
  }
  if ('unsupported' in meaning) {
    context.report('unknown-parameter-type', one, `"${type}": ${meaning.unsupported}`)
    return withKey(one, 'type')
  }
  if (meaning.note !== undefined) context.report('parameter-type', one, `${type} becomes ${meaning.hot}: ${meaning.note}`)
  return withKey(withValue(one, text(meaning.hot, { for: one.value })), 'type')
}

/** CloudFormation hides where the text is `true` in any case (`CfnParamSchema.HIDDEN`), HOT where Python says true. */
function hidden(value: Node, context: TransformContext): Node {
  const scalar = scalarOf(value)
  if (scalar?.type === 'bool' && value.kind !== 'alias') return value
  const hides = String(scalar?.type === 'bool' ? scalar.value : scalar?.value).toLowerCase() === 'true'
  const saysSo = /^(yes|on|1|y|t)$/i.test(String(scalar?.value))
  if (!hides && saysSo) context.report('not-hidden', value, `NoEcho: ${String(scalar?.value)} does not hide the value in Heat`)
  return boolean(hides, { for: value })
}

/** AWS takes a scalar for its text and trims the items of lists; Heat keeps blanks and writes Python's True. */
function rewriteDefault(value: Node, parameter: Mapping, reading: Reading): Node {
  if (reading === 'heat' || value.kind !== 'scalar') return value
  const type = textOf(parameter.entries.findLast((one) => nameOf(one) === 'Type' || nameOf(one) === 'type')?.value)
  if (value.type === 'bool' && type !== 'Boolean') return text(value.value === true ? 'true' : 'false', { for: value, style: 'single' })
  const meaning = parameterType(type ?? '')
  const isList = meaning !== undefined && 'hot' in meaning && meaning.hot === 'comma_delimited_list'
  if (!isList || typeof value.value !== 'string') return value
  const trimmed = value.value.split(',').map((item) => item.trim()).join(',')
  return trimmed === value.value ? value : text(trimmed, { for: value, style: value.style })
}

