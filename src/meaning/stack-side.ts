/** A stack as a side of a comparison. */
import { dialectOf } from '../heat/dialect.ts'
import { declaredType } from '../heat/parameters.ts'
import { declarations } from '../heat/sections.ts'
import type { TypeOfParameter } from '../stack/merged-values.ts'
import type { SourceFile } from '../stack/source-file.ts'
import type { Stack, StackTemplate } from '../stack/stack.ts'
import { mergedEnvironments } from './environment.ts'
import type { NestedTemplate, Side } from './side.ts'

/** A template as one of a comparison; undefined for one that has no meaning in any dialect. */
export function templateSide({
  root,
  recognition,
  reading,
  document,
}: SourceFile): NestedTemplate | undefined {
  const dialect = dialectOf(recognition, reading)
  return dialect === undefined ? undefined : { root, dialect, text: document.text }
}

/**
 * @param extent whether the sections of environments other than values are compared, too
 * @returns undefined where the template has no meaning in any dialect
 */
export function stackSide(stack: Stack, extent: 'values' | 'all sections'): Side | undefined {
  const made = new Map<StackTemplate, NestedTemplate | undefined>()
  const open = [...stack.open]
  const template = nestedSide(stack.template, made)
  if (template === undefined) return undefined
  for (const [one, side] of made)
    if (side === undefined)
      open.push({
        identity: one.path,
        name: one.path,
        why: `${one.path} is no template of a version that Heat knows`,
      })
  const environment = mergedEnvironments(
    stack.environments.map(({ root }) => root),
    extent,
    (parameter) => typeIn([...made.keys()], parameter) ?? (open.length > 0 ? 'unknown' : undefined),
  )
  return {
    ...template,
    open,
    attached: stack.attached,
    registered: stack.registered,
    ...(environment === undefined ? {} : { environment }),
  }
}

/** The type of a parameter, that of the outermost template first (`Template.all_param_schemata`). */
function typeIn(templates: readonly StackTemplate[], parameter: string): ReturnType<TypeOfParameter> {
  const owner = templates.find(({ file }) => declarations(file.root).parameters.has(parameter))
  return owner && (declaredType(declarations(owner.file.root).parameters.get(parameter)) ?? 'unknown')
}

function nestedSide(
  template: StackTemplate,
  made: Map<StackTemplate, NestedTemplate | undefined>,
): NestedTemplate | undefined {
  if (made.has(template)) return made.get(template)
  const own = templateSide(template.file)
  if (own === undefined) {
    made.set(template, undefined)
    return undefined
  }
  const nested = new Map<string, NestedTemplate>()
  const { path, files, classes } = template
  const contents = (name: string) => {
    const one = template.contents(name)
    return one && nestedSide(one, new Map())
  }
  const registered = classes.size === 0 ? {} : { classes }
  const side: NestedTemplate = { ...own, path, files, nested, contents, ...registered }
  made.set(template, side)
  for (const [key, callee] of template.nested) {
    const one = nestedSide(callee, made)
    if (one !== undefined) nested.set(key, one)
  }
  return side
}
